package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The records of one document in their order. A journal knows nothing of what they mean, and
 * nothing of files: a database can be one.
 *
 * <p>Records are numbered from 1 without gaps. Several sessions may write to one journal; an append
 * says which record it believes to be the last and is turned away if it is not. Implementations are
 * safe for use by several threads.
 */
public interface Journal extends AutoCloseable {

  /**
   * The number of the last record; 0 if there is none.
   *
   * @throws JournalException if the journal cannot be reached
   */
  long lastNumber();

  /**
   * Adds a record, if the last one has the expected number; both in one atomic act. A record that
   * was written is read by everyone from then on. After an exception the record is either there or
   * not; {@link #lastNumber()} tells.
   *
   * @throws JournalException if the record could not be written
   */
  AppendResult append(long expectedLastNumber, JournalRecord record);

  /**
   * Gives a record its place, if the last one has the expected number and the one it builds on was
   * not lost; that it lasts is told later, by the receipt. So records of several threads can wait
   * for one force. The record is seen by {@link #lastNumber} and {@link #read} at once.
   *
   * @param predecessor the receipt of the last record that the caller handed over; {@link
   *     Receipt#NONE} if there is none
   * @throws JournalException if the journal takes no records
   */
  default SubmitResult submit(long expectedLastNumber, JournalRecord record, Receipt predecessor) {
    return switch (append(expectedLastNumber, record)) {
      case AppendResult.Written(var number) -> new SubmitResult.Accepted(number, Receipt.NONE);
      case AppendResult.Stale(var lastNumber) -> new SubmitResult.Stale(lastNumber);
    };
  }

  /**
   * The records from a number on, in their order. The list may read each record when it is asked
   * for it.
   *
   * @throws IllegalArgumentException if that is no number from {@link #firstNumber} to one past the
   *     last
   * @throws JournalException if they cannot be read
   */
  List<JournalRecord> read(long fromNumber);

  /**
   * Where the steps of the records up to a number stand, in the order in which they were made. It
   * may be found without reading the whole of them.
   *
   * @throws JournalException if the records cannot be read
   */
  default List<StepLocation> stepLocations(long throughNumber) {
    List<StepLocation> locations = new ArrayList<>();
    long number = firstNumber();
    for (JournalRecord record : read(number).subList(0, (int) (throughNumber - number + 1))) {
      for (int i = 0; i < record.steps().size(); i++) {
        Step<Value.Fields> step = record.steps().get(i);
        locations.add(new StepLocation(step.id(), step.parent(), number, i));
      }
      number++;
    }
    return locations;
  }

  /** The number of the oldest record that is still there; 1 unless old ones were let go. */
  default long firstNumber() {
    return 1;
  }

  /** The text of a version of the document that a record names, if it is there and whole. */
  default Optional<Source> source(String id) {
    return Optional.empty();
  }

  /** Whether so much has happened since the last snapshot that another one pays. */
  default boolean isSnapshotDue() {
    return false;
  }

  /**
   * Keeps a snapshot, so that nobody has to begin before it. It may be dropped at any time.
   *
   * @throws JournalException if it could not be kept; all else is as it was
   */
  default void writeSnapshot(Snapshot snapshot) {}

  /** The numbers of the records after which there is a snapshot, ascending. */
  default List<Long> snapshotNumbers() {
    return List.of();
  }

  /** The snapshot after a record, if there is one and it is whole. */
  default Optional<Snapshot> snapshot(long recordNumber) {
    return Optional.empty();
  }

  /**
   * Keeps the model of a named state whose steps may go; replaces an older one of that name. The
   * number of the snapshot is that of the last record.
   *
   * @throws JournalException if it could not be kept; all else is as it was
   */
  default void writeNamedSnapshot(String name, Snapshot snapshot) {}

  /** What was kept of a named state, if anything was and it is whole. */
  default Optional<Snapshot> namedSnapshot(String name) {
    return Optional.empty();
  }

  /**
   * Lets go of all records before a number, and of what only they need. Does nothing where that is
   * not possible.
   *
   * @param recordNumber a record that stays; a snapshot after it or a later one must be kept
   * @throws IllegalArgumentException if there is no such snapshot; all is as it was
   * @throws JournalException if the record is gone already, and all is as it was; or if it failed,
   *     and some of them may be gone then, the others not
   */
  default void discardBefore(long recordNumber) {}

  /**
   * Keeps all who use another journal object, in this process or another one, from writing until
   * the answer is closed, so that several records and what happens between them stay together
   * (JN-17). Who uses this object, with its own thread or another one, goes on. Holding again
   * counts: others go on when all that was answered is closed.
   *
   * <p>Does nothing where nobody else can write.
   *
   * @throws JournalException if somebody else holds it, or it takes no records
   */
  default WriteLock acquireWriteLock() {
    return () -> {};
  }

  /**
   * Makes everything that was recorded last.
   *
   * @throws JournalException if that failed
   */
  default void flush() {}

  /** Flushes, and gives back what the journal holds. Closing again does nothing. */
  @Override
  default void close() {}

  /** The right to write alone. Closing it again does nothing. */
  interface WriteLock extends AutoCloseable {

    @Override
    void close();
  }

  /**
   * Where a step stands.
   *
   * @param id the step
   * @param parent the point at which it was made
   * @param recordNumber the number of the record that tells of it
   * @param index which of the steps of that record it is
   */
  record StepLocation(StepId id, HistoryPoint parent, long recordNumber, int index) {}

  /** The answer to an append. */
  sealed interface AppendResult {

    /**
     * The record is the last one now.
     *
     * @param number its number
     */
    record Written(long number) implements AppendResult {}

    /**
     * Someone else was faster; nothing was written.
     *
     * @param lastNumber the number of the last record
     */
    record Stale(long lastNumber) implements AppendResult {}
  }

  /** The answer to a record that was handed over. */
  sealed interface SubmitResult {

    /**
     * The record has its place.
     *
     * @param number its number
     * @param receipt tells when it lasts
     */
    record Accepted(long number, Receipt receipt) implements SubmitResult {}

    /**
     * Someone else was faster, or what the record builds on was lost; nothing was taken.
     *
     * @param lastNumber the number of the last record
     */
    record Stale(long lastNumber) implements SubmitResult {}
  }

  /** What a journal owes to who handed over a record. */
  interface Receipt {

    /** Nothing is owed. */
    Receipt NONE =
        new Receipt() {
          @Override
          public void await() {}

          @Override
          public boolean hasFailed() {
            return false;
          }
        };

    /**
     * Waits until the record lasts as the journal promises.
     *
     * @throws OutcomeUnknownException if nobody can tell
     * @throws JournalException if the record was not written; it is not there
     */
    void await();

    /** Whether the record was taken and then could not be written. */
    boolean hasFailed();
  }
}
