package dev.fcp.eventlog.journal;

/** Storage failed or is damaged. The message says what, where, and what was kept. */
public class JournalException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** A failure that shows in what was read. */
  public JournalException(String message) {
    super(message);
  }

  /**
   * A failure, with what a layer below said.
   *
   * @param message may contain the message of the cause; the resulting message names no class
   */
  public JournalException(String message, Throwable cause) {
    super(CauseWords.in(message, cause), cause);
  }
}
