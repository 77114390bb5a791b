package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The records of one document in order. A journal does not interpret records and need not use
 * files: a database can implement it.
 *
 * <p>Records are numbered from 1 without gaps. Several sessions may write to one journal; an append
 * states the number of the last record that it expects and is refused if there are more.
 * Implementations are safe for use by several threads.
 */
public interface Journal extends AutoCloseable {

  /**
   * The number of the last record; 0 if there is none.
   *
   * @throws JournalException if the journal cannot be read
   */
  long lastNumber();

  /**
   * Appends a record if the last one has the expected number, atomically. Every reader sees the
   * record from then on. After an exception, the record may or may not exist; {@link #lastNumber()}
   * shows which.
   *
   * @throws JournalException if the record could not be written
   */
  AppendResult append(long expectedLastNumber, JournalRecord record);

  /**
   * Appends a record if the last one has the expected number and its predecessor was not lost; the
   * receipt reports later whether it is durable. Records of several threads can thus wait for one
   * force. The record is visible to {@link #lastNumber} and {@link #read} at once.
   *
   * @param predecessor the receipt of the last record that the caller submitted; {@link
   *     Receipt#NONE} if there is none
   * @throws JournalException if the journal accepts no records
   */
  default SubmitResult submit(long expectedLastNumber, JournalRecord record, Receipt predecessor) {
    return switch (append(expectedLastNumber, record)) {
      case AppendResult.Written(var number) -> new SubmitResult.Accepted(number, Receipt.NONE);
      case AppendResult.Stale(var lastNumber) -> new SubmitResult.Stale(lastNumber);
    };
  }

  /**
   * The records from a number on, in order. The list may read each record on demand.
   *
   * @throws IllegalArgumentException if the number is not in the range from {@link #firstNumber} to
   *     one past the last
   * @throws JournalException if they cannot be read
   */
  List<JournalRecord> read(long fromNumber);

  /**
   * The locations of the steps in a range of records, in the order in which they were made. An
   * implementation may find them without reading whole records.
   *
   * @throws JournalException if the records cannot be read
   */
  default List<StepLocation> stepLocations(long fromNumber, long throughNumber) {
    List<StepLocation> locations = new ArrayList<>();
    long number = fromNumber;
    for (JournalRecord record :
        read(number).subList(0, (int) Math.max(0, throughNumber - number + 1))) {
      locations.addAll(StepLocation.allOf(number, record));
      number++;
    }
    return locations;
  }

  /** The number of the oldest record; 1 unless older ones were discarded. */
  default long firstNumber() {
    return 1;
  }

  /** The source with an id to which a record refers, if it exists and is intact. */
  default Optional<Source> source(String id) {
    return Optional.empty();
  }

  /** Whether there are enough records since the last snapshot for another one. */
  default boolean isSnapshotDue() {
    return false;
  }

  /**
   * Stores a snapshot, from which opening can continue. The journal may discard it at any time.
   *
   * @throws JournalException if it could not be stored; nothing else changes
   */
  default void writeSnapshot(Snapshot snapshot) {}

  /** The numbers of the records after which there is a snapshot, ascending. */
  default List<Long> snapshotNumbers() {
    return List.of();
  }

  /** The snapshot after a record, if it exists and is intact. */
  default Optional<Snapshot> snapshot(long recordNumber) {
    return Optional.empty();
  }

  /**
   * Deletes some of the snapshots after earlier records, so that their number grows only with the
   * logarithm of the number of records: the farther away, the greater the distances between them.
   * States there are still reached, but more slowly.
   *
   * @param recordNumber a record; snapshots after it and after later ones are kept
   * @throws JournalException if one could not be deleted
   */
  default void thinSnapshots(long recordNumber) {}

  /**
   * The number of records that an index covers; 0 if this journal stores no indexes. The indexes
   * end at the multiples of this number.
   */
  default int recordsPerIndex() {
    return 0;
  }

  /** The numbers of the last records of the stored indexes, ascending. */
  default List<Long> indexNumbers() {
    return List.of();
  }

