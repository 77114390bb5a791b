package dev.fcp.eventlog.domain;

/**
 * Thrown if an encoded value cannot be decoded; the message contains the error, its location and
 * the value.
 */
public final class MalformedValueException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception. */
  public MalformedValueException(String message) {
    super(message);
  }

  /** Creates an exception with a cause. */
  public MalformedValueException(String message, Throwable cause) {
    super(message, cause);
  }
}
