package dev.fcp.verbs.run;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The response to operations, a query or a session action.
 *
 * @param content its lines
 * @param isError whether the request was refused
 */
public record Response(List<Line> content, boolean isError) {

  /** Copies the list. */
  public Response {
    content = List.copyOf(content);
  }

  /** A line of a response. */
  public sealed interface Line {

    /** The line as text. */
    String text();

    /**
     * A line to read.
     *
     * @param text the line; line breaks and other hidden characters are escaped
     */
    record Text(String text) implements Line {

      /** Escapes hidden characters. */
      public Text {
        text = Quoting.oneLine(text);
      }
    }

    /**
     * A line that suggests what to type next.
     *
     * @param kind why it is suggested
     * @param operation an operation, a query or a session action; hidden characters are escaped
     */
    record Suggestion(Kind kind, String operation) implements Line {

      /** Why something is suggested. */
      public enum Kind {
        /** It would work, or goes on from here. */
        TRY("  try: "),
        /** It shows the rest of the answer. */
        MORE("more: ");

        private final String prefix;

        Kind(String prefix) {
          this.prefix = prefix;
        }

        /** The beginning of the line. */
        public String prefix() {
          return prefix;
        }
      }

      /** Escapes hidden characters. */
      public Suggestion {
        Objects.requireNonNull(kind, "kind");
        operation = Quoting.oneLine(operation);
      }

      @Override
      public String text() {
        return kind.prefix() + operation;
      }
    }

    /** A line to read. */
    static Line of(String text) {
      return new Text(text);
    }

    /** Lines to read. */
    static List<Line> of(List<String> texts) {
      return texts.stream().map(Line::of).toList();
    }

    /** {@code ! what is wrong}, then the suggestion if there is one. */
    static List<Line> of(Refusal refusal) {
      Line message = of("! " + refusal.message());
      return refusal
          .suggestion()
          .map(operation -> List.of(message, suggestion(operation)))
          .orElse(List.of(message));
    }

    /** A suggestion of something that would work. */
    static Line suggestion(String operation) {
      return new Suggestion(Suggestion.Kind.TRY, operation);
    }
  }

  /** A successful response. */
  public static Response of(List<String> lines) {
    return new Response(Line.of(lines), false);
  }

  /** A successful response. */
  public static Response of(String... lines) {
    return of(List.of(lines));
  }

  /** The response to a refused request. */
  public static Response refused(Refusal refusal) {
    return new Response(Line.of(refusal), true);
  }

  /** This response with a line appended. */
  public Response withLine(String line) {
    return withLine(Line.of(line));
  }

  /** This response with a line appended. */
  public Response withLine(Line line) {
    List<Line> allLines = new ArrayList<>(content);
    allLines.add(line);
    return new Response(allLines, isError);
  }

  /** This response with lines prepended. */
  public Response withLinesBefore(List<Line> before) {
    List<Line> allLines = new ArrayList<>(before);
    allLines.addAll(content);
    return new Response(allLines, isError);
  }

  /** The lines as text. */
  public List<String> lines() {
    return content.stream().map(Line::text).toList();
  }

  /** The lines joined by line feeds, without one at the end. */
  public String text() {
    return String.join("\n", lines());
  }
}
