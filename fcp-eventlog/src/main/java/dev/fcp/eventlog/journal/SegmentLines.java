package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The lines that are as they were written in a part of a segment, and the gaps between them. It
 * knows nothing of other segments, so that several can be read at the same time.
 */
final class SegmentLines {

  /** From so many segments on they are read by several threads. */
  private static final int MANY = 4;

  /** So much of a segment is read at a time, if its lines are not longer. */
  private static final int CHUNK_BYTES = 1 << 16;

  private static final byte[] OPENED = "\"type\":\"opened\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EXTERNAL =
      "\"type\":\"external\"".getBytes(StandardCharsets.US_ASCII);

  private final Path file;
  private final LineTable lines = new LineTable();
  private final List<Gap> gaps = new ArrayList<>();
  private final List<Integer> textRows = new ArrayList<>();
  private boolean chained = true;

  /** Where reading began, and where the last line or gap ends. */
  private int bytesBefore;

  private int endBytes;

  /** Blank lines of which nobody knows yet whether something follows; none if negative. */
  private int blankFrom = -1;

  private int blankTo;

  /**
   * Bytes that are no line.
   *
   * @param row how many good lines stand before it
   */
  record Gap(Path file, int offsetBytes, int sizeBytes, int row) {}

  private SegmentLines(Path file) {
    this.file = file;
  }

  /** Reads segments as a whole, several at a time if they are many. */
  static List<SegmentLines> of(JournalFolder folder, List<Path> files) throws IOException {
    if (files.size() < MANY) {
      List<SegmentLines> all = new ArrayList<>();
      for (Path file : files) {
        all.add(of(folder, file));
      }
      return all;
    }
    try {
      return files.parallelStream().map(file -> unchecked(folder, file)).toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e.getCause());
    }
  }

  private static SegmentLines unchecked(JournalFolder folder, Path file) {
    try {
      return of(folder, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a segment piece by piece, each from the beginning of a line on. */
  private static SegmentLines of(JournalFolder folder, Path file) throws IOException {
    SegmentLines found = new SegmentLines(file);
    try (Disk.Handle open = folder.disk().open(file)) {
      int offset = 0;
      int size = CHUNK_BYTES;
      boolean last = false;
      while (!last) {
        byte[] bytes = open.read(offset, size);
        last = bytes.length < size;
        int used = found.read(offset, bytes, last);
        offset += used;
        size = used == 0 ? 2 * size : CHUNK_BYTES;
      }
    }
    return found;
  }

  /** Reads a segment from an offset on; {@code bytes} are those from there to its end. */
  static SegmentLines of(Path file, int startBytes, byte[] bytes) {
    SegmentLines found = new SegmentLines(file);
    found.bytesBefore = startBytes;
    int unused = bytes.length - found.read(startBytes, bytes, true);
    if (unused != 0) {
      throw new IllegalStateException(unused + " bytes were not read");
    }
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

  /** The rows of records that may name texts. */
  List<Integer> textRows() {
    return textRows;
  }

  /** How many bytes were lines, or stood between them. */
  long bytesRead() {
    return Math.max(0, endBytes - bytesBefore);
  }

  /** Whether each line follows the one before it, and nothing stands between or behind them. */
  boolean isChained() {
    return chained && gaps.isEmpty();
  }

  /**
   * Reads all lines that end in these bytes, and the last one if it does not.
   *
   * @return how many bytes were read
   */
  private int read(int startBytes, byte[] bytes, boolean last) {
    int at = 0;
    int lineEnd = ByteSearch.lineEnd(bytes, 0);
    while (lineEnd < bytes.length) {
      readLine(startBytes, bytes, at, lineEnd);
      at = lineEnd + 1;
      lineEnd = ByteSearch.lineEnd(bytes, at);
    }
    if (!last) {
      return at;
    }
    int end = bytes.length;
    while (end > at && isBlank(bytes[end - 1])) {
      end--;
    }
    if (end > at) {
      addGap(startBytes + at, startBytes + end);
    }
    return bytes.length;
  }

  private void readLine(int startBytes, byte[] bytes, int at, int lineEnd) {
    Optional<JournalLine> line = JournalLine.read(bytes, at, lineEnd);
    if (line.isPresent()) {
      addBlank();
      add(line.get(), startBytes + at, lineEnd - at);
      endBytes = startBytes + lineEnd + 1;
      int content = at + line.get().contentStart();
      if (startsWith(bytes, content, OPENED) || startsWith(bytes, content, EXTERNAL)) {
        textRows.add(lines.size() - 1);
      }
    } else if (isBlank(bytes, at, lineEnd)) {
      // At the end of the segment it is space that was taken beforehand.
      blankFrom = blankFrom < 0 ? startBytes + at : blankFrom;
      blankTo = startBytes + lineEnd + 1;
    } else {
      addGap(startBytes + at, startBytes + lineEnd + 1);
    }
  }

  private static boolean isBlank(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && isBlank(bytes[at])) {
      at++;
    }
    return at == to;
  }

  /** What was blank is a gap, for something follows it. */
  private void addBlank() {
    if (blankFrom >= 0) {
      int from = blankFrom;
      blankFrom = -1;
      addGap(from, blankTo);
    }
  }

  private void addGap(int from, int to) {
    addBlank();
    addGap(new Gap(file, from, to - from, lines.size()));
    endBytes = to;
  }

  private void add(JournalLine line, int offsetBytes, int lengthBytes) {
    int last = lines.size() - 1;
    chained =
        chained
            && (last < 0
                || (line.number() == lines.number(last) + 1
                    && line.previousCrc() == lines.crc(last)));
    lines.add(file, line, offsetBytes, lengthBytes);
  }

  private void addGap(Gap gap) {
    int last = gaps.size() - 1;
    if (last >= 0 && adjoin(gaps.get(last), gap)) {
      Gap before = gaps.remove(last);
      int sizeBytes = gap.offsetBytes() + gap.sizeBytes() - before.offsetBytes();
      gaps.add(new Gap(gap.file(), before.offsetBytes(), sizeBytes, gap.row()));
    } else {
      gaps.add(gap);
    }
  }

  private static boolean adjoin(Gap before, Gap gap) {
    return before.row() == gap.row()
        && before.offsetBytes() + before.sizeBytes() == gap.offsetBytes();
  }

  private static boolean startsWith(byte[] bytes, int from, byte[] start) {
    return from + start.length <= bytes.length
        && Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
  }

  /** Blanks, or zeros where a crash lost the blanks. */
  private static boolean isBlank(byte unit) {
    return unit == ' ' || unit == 0 || unit == '\n';
  }
}
