package dev.fcp.postgres;

import com.google.common.collect.Iterables;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;
import java.util.Optional;

/**
 * A journal in a database: one row per record. Processes on many machines can use the same journal.
 * An append is one transaction, which also compares the expected number and the lock of the writer.
 * {@code docs/postgres.md} draws the tables.
 *
 * <p>If the connection breaks while a record is committed, its outcome is unknown, and the journal
 * accepts no more records; opening it again shows whether the record exists. Thread-safe.
 */
public final class PostgresJournal implements Journal {

  /** Limits the number of records whose steps are read because no index covers them yet. */
  static final int RECORDS_PER_INDEX = 4096;

  private final DocumentRow document;
  private final CommitQueue queue;
  private final RecordReader reader;
  private final SnapshotRows snapshots;
  private final AppendNotifier notifier;

  /** As last read: only {@link #discardBefore} changes it. */
  private volatile long firstNumber;

  PostgresJournal(DocumentRow document, PostgresSettings settings) {
    this.document = document;
    this.notifier = new AppendNotifier(document);
    this.queue = new CommitQueue(document, settings, notifier::appended);
    this.reader = new RecordReader(document, settings.upcasters());
    this.snapshots =
        new SnapshotRows(document, settings.recordsPerSnapshot(), settings.upcasters());
    this.firstNumber = document.extent().firstNumber();
  }

  /** The name of the document. */
  public String name() {
    return document.name();
  }

  @Override
  public long lastNumber() {
    return queue.knownLastNumber().orElseGet(() -> extent().lastNumber());
  }

  private DocumentRow.Extent extent() {
    DocumentRow.Extent extent = document.extent();
    firstNumber = extent.firstNumber();
    return extent;
  }

  @Override
  public long firstNumber() {
    return firstNumber;
  }

  @Override
  public AppendResult append(long expectedLastNumber, JournalRecord record) {
    return switch (submit(expectedLastNumber, record, Receipt.NONE)) {
      case SubmitResult.Accepted(var number, var receipt) -> {
        receipt.await();
        yield new AppendResult.Written(number);
      }
      case SubmitResult.Stale(var lastNumber) -> new AppendResult.Stale(lastNumber);
    };
  }

  @Override
  public SubmitResult submit(long expectedLastNumber, JournalRecord record, Receipt predecessor) {
    return queue.submit(expectedLastNumber, EncodedRecord.of(record), predecessor);
  }

  @Override
  public List<JournalRecord> read(long fromNumber) {
    queue.commitPending();
    DocumentRow.Extent extent = extent();
    if (fromNumber < extent.firstNumber() || fromNumber > extent.lastNumber() + 1) {
      throw new IllegalArgumentException(
          "no record %d: there are %d to %d"
              .formatted(fromNumber, extent.firstNumber(), extent.lastNumber()));
    }
    return reader.records(fromNumber, extent.lastNumber());
  }

  @Override
  public Optional<Source> source(String id) {
    queue.commitPending();
    return reader.source(id);
  }

  @Override
  public boolean isSnapshotDue() {
    return snapshots.isDue(lastNumber());
  }

  @Override
  public void writeSnapshot(Snapshot snapshot) {
    queue.flush();
    snapshots.write(SnapshotRows.STATE, snapshot);
  }

  @Override
  public List<Long> snapshotNumbers() {
    return snapshots.numbers(SnapshotRows.STATE);
  }

  @Override
  public Optional<Snapshot> snapshot(long recordNumber) {
    return snapshots.find(SnapshotRows.STATE, recordNumber);
  }

  @Override
  public void thinSnapshots(long recordNumber) {
    snapshots.thin(recordNumber);
  }

  @Override
  public int recordsPerIndex() {
    return RECORDS_PER_INDEX;
  }

  @Override
  public List<Long> indexNumbers() {
    return snapshots.numbers(SnapshotRows.INDEX);
  }

  @Override
  public Optional<Snapshot> index(long recordNumber) {
    return snapshots.findIndex(recordNumber);
  }

  @Override
  public void writeIndex(Snapshot index) {
    queue.flush();
    snapshots.writeIndex(index);
  }

  @Override
  public void writeNamedSnapshot(String name, Snapshot snapshot) {
    queue.flush();
    snapshots.writeNamed(name, snapshot);
  }

  @Override
  public Optional<Snapshot> namedSnapshot(String name) {
    return snapshots.findNamed(name);
  }

  @Override
  public void discardBefore(long recordNumber) {
    queue.flush();
    long newest = Iterables.getLast(snapshotNumbers(), -1L);
    if (recordNumber > extent().firstNumber() && newest < recordNumber) {
      throw new IllegalArgumentException(
          "without a snapshot after record %d or a later one nothing before it can go"
              .formatted(recordNumber));
    }
    new HistoryDiscard(document).run(recordNumber);
    firstNumber = recordNumber;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The lock is a lease in the row of the document, which a thread of this process renews until
   * the lock is closed. If the process was suspended for so long that another writer has taken the
   * lease, or has appended, no record is written.
   */
  @Override
  public WriteLock acquireWriteLock() {
    return queue.hold();
  }

  @Override
  public void flush() {
    queue.flush();
  }

  @Override
  public void close() {
    try {
      queue.close();
    } finally {
      notifier.close();
    }
  }

  @Override
  public String toString() {
    return "%s in %s".formatted(document.where(), document.database().location());
  }

  /** Whether a document can have a name. */
  static boolean isName(String name) {
    return !name.isBlank()
        && name.length() <= 300
        && name.codePoints().allMatch(PostgresJournal::isPlain);
  }

  private static boolean isPlain(int character) {
    return !Character.isISOControl(character)
        && Character.getType(character) != Character.SURROGATE;
  }

  /** The failure of a journal that does not exist. */
  static JournalException missing(String name, Database database) {
    return new JournalException(
        "journal %s: there is none in %s".formatted(name, database.location()));
  }
}
