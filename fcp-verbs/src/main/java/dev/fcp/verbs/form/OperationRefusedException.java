package dev.fcp.verbs.form;

import java.util.function.Supplier;

/**
 * Ends a verb or query that cannot be done, from however deep inside it; whoever runs it answers
 * with the refusal, as if the verb had returned it.
 */
public final class OperationRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  /** Ends it with a refusal. */
  public OperationRefusedException(Refusal refusal) {
    super(refusal.message(), null, false, false);
    this.refusal = refusal;
  }

  /** Ends it without a way out. */
  public static OperationRefusedException because(String message) {
    return new OperationRefusedException(Refusal.because(message));
  }

  /** Ends it with an operation that would work. */
  public static OperationRefusedException because(String message, String suggestion) {
    return new OperationRefusedException(Refusal.because(message, suggestion));
  }

  /**
   * A value, where the reason for which there is none is one for the user too, for instance an
   * entity that checks itself.
   *
   * @throws OperationRefusedException with the message of an {@link IllegalArgumentException}
   */
  public static <T> T translatingIllegalArgument(Supplier<T> supplier) {
    try {
      return supplier.get();
    } catch (IllegalArgumentException e) {
      throw because(String.valueOf(e.getMessage()));
    }
  }

  /** Why it is not done. */
  public Refusal refusal() {
    return refusal;
  }
}
