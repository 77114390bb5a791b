package dev.fcp.eventlog.journal;

/**
 * A record of a journal cannot be what was once written: it is unreadable, or cannot follow those
 * before it.
 */
public final class DamagedRecordException extends JournalException {

  private static final long serialVersionUID = 1;

  private final long number;

  /** A damage found in the content of a record. */
  public DamagedRecordException(long number, String reason) {
    super(message(number, reason));
    this.number = number;
  }

  /** A damage found by a layer below. */
  public DamagedRecordException(long number, String reason, Throwable cause) {
    super(message(number, reason), cause);
    this.number = number;
  }

  /** The number of the record. */
  public long number() {
    return number;
  }

  private static String message(long number, String reason) {
    return "record %d: %s; the %d records before it are good".formatted(number, reason, number - 1);
  }
}
