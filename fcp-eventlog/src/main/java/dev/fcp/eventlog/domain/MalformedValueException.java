package dev.fcp.eventlog.domain;

/** An encoded value cannot be decoded; the message says what, where and the value. */
public final class MalformedValueException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** An unreadable value. */
  public MalformedValueException(String message) {
    super(message);
  }

  /** An unreadable value, with what a reader below said. */
  public MalformedValueException(String message, Throwable cause) {
    super(message, cause);
  }
}
