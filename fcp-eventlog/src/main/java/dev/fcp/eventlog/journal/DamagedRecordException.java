package dev.fcp.eventlog.journal;

/** A record of a journal is damaged: it is unreadable, or cannot follow the records before it. */
public final class DamagedRecordException extends JournalException {

  private static final long serialVersionUID = 1;

  private final long recordNumber;

  /** A damage found in the content of a record. */
  public DamagedRecordException(long recordNumber, String reason) {
    super(message(recordNumber, reason));
    this.recordNumber = recordNumber;
  }

  /** A damage found by a layer below. */
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
