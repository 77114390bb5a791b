package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.journal.RecoveryReport.Kind;
import dev.fcp.eventlog.journal.RecoveryReport.Loss;
import dev.fcp.eventlog.journal.RecoveryReport.RecordRange;
import dev.fcp.eventlog.journal.SegmentLines.Gap;
import dev.fcp.eventlog.journal.SegmentScan.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Recovers a journal, so that new records can be appended: starts at the newest intact snapshot and
 * follows the chain of checksums to the first damaged line. Everything after that is set aside and
 * truncated (JN-9, JN-10). The caller holds the lock.
 */
final class Recovery {

  private final JournalFolder folder;
  private final Disk disk;
  private final SegmentScan scan = new SegmentScan();
  private final List<Loss> losses = new ArrayList<>();
  private final List<String> damagedSnapshots = new ArrayList<>();

  private Recovery(JournalFolder folder) {
    this.folder = folder;
    this.disk = folder.disk();
  }

  /**
   * The usable part of a journal.
   *
   * @param lines the valid lines, from record {@code firstNumber} on
   * @param tail the segment for the next record, if it exists
   * @param tailBytes the size of its valid lines
   * @param lastCrc the checksum of the last record
   * @param textRecords the numbers of the records that may refer to sources
   */
  record RecoveredJournal(
      LineTable lines,
      long firstNumber,
      int lastCrc,
      Optional<Path> tail,
      long tailBytes,
      List<Long> textRecords,
      RecoveryReport report) {

    long lastNumber() {
      return firstNumber + lines.size() - 1;
    }
  }

  /** A record from which states are computed, of a usable snapshot; number 0 without one. */
  private record Anchor(long number, int crc) {}

  static RecoveredJournal run(JournalFolder folder) throws IOException {
    return new Recovery(folder).run();
  }

  private RecoveredJournal run() throws IOException {
    folder.deleteTemporary();
    for (long number : folder.segments()) {
      scan.add(SegmentLines.of(folder, folder.segment(number)));
    }
    Anchor anchor = newestSnapshot();
    Run run = runAt(anchor);
    noteGapsBefore(run);
    LineTable lines = scan.lines().slice(run.from(), run.to());
    int end = lines.size() - 1;
    if (end < 0 && anchor.number() > 0) {
      noteMissing(anchor.number());
    }
    long first = end < 0 ? anchor.number() + 1 : lines.number(0);
    int crc = end < 0 ? anchor.crc() : lines.crc(end);
    Optional<LineTable.LineLocation> last =
        end < 0 ? Optional.empty() : Optional.of(lines.place(end));
    cutBehind(last, first + end, run.to());
    return found(lines, first, crc, last);
  }

  private RecoveredJournal found(
      LineTable lines, long first, int crc, Optional<LineTable.LineLocation> end)
      throws IOException {
    long last = first + lines.size() - 1;
    RecoveryReport report =
        new RecoveryReport(first, last, scan.bytesRead(), losses, damagedSnapshots, List.of());
    List<Long> texts =
        scan.textRows().stream()
            .map(row -> scan.lines().number(row))
            .filter(number -> number >= first && number <= last)
            .distinct()
            .toList();
    Path next = folder.segment(last + 1);
    if (end.isPresent() && SegmentFile.isClosed(folder.lines(end.get().file()).path())) {
      disk.open(next).close();
      disk.forceFolder(folder.path());
    }
    boolean hasNext = disk.sizeBytes(next).isPresent();
    Optional<Path> tail = hasNext ? Optional.of(next) : end.map(LineTable.LineLocation::file);
    long tailBytes = hasNext ? 0 : end.map(LineTable.LineLocation::endBytes).orElse(0);
    return new RecoveredJournal(lines, first, crc, tail, tailBytes, texts, report);
  }

  private Anchor newestSnapshot() throws IOException {
    List<Long> numbers = folder.snapshots();
    for (int i = numbers.size() - 1; i >= 0; i--) {
      Path file = folder.snapshot(numbers.get(i));
      Optional<SnapshotFile> snapshot = SnapshotFile.read(folder.read(file));
      if (snapshot.isPresent() && snapshot.get().recordNumber() == numbers.get(i)) {
        return new Anchor(numbers.get(i), snapshot.get().chainCrc());
      }
      damagedSnapshots.add(JournalFolder.name(file));
    }
    return new Anchor(0, JournalLine.GENESIS);
  }

  /** The run that contains a record, or begins right after it; an empty one if there is none. */
  private Run runAt(Anchor anchor) {
    LineTable lines = scan.lines();
    List<Run> runs = anchor.number() == 0 ? scan.runs() : scan.runs().reversed();
    for (Run run : runs) {
      long row = run.from() + anchor.number() - lines.number(run.from());
      boolean holds = row >= run.from() && row < run.to() && lines.crc((int) row) == anchor.crc();
      boolean follows = row == run.from() - 1L && lines.previousCrc(run.from()) == anchor.crc();
      if (holds || follows) {
        return run;
      }
    }
    return new Run(0, 0);
  }

  /**
   * Reports that the record of the snapshot is missing, so that the records before it cannot be
   * used.
   */
  private void noteMissing(long number) throws IOException {
    long first = 1;
    for (long segment : folder.segments()) {
      first = segment <= number ? segment : first;
    }
    noteBefore(folder.segment(first), 0, 0);
  }

