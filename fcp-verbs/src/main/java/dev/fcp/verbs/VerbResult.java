package dev.fcp.verbs;

import dev.fcp.verbs.form.Refusal;
import java.util.Objects;

/** The result of a verb. */
public sealed interface VerbResult {

  /**
   * The operation was applied.
   *
   * @param line describes the change; a response has exactly one line per operation
   */
  record Done(ResultLine line) implements VerbResult {
    public Done {
      Objects.requireNonNull(line, "line");
    }
  }

  /** The operation was refused; events that it emitted are discarded. */
  record Refused(Refusal refusal) implements VerbResult {
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }

  /** The operation was applied. */
  static VerbResult done(ResultLine line) {
    return new Done(line);
  }

  /** The operation was refused. */
  static VerbResult refused(Refusal refusal) {
    return new Refused(refusal);
  }

  /** The operation was refused without a suggestion. */
  static VerbResult refused(String message) {
    return new Refused(Refusal.because(message));
  }

  /** The operation was refused; {@code suggestion} is an operation that would work. */
  static VerbResult refused(String message, String suggestion) {
    return new Refused(Refusal.because(message, suggestion));
  }
}
