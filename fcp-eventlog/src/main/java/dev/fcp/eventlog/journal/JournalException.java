package dev.fcp.eventlog.journal;

/**
 * Thrown if the storage fails or is damaged. The message says what failed, where, and what was
 * kept.
 */
public class JournalException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Creates an exception. */
  public JournalException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the message; class names of the cause in it are replaced by plain text
   */
  public JournalException(String message, Throwable cause) {
    super(CauseWords.in(message, cause), cause);
  }
}