  private void noteBefore(Path file, int offsetBytes, int sizeBytes) {
    String name = JournalFolder.name(file);
    losses.add(
        new Loss(
            Kind.BEFORE_SNAPSHOT,
            name,
            offsetBytes,
            sizeBytes,
            Optional.empty(),
            Optional.empty()));
  }

  private void noteGapsBefore(Run run) {
    for (Gap gap : scan.gaps()) {
      if (gap.row() <= run.from() && gap.row() < run.to()) {
        noteBefore(gap.file(), gap.offsetBytes(), gap.sizeBytes());
      }
    }
    if (run.from() > 0 && losses.isEmpty()) {
      LineTable.LineLocation place = scan.lines().place(run.from());
      noteBefore(place.file(), place.offsetBytes(), 0);
    }
  }

  /** Sets aside everything after the last usable line. */
  private void cutBehind(Optional<LineTable.LineLocation> end, long last, int endRow)
      throws IOException {
    boolean behind = end.isEmpty();
    for (long first : folder.segments()) {
      Path file = folder.segment(first);
      if (end.isPresent() && file.equals(end.get().file())) {
        cut(file, end.get().endBytes(), endRow);
        behind = true;
      } else if (behind) {
        setAsideWhole(file, first == last + 1, endRow);
      }
    }
    disk.forceFolder(folder.path());
  }

  private void cut(Path file, int endBytes, int endRow) throws IOException {
    SegmentFile lines = folder.lines(file);
    if (lines.sizeBytes() <= endBytes) {
      return;
    }
    byte[] rest = lines.read();
    if (SegmentFile.isCompressed(lines.path())) {
      Path aside = folder.aside(lines.path(), 0);
      folder.replace(aside, folder.read(lines.path()));
      losses.add(loss(file, endBytes, Kind.DAMAGE, rest.length - endBytes, endRow, aside));
      folder.replace(file, Arrays.copyOf(rest, endBytes));
      disk.delete(SegmentFile.compressed(file));
      return;
    }
    setAside(file, endBytes, Arrays.copyOfRange(rest, endBytes, rest.length), endRow);
    try (Disk.Handle open = disk.open(file)) {
      open.truncate(endBytes);
      open.force();
    }
  }

  /** The size without trailing blanks, which were preallocated or never written. */
  private static int sizeBeforeBlanks(byte[] bytes) {
    int size = bytes.length;
    while (size > 0 && (bytes[size - 1] == ' ' || bytes[size - 1] == 0)) {
      size--;
    }
    return size;
  }

  /** Sets bytes aside; blanks are not a loss. */
  private void setAside(Path file, int offsetBytes, byte[] rest, int endRow) throws IOException {
    int sizeBytes = sizeBeforeBlanks(rest);
    if (sizeBytes > 0) {
      Path aside = folder.aside(file, offsetBytes);
      folder.replace(aside, Arrays.copyOf(rest, sizeBytes));
      losses.add(loss(file, offsetBytes, kind(rest, endRow), sizeBytes, endRow, aside));
    }
  }

  private void setAsideWhole(Path file, boolean isNext, int endRow) throws IOException {
    SegmentFile lines = folder.lines(file);
    boolean isClosed = SegmentFile.isClosed(lines.path());
    byte[] bytes = SegmentFile.isArchived(lines.path()) ? folder.read(lines.path()) : lines.read();
    boolean blank = !isClosed && sizeBeforeBlanks(bytes) == 0;
    if (blank && isNext) {
      cut(file, 0, endRow);
    } else if (blank || scan.isCopy(file)) {
      lines.delete();
    } else {
      Path aside = folder.aside(lines.path(), 0);
      Kind kind = isClosed ? Kind.DAMAGE : kind(bytes, endRow);
      losses.add(loss(file, 0, kind, bytes.length, endRow, aside));
      disk.rename(lines.path(), aside);
    }
  }

  private Kind kind(byte[] lost, int endRow) {
    return scan.lines().size() == endRow && !holdsSave(lost) ? Kind.TORN_TAIL : Kind.DAMAGE;
  }

  private Loss loss(Path file, int offsetBytes, Kind kind, int sizeBytes, int endRow, Path aside) {
    return new Loss(
        kind,
        JournalFolder.name(file),
        offsetBytes,
        sizeBytes,
        readable(file, offsetBytes, endRow),
        Optional.of(JournalFolder.name(aside)));
  }

  /**
   * Whether lost bytes contain a finished save after their first line. The file is replaced only
   * after everything before that record was forced, so a crash cannot have torn these bytes.
   */
  private static boolean holdsSave(byte[] lost) {
    String text = new String(lost, StandardCharsets.ISO_8859_1);
    return text.indexOf("\"type\":\"saved\"", JournalLine.lineEnd(lost, 0)) >= 0;
  }

  /** The numbers of the intact but unusable records of a file after an offset. */
  private Optional<RecordRange> readable(Path file, int offsetBytes, int endRow) {
    LineTable lines = scan.lines();
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int row = endRow; row < lines.size(); row++) {
      LineTable.LineLocation place = lines.place(row);
      if (place.file().equals(file) && place.offsetBytes() >= offsetBytes) {
        least = Math.min(least, lines.number(row));
        most = Math.max(most, lines.number(row));
      }
    }
    return most == 0 ? Optional.empty() : Optional.of(new RecordRange(least, most));
  }
}
