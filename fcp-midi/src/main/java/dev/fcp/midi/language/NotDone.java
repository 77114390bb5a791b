package dev.fcp.midi.language;

import dev.fcp.verbs.form.Refusal;

/**
 * Ends an operation that cannot be done; it leaves this package as a refusal and as nothing else.
 */
final class NotDone extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  NotDone(Refusal refusal) {
    super(refusal.message(), null, false, false);
    this.refusal = refusal;
  }

  static NotDone because(String message) {
    return new NotDone(Refusal.because(message));
  }

  static NotDone because(String message, String tryThis) {
    return new NotDone(Refusal.because(message, tryThis));
  }

  Refusal refusal() {
    return refusal;
  }
}
