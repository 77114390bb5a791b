package dev.fcp.eventlog.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Combines the results of reading segments: a table of valid lines, runs of consecutive lines, and
 * the gaps between them.
 */
final class SegmentScan {

  private final LineTable lines = new LineTable();
  private final List<Run> runs = new ArrayList<>();
  private final List<SegmentLines.Gap> gaps = new ArrayList<>();
  private final List<Integer> textRows = new ArrayList<>();
  private final Set<Path> copies = new HashSet<>();
  private long bytesRead;

  /** The first row of the last run, which may still grow. */
  private int runStart;

  private boolean broken;

  /**
   * A run of consecutive lines: rows of the table, from {@code from} (inclusive) to {@code to}
   * (exclusive).
   */
  record Run(int from, int to) {}

  LineTable lines() {
    return lines;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** The gaps between lines; their rows refer to the table. */
  List<SegmentLines.Gap> gaps() {
    return gaps;
  }

  /** The rows of records that may refer to sources. */
  List<Integer> textRows() {
    return textRows;
  }

  /** The runs found so far, in the order of the files. */
  List<Run> runs() {
    List<Run> all = new ArrayList<>(runs);
    if (lines.size() > runStart) {
      all.add(new Run(runStart, lines.size()));
    }
    return all;
  }

  /** Adds the lines and gaps of the next segment or part of a segment. */
  void add(SegmentLines found) {
    bytesRead += found.bytesRead();
    LineTable next = found.lines();
    boolean isInRun = !broken && (lines.size() == 0 || lines.size() > runStart);
    if (isInRun
        && next.size() > 0
        && found.isChained()
        && lines.isContinuedBy(next.number(0), next.previousCrc(0))) {
      int before = lines.size();
      found.textRows().forEach(row -> textRows.add(before + row));
      lines.addAll(next);
      return;
    }
    int before = lines.size();
    int gap = 0;
    for (int row = 0; row <= next.size(); row++) {
      for (; gap < found.gaps().size() && found.gaps().get(gap).row() == row; gap++) {
        addGap(found.gaps().get(gap));
      }
      if (row < next.size() && add(found, row) && found.textRows().contains(row)) {
        textRows.add(lines.size() - 1);
      }
    }
    if (next.size() > 0 && lines.size() == before && found.gaps().isEmpty()) {
      copies.add(found.file());
    }
  }

  /** Adds a line; returns false if it is a copy of a known line. */
  private boolean add(SegmentLines found, int row) {
    JournalLine line = found.lines().line(row);
    if (lines.size() > runStart && !broken) {
      if (line.number() <= lines.number(lines.size() - 1) && isKnown(line)) {
        // Records are copied to a new segment before the old one is deleted.
        return false;
      }
      broken = !lines.isContinuedBy(line.number(), line.previousCrc());
    }
    if (broken && lines.size() > runStart) {
      runs.add(new Run(runStart, lines.size()));
      runStart = lines.size();
    }
    broken = false;
    LineTable.LineLocation place = found.lines().place(row);
    lines.add(place.file(), line, place.offsetBytes(), place.lengthBytes());
    return true;
  }

  /** Whether a file contains only copies of lines in earlier files. */
  boolean isCopy(Path file) {
    return copies.contains(file);
  }

  private boolean isKnown(JournalLine line) {
    long row = runStart + line.number() - lines.number(runStart);
    return row >= runStart && lines.crc((int) row) == line.crc();
  }

  private void addGap(SegmentLines.Gap gap) {
    broken = true;
    gaps.add(new SegmentLines.Gap(gap.file(), gap.offsetBytes(), gap.sizeBytes(), lines.size()));
  }
}
