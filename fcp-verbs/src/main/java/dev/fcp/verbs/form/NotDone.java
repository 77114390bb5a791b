package dev.fcp.verbs.form;

import java.util.function.Supplier;

/**
 * Ends a verb or query that cannot be done, from however deep inside it; whoever runs it answers
 * with the refusal, as if the verb had returned it.
 */
public final class NotDone extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  /** Ends it with a refusal. */
  public NotDone(Refusal refusal) {
    super(refusal.message(), null, false, false);
    this.refusal = refusal;
  }

  /** Ends it without a way out. */
  public static NotDone because(String message) {
    return new NotDone(Refusal.because(message));
  }

  /** Ends it with an operation that would work. */
  public static NotDone because(String message, String tryThis) {
    return new NotDone(Refusal.because(message, tryThis));
  }

  /**
   * A value, where the reason for which there is none is one for the user too, for instance an
   * entity that checks itself.
   *
   * @throws NotDone with the message of an {@link IllegalArgumentException}
   */
  public static <T> T ifIllegal(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw because(String.valueOf(e.getMessage()));
    }
  }

  /** Why it is not done. */
  public Refusal refusal() {
    return refusal;
  }
}
