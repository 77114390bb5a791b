package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.RecoveryReport.Loss;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The journal of a folder that is read-only or locked by another process. It is read without the
 * lock, and nothing in the folder changes (JN-19). Records appended by others become visible.
 *
 * <p>Records from checking the file of the document, of an external version or of a completed save,
 * are accepted and kept in memory, so that the document can be shown; the next writer records them.
 * All other records are refused. Thread-safe.
 */
public final class ReadOnlyJournal implements Journal {

  /** The number of attempts within which a write of another process should finish. */
  private static final int LOOKS = 5;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final FileJournal shown;
  private final String reason;

  private ReadOnlyJournal(FileJournal shown, String reason) {
    this.shown = shown;
    this.reason = reason;
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
   * Opens the journal of a folder.
   *
   * @param reason why it is read-only; part of the message when a write is refused
   * @throws JournalException if the folder cannot be read
   */
  public static ReadOnlyJournal open(Path folder, FileJournal.Settings settings, String reason) {
    FileJournal shown = shown(folder, settings);
    List<Loss> losses = List.of();
    // If another process is writing, a line may be incomplete, which is not a loss.
    for (int look = 1; look < LOOKS && !shown.recoveryReport().losses().equals(losses); look++) {
      losses = shown.recoveryReport().losses();
      shown.close();
      LockSupport.parkNanos(PAUSE_NANOS);
      shown = shown(folder, settings);
    }
    return new ReadOnlyJournal(shown, reason);
  }

  private static FileJournal shown(Path folder, FileJournal.Settings settings) {
    Disk disk = new CoveredDisk(settings.disk());
    return FileJournal.open(
        new JournalFolder(disk, folder),
        settings.withDisk(disk).withDurability(Durability.none()),
        true);
  }

  /** Why the journal is read-only. */
  public String reason() {
    return reason;
  }

  /** The folder of the journal. */
  public Path folder() {
    return shown.folder();
  }

  /** The report of opening the journal; nothing was set aside. */
  public RecoveryReport recoveryReport() {
    RecoveryReport found = shown.recoveryReport();
    List<Loss> losses =
        found.losses().stream()
            .map(it ->
                new Loss(
                    it.kind(),
                    it.file(),
                    it.offsetBytes(),
                    it.sizeBytes(),
                    it.readableRecords(),
                    Optional.empty()))
            .toList();
    return new RecoveryReport(
        found.firstNumber(),
        found.lastNumber(),
        found.bytesRead(),
        losses,
        found.damagedSnapshots(),
        found.lostSources());
  }

  @Override
  public long lastNumber() {
    return shown.lastNumber();
  }

  @Override
  public long firstNumber() {
    return shown.firstNumber();
  }

  @Override
  public AppendResult append(long expectedLastNumber, JournalRecord record) {
    return switch (record) {
      case JournalRecord.External external -> shown.append(expectedLastNumber, record);
      case JournalRecord.Saved saved -> shown.append(expectedLastNumber, record);
      case JournalRecord.Opened opened -> throw refused();
      case JournalRecord.Committed committed -> throw refused();
      case JournalRecord.Replaced replaced -> throw refused();
      case JournalRecord.Moved moved -> throw refused();
      case JournalRecord.Named named -> throw refused();
      case JournalRecord.Saving saving -> throw refused();
      case JournalRecord.Refused refusal -> throw refused();
      case JournalRecord.PassedOver passedOver -> throw refused();
      case JournalRecord.Pruned pruned -> throw refused();
    };
  }

  private JournalException refused() {
    return new JournalException(
        "journal %s: it can only be read: %s; work on a copy of the document in another folder"
            .formatted(shown.folder(), reason));
  }

  @Override
  public List<JournalRecord> read(long fromNumber) {
    return shown.read(fromNumber);
  }

  @Override
  public Optional<Source> source(String id) {
    return shown.source(id);
  }

  @Override
  public void writeSnapshot(Snapshot snapshot) {
    throw refused();
  }

  @Override
  public List<Long> snapshotNumbers() {
    return shown.snapshotNumbers();
  }

  @Override
  public Optional<Snapshot> snapshot(long recordNumber) {
    return shown.snapshot(recordNumber);
  }

  @Override
  public List<StepLocation> stepLocations(long fromNumber, long throughNumber) {
    return shown.stepLocations(fromNumber, throughNumber);
  }

  @Override
  public int recordsPerIndex() {
    return shown.recordsPerIndex();
  }

  @Override
  public List<Long> indexNumbers() {
    return shown.indexNumbers();
  }

  @Override
  public Optional<Snapshot> index(long recordNumber) {
    return shown.index(recordNumber);
  }

  @Override
  public void writeIndex(Snapshot index) {
    throw refused();
  }

  @Override
  public void writeNamedSnapshot(String name, Snapshot snapshot) {
    throw refused();
  }

  @Override
  public Optional<Snapshot> namedSnapshot(String name) {
    return shown.namedSnapshot(name);
  }

  @Override
  public void discardBefore(long recordNumber) {
    throw refused();
  }

  @Override
  public void close() {
    shown.close();
  }
}
