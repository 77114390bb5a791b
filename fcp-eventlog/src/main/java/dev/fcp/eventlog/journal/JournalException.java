package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.stream.Collectors;

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

  /** A record of a journal is damaged: it is unreadable, or cannot follow the records before it. */
  public static final class DamagedRecordException extends JournalException {

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

  /**
   * Records were written, but forcing them to disk failed. The journal accepts no more records;
   * opening it anew shows which of them exist.
   */
  public static final class OutcomeUnknownException extends JournalException {

    private static final long serialVersionUID = 1;

    private final transient List<StepId> steps;

    /**
     * A force that failed.
     *
     * @param where the journal
     * @param steps the steps whose outcome is unknown
     * @param cause the failure of the disk
     */
    public OutcomeUnknownException(String where, List<StepId> steps, Throwable cause) {
      super(
          "journal %s: outcome unknown of %s: the disk could not be forced: %s; it is read-only now,"
                  .formatted(where, words(steps), cause)
              + " open it again",
          cause);
      this.steps = List.copyOf(steps);
    }

    private static String words(List<StepId> steps) {
      return steps.isEmpty()
          ? "what was recorded last"
          : steps.stream().map(StepId::ulid).collect(Collectors.joining(", ", "steps ", ""));
    }

    /** The steps whose outcome is unknown. */
    public List<StepId> steps() {
      return steps;
    }
  }
}
