package dev.fcp.postgres;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Upcasters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The journal of a world during an attempt: the records that are committed, and those of the
 * attempt, which stay in memory until they are committed together. Thread-safe.
 */
final class BufferedJournal implements Journal {

  /** Few, because every attempt reads the records behind the newest snapshot. */
  private static final int RECORDS_PER_SNAPSHOT = 64;

  private final RecordReader committed;
  private final SnapshotRows snapshots;
  private final long committedCount;
  private final List<JournalRecord> added = new ArrayList<>();

  /** The numbers of the stored snapshots, if they are known. */
  private Optional<List<Long>> stored;

  private Optional<Snapshot> snapshot = Optional.empty();
  private final List<Snapshot> indexes = new ArrayList<>();

  private BufferedJournal(
      RecordReader committed,
      SnapshotRows snapshots,
      long committedCount,
      Optional<List<Long>> stored) {
    this.committed = committed;
    this.snapshots = snapshots;
    this.committedCount = committedCount;
    this.stored = stored;
  }

  /** The journal of a world after the last record of a turn. */
  static BufferedJournal after(PostgresJournals journals, WorldRow world, long lastRecord) {
    DocumentRow document = world.document(journals.database());
    Upcasters upcasters = journals.settings().upcasters();
    return new BufferedJournal(
        new RecordReader(document, upcasters),
        new SnapshotRows(document, RECORDS_PER_SNAPSHOT, upcasters),
        lastRecord,
        Optional.empty());
  }

  /** The journal after a later record, when it and those before it are committed. */
  synchronized BufferedJournal after(long lastRecord) {
    return new BufferedJournal(committed, snapshots, lastRecord, stored);
  }

  /** The records of the attempt up to a number, oldest first. */
  synchronized List<JournalRecord> added(long throughNumber) {
    return List.copyOf(added.subList(0, (int) (throughNumber - committedCount)));
  }

  /** The number of the last committed record. */
  long committedCount() {
    return committedCount;
  }

  /** Stores the snapshots that were made during the attempt, after its commit. */
  void storeSnapshots() {
    List<Snapshot> newIndexes;
    Optional<Snapshot> newSnapshot;
    synchronized (this) {
      newIndexes = List.copyOf(indexes);
      newSnapshot = snapshot;
    }
    newIndexes.forEach(snapshots::writeIndex);
    newSnapshot.ifPresent(written -> {
      snapshots.write(SnapshotRows.STATE, written);
      snapshots.thin(written.recordNumber());
      forgetStored();
    });
  }

  private synchronized void forgetStored() {
    stored = Optional.empty();
  }

  @Override
  public synchronized long lastNumber() {
    return committedCount + added.size();
  }

  @Override
  public synchronized AppendResult append(long expectedLastNumber, JournalRecord record) {
    if (expectedLastNumber != lastNumber()) {
      return new AppendResult.Stale(lastNumber());
    }
    added.add(record);
    return new AppendResult.Written(lastNumber());
  }

  @Override
  public synchronized List<JournalRecord> read(long fromNumber) {
    if (fromNumber < 1 || fromNumber > lastNumber() + 1) {
      throw new IllegalArgumentException(
          "no record %d: there are %d".formatted(fromNumber, lastNumber()));
    }
    List<JournalRecord> own = List.copyOf(added);
    if (fromNumber > committedCount) {
      return own.subList((int) (fromNumber - committedCount - 1), own.size());
    }
    List<JournalRecord> before = committed.records(fromNumber, committedCount);
    return Lists.transform(
        ContiguousSet.closedOpen(fromNumber, lastNumber() + 1).asList(),
        number ->
            number <= committedCount
                ? before.get((int) (number - fromNumber))
                : own.get((int) (number - committedCount - 1)));
  }

  @Override
  public Optional<Source> source(String id) {
    return committed.source(id);
  }

  @Override
  public synchronized boolean isSnapshotDue() {
    long newest = Iterables.getLast(snapshotNumbers(), 0L);
    return lastNumber() - newest >= RECORDS_PER_SNAPSHOT;
  }

  @Override
  public synchronized void writeSnapshot(Snapshot snapshot) {
    this.snapshot = Optional.of(snapshot);
  }

  @Override
  public synchronized List<Long> snapshotNumbers() {
    if (stored.isEmpty()) {
      stored = Optional.of(through(committedCount, snapshots.numbers(SnapshotRows.STATE)));
    }
    return Stream.concat(stored.get().stream(), snapshot.stream().map(Snapshot::recordNumber))
        .toList();
  }

  private static List<Long> through(long last, List<Long> numbers) {
    return numbers.stream().filter(number -> number <= last).toList();
  }

  @Override
  public synchronized Optional<Snapshot> snapshot(long recordNumber) {
    return recordNumber > committedCount
        ? snapshot.filter(it -> it.recordNumber() == recordNumber)
        : snapshots.find(SnapshotRows.STATE, recordNumber);
  }

  @Override
  public int recordsPerIndex() {
    return PostgresJournal.RECORDS_PER_INDEX;
  }

  @Override
  public List<Long> indexNumbers() {
    return through(committedCount, snapshots.numbers(SnapshotRows.INDEX));
  }

  @Override
  public Optional<Snapshot> index(long recordNumber) {
    return snapshots.findIndex(recordNumber);
  }

  @Override
  public synchronized void writeIndex(Snapshot index) {
    indexes.add(index);
  }

  @Override
  public Optional<Snapshot> namedSnapshot(String name) {
    return snapshots.findNamed(name);
  }
}
