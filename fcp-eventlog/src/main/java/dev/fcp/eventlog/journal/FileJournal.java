package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A journal in a folder, which survives the end of the program, a power cut, and damage as far as
 * that is possible; what is lost is named. The format is drawn in {@code docs/journal-format.md}.
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
  private final SourceFiles sources;
  private final SnapshotFiles snapshots;
  private final RecoveryReport recovery;

  /**
   * What a journal takes from the world around it.
   *
   * @param disk where it lies
   * @param durability when records are forced
   * @param snapshots when another snapshot pays
   * @param upcasters what lifts the events of older releases
   * @param patience how long to wait for the lock
   * @param clock tells the age of snapshots, and since when somebody holds the journal
   */
  public record Settings(
      Disk disk,
      Durability durability,
      SnapshotPolicy snapshots,
      Upcasters upcasters,
      Duration patience,
      InstantSource clock) {

    /** Refuses null. */
    public Settings {
      Objects.requireNonNull(disk, "disk");
      Objects.requireNonNull(durability, "durability");
      Objects.requireNonNull(snapshots, "snapshots");
      Objects.requireNonNull(upcasters, "upcasters");
      Objects.requireNonNull(patience, "patience");
      Objects.requireNonNull(clock, "clock");
    }

    /**
     * The disk of the machine, every record forced, snapshots by the standard policy, no upcasters,
     * five seconds of patience, the clock of the system.
     */
    public static Settings standard() {
      return new Settings(
          new FileDisk(),
          Durability.everyStep(),
          SnapshotPolicy.standard(),
          Upcasters.none(),
          Duration.ofSeconds(5),
          InstantSource.system());
    }

    /** The same on another disk. */
    public Settings on(Disk disk) {
      return new Settings(disk, durability, snapshots, upcasters, patience, clock);
    }

    /** The same with another durability. */
    public Settings with(Durability durability) {
      return new Settings(disk, durability, snapshots, upcasters, patience, clock);
    }

    /** The same with another policy of snapshots. */
    public Settings with(SnapshotPolicy snapshots) {
      return new Settings(disk, durability, snapshots, upcasters, patience, clock);
    }

    /** The same with other upcasters. */
    public Settings with(Upcasters upcasters) {
      return new Settings(disk, durability, snapshots, upcasters, patience, clock);
    }

    /** The same with another patience. */
    public Settings waiting(Duration patience) {
      return new Settings(disk, durability, snapshots, upcasters, patience, clock);
    }

    /** The same with another clock. */
    public Settings with(InstantSource clock) {
      return new Settings(disk, durability, snapshots, upcasters, patience, clock);
    }
  }

  private FileJournal(
      JournalFolder folder, Settings settings, ProcessTurn turn, Recovery.Found found)
      throws IOException {
    this.folder = folder;
    this.settings = settings;
    this.turn = turn;
    boolean reserves = settings.durability() instanceof Durability.EveryStep;
    this.segments = new Segments(folder, found, reserves);
    this.writer = new JournalWriter(folder, segments, turn, settings.durability());
    this.sources = new SourceFiles(folder);
    this.snapshots = new SnapshotFiles(folder, settings.snapshots(), settings.clock());
    snapshots.begin(found.lastNumber());
    this.recovery = withLostSources(found);
  }

  /**
   * Opens the journal of a folder, which is made if it is not there, and recovers what it holds.
   * {@link #recovery} tells what was found.
   *
   * @param folder the folder of one document, {@code .fcp/NAME}; nothing else lies in it
   * @throws JournalException if the folder cannot be read or written, or another process holds the
   *     journal for longer than the patience of the settings
   */
  public static FileJournal open(Path folder, Settings settings) {
    JournalFolder files = new JournalFolder(settings.disk(), folder);
    try {
      files.create();
      ProcessTurn turn = new ProcessTurn(files, settings.patience());
      try {
        turn.take();
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
   * any more. The folder and its lock stay.
   *
   * @throws JournalException if that failed, or another process holds the journal
   */
  public static void forget(Path folder, Settings settings) {
    JournalFolder files = new JournalFolder(settings.disk(), folder);
    try {
      ProcessTurn turn = new ProcessTurn(files, settings.patience());
      try {
        turn.take();
        for (String name : settings.disk().list(folder)) {
          if (!name.equals(JournalFolder.name(files.lock()))) {
            settings.disk().delete(folder.resolve(name));
          }
        }
        settings.disk().forceFolder(folder);
      } finally {
        turn.close();
      }
    } catch (IOException e) {
      throw new JournalException("journal %s: cannot be deleted: %s".formatted(folder, e), e);
    }
  }

  /** What was found when the journal was opened. */
  public RecoveryReport recovery() {
    return recovery;
  }

  private RecoveryReport withLostSources(Recovery.Found found) throws IOException {
    RecoveryReport report = found.report();
    List<String> lost = new ArrayList<>();
    for (long number : found.textRecords()) {
      Optional<String> id = sources.namedBy(line(number));
      if (id.isPresent() && sources.find(id.get()).isEmpty() && !lost.contains(id.get())) {
        lost.add(id.get());
      }
    }
    return new RecoveryReport(
        report.firstNumber(),
        report.lastNumber(),
        report.bytesRead(),
        report.losses(),
        report.damagedSnapshots(),
        lost);
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
  public Appended append(long expectedLastNumber, JournalRecord record) {
    return switch (submit(expectedLastNumber, record, Receipt.NONE)) {
      case Submitted.Accepted(var number, var receipt) -> {
        receipt.await();
        yield new Appended.Written(number);
      }
      case Submitted.Behind(var lastNumber) -> new Appended.Behind(lastNumber);
    };
  }

  @Override
  public Submitted submit(long expectedLastNumber, JournalRecord record, Receipt builtOn) {
    String json = JournalRecordCodec.toLineNamingTexts(record);
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_RECORD_BYTES) {
      throw new IllegalArgumentException(
          "a record of %d bytes is longer than %d".formatted(bytes.length, MAX_RECORD_BYTES));
    }
    keepTexts(record);
    Submitted submitted = writer.submit(expectedLastNumber, bytes, steps(record), builtOn);
    if (submitted instanceof Submitted.Accepted) {
      snapshots.count(bytes.length);
    }
    return submitted;
  }

  /** The texts that a record names are there before it is. */
  private void keepTexts(JournalRecord record) {
    if (record instanceof JournalRecord.Opened opened && opened.source().isPresent()) {
      writer.alone(() -> sources.keep(opened.source().get()));
    } else if (record instanceof JournalRecord.External external) {
      writer.alone(() -> sources.keep(external.source()));
    }
  }

  private static List<StepId> steps(JournalRecord record) {
    return record.steps().stream().map(Step::id).toList();
  }

  @Override
  public List<JournalRecord> read(long fromNumber) {
    long last = writer.writtenNumber();
    if (fromNumber < firstNumber() || fromNumber > last + 1) {
      throw new IllegalArgumentException(
          "no record %d: there are %d to %d".formatted(fromNumber, firstNumber(), last));
    }
    return new Records(fromNumber, Math.toIntExact(last - fromNumber + 1));
  }

  @Override
  public List<StepPlace> stepPlaces(long untilNumber) {
    List<StepPlace> places = new ArrayList<>();
    if (untilNumber > writer.writtenNumber()) {
      throw new IllegalArgumentException("no record " + untilNumber);
    }
    try {
      Path file = folder.path();
      StepScan scan = new StepScan(new byte[0], places);
      for (long number = firstNumber(); number <= untilNumber; number++) {
        LineTable.Place place = segments.place(number);
        if (!place.file().equals(file)) {
          file = place.file();
          scan = new StepScan(folder.read(file), places);
        }
        scan.read(number, place.offsetBytes() + JournalLine.contentStart(number));
      }
    } catch (IOException e) {
      throw new JournalException("journal %s: %s".formatted(folder.path(), e), e);
    }
    return places;
  }

  private byte[] line(long number) throws IOException {
    LineTable.Place place = segments.place(number);
    return folder.disk().read(place.file(), place.offsetBytes(), place.lengthBytes());
  }

  private JournalRecord record(long number) {
    try {
      byte[] line = line(number);
      JournalLine frame =
          JournalLine.read(line, 0, line.length)
              .filter(found -> found.number() == number)
              .orElseThrow(() -> new DamagedRecordException(number, "it is no longer as it was"));
      Value.Fields fields = ValueJson.read(frame.json(line)).asFields();
      return lifted(JournalRecordCodec.decode(fields, sources::find));
    } catch (MalformedValueException e) {
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      throw new DamagedRecordException(number, reason, e);
    } catch (IOException e) {
      throw new JournalException(
          "journal %s: record %d cannot be read: %s".formatted(folder.path(), number, e), e);
    }
  }

  private JournalRecord lifted(JournalRecord record) {
    List<Step<Value.Fields>> steps = new ArrayList<>();
    for (Step<Value.Fields> step : record.steps()) {
      List<Value.Fields> events =
          step.events().stream().flatMap(it -> settings.upcasters().lift(it).stream()).toList();
      steps.add(events.equals(step.events()) ? step : step.withEvents(events));
    }
    return steps.isEmpty() ? record : record.with(steps);
  }

  /** Records that are read when they are asked for. */
  private final class Records extends AbstractList<JournalRecord> {

    private final long from;
    private final int count;

    Records(long from, int count) {
      this.from = from;
      this.count = count;
    }

    @Override
    public JournalRecord get(int index) {
      return record(from + Objects.checkIndex(index, count));
    }

    @Override
    public int size() {
      return count;
    }
  }

  @Override
  public Optional<Source> source(String id) {
    return sources.find(id);
  }

  @Override
  public boolean wantsSnapshot() {
    return snapshots.isDue();
  }

  @Override
  public void keep(Snapshot snapshot) {
    long number = snapshot.number();
    snapshots.noteTaken(
        writer.alone(() -> {
          if (number < segments.firstNumber() || number > segments.lastNumber()) {
            throw new IOException("no record %d for a snapshot".formatted(number));
          }
          // A snapshot of what might not last would be ahead of its journal after a crash.
          segments.force();
          snapshots.write(new SnapshotFile(snapshot, segments.crc(number)));
          return number;
        }));
  }

  @Override
  public List<Long> snapshots() {
    try {
      return snapshots.numbers().stream()
          .filter(number -> number >= firstNumber() - 1 && number <= segments.lastNumber())
          .toList();
    } catch (IOException e) {
      throw new JournalException("journal %s: %s".formatted(folder.path(), e), e);
    }
  }

  @Override
  public Optional<Snapshot> snapshot(long number) {
    try {
      return snapshots.read(number).filter(this::belongs).map(SnapshotFile::snapshot);
    } catch (IOException e) {
      throw new JournalException("journal %s: %s".formatted(folder.path(), e), e);
    }
  }

  @Override
  public void keepNamed(String name, Snapshot snapshot) {
    boolean kept =
        writer.alone(() -> {
          snapshots.writeNamed(name, new SnapshotFile(snapshot, JournalLine.GENESIS));
          return true;
        });
    if (!kept) {
      throw new IllegalStateException("a snapshot without effect");
    }
  }

  @Override
  public Optional<Snapshot> named(String name) {
    try {
      return snapshots.readNamed(name).map(SnapshotFile::snapshot);
    } catch (IOException e) {
      throw new JournalException("journal %s: %s".formatted(folder.path(), e), e);
    }
  }

  private boolean belongs(SnapshotFile file) {
    long number = file.snapshot().number();
    return number == firstNumber() - 1 || segments.crc(number) == file.chainCrc();
  }

  @Override
  public void dropBefore(long number) {
    long dropped =
        writer.alone(() -> {
          if (number < segments.firstNumber() || number > segments.lastNumber()) {
            throw new IOException("no record %d to begin with".formatted(number));
          }
          segments.force();
          if (number > segments.firstNumber()) {
            segments.dropBefore(number);
          }
          snapshots.deleteBefore(number);
          return number;
        });
    if (dropped != number) {
      throw new IllegalStateException("dropped before " + dropped);
    }
  }

  @Override
  public void flush() {
    writer.flush();
  }

  /**
   * Holds the lock of the journal, so that no other process writes, until the answer is closed.
   * They are told who holds it, by process id, and since when.
   *
   * @throws JournalException if another process holds it
   */
  public Hold exclusive() {
    writer.hold();
    String owner =
        "process %d since %s".formatted(ProcessHandle.current().pid(), settings.clock().instant());
    try {
      writer.alone(() -> {
        turn.sign(owner);
        return true;
      });
    } catch (JournalException e) {
      writer.unhold();
      throw e;
    }
    return new Hold();
  }

  /** The lock of a journal, held for longer than one write. Closing it again does nothing. */
  public final class Hold implements AutoCloseable {

    private boolean held = true;

    private Hold() {}

    @Override
    public synchronized void close() {
      if (held) {
        held = false;
        try {
          writer.alone(() -> {
            turn.unsign();
            return true;
          });
        } finally {
          writer.unhold();
        }
      }
    }
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
}
