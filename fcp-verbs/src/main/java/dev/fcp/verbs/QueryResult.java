package dev.fcp.verbs;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Objects;

/** What a query answers. */
public sealed interface QueryResult {

  /**
   * The answer.
   *
   * @param lines any number; line ends and other hidden characters in them become escapes
   */
  record Lines(List<String> lines) implements QueryResult {
    public Lines {
      lines = lines.stream().map(Quoting::oneLine).toList();
    }
  }

  /** The question has no answer. */
  record Refused(Refusal refusal) implements QueryResult {
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }

  /** The answer. */
  static QueryResult lines(List<String> lines) {
    return new Lines(lines);
  }

  /** The answer, in as many lines as there are texts. */
  static QueryResult lines(String... lines) {
    return new Lines(List.of(lines));
  }

  /** The question has no answer. */
  static QueryResult refused(Refusal refusal) {
    return new Refused(refusal);
  }

  /** The question has no answer, and nothing is known that would have one. */
  static QueryResult refused(String message) {
    return new Refused(Refusal.because(message));
  }

  /** The question has no answer, but another one has. */
  static QueryResult refused(String message, String suggestion) {
    return new Refused(Refusal.because(message, suggestion));
  }
}
