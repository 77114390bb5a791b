package dev.fcp.verbs;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Objects;

/** The result of a query. */
public sealed interface QueryResult {

  /**
   * The query was answered.
   *
   * @param lines the lines of the answer; line breaks and other hidden characters are escaped
   */
  record Lines(List<String> lines) implements QueryResult {
    public Lines {
      lines = lines.stream().map(Quoting::oneLine).toList();
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
    return new Lines(lines);
  }

  /** The answer with the given lines. */
  static QueryResult lines(String... lines) {
    return new Lines(List.of(lines));
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
