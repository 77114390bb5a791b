package dev.fcp.verbs.form;

import java.util.function.Supplier;

/** Thrown by a verb or query to refuse its operation; equivalent to returning {@link #refusal}. */
public final class OperationRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  /** An exception with a refusal. */
  public OperationRefusedException(Refusal refusal) {
    super(refusal.message(), null, false, false);
    this.refusal = refusal;
  }

  /** An exception without a suggestion. */
  public static OperationRefusedException because(String message) {
    return new OperationRefusedException(Refusal.because(message));
  }

  /** An exception that suggests an operation that would work. */
  public static OperationRefusedException because(String message, String suggestion) {
    return new OperationRefusedException(Refusal.because(message, suggestion));
  }

  /**
   * Calls a supplier whose {@link IllegalArgumentException} has a message for users, such as the
   * constructor of an entity.
   *
   * @throws OperationRefusedException if the supplier throws an {@link IllegalArgumentException};
   *     it has the same message
   */
  public static <T> T translatingIllegalArgument(Supplier<T> supplier) {
    try {
      return supplier.get();
    } catch (IllegalArgumentException e) {
      throw because(String.valueOf(e.getMessage()));
    }
  }

  /** The reason for the refusal. */
  public Refusal refusal() {
    return refusal;
  }
}
