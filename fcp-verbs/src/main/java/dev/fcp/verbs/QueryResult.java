package dev.fcp.verbs;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What a query answers. */
public sealed interface QueryResult {

  /**
   * The answer.
   *
   * @param lines any number; line ends and other hidden characters in them become escapes
   * @param more a query that shows more; empty if there is none
   */
  record Lines(List<String> lines, Optional<String> more) implements QueryResult {
    public Lines {
      lines = lines.stream().map(Quoting::oneLine).toList();
      Objects.requireNonNull(more, "more");
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
    return new Lines(lines, Optional.empty());
  }

  /** The answer, in as many lines as there are texts. */
  static QueryResult lines(String... lines) {
    return lines(List.of(lines));
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