  /** The index that ends at a record, if it exists and is intact. */
  default Optional<Snapshot> index(long recordNumber) {
    return Optional.empty();
  }

  /**
   * Stores an index: values derived from some records, by which they are found without being read.
   * Its number is that of the last of these records. The journal may discard it at any time.
   *
   * @throws JournalException if it could not be stored; nothing else changes
   */
  default void writeIndex(Snapshot index) {}

  /**
   * Stores the model of a named state whose steps may be discarded; replaces an older one of that
   * name. The number of the snapshot is that of the last record.
   *
   * @throws JournalException if it could not be stored; nothing else changes
   */
  default void writeNamedSnapshot(String name, Snapshot snapshot) {}

  /** The snapshot of a named state, if it exists and is intact. */
  default Optional<Snapshot> namedSnapshot(String name) {
    return Optional.empty();
  }

  /**
   * Stores a value of a projection: derived from the records up to one, whose number is that of the
   * snapshot. Replaces an older one of that name. The journal may discard it at any time.
   *
   * @throws JournalException if it could not be stored; nothing else changes
   */
  default void writeProjection(String name, Snapshot value) {}

  /** The stored value of a projection, if it exists, is intact, and belongs to these records. */
  default Optional<Snapshot> projection(String name) {
    return Optional.empty();
  }

  /**
   * Deletes all stored values of projections, which may contain what is no longer kept.
   *
   * @throws JournalException if one could not be deleted
   */
  default void deleteProjections() {}

  /**
   * Moves records to the archive of the journal, in the order of their numbers. They stay part of
   * the journal, and are read from there. Does nothing if the journal cannot have an archive.
   *
   * @param policy which records stay
   * @param keptRecord this record and later ones stay too; a snapshot after it or a later one must
   *     be kept
   * @param isDryRun whether nothing is moved, so that the result says what would be
   * @return the objects with the moved records
   * @throws JournalException if there is no archive, or if it failed; what was moved until then is
   *     in the archive
   */
  default List<ArchivedObject> archive(ArchivePolicy policy, long keptRecord, boolean isDryRun) {
    return List.of();
  }

  /**
   * Fails if records that are discarded should go to an archive that cannot be reached.
   *
   * @throws JournalException if it cannot be reached
   */
  default void requireArchive() {}

  /**
   * Discards all records before a number, and what only they need; if the journal has an archive,
   * they are moved there. Does nothing if the journal cannot discard records.
   *
   * @param recordNumber a record that stays; a snapshot after it or a later one must be kept
   * @throws IllegalArgumentException if there is no such snapshot; nothing changes
   * @throws JournalException if the record was discarded already, and nothing changes; or if
   *     discarding failed, and some of the records may be discarded then
   */
  default void discardBefore(long recordNumber) {}

  /**
   * Replaces the content of all records at once, and appends a record that says so (RD-1). The
   * records keep their numbers and the ids of their steps. Snapshots and named states are replaced,
   * indexes and bytes that were set aside are deleted, and so are the objects of the archive that
   * contained replaced records. The caller holds the write lock.
   *
   * @param rewriting is asked for each record, in the order of their numbers, then for the last one
   * @return whether anything was replaced; otherwise nothing is appended either
   * @throws UnsupportedOperationException if this journal cannot do that, which is the default
   * @throws JournalException if it failed: nothing changes, or everything was replaced when the
   *     journal is opened next, or only objects of the archive are left to be deleted
   */
  default boolean rewrite(Rewriting rewriting) {
    throw new UnsupportedOperationException(
        "this journal cannot be redacted; one in files or in memory can");
  }

  /**
   * Excludes writers that use another journal object, in this process or another one, until the
   * lock is closed, so that several records are written without other records in between (JN-17).
   * All threads that use this object can write. The lock is reentrant: others can write when all
   * locks are closed.
   *
   * <p>Does nothing if there can be no other writers.
   *
   * @throws JournalException if another writer holds the lock, or if the journal accepts no records
   */
  default WriteLock acquireWriteLock() {
    return () -> {};
  }

