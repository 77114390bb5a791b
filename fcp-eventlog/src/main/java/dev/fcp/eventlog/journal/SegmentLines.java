package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The valid lines of a part of a segment, and the gaps between them. Independent of other segments.
 */
final class SegmentLines {

  private static final byte[] OPENED = "\"type\":\"opened\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EXTERNAL =
      "\"type\":\"external\"".getBytes(StandardCharsets.US_ASCII);

  private final Path file;
  private final LineTable lines = new LineTable();
  private final List<Gap> gaps = new ArrayList<>();
  private final List<Integer> textRows = new ArrayList<>();
  private boolean chained = true;

  /** The offset where reading began. */
  private int bytesBefore;

  /** The end of the last line or gap. */
  private int endBytes;

  /**
   * The start of bytes after the last line, which are a gap if a line follows or some are not
   * blank; negative if there are none.
   */
  private int gapFrom = -1;

  /** The end of those that are not blank. */
  private int gapTo;

  /**
   * Bytes that are not a valid line.
   *
   * @param row the number of valid lines before it
   */
  record Gap(Path file, int offsetBytes, int sizeBytes, int row) {}

  private SegmentLines(Path file) {
    this.file = file;
  }

  /** Reads a segment, unless a checksum suffices. */
  static SegmentLines of(JournalFolder folder, Path file) throws IOException {
    Optional<CompressedSegment> whole =
        CompressedSegment.whole(folder.disk(), SegmentFile.compressed(file));
    if (whole.isPresent()) {
      SegmentLines found = new SegmentLines(file);
      found.addUnread(folder, whole.get());
      return found;
    }
    SegmentFile lines = folder.lines(file);
    return lines.isLocal() ? of(file, 0, lines.read()) : inArchive(folder, file);
  }

  /** The lines of a segment in the archive, which is not accessed. */
  private static SegmentLines inArchive(JournalFolder folder, Path file) throws IOException {
    SegmentLines found = new SegmentLines(file);
    Optional<ArchivedSegment> kept = folder.lines(file).archived();
    if (kept.isEmpty()) {
      found.skip(0, folder.read(SegmentFile.archived(file)).length);
      found.addGap(found.gapTo);
      return found;
    }
    found.lines.add(
        file,
        new LineTable.Unread(
            kept.get().object().firstRecord(),
            kept.get().recordCount(),
            kept.get().previousCrc(),
            kept.get().lastCrc(),
            in -> linesInArchive(folder, in)));
    found.endBytes = kept.get().sizeBytes();
    return found;
  }

  private static LineTable linesInArchive(JournalFolder folder, Path file) throws IOException {
    return folder
        .lines(file)
        .archived()
        .orElseThrow(() -> new IOException("its file is damaged"))
        .lines(file);
  }

  /** Adds the lines of a segment that is known to be whole; reads those that may name sources. */
  private void addUnread(JournalFolder folder, CompressedSegment segment) throws IOException {
    long number = segment.firstNumber();
    int previousCrc = segment.previousCrc();
    for (CompressedSegment.Member member : segment.members()) {
      int start = endBytes;
      int sizeBytes = member.linesEndBytes() - start;
      int firstRow = lines.size();
      int count = member.lineCount();
      if (member.mayNameSources()) {
        read(start, segment.read(start, sizeBytes));
      } else {
        lines.add(
            file,
            new LineTable.Unread(
                number,
                member.lineCount(),
                previousCrc,
                member.lastCrc(),
                in -> lines(folder, in, firstRow, count, start, sizeBytes)));
        endBytes = member.linesEndBytes();
      }
      number += member.lineCount();
      previousCrc = member.lastCrc();
    }
  }

  /** Some lines of a segment, which may have been moved to the archive meanwhile. */
  private static LineTable lines(
      JournalFolder folder, Path file, int firstRow, int count, int startBytes, int sizeBytes)
      throws IOException {
    SegmentFile lines = folder.lines(file);
    return lines.isLocal()
        ? of(file, startBytes, lines.read(startBytes, sizeBytes)).lines()
        : linesInArchive(folder, file).slice(firstRow, firstRow + count);
  }

  /** Reads a segment from an offset; {@code bytes} are the bytes from there to its end. */
  static SegmentLines of(Path file, int startBytes, byte[] bytes) {
    SegmentLines found = new SegmentLines(file);
    found.bytesBefore = startBytes;
    found.read(startBytes, bytes);
    return found;
  }

  Path file() {
    return file;
  }

  LineTable lines() {
    return lines;
  }

  List<Gap> gaps() {
    return gaps;
  }

  /** The rows of records that may refer to sources. */
  List<Integer> textRows() {
    return textRows;
  }

  /** The number of bytes of lines and gaps. */
  long bytesRead() {
    return Math.max(0, endBytes - bytesBefore);
  }

  /** Whether each line follows the one before it, and there are no gaps. */
  boolean isChained() {
    return chained && gaps.isEmpty();
  }

  /** Reads all lines; an incomplete one at the end is a gap. */
  private void read(int startBytes, byte[] bytes) {
    int at = 0;
    int lineEnd = JournalLine.lineEnd(bytes, 0);
    while (lineEnd < bytes.length) {
      readLine(startBytes, bytes, at, lineEnd);
      at = lineEnd + 1;
      lineEnd = JournalLine.lineEnd(bytes, at);
    }
    int end = bytes.length;
    while (end > at && isBlank(bytes[end - 1])) {
      end--;
    }
    skip(startBytes + at, startBytes + end);
    addGap(gapTo);
  }

  private void readLine(int startBytes, byte[] bytes, int at, int lineEnd) {
    Optional<JournalLine> line = JournalLine.read(bytes, at, lineEnd);
    if (line.isPresent()) {
      addGap(startBytes + at);
      chained = chained && lines.isContinuedBy(line.get().number(), line.get().previousCrc());
      lines.add(file, line.get(), startBytes + at, lineEnd - at);
      endBytes = startBytes + lineEnd + 1;
      int content = at + line.get().contentStart();
      if (startsWith(bytes, content, OPENED) || startsWith(bytes, content, EXTERNAL)) {
        textRows.add(lines.size() - 1);
      }
    } else {
      boolean isBlank = isBlank(bytes, at, lineEnd);
      skip(startBytes + at, startBytes + (isBlank ? at : lineEnd + 1));
    }
  }

  private static boolean isBlank(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && isBlank(bytes[at])) {
      at++;
    }
    return at == to;
  }

  /** Notes bytes that are no line: blanks, if they end where they start. */
  private void skip(int from, int to) {
    gapFrom = gapFrom < 0 ? from : gapFrom;
    gapTo = to > from ? to : gapTo;
  }

  /** Turns the bytes after the last line into a gap, up to an offset. */
  private void addGap(int to) {
    if (gapFrom >= 0 && to > gapFrom) {
      gaps.add(new Gap(file, gapFrom, to - gapFrom, lines.size()));
      endBytes = to;
    }
    gapFrom = -1;
  }

  private static boolean startsWith(byte[] bytes, int from, byte[] start) {
    return from + start.length <= bytes.length
        && Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
  }

  /** Whether a byte is a blank, a line end, or a zero where a crash lost a blank. */
  private static boolean isBlank(byte unit) {
    return unit == ' ' || unit == 0 || unit == '\n';
  }
}
