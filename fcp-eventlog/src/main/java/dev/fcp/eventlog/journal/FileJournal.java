package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * A journal in a folder. It survives the end of the program and a power cut, recovers from damage
 * as far as possible, and reports what was lost. The format is drawn in {@code
 * docs/journal-format.md}.
 *
 * <p>Several processes may have one journal open. Each takes its lock for one write: it reads what
 * the others wrote, adds its own, and gives the lock back (JN-7). Safe for use by several threads.
 */
public final class FileJournal implements Journal {

  /** The longest record that is written, in bytes: 256 MiB. */
  public static final int MAX_RECORD_BYTES = 1 << 28;

  private final JournalFolder folder;
  private final Settings settings;
  private final ProcessTurn turn;
  private final Segments segments;
  private final JournalWriter writer;
  private final JournalReader reader;
  private final SourceFiles sources;
  private final SnapshotFiles snapshots;
  private final RecoveryReport recovery;
  private final RecordLine line = new RecordLine();

  /**
   * What a journal takes from the world around it.
   *
   * @param disk where it lies
   * @param durability when records are forced
   * @param snapshotPolicy when another snapshot pays
   * @param upcasters what lifts the events of older releases
   * @param lockTimeout how long to wait for the lock
   * @param clock gives the age of snapshots, and since when somebody holds the journal
   * @param segmentBytes a file with at least so many bytes of records is full: the next record
   *     begins another one
   */
  public record Settings(
      Disk disk,
      Durability durability,
      SnapshotPolicy snapshotPolicy,
      Upcasters upcasters,
      Duration lockTimeout,
      InstantSource clock,
      long segmentBytes) {

    /** Refuses files without room for a record. */
    public Settings {
      if (segmentBytes < 1) {
        throw new IllegalArgumentException("segments of " + segmentBytes + " bytes");
      }
    }

    /**
     * The disk of the machine, every record forced, snapshots by the standard policy, no upcasters,
     * five seconds of patience, the clock of the system, segments of 16 MiB.
     */
    public static Settings defaults() {
      return new Settings(
          Disk.system(),
          Durability.everyRecord(),
          SnapshotPolicy.defaults(),
          Upcasters.none(),
          Duration.ofSeconds(5),
          InstantSource.system(),
          1L << 24);
    }

    /** The same on another disk. */
    public Settings withDisk(Disk disk) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes);
    }

    /** The same with another durability. */
    public Settings withDurability(Durability durability) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes);
    }

    /** The same with another policy of snapshots. */
    public Settings withSnapshotPolicy(SnapshotPolicy snapshotPolicy) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes);
    }

    /** The same with other upcasters. */
    public Settings withUpcasters(Upcasters upcasters) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes);
    }

    /** The same with another patience. */
    public Settings withLockTimeout(Duration lockTimeout) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes);
    }

    /**
     * The same with segments of another size. Small ones are deleted sooner when old steps are
     * pruned, and begin more often, which costs two forces.
     *
     * @param segmentBytes how large a segment may grow before the next one begins; at least 1
     */
    public Settings withSegmentBytes(long segmentBytes) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes);
    }

    /** The same with another clock. */
    public Settings withClock(InstantSource clock) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes);
    }
  }

  private FileJournal(
      JournalFolder folder, Settings settings, ProcessTurn turn, Recovery.RecoveredJournal found)
      throws IOException {
    this.folder = folder;
    this.settings = settings;
    this.turn = turn;
    boolean reserves = settings.durability() instanceof Durability.EveryRecord;
    this.segments = new Segments(folder, found, settings.segmentBytes(), reserves);
    this.writer = new JournalWriter(folder, segments, turn, settings.durability());
    this.sources = new SourceFiles(folder);
    this.snapshots =
        new SnapshotFiles(folder, segments, settings.snapshotPolicy(), settings.clock());
    this.reader = new JournalReader(folder, segments, sources, settings.upcasters());
    snapshots.begin(reader::time);
    this.recovery = found.report().withLostSources(reader.lostSources(found.textRecords()));
  }

  /**
   * Opens the journal of a folder, which is made if it is not there, and recovers what it holds.
   * {@link #recovery} says what was found.
   *
   * @param folder the folder of one document, {@code .fcp/NAME}; nothing else lies in it
   * @throws JournalException if the folder cannot be read or written, or another process holds the
   *     journal for longer than the patience of the settings
   */
  public static FileJournal open(Path folder, Settings settings) {
    JournalFolder files = new JournalFolder(settings.disk(), folder);
    try {
      ProcessTurn turn = ProcessTurn.takenIn(files, settings.lockTimeout());
      try {
        if (files.isUnfinished()) {
          files.clear();
        }
        FileJournal journal = new FileJournal(files, settings, turn, Recovery.run(files));
        turn.give();
        return journal;
      } catch (IOException | RuntimeException e) {
        turn.close();
        throw e;
      }
    } catch (IOException e) {
      throw new JournalException("journal %s: cannot be opened: %s".formatted(folder, e), e);
    }
  }

  /**
   * Deletes the journal of a folder, with everything that was set aside: the document has no past
   * any more. The folder goes too, unless something else lies in it.
   *
   * @throws JournalException if that failed, or another process holds the journal
   */
  public static void delete(Path folder, Settings settings) {
    try {
      new JournalFolder(settings.disk(), folder).forget(settings.lockTimeout());
    } catch (IOException e) {
      throw new JournalException("journal %s: cannot be deleted: %s".formatted(folder, e), e);
    }
  }

  /**
   * Whether a folder holds a journal with records. Looks at names only and changes nothing (JN-16).
   *
   * @throws JournalException if the folder cannot be read
   */
  public static boolean exists(Path folder) {
    return exists(folder, Disk.system());
  }

  /** The same on another disk. */
  public static boolean exists(Path folder, Disk disk) {
    JournalFolder files = new JournalFolder(disk, folder);
    return files.look(files::holdsJournal);
  }

  /**
   * Whether the journal of a folder contains a version of the document, opened, found, saved, or
   * about to be saved: so a document that was moved or copied is known again. Takes no lock and
   * changes nothing; the result must not be relied on while somebody writes (JN-16).
   *
   * @param hash the SHA-256 of the bytes of the version in 64 hex digits, small letters; of
   *     anything else no journal contains
   * @throws JournalException if the folder cannot be read
   */
  public static boolean containsVersion(Path folder, String hash) {
    return containsVersion(folder, hash, Disk.system());
  }

  /** The same on another disk. */
  public static boolean containsVersion(Path folder, String hash, Disk disk) {
    JournalFolder files = new JournalFolder(disk, folder);
    return files.look(() -> new VersionSearch(files).finds(hash));
  }

  /** The folder in which it goes on. */
  public Path folder() {
    return folder.path();
  }

  /**
   * Goes on in another folder, and deletes this one with all that is in it. Whatever happens
   * meanwhile, the whole journal is in this folder, in the other one, or in both; a part of it is
   * never taken for a journal. Others who have it open here cannot write any more and get an error:
   * they open it where it is now. A {@link #acquireWriteLock} goes on (JN-18).
   *
   * @param target a folder without a journal, or no folder yet; on this disk, though it may be
   *     another file system
   * @throws IllegalArgumentException if it is this folder, or one in the other
   * @throws JournalException if the other folder holds a journal or cannot be written; nothing
   *     happened then. Or if this folder could not be deleted; {@link #folder} says where the
   *     journal goes on
   */
  public void moveTo(Path target) {
    writer.runForced(new Relocation(folder, segments, turn, target)::move);
  }

  /**
   * Goes on in another folder with a copy of everything: records, snapshots, texts, named states.
   * This folder stays as it is, for others to go on with. As {@link #moveTo} in all else (JN-18).
   *
   * @throws IllegalArgumentException if it is this folder, or one in the other
   * @throws JournalException if the other folder holds a journal or cannot be written; nothing
   *     happened then. Or if this folder could not be deleted; {@link #folder} says where the
   *     journal goes on
   */
  public void copyTo(Path target) {
    writer.runForced(new Relocation(folder, segments, turn, target)::copy);
  }

  /** What was found when the journal was opened. */
  public RecoveryReport recoveryReport() {
    return recovery;
  }

  @Override
  public long lastNumber() {
    return writer.lastNumber();
  }

  @Override
  public long firstNumber() {
    return segments.firstNumber();
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
    byte[] bytes = line.of(record);
    Optional<Source> text = SourceFiles.of(record);
    SubmitResult submitted =
        text.isPresent()
            ? submitWith(text.get(), expectedLastNumber, record, bytes, predecessor)
            : writer.submit(expectedLastNumber, bytes, record.steps(), predecessor);
    if (submitted instanceof SubmitResult.Accepted) {
      snapshots.count(bytes.length);
    }
    return submitted;
  }

  /** The text that a record names is there before it is, and nobody takes it for forgotten. */
  private SubmitResult submitWith(
      Source text,
      long expectedLastNumber,
      JournalRecord record,
      byte[] bytes,
      Receipt predecessor) {
    WriteLock lock = acquireWriteLock();
    SourceFiles.Use use = sources.use(text);
    long number = 0;
    try {
      writer.run(() -> sources.keep(text));
      SubmitResult submitted =
          writer.submit(expectedLastNumber, bytes, record.steps(), predecessor);
      number = submitted instanceof SubmitResult.Accepted accepted ? accepted.number() : 0;
      return submitted;
    } finally {
      use.end(number);
      lock.close();
    }
  }

  @Override
  public List<JournalRecord> read(long fromNumber) {
    long last = writer.writtenNumber(fromNumber);
    if (fromNumber < firstNumber() || fromNumber > last + 1) {
      throw new IllegalArgumentException(
          "no record %d: there are %d to %d".formatted(fromNumber, firstNumber(), last));
    }
    return reader.records(fromNumber, last);
  }

  @Override
  public List<StepLocation> stepLocations(long throughNumber) {
    if (throughNumber > writer.writtenNumber(throughNumber)) {
      throw new IllegalArgumentException("no record " + throughNumber);
    }
    return reader.stepPlaces(throughNumber);
  }

  @Override
  public Optional<Source> source(String id) {
    return sources.find(id);
  }

  @Override
  public boolean isSnapshotDue() {
    return snapshots.isDue();
  }

  @Override
  public void writeSnapshot(Snapshot snapshot) {
    // A snapshot of what might not last would be ahead of its journal after a crash.
    writer.runForced(() -> snapshots.write(snapshot));
  }

  @Override
  public List<Long> snapshotNumbers() {
    return snapshots.numbers();
  }

  @Override
  public Optional<Snapshot> snapshot(long recordNumber) {
    return snapshots.find(recordNumber);
  }

  @Override
  public void writeNamedSnapshot(String name, Snapshot snapshot) {
    writer.run(() -> snapshots.writeNamed(name, snapshot));
  }

  @Override
  public Optional<Snapshot> namedSnapshot(String name) {
    return snapshots.findNamed(name);
  }

  @Override
  public void discardBefore(long recordNumber) {
    boolean isReachable = snapshots.numbers().stream().anyMatch(kept -> kept >= recordNumber);
    if (recordNumber > firstNumber() && !isReachable) {
      throw new IllegalArgumentException(
          "without a snapshot after record %d or a later one nothing before it can go"
              .formatted(recordNumber));
    }
    writer.runForced(() -> folder.changing(() -> drop(recordNumber)));
  }

  private void drop(long number) throws IOException {
    segments.require(number);
    // Who begins at a snapshot needs the steps before it: none may be left that needs what goes.
    snapshots.deleteBefore(number);
    segments.dropBefore(number);
    new SourceSweep(folder, sources).run(reader.namedSources(), segments.lastNumber());
  }

  @Override
  public void flush() {
    writer.flush();
  }

  /** Takes the lock as a write does, and no more; it does not publish who holds it. */
  @Override
  public WriteLock acquireWriteLock() {
    return new Held(writer, () -> {});
  }

  /**
   * As {@link #acquireWriteLock}, for longer, and publishes who holds the journal, by process id,
   * and since when.
   *
   * @throws JournalException if another process holds it
   */
  public WriteLock acquireWriteLockAsOwner() {
    String owner =
        "process %d since %s".formatted(ProcessHandle.current().pid(), settings.clock().instant());
    return new Held(writer, () -> turn.sign(owner));
  }

  @Override
  public void close() {
    try {
      writer.close();
    } finally {
      release();
    }
  }

  private void release() {
    try {
      segments.abandon();
      turn.close();
    } catch (IOException e) {
      throw new JournalException("journal %s: cannot be closed: %s".formatted(folder.path(), e), e);
    }
  }

  /**
   * When another snapshot pays: as soon as one of the limits is reached since the last one.
   *
   * @param maxRecords so many records
   * @param maxBytes so many bytes of records
   * @param maxAge so much time, and at least one record
   */
  public record SnapshotPolicy(int maxRecords, long maxBytes, Duration maxAge) {

    /** Refuses limits that are not positive. */
    public SnapshotPolicy {
      if (maxRecords < 1 || maxBytes < 1 || !maxAge.isPositive()) {
        throw new IllegalArgumentException(
            "snapshots by %d records, %d bytes, %s: all must be positive"
                .formatted(maxRecords, maxBytes, maxAge));
      }
    }

    /** 1000 records, 16 MiB, one day. */
    public static SnapshotPolicy defaults() {
      return new SnapshotPolicy(1000, 1L << 24, Duration.ofDays(1));
    }
  }
}