  /**
   * Makes all records durable.
   *
   * @throws JournalException if that failed
   */
  default void flush() {}

  /** Flushes, and releases the resources of the journal. Closing it again does nothing. */
  @Override
  default void close() {}

  /** The exclusive right to write. Closing it again does nothing. */
  interface WriteLock extends AutoCloseable {

    @Override
    void close();
  }

  /**
   * The location of a step in a journal.
   *
   * @param id the step
   * @param parent the point at which it was made
   * @param recordNumber the number of its record
   * @param index its index among the steps of that record, from 0
   */
  record StepLocation(StepId id, HistoryPoint parent, long recordNumber, int index) {

    /** The locations of the steps of a record. */
    public static List<StepLocation> allOf(long recordNumber, JournalRecord record) {
      List<StepLocation> locations = new ArrayList<>(record.steps().size());
      for (Step<Value.Fields> step : record.steps()) {
        locations.add(new StepLocation(step.id(), step.parent(), recordNumber, locations.size()));
      }
      return locations;
    }
  }

  /** The new content of a journal. */
  interface Rewriting {

    /** The new content of a record; empty if it stays as it is. */
    Optional<JournalRecord> record(long number, JournalRecord record);

    /** The new content of a record that was pruned; empty if it stays as it is. */
    Optional<JournalRecord> prunedRecord(JournalRecord record);

    /**
     * The snapshot after the record that was asked for last, or before the first one; empty if the
     * state there is not known.
     */
    Optional<Snapshot> snapshot(long number);

    /** The new content of the snapshot of a named state, and its name. */
    Map.Entry<String, Snapshot> named(Snapshot snapshot);

    /** The new content of a source; the same one if it stays as it is. */
    Source source(Source source);

    /** The record to append after all others. */
    JournalRecord lastRecord();

    /**
     * Rejects a new line that still contains the secret.
     *
     * @param json the JSON of a record, or of the state in a snapshot
     * @throws IllegalArgumentException if it does
     */
    void requirePurged(String json);

    /** Whether bytes that were set aside contain the secret, or may contain it. */
    boolean mayContainSecret(byte[] bytes);
  }

  /** The result of an append. */
  sealed interface AppendResult {

    /**
     * The record was appended and is now the last one.
     *
     * @param number its number
     */
    record Written(long number) implements AppendResult {}

    /**
     * Another writer appended first; nothing was written.
     *
     * @param lastNumber the number of the last record
     */
    record Stale(long lastNumber) implements AppendResult {}
  }

  /** The result of submitting a record. */
  sealed interface SubmitResult {

    /**
     * The record was appended.
     *
     * @param number its number
     * @param receipt reports when it is durable
     */
    record Accepted(long number, Receipt receipt) implements SubmitResult {}

    /**
     * Another writer appended first, or the predecessor was lost; nothing was appended.
     *
     * @param lastNumber the number of the last record
     */
    record Stale(long lastNumber) implements SubmitResult {}
  }

  /** Reports whether a submitted record is durable. */
  interface Receipt {

    /** The receipt of a record that is durable already. */
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
     * Waits until the record is as durable as the journal promises.
     *
     * @throws OutcomeUnknownException if that is unknown
     * @throws JournalException if the record was not written; it does not exist then
     */
    void await();

    /** Whether the record was accepted and then could not be written. */
    boolean hasFailed();
  }

  /**
   * The encoded state of a session after a record, from which loading can start. It does not
   * contain the steps; these are in the records.
   *
   * <p>Immutable; the bytes are copied when they are passed in or returned.
   *
   * @param recordNumber the number of the record
   * @param state the state, without the model and the steps
   * @param model the encoded model
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Snapshot(long recordNumber, Value.Fields state, byte[] model) {

    /** Copies the bytes. */
    public Snapshot {
      model = model.clone();
    }

    /** Creates a snapshot from the state after a record and the encoded model. */
    public static Snapshot of(long recordNumber, Value.Fields state, byte[] model) {
      return new Snapshot(recordNumber, state, model);
    }

    @Override
    public byte[] model() {
      return model.clone();
    }
  }
}
