package dev.fcp.eventlog.journal;

/**
 * Thrown if a record of a journal is damaged: it is unreadable, or inconsistent with the records
 * before it.
 */
public final class DamagedRecordException extends JournalException {

  private static final long serialVersionUID = 1;

  private final long recordNumber;

  /** Creates an exception. */
  public DamagedRecordException(long recordNumber, String reason) {
    super(message(recordNumber, reason));
    this.recordNumber = recordNumber;
  }

  /** Creates an exception with a cause. */
  public DamagedRecordException(long recordNumber, String reason, Throwable cause) {
    super(message(recordNumber, reason), cause);
    this.recordNumber = recordNumber;
  }

  /** The number of the record. */
  public long recordNumber() {
    return recordNumber;
  }

  private static String message(long recordNumber, String reason) {
    return "record %d: %s; the %d records before it are good"
        .formatted(recordNumber, reason, recordNumber - 1);
  }
}
