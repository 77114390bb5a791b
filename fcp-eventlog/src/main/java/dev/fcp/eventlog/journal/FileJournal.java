package dev.fcp.eventlog.journal;

import com.google.common.collect.Iterables;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException.ArchiveUnavailableException;
import dev.fcp.eventlog.journal.JournalException.NewerFormatException;
import dev.fcp.eventlog.journal.JournalFolder.DiskAct;
import dev.fcp.eventlog.json.JsonLineWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A journal in a folder. It survives the end of the program and power cuts, recovers from damage as
 * far as possible, and reports what was lost. The format is described in {@code
 * docs/journal-format.md}.
 *
 * <p>Several processes can open the same journal. For each write, a process acquires the lock,
 * reads the records of the others, appends its own, and releases the lock (JN-7). Thread-safe.
 *
 * <p>A journal that was opened read-only is read without the lock, and nothing in its folder
 * changes (JN-19). Records appended by others become visible. Records from checking the file of the
 * document, of an external version or of a completed save, are accepted and kept in memory, so that
 * the document can be shown; the next writer records them. All other writes are refused.
 */
public final class FileJournal implements Journal {

  /** The maximum size of a record in bytes: 256 MiB. */
  public static final int MAX_RECORD_BYTES = 1 << 28;

  /** Limits the number of records whose steps are read because no index covers them yet. */
  private static final int MAX_RECORDS_PER_INDEX = 4096;

  /** The member of derived values that names the upcasters with which the records were read. */
  private static final String UPCASTERS = "upcasters";

  /** The number of attempts within which a write of another process should finish. */
  private static final int LOOKS = 5;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final JournalFolder folder;
  private final Settings settings;
  private final Optional<String> readOnlyReason;
  private final ProcessTurn turn;
  private final Segments segments;
  private final GroupCommit writer;
  private final JournalReader reader;
  private final SourceFiles sources;
  private final SnapshotFiles snapshots;
  private final SegmentArchiver archiver;
  private final RecoveryReport recovery;

  /** Reused for every record; guarded by itself. */
  private final JsonLineWriter line = new JsonLineWriter();

