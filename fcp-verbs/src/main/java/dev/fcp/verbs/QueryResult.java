package dev.fcp.verbs;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The result of a query. */
public sealed interface QueryResult {

  /**
   * The query was answered.
   *
   * @param lines the lines of the answer; line breaks and other hidden characters are escaped
   * @param more a query that shows more; empty if there is none
   */
  record Lines(List<String> lines, Optional<String> more) implements QueryResult {
    public Lines {
      lines = lines.stream().map(Quoting::oneLine).toList();
      Objects.requireNonNull(more, "more");
    }
  }

  /** The query was refused. */
  record Refused(Refusal refusal) implements QueryResult {
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }

  /** The answer with the given lines. */
  static QueryResult lines(List<String> lines) {
    return new Lines(lines, Optional.empty());
  }

  /** The answer with the given lines. */
  static QueryResult lines(String... lines) {
    return lines(List.of(lines));
  }

  /** The query was refused. */
  static QueryResult refused(Refusal refusal) {
    return new Refused(refusal);
  }

  /** The query was refused without a suggestion. */
  static QueryResult refused(String message) {
    return new Refused(Refusal.because(message));
  }

  /** The query was refused; {@code suggestion} is a query that would work. */
  static QueryResult refused(String message, String suggestion) {
    return new Refused(Refusal.because(message, suggestion));
  }
}
