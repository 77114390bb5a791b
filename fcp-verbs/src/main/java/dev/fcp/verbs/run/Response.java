package dev.fcp.verbs.run;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The answer to an operation, a query or a session action.
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
     * @param text the line; line ends and other hidden characters in it become escapes
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
     * @param operation an operation, a query or a session action; hidden characters in it become
     *     escapes
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

  /** The response to a request that was carried out. */
  public static Response of(List<String> lines) {
    return new Response(Line.of(lines), false);
  }

  /** The response to a request that was carried out. */
  public static Response of(String... lines) {
    return of(List.of(lines));
  }

  /** The response to a request that was refused; nothing changed. */
  public static Response refused(Refusal refusal) {
    return new Response(Line.of(refusal), true);
  }

  /** The same response with one more line at its end. */
  public Response withLine(String line) {
    return withLine(Line.of(line));
  }

  /** The same response with one more line at its end. */
  public Response withLine(Line line) {
    List<Line> allLines = new ArrayList<>(content);
    allLines.add(line);
    return new Response(allLines, isError);
  }

  /** The same response after some other lines. */
  public Response withLinesBefore(List<Line> before) {
    List<Line> allLines = new ArrayList<>(before);
    allLines.addAll(content);
    return new Response(allLines, isError);
  }

  /** The lines as text. */
  public List<String> lines() {
    return content.stream().map(Line::text).toList();
  }

  /** The lines as one text, without a line end after the last. */
  public String text() {
    return String.join("\n", lines());
  }
}
