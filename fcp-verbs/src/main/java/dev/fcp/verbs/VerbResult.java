package dev.fcp.verbs;

import dev.fcp.verbs.form.Refusal;
import java.util.Objects;

/** What a verb answers. */
public sealed interface VerbResult {

  /**
   * It was done.
   *
   * @param line what was done; an answer has exactly one line for each operation
   */
  record Done(ResultLine line) implements VerbResult {
    public Done {
      Objects.requireNonNull(line, "line");
    }
  }

  /** It was not done; whatever was emitted before is dropped. */
  record Refused(Refusal refusal) implements VerbResult {
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }

  /** It was done. */
  static VerbResult done(ResultLine line) {
    return new Done(line);
  }

  /** It was not done. */
  static VerbResult refused(Refusal refusal) {
    return new Refused(refusal);
  }

  /** It was not done, and nothing is known that would work. */
  static VerbResult refused(String message) {
    return new Refused(Refusal.because(message));
  }

  /** It was not done, but another operation would work. */
  static VerbResult refused(String message, String suggestion) {
    return new Refused(Refusal.because(message, suggestion));
  }
}