  /**
   * The settings of a journal.
   *
   * @param disk the disk that contains the journal
   * @param durability when records are forced
   * @param snapshotPolicy when a snapshot is due
   * @param upcasters converts the events of older releases
   * @param lockTimeout the maximum time to wait for the lock
   * @param clock determines the age of snapshots and the time published by the lock owner
   * @param segmentBytes the size from which on a segment is full, so that the next record begins
   *     another one
   * @param archives returns the archive at the place that a journal remembers
   */
  public record Settings(
      Disk disk,
      Durability durability,
      SnapshotPolicy snapshotPolicy,
      Upcasters upcasters,
      Duration lockTimeout,
      InstantSource clock,
      long segmentBytes,
      Function<String, Archive> archives) {

    /** Rejects a segment size less than 1. */
    public Settings {
      Objects.requireNonNull(archives, "archives");
      if (segmentBytes < 1) {
        throw new IllegalArgumentException("segments of " + segmentBytes + " bytes");
      }
    }

    /** Settings with archives in folders of the machine, each at its absolute path. */
    public Settings(
        Disk disk,
        Durability durability,
        SnapshotPolicy snapshotPolicy,
        Upcasters upcasters,
        Duration lockTimeout,
        InstantSource clock,
        long segmentBytes) {
      this(
          disk,
          durability,
          snapshotPolicy,
          upcasters,
          lockTimeout,
          clock,
          segmentBytes,
          ArchivedObjects.inFolders(Disk.system()));
    }

    /**
     * The disk of the machine, every record forced, the default snapshot policy, no upcasters, a
     * lock timeout of 5 seconds, the system clock, segments of 16 MiB, and archives in folders.
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

    /** The same settings with another disk. */
    public Settings withDisk(Disk disk) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes, archives);
    }

    /** The same settings with another durability. */
    public Settings withDurability(Durability durability) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes, archives);
    }

    /** The same settings with another snapshot policy. */
    public Settings withSnapshotPolicy(SnapshotPolicy snapshotPolicy) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes, archives);
    }

    /** The same settings with other upcasters. */
    public Settings withUpcasters(Upcasters upcasters) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes, archives);
    }

    /** The same settings with another lock timeout. */
    public Settings withLockTimeout(Duration lockTimeout) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes, archives);
    }

    /**
     * The same settings with another segment size. Smaller segments can be deleted sooner when old
     * steps are pruned, but each new segment costs two forces.
     *
     * @param segmentBytes the size from which on a segment is full; at least 1
     */
    public Settings withSegmentBytes(long segmentBytes) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes, archives);
    }

    /**
     * The same settings with other archives, such as in an object store.
     *
     * @param archives returns the archive at a place, which {@link FileJournal#setArchive} stored
     */
    public Settings withArchives(Function<String, Archive> archives) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes, archives);
    }

    /** The same settings with another clock. */
    public Settings withClock(InstantSource clock) {
      return new Settings(
          disk, durability, snapshotPolicy, upcasters, lockTimeout, clock, segmentBytes, archives);
    }
  }

  private FileJournal(
      JournalFolder folder,
      Settings settings,
      Optional<String> readOnlyReason,
      ProcessTurn turn,
      Recovery.RecoveredJournal found)
      throws IOException {
    this.folder = folder;
    this.settings = settings;
    this.readOnlyReason = readOnlyReason;
    this.turn = turn;
    boolean reserves = settings.durability() instanceof Durability.EveryRecord;
    this.segments = new Segments(folder, found, settings.segmentBytes(), reserves);
    this.writer = new GroupCommit(folder, segments, turn, settings.durability());
    this.sources = new SourceFiles(folder);
    this.reader = new JournalReader(folder, segments, sources, settings.upcasters());
    this.snapshots =
        new SnapshotFiles(
            folder, segments, settings.snapshotPolicy(), settings.clock(), reader::time);
    this.archiver =
        new SegmentArchiver(folder, segments, writer, reader, sources, settings.clock());
    List<String> lostSources = reader.lostSources(found.textRecords());
    this.recovery = found.report().with(lostSources, readOnlyReason.isPresent());
  }

  /**
   * Opens and recovers the journal of a folder; creates the folder if it does not exist. {@link
   * #recoveryReport} returns the report.
   *
   * @param folder the folder of one document, {@code .fcp/NAME}, for this journal only
   * @throws JournalException.NewerFormatException if a newer release wrote the journal
   * @throws JournalException if the folder cannot be read or written, or if another process holds
   *     the lock for longer than the timeout
   */
  public static FileJournal open(Path folder, Settings settings) {
    return open(folder(folder, settings), settings, Optional.empty());
  }

  /**
   * Opens the journal of a folder to read it, even if its format is newer.
   *
   * @param reason why it is read-only; part of the message when a write is refused
   * @throws JournalException if the folder cannot be read
   */
  public static FileJournal openReadOnly(Path folder, Settings settings, String reason) {
    FileJournal shown = openCovered(folder, settings, reason);
    List<RecoveryReport.Loss> losses = List.of();
    // If another process is writing, a line may be incomplete, which is not a loss.
    for (int look = 1; look < LOOKS && !shown.recovery.losses().equals(losses); look++) {
      losses = shown.recovery.losses();
      shown.close();
      LockSupport.parkNanos(PAUSE_NANOS);
      shown = openCovered(folder, settings, reason);
    }
    return shown;
  }

  private static FileJournal openCovered(Path folder, Settings settings, String reason) {
    Settings covered =
        settings.withDisk(new CoveredDisk(settings.disk())).withDurability(Durability.none());
    return open(folder(folder, covered), covered, Optional.of(reason));
  }

  private static JournalFolder folder(Path folder, Settings settings) {
    return new JournalFolder(settings.disk(), folder, new ArchivedObjects(settings.archives()));
  }

  private static FileJournal open(
      JournalFolder files, Settings settings, Optional<String> readOnlyReason) {
    Path folder = files.path();
    try {
      ProcessTurn turn = ProcessTurn.takenIn(files, settings.lockTimeout());
      try {
        Optional<String> newer = files.newerFormat();
        if (newer.isPresent() && readOnlyReason.isEmpty()) {
          throw new NewerFormatException("journal %s: %s".formatted(folder, newer.get()));
        }
        if (files.isUnfinished()) {
          files.clear();
        }
        FileJournal journal =
            new FileJournal(files, settings, readOnlyReason, turn, Recovery.run(files));
        if (readOnlyReason.isEmpty()) {
          purge(files);
        }
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

  /** Deletes the objects that a redaction replaced, if it could not. */
  private static void purge(JournalFolder files) {
    try {
      files.archived().purge(files);
    } catch (IOException | RuntimeException e) {
      // The archive cannot be reached; the next one who opens the journal tries again.
    }
  }

  /**
   * Deletes the journal of a folder and everything that was set aside: the whole history of the
   * document. Also deletes the folder, unless it contains something else.
   *
   * @throws JournalException if that failed, or if another process holds the lock
   */
  public static void delete(Path folder, Settings settings) {
    JournalFolder files = new JournalFolder(settings.disk(), folder);
    try {
      ProcessTurn turn = ProcessTurn.takenIn(files, settings.lockTimeout());
      try {
        files.vacate();
      } finally {
        turn.close();
      }
      files.deleteIfEmpty();
    } catch (IOException e) {
      throw new JournalException("journal %s: cannot be deleted: %s".formatted(folder, e), e);
    }
  }

  /**
   * Whether a folder contains a journal with records. Reads only file names and changes nothing
   * (JN-16).
   *
   * @throws JournalException if the folder cannot be read
   */
  public static boolean exists(Path folder, Disk disk) {
    JournalFolder files = new JournalFolder(disk, folder);
    return files.look(files::holdsJournal);
  }

  /**
   * Whether this user may not write to the journal of a folder, according to the permissions of its
   * files.
   *
   * @throws JournalException if the folder cannot be read
   */
  public static boolean isReadOnly(Path folder, Disk disk) {
    JournalFolder files = new JournalFolder(disk, folder);
    return files.look(() -> !files.isWritable());
  }

  /**
   * Whether the journal of a folder contains a version of the document that was opened, merged,
   * saved or about to be saved. This finds the history of a document that was moved or copied. A
   * version that only records in an archive name is not found, unless its source is kept. Acquires
   * no lock and changes nothing; the result is unreliable while another process writes (JN-16).
   *
   * @param hash the SHA-256 of the version, 64 hex digits in lower case; no journal contains
   *     anything else
   * @throws JournalException if the folder cannot be read
   */
  public static boolean containsVersion(Path folder, String hash, Disk disk) {
    JournalFolder files = new JournalFolder(disk, folder);
    return files.look(() -> containsVersion(files, hash));
  }

  /** Searches the names of the sources, then the newest snapshot and the segments for the hash. */
  private static boolean containsVersion(JournalFolder files, String hash) throws IOException {
    if (!SourceFiles.isId(hash) || !files.holdsJournal()) {
      return false;
    }
    if (files.disk().sizeBytes(files.source(hash)).isPresent()) {
      return true;
    }
    List<Path> searched = new ArrayList<>();
    // It contains saves whose records were pruned. A snapshot is never compressed as a file.
    searched.add(files.snapshot(Iterables.getLast(files.snapshots(), 0L)));
    files.segments().reversed().forEach(first -> searched.add(files.segment(first)));
    for (Path file : searched) {
      SegmentFile lines = files.lines(file);
      byte[] bytes = lines.isLocal() ? lines.read() : new byte[0];
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      if (text.contains('"' + hash + '"')) {
        return true;
      }
    }
    return false;
  }

  /**
   * Passes the lines of all intact records in a folder and in its archive to a consumer, in order
   * and as they are stored: each is a JSON object. Pruned records are among them if they are in the
   * archive. Acquires no lock and changes nothing (JN-16).
   *
   * @throws ArchiveUnavailableException if an object of the archive is missing; all other lines
   *     were passed
   * @throws JournalException if the folder cannot be read
   */
  public static void forEachLine(Path folder, Settings settings, Consumer<String> consumer) {
    new RawLines(folder(folder, settings), consumer).run();
  }

  /** Like {@link #forEachLine(Path, Settings, Consumer)}, with the default settings. */
  public static void forEachLine(Path folder, Consumer<String> consumer) {
    forEachLine(folder, Settings.defaults(), consumer);
  }

  /**
   * Whether its folder is still the one that was opened. If the folder was moved or deleted, what
   * is there now is another journal or none.
   *
   * @throws JournalException if the disk fails
   */
  public boolean isInPlace() {
    try {
      return readOnlyReason.isPresent() || turn.stands();
    } catch (IOException e) {
      throw new JournalException("journal %s: cannot be reached: %s".formatted(folder(), e), e);
    }
  }

  /** Why the journal is read-only; empty if it can be written. */
  public Optional<String> readOnlyReason() {
    return readOnlyReason;
  }

  private void requireWritable() {
    if (readOnlyReason.isPresent()) {
      throw new JournalException(
          "journal %s: it can only be read: %s; work on a copy of the document in another folder"
              .formatted(folder.path(), readOnlyReason.get()));
    }
  }

  /** The current folder of the journal. */
  public Path folder() {
    return folder.path();
  }

  /**
   * Moves the journal to another folder and deletes this one with everything in it. Even if it
   * fails halfway, the whole journal is in this folder, in the other one, or in both; a part is
   * never regarded as a journal. Other journal objects on this folder fail to write from then on
   * and have to be opened again on the other folder. A write lock of this object stays acquired
   * (JN-18).
   *
   * @param target a folder without a journal, which need not exist; on the same {@link Disk},
   *     possibly on another file system
   * @throws IllegalArgumentException if it is this folder, or if one folder is inside the other
   * @throws JournalException if the other folder contains a journal or cannot be written, and
   *     nothing changes; or if this folder could not be deleted, and {@link #folder} returns the
   *     folder with which the journal continues
   */
  public void moveTo(Path target) {
    requireWritable();
    writer.runForced(new Relocation(folder, segments, turn, target, false)::run);
  }

  /**
   * Copies the journal to another folder, with records, snapshots, sources and named states, and
   * continues with the copy. This folder keeps its journal, which others can continue to use.
   * Otherwise like {@link #moveTo} (JN-18).
   *
   * @throws IllegalArgumentException if it is this folder, or if one folder is inside the other
   * @throws JournalException if the other folder contains a journal or cannot be written, and
   *     nothing changes; or if this folder could not be released, and {@link #folder} returns the
   *     folder with which the journal continues
   */
  public void copyTo(Path target) {
    requireWritable();
    writer.runForced(new Relocation(folder, segments, turn, target, true)::run);
  }

  /** The report of the recovery when the journal was opened. */
  public RecoveryReport recoveryReport() {
    return recovery;
  }

  /**
   * The intact records among those that were set aside when the journal was opened, in order. They
   * are no longer part of the journal (JN-22).
   *
   * @throws JournalException if they cannot be read
   */
  public List<JournalRecord> recordsSetAside() {
    return folder.look(() -> {
      List<JournalRecord> records = new ArrayList<>();
      for (RecoveryReport.Loss loss : recovery.losses()) {
        if (loss.setAsideFile().isPresent()) {
          Path aside = folder.file(loss.setAsideFile().get());
          records.addAll(reader.recordsAside(aside, recovery.lastNumber()));
        }
      }
      return records;
    });
  }

  /**
   * Sets aside the damage that recovery left in place: damaged snapshots and, if records before the
   * first usable one are damaged or missing, everything before that one. Opening the journal again
   * finds no damage there (JN-22).
   *
   * @return the names of the files that now contain it
   * @throws JournalException if that failed
   */
  public List<String> setDamageAside() {
    requireWritable();
    List<String> asides = new ArrayList<>();
    writer.runForced(() -> folder.changing(() -> setDamageAside(asides)));
    return asides;
  }

  private void setDamageAside(List<String> asides) throws IOException {
    for (String name : recovery.damagedSnapshots()) {
      Path aside = folder.aside(folder.file(name), 0);
      settings.disk().rename(folder.file(name), aside);
      asides.add(JournalFolder.name(aside));
    }
    boolean isDamagedBefore =
        recovery.losses().stream()
            .anyMatch(loss -> loss.kind() == RecoveryReport.Kind.BEFORE_SNAPSHOT);
    if (isDamagedBefore && segments.lastNumber() >= segments.firstNumber()) {
      asides.addAll(segments.setAsideBeforeFirst());
    }
    settings.disk().forceFolder(folder.path());
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
    if (!(record instanceof JournalRecord.External || record instanceof JournalRecord.Saved)) {
      requireWritable();
    }
    byte[] bytes = encoded(record);
    Optional<DiskAct> keepsSource =
        JournalRecordCodec.sourceOf(record).map(source -> () -> sources.keep(source));
    SubmitResult submitted =
        writer.submit(expectedLastNumber, bytes, record.steps(), predecessor, keepsSource);
    if (submitted instanceof SubmitResult.Accepted) {
      snapshots.count(bytes.length);
    }
    return submitted;
  }

  /**
   * The bytes of a record, which refers to its source by id.
   *
   * @throws IllegalArgumentException if the record is larger than {@link #MAX_RECORD_BYTES}
   */
  private byte[] encoded(JournalRecord record) {
    byte[] bytes;
    synchronized (line) {
      bytes = JournalRecordCodec.write(record, line.clear(), true).toBytes();
    }
    if (bytes.length > MAX_RECORD_BYTES) {
      throw new IllegalArgumentException(
          "a record of %d bytes is longer than %d".formatted(bytes.length, MAX_RECORD_BYTES));
    }
    return bytes;
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
  public List<StepLocation> stepLocations(long fromNumber, long throughNumber) {
    if (throughNumber > writer.writtenNumber(throughNumber)) {
      throw new IllegalArgumentException("no record " + throughNumber);
    }
    return reader.stepLocations(fromNumber, throughNumber);
  }

  @Override
  public Optional<Source> source(String id) {
    return sources.find(id);
  }

  @Override
  public boolean isSnapshotDue() {
    return readOnlyReason.isEmpty() && snapshots.isDue();
  }

  @Override
  public void writeSnapshot(Snapshot snapshot) {
    requireWritable();
    // Forced, so that after a crash the snapshot is not ahead of its journal.
    writer.runForced(() -> snapshots.write(snapshot));
  }

  @Override
  public void thinSnapshots(long recordNumber) {
    requireWritable();
    writer.run(() -> folder.changing(() -> snapshots.thin(recordNumber)));
  }

  @Override
  public List<Long> snapshotNumbers() {
    return snapshots.numbers();
  }

  @Override
  public Optional<Snapshot> snapshot(long recordNumber) {
    return snapshots.find(recordNumber);
  }

  /** As many as four snapshots cover, but not too many. */
  @Override
  public int recordsPerIndex() {
    return (int) Math.min(MAX_RECORDS_PER_INDEX, 4L * settings.snapshotPolicy().maxRecords());
  }

  @Override
  public List<Long> indexNumbers() {
    return folder.look(folder::indexes);
  }

  @Override
  public Optional<Snapshot> index(long recordNumber) {
    return snapshots.findIndex(recordNumber).filter(this::hasSameUpcasters);
  }

  private boolean hasSameUpcasters(Snapshot derived) {
    Optional<Value> upcasters = Optional.of(Value.of(settings.upcasters().names()));
    return derived.state().find(UPCASTERS).equals(upcasters);
  }

  private Snapshot withUpcasters(Snapshot derived) {
    Map<String, Value> fields = new HashMap<>(derived.state().fields());
    fields.put(UPCASTERS, Value.of(settings.upcasters().names()));
    return Snapshot.of(derived.recordNumber(), Value.Fields.of(fields), derived.model());
  }

  @Override
  public void writeIndex(Snapshot index) {
    requireWritable();
    Snapshot stamped = withUpcasters(index);
    writer.runForced(() -> snapshots.writeIndex(stamped));
  }

  @Override
  public void writeNamedSnapshot(String name, Snapshot snapshot) {
    requireWritable();
    writer.run(() -> snapshots.writeNamed(name, snapshot));
  }

  @Override
  public Optional<Snapshot> namedSnapshot(String name) {
    return snapshots.findNamed(name);
  }

  /** Does nothing in a read-only journal. */
  @Override
  public void writeProjection(String name, Snapshot value) {
    if (readOnlyReason.isEmpty()) {
      Snapshot stamped = withUpcasters(value);
      writer.runForced(() -> snapshots.writeProjection(name, stamped));
    }
  }

  @Override
  public Optional<Snapshot> projection(String name) {
    return snapshots.findProjection(name).filter(this::hasSameUpcasters);
  }

  @Override
  public void deleteProjections() {
    requireWritable();
    writer.run(() -> folder.changing(snapshots::deleteProjections));
  }

  @Override
  public void discardBefore(long recordNumber) {
    requireWritable();
    boolean isReachable = snapshots.numbers().stream().anyMatch(kept -> kept >= recordNumber);
    if (recordNumber > firstNumber() && !isReachable) {
      throw new IllegalArgumentException(
          "without a snapshot after record %d or a later one nothing before it can go"
              .formatted(recordNumber));
    }
    changing(() -> archiver.storePruned(recordNumber));
    writer.runForced(() -> folder.changing(() -> drop(recordNumber)));
  }

  /** Runs a change of the disk that acquires the lock itself, if it needs it. */
  private void changing(DiskAct act) {
    try {
      act.run();
    } catch (IOException e) {
      throw new JournalException("journal %s: %s".formatted(folder.path(), e), e);
    }
  }

  private void drop(long number) throws IOException {
    segments.require(number);
    // Deletes snapshots that need the discarded steps, before the steps are discarded.
    snapshots.deleteBefore(number);
    segments.dropBefore(number);
    sources.deleteUnused(reader.namedSources(), archiver::storeUnused);
  }

  @Override
  public List<ArchivedObject> archive(ArchivePolicy policy, long keptRecord, boolean isDryRun) {
    requireWritable();
    List<ArchivedObject> moved = new ArrayList<>();
    changing(() -> moved.addAll(archiver.move(policy, keptRecord, isDryRun)));
    return moved;
  }

  @Override
  public boolean rewrite(Rewriting rewriting) {
    requireWritable();
    JournalRewrite rewrite = new JournalRewrite(folder, segments, reader, sources, rewriting);
    if (!writer.replaceRecords(rewrite::prepare, rewrite::commit)) {
      return false;
    }
    try {
      writer.run(() -> folder.archived().purge(folder));
    } catch (JournalException e) {
      throw new JournalException(
          "the journal was redacted, but some objects are still in its archive; opening the"
              + " document deletes them when the archive can be reached: "
              + e.getMessage(),
          e);
    }
    return true;
  }

  @Override
  public void requireArchive() {
    changing(archiver::requireReachable);
  }

  /**
   * Remembers the archive of this journal, for all who open it. If objects are in another one, they
   * must have been copied (AR-7).
   *
   * @param place the absolute path of a folder for which {@link FolderArchive#create} was called,
   *     or what {@link Settings#withArchives} says
   * @throws JournalException if there is no archive, or if an object of this journal is not there;
   *     nothing changes
   */
  public void setArchive(String place) {
    requireWritable();
    changing(() -> archiver.setPlace(place));
  }

  /**
   * The archive of the journal in a folder, and its objects, even if the journal is damaged.
   * Acquires no lock and changes nothing (JN-16).
   *
   * @throws JournalException if the folder cannot be read
   */
  public static ArchiveStatus archiveStatus(Path folder, Settings settings) {
    JournalFolder files = folder(folder, settings);
    return files.look(() -> SegmentArchiver.status(files));
  }

  /** The place of the archive; empty if the journal has no archive. */
  public Optional<String> archivePlace() {
    return folder.look(() -> ArchivedObjects.place(folder));
  }

  /**
   * The archive and its objects; all are missing if the archive cannot be reached.
   *
   * @throws JournalException if the journal cannot be read
   */
  public ArchiveStatus archiveStatus() {
    return folder.look(() -> SegmentArchiver.status(folder));
  }

  @Override
  public void flush() {
    writer.flush();
  }

  /** Acquires the lock like a write, without publishing its owner. */
  @Override
  public WriteLock acquireWriteLock() {
    return writer.hold(() -> {});
  }

  /**
   * Like {@link #acquireWriteLock}, but for a longer time; publishes the process id of the owner
   * and the time.
   *
   * @throws JournalException if another process holds the lock
   */
  public WriteLock acquireWriteLockAsOwner() {
    String owner =
        "process %d since %s".formatted(ProcessHandle.current().pid(), settings.clock().instant());
    return writer.hold(() -> turn.sign(owner));
  }

  @Override
  public void close() {
    try {
      compressSegments();
      writer.close();
    } finally {
      release();
    }
  }

  /**
   * Compresses the closed segments, without the lock as long as possible. A failure has no effect
   * but that they stay as they are until the next process has filled a segment.
   */
  private void compressSegments() {
    try {
      for (Path segment : folder.look(segments::toCompress)) {
        byte[] lines = folder.look(() -> folder.read(segment));
        byte[] compressed = CompressedSegment.of(lines);
        writer.run(() -> folder.compress(segment, lines.length, compressed));
      }
    } catch (JournalException e) {
      // The disk is full, or a failure was reported before. Nothing is lost.
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
   * When a snapshot is due: as soon as one of these limits is reached since the last snapshot.
   *
   * @param maxRecords the number of records
   * @param maxBytes the total size of the records
   * @param maxAge the time since the last snapshot, if there is at least one record
   */
  public record SnapshotPolicy(int maxRecords, long maxBytes, Duration maxAge) {

    /** Rejects limits that are not positive. */
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
