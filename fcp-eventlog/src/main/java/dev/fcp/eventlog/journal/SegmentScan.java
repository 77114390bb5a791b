package dev.fcp.eventlog.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts what was found in segments together: good lines go into a table, runs of lines that follow
 * each other are noted, and so is what lies between them.
 */
final class SegmentScan {

  private final LineTable lines = new LineTable();
  private final List<Run> runs = new ArrayList<>();
  private final List<SegmentLines.Gap> gaps = new ArrayList<>();
  private final List<Integer> textRows = new ArrayList<>();
  private final Set<Path> withOwnLines = new HashSet<>();
  private final Set<Path> withCopies = new HashSet<>();
  private long bytesRead;

  /** The last run may still grow; from its first row. */
  private int runStart;

  private boolean broken;

  /** Lines that follow each other: rows of the table, the last one excluded. */
  record Run(int from, int to) {}

  LineTable lines() {
    return lines;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** What is no line that follows the one before; the rows are those of the table. */
  List<SegmentLines.Gap> gaps() {
    return gaps;
  }

  /** The rows of records that may name texts. */
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

  /** Adds what was found in the next segment, or in the next part of one. */
  void add(SegmentLines found) {
    bytesRead += found.bytesRead();
    if (found.isChained() && found.lines().size() > 0 && follows(found.lines())) {
      int before = lines.size();
      found.textRows().forEach(row -> textRows.add(before + row));
      withOwnLines.add(found.file());
      lines.addAll(found.lines());
      return;
    }
    int gap = 0;
    for (int row = 0; row <= found.lines().size(); row++) {
      for (; gap < found.gaps().size() && found.gaps().get(gap).row() == row; gap++) {
        addGap(found.gaps().get(gap));
      }
      if (row < found.lines().size() && add(found, row) && found.textRows().contains(row)) {
        textRows.add(lines.size() - 1);
      }
    }
  }

  /** Whether the lines go on where those before end, or are the first. */
  private boolean follows(LineTable next) {
    int last = lines.size() - 1;
    return !broken
        && (last < 0
            || (last >= runStart
                && next.number(0) == lines.number(last) + 1
                && next.previousCrc(0) == lines.crc(last)));
  }

  /** Whether the line is one of its own. */
  private boolean add(SegmentLines found, int row) {
    JournalLine line = found.lines().line(row);
    if (lines.size() > runStart && !broken) {
      int last = lines.size() - 1;
      long next = lines.number(last) + 1;
      if (line.number() < next && isKnown(line)) {
        // Records are copied to a new segment before the old one is deleted.
        withCopies.add(found.file());
        return false;
      }
      broken = line.number() != next || line.previousCrc() != lines.crc(last);
    }
    if (broken) {
      endRun();
    }
    withOwnLines.add(found.file());
    LineTable.LineLocation place = found.lines().place(row);
    lines.add(place.file(), line, place.offsetBytes(), place.lengthBytes());
    return true;
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

  private void addGap(SegmentLines.Gap gap) {
    broken = true;
    gaps.add(new SegmentLines.Gap(gap.file(), gap.offsetBytes(), gap.sizeBytes(), lines.size()));
  }
}
