package dev.fcp.postgres;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
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

  private final PostgresJournal committed;
  private final long committedCount;
  private final List<JournalRecord> added = new ArrayList<>();
  private Optional<Snapshot> snapshot = Optional.empty();
  private final List<Snapshot> indexes = new ArrayList<>();

  /**
   * The journal after some committed records.
   *
   * @param committedCount the number of the last committed record
   */
  BufferedJournal(PostgresJournal committed, long committedCount) {
    this.committed = committed;
    this.committedCount = committedCount;
  }

  /** The journal of a world after the last record of a turn. */
  static BufferedJournal after(PostgresJournals journals, WorldRow world, long lastRecord) {
    return new BufferedJournal(
        new PostgresJournal(world.document(journals.database()), journals.settings()), lastRecord);
  }

  /** The records of the attempt, oldest first. */
  synchronized List<JournalRecord> added() {
    return List.copyOf(added);
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
    newIndexes.forEach(committed::writeIndex);
    newSnapshot.ifPresent(written -> {
      committed.writeSnapshot(written);
      committed.thinSnapshots(written.recordNumber());
    });
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
    List<JournalRecord> before = committed.read(fromNumber);
    return Lists.transform(
        ContiguousSet.closedOpen(fromNumber, lastNumber() + 1).asList(),
        number ->
            number <= committedCount
                ? before.get((int) (number - fromNumber))
                : own.get((int) (number - committedCount - 1)));
  }

  @Override
  public long firstNumber() {
    return committed.firstNumber();
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
    return Stream.concat(
            committed.snapshotNumbers().stream().filter(number -> number <= committedCount),
            snapshot.stream().map(Snapshot::recordNumber))
        .toList();
  }

  @Override
  public synchronized Optional<Snapshot> snapshot(long recordNumber) {
    return recordNumber > committedCount
        ? snapshot.filter(it -> it.recordNumber() == recordNumber)
        : committed.snapshot(recordNumber);
  }

  @Override
  public int recordsPerIndex() {
    return committed.recordsPerIndex();
  }

  @Override
  public List<Long> indexNumbers() {
    return committed.indexNumbers().stream().filter(number -> number <= committedCount).toList();
  }

  @Override
  public Optional<Snapshot> index(long recordNumber) {
    return committed.index(recordNumber);
  }

  @Override
  public synchronized void writeIndex(Snapshot index) {
    indexes.add(index);
  }

  @Override
  public Optional<Snapshot> namedSnapshot(String name) {
    return committed.namedSnapshot(name);
  }

  @Override
  public void close() {
    committed.close();
  }
}
