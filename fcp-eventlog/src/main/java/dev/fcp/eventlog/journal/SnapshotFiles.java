package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** The snapshots of a journal; determines when another one is due. Thread-safe. */
final class SnapshotFiles {

  private final JournalFolder folder;
  private final Segments segments;
  private final SnapshotPolicy policy;
  private final InstantSource clock;
  private long records;
  private long sizeBytes;
  private Instant taken;
  private final LongFunction<Optional<Instant>> times;

  /** The number of the newest known snapshot; negative if there is none. */
  private long newest;

  /**
   * Starts counting at the newest snapshot, whose age is that of its record.
   *
   * @param times returns the time of a record, if it is known
   */
  SnapshotFiles(
      JournalFolder folder,
      Segments segments,
      SnapshotPolicy policy,
      InstantSource clock,
      LongFunction<Optional<Instant>> times)
      throws IOException {
    this.folder = folder;
    this.segments = segments;
    this.policy = policy;
    this.clock = clock;
    this.times = times;
    this.taken = clock.instant();
    goOnFrom(folder.snapshots());
  }

  private synchronized void goOnFrom(List<Long> numbers) {
    newest = numbers.isEmpty() ? -1 : numbers.get(numbers.size() - 1);
    records = Math.max(0, segments.lastNumber() - Math.max(0, newest));
    // The record of the snapshot may have been pruned; the next one is a little younger.
    long number = Math.max(newest, segments.firstNumber());
    if (newest >= 0 && number <= segments.lastNumber()) {
      taken = times.apply(number).orElse(taken);
    }
  }

  synchronized void count(int recordBytes) {
    records++;
    sizeBytes += recordBytes;
  }

  /**
   * Whether a snapshot is due; always after the first record, because that snapshot contains the
   * base.
   */
  synchronized boolean isDue() {
    if (!seemsDue()) {
      return false;
    }
    List<Long> numbers = folder.look(folder::snapshots);
    if (!numbers.isEmpty() && numbers.get(numbers.size() - 1) > newest) {
      // Another process wrote a snapshot in the meantime.
      sizeBytes = 0;
      goOnFrom(numbers);
    }
    return seemsDue();
  }

  private boolean seemsDue() {
    // If the clock was set back, no snapshot is too old.
    boolean old =
        records > 0 && Duration.between(taken, clock.instant()).compareTo(policy.maxAge()) >= 0;
    boolean first = newest < 0 && records > 0;
    return first || records >= policy.maxRecords() || sizeBytes >= policy.maxBytes() || old;
  }

  private synchronized void noteTaken(long number) {
    newest = Math.max(newest, number);
    records = 0;
    sizeBytes = 0;
    taken = clock.instant();
  }

  /** The numbers of the snapshots whose records exist, ascending. */
  List<Long> numbers() {
    long first = segments.firstNumber();
    return folder.look(folder::snapshots).stream()
        .filter(number -> number >= first - 1 && number <= segments.lastNumber())
        .toList();
  }

  /** The snapshot after a record, if it exists, is intact, and belongs to this journal. */
  Optional<Snapshot> find(long number) {
    return find(number, folder.snapshot(number));
  }

  /** The index that ends at a record, if it exists, is intact, and belongs to this journal. */
  Optional<Snapshot> findIndex(long number) {
    return find(number, folder.index(number));
  }

  private Optional<Snapshot> find(long number, Path file) {
    return find(file).filter(found -> found.recordNumber() == number);
  }

  private Optional<Snapshot> find(Path file) {
    return folder
        .look(() -> SnapshotFile.read(folder.read(file)))
        .filter(this::belongs)
        .map(SnapshotFile::snapshot);
  }

  private boolean belongs(SnapshotFile file) {
    long number = file.recordNumber();
    return number == segments.firstNumber() - 1
        || (number >= segments.firstNumber()
            && number <= segments.lastNumber()
            && segments.crc(number) == file.chainCrc());
  }

  /** The snapshot of a named state, if it exists and is intact. */
  Optional<Snapshot> findNamed(String name) {
    return folder
        .look(() -> SnapshotFile.read(folder.read(folder.named(name))))
        .map(SnapshotFile::snapshot);
  }

  /** The value of a projection, if it exists, is intact, and belongs to this journal. */
  Optional<Snapshot> findProjection(String name) {
    return find(folder.projection(name));
  }

  void write(Snapshot snapshot) throws IOException {
    long number = snapshot.recordNumber();
    segments.require(number);
    byte[] bytes = SnapshotFile.encode(snapshot, segments.crc(number), true);
    folder.replace(folder.snapshot(number), bytes);
    noteTaken(number);
  }

  void writeIndex(Snapshot index) throws IOException {
    long number = index.recordNumber();
    segments.require(number);
    folder.replace(folder.index(number), SnapshotFile.encode(index, segments.crc(number), false));
  }

  void writeNamed(String name, Snapshot snapshot) throws IOException {
    folder.replace(folder.named(name), SnapshotFile.encode(snapshot, JournalLine.GENESIS, true));
  }

  void writeProjection(String name, Snapshot value) throws IOException {
    long number = value.recordNumber();
    segments.require(number);
    byte[] bytes = SnapshotFile.encode(value, segments.crc(number), true);
    folder.replace(folder.projection(name), bytes);
  }

  /** Deletes the values of all projections, and forces that. */
  void deleteProjections() throws IOException {
    List<Path> values = folder.projections();
    for (Path value : values) {
      folder.disk().delete(value);
    }
    if (!values.isEmpty()) {
      folder.disk().forceFolder(folder.path());
    }
  }

  /**
   * Deletes a snapshot before a record if the distance between those next to it is then no greater
   * than the distance of the newer one to that record. Keeps the first and the last one before the
   * record.
   */
  void thin(long recordNumber) throws IOException {
    List<Long> numbers =
        folder.snapshots().stream().filter(number -> number < recordNumber).toList();
    int newer = numbers.size() - 1;
    for (int i = newer - 1; i > 0; i--) {
      long distance = recordNumber - numbers.get(newer);
      if (numbers.get(newer) - numbers.get(i - 1) <= distance) {
        folder.disk().delete(folder.snapshot(numbers.get(i)));
      } else {
        newer = i;
      }
    }
  }

  /**
   * Deletes the snapshots before a record, except the one right before it, and the indexes, and
   * forces that.
   */
  void deleteBefore(long number) throws IOException {
    for (long old : folder.indexes()) {
      if (old < number) {
        folder.disk().delete(folder.index(old));
      }
    }
    for (long old : folder.snapshots()) {
      if (old < number - 1) {
        folder.disk().delete(folder.snapshot(old));
      }
    }
    folder.disk().forceFolder(folder.path());
  }
}
