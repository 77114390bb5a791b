package dev.fcp.eventlog.journal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads segments line by line: good lines go into a table, runs of lines that follow each other are
 * noted, and so is what lies between them.
 */
final class SegmentScan {

  private static final byte[] OPENED = "\"type\":\"opened\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EXTERNAL =
      "\"type\":\"external\"".getBytes(StandardCharsets.US_ASCII);

  private final LineTable lines = new LineTable();
  private final List<Run> runs = new ArrayList<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final List<Integer> textRows = new ArrayList<>();
  private final Set<Path> withOwnLines = new HashSet<>();
  private final Set<Path> withCopies = new HashSet<>();
  private long bytesRead;

  /** The last run may still grow; from its first row. */
  private int runStart;

  private boolean broken;

  /** Lines that follow each other: rows of the table, the last one excluded. */
  record Run(int from, int to) {}

  /**
   * Bytes that are no line that follows the one before.
   *
   * @param row how many good lines stand before it
   */
  record Gap(Path file, int offsetBytes, int sizeBytes, int row) {}

  LineTable lines() {
    return lines;
  }

  long bytesRead() {
    return bytesRead;
  }

  List<Gap> gaps() {
    return gaps;
  }

  /** The runs found so far, in the order of the files. */
  List<Run> runs() {
    List<Run> all = new ArrayList<>(runs);
    if (lines.size() > runStart) {
      all.add(new Run(runStart, lines.size()));
    }
    return all;
  }

  /** Reads a segment from an offset on; {@code bytes} are those from there to its end. */
  void read(Path file, int startBytes, byte[] bytes) {
    int end = endOfContent(bytes);
    bytesRead += end;
    int at = 0;
    while (at < end) {
      int lineEnd = lineEnd(bytes, at);
      Optional<JournalLine> line =
          lineEnd < bytes.length ? JournalLine.read(bytes, at, lineEnd) : Optional.empty();
      if (line.isPresent()) {
        int before = lines.size();
        add(file, line.get(), startBytes + at, lineEnd - at);
        int content = at + line.get().contentStart();
        if (lines.size() > before
            && (startsWith(bytes, content, OPENED) || startsWith(bytes, content, EXTERNAL))) {
          textRows.add(before);
        }
      } else {
        addGap(new Gap(file, startBytes + at, Math.min(lineEnd + 1, end) - at, lines.size()));
      }
      at = lineEnd + 1;
    }
  }

  private void add(Path file, JournalLine line, int offsetBytes, int lengthBytes) {
    if (lines.size() > runStart && !broken) {
      int last = lines.size() - 1;
      long next = lines.number(last) + 1;
      if (line.number() < next && isKnown(line)) {
        // Records are copied to a new segment before the old one is deleted.
        withCopies.add(file);
        return;
      }
      broken = line.number() != next || line.previousCrc() != lines.crc(last);
    }
    if (broken) {
      endRun();
    }
    withOwnLines.add(file);
    lines.add(file, line, offsetBytes, lengthBytes);
  }

  /** The rows of records that may name texts. */
  List<Integer> textRows() {
    return textRows;
  }

  private static boolean startsWith(byte[] bytes, int from, byte[] start) {
    return from + start.length <= bytes.length
        && Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
  }

  /** Whether a file holds nothing but copies of lines in files before it. */
  boolean isCopy(Path file) {
    return withCopies.contains(file)
        && !withOwnLines.contains(file)
        && gaps.stream().noneMatch(gap -> gap.file().equals(file));
  }

  private boolean isKnown(JournalLine line) {
    long row = runStart + line.number() - lines.number(runStart);
    return row >= runStart && lines.crc((int) row) == line.crc();
  }

  private void endRun() {
    if (lines.size() > runStart) {
      runs.add(new Run(runStart, lines.size()));
      runStart = lines.size();
    }
    broken = false;
  }

  private void addGap(Gap gap) {
    broken = true;
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
    return before.file().equals(gap.file())
        && before.row() == gap.row()
        && before.offsetBytes() + before.sizeBytes() == gap.offsetBytes();
  }

  private static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /** Where the space that was taken beforehand begins; the last line end is content. */
  private static int endOfContent(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && isBlank(bytes[end - 1])) {
      end--;
    }
    return end < bytes.length && end > 0 && bytes[end] == '\n' ? end + 1 : end;
  }

  /** Blanks, or zeros where a crash lost the blanks. */
  private static boolean isBlank(byte unit) {
    return unit == ' ' || unit == 0 || unit == '\n';
  }
}
