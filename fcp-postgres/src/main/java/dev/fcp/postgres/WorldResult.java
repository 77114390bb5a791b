package dev.fcp.postgres;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * The result of an operation of a {@link WorldStore}.
 *
 * @param <T> what it returns
 */
public sealed interface WorldResult<T> {

  /** It was done. */
  record Done<T>(T value) implements WorldResult<T> {}

  /** It was refused; nothing changed. */
  record Refused<T>(WorldRefusal refusal) implements WorldResult<T> {}

  /**
   * Returns the value if the operation was not refused.
   *
   * @throws WorldRefusedException with the refusal
   */
  @CanIgnoreReturnValue
  default T orElseThrow() {
    return switch (this) {
      case Done<T>(T value) -> value;
      case Refused<T>(WorldRefusal refusal) -> throw new WorldRefusedException(refusal);
    };
  }
}
