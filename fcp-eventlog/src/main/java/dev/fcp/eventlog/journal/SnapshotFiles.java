package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The snapshots of a journal, and when another one pays. Safe for use by several threads. */
final class SnapshotFiles {

  private final JournalFolder folder;
  private final SnapshotPolicy policy;
  private final InstantSource clock;
  private long records;
  private long sizeBytes;
  private Instant taken;
  private boolean any;

  SnapshotFiles(JournalFolder folder, SnapshotPolicy policy, InstantSource clock) {
    this.folder = folder;
    this.policy = policy;
    this.clock = clock;
    this.taken = clock.instant();
  }

  /** Counts from the newest snapshot on. */
  synchronized void begin(long lastNumber) throws IOException {
    List<Long> numbers = numbers();
    long newest = numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1);
    any = !numbers.isEmpty();
    records = Math.max(0, lastNumber - newest);
  }

  synchronized void count(int recordBytes) {
    records++;
    sizeBytes += recordBytes;
  }

  /** The first record is always followed by one: it is the base. */
  synchronized boolean isDue() {
    // A clock that went back makes no snapshot old.
    boolean old = records > 0 && !clock.instant().isBefore(taken.plus(policy.age()));
    boolean first = !any && records > 0;
    return first || records >= policy.records() || sizeBytes >= policy.sizeBytes() || old;
  }

  synchronized void noteTaken(long number) {
    any = true;
    records = 0;
    sizeBytes = 0;
    taken = clock.instant();
  }

  List<Long> numbers() throws IOException {
    return folder.snapshots();
  }

  void write(SnapshotFile snapshot) throws IOException {
    folder.replace(folder.snapshot(snapshot.snapshot().number()), snapshot.bytes());
  }

  Optional<SnapshotFile> read(long number) throws IOException {
    Path file = folder.snapshot(number);
    return SnapshotFile.read(folder.read(file))
        .filter(found -> found.snapshot().number() == number);
  }

  void writeNamed(String name, SnapshotFile snapshot) throws IOException {
    folder.replace(folder.named(name), snapshot.bytes());
  }

  Optional<SnapshotFile> readNamed(String name) throws IOException {
    return SnapshotFile.read(folder.read(folder.named(name)));
  }

  /** Deletes the snapshots before a record, but for the one right before it. */
  void deleteBefore(long number) throws IOException {
    for (long old : numbers()) {
      if (old < number - 1) {
        folder.disk().delete(folder.snapshot(old));
      }
    }
  }
}
