package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Segments that are recognized as a whole have the same result as line by line. */
@Clause("JN-10")
class SegmentScanTest {

  private static final Path FOLDER = Path.of("/home/ann/.fcp/a.counter");

  private final SplittableRandom random = new SplittableRandom(20_260_101);

  /** The result of a scan, computed naively line by line. */
  private static final class NaiveScan {
    final List<JournalLine> lines = new ArrayList<>();
    final List<SegmentScan.Run> runs = new ArrayList<>();
    final List<SegmentLines.Gap> gaps = new ArrayList<>();
    final List<Integer> texts = new ArrayList<>();
    final Set<Path> copies = new HashSet<>();
    final Set<Path> others = new HashSet<>();
    private int start;
    private boolean broken;

    void add(SegmentLines found) {
      for (int row = 0; row <= found.lines().size(); row++) {
        for (SegmentLines.Gap gap : found.gaps()) {
          if (gap.row() == row) {
            gaps.add(
                new SegmentLines.Gap(gap.file(), gap.offsetBytes(), gap.sizeBytes(), lines.size()));
            others.add(gap.file());
            broken = true;
          }
        }
        if (row < found.lines().size() && isNew(found.file(), found.lines().line(row))) {
          if (found.textRows().contains(row)) {
            texts.add(lines.size());
          }
          lines.add(found.lines().line(row));
          others.add(found.file());
        }
      }
    }

    private boolean isNew(Path file, JournalLine line) {
      if (lines.size() > start && !broken) {
        JournalLine last = lines.get(lines.size() - 1);
        if (lines.subList(start, lines.size()).contains(line)) {
          copies.add(file);
          return false;
        }
        broken = line.number() != last.number() + 1 || line.previousCrc() != last.crc();
      }
      if (broken) {
        endRun();
        broken = false;
      }
      return true;
    }

    private void endRun() {
      if (lines.size() > start) {
        runs.add(new SegmentScan.Run(start, lines.size()));
        start = lines.size();
      }
    }

    List<SegmentScan.Run> runs() {
      endRun();
      return runs;
    }
  }

  /** Segments one after the other; now and then one is damaged, or begins with lines of others. */
  private List<SegmentLines> segments() {
    List<SegmentLines> segments = new ArrayList<>();
    List<byte[]> written = new ArrayList<>();
    long number = 1;
    int crc = JournalLine.GENESIS;
    int count = 1 + random.nextInt(4);
    for (int segment = 0; segment < count; segment++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      int copied = random.nextInt(3) == 0 ? random.nextInt(written.size() + 1) : 0;
      written.subList(written.size() - copied, written.size()).forEach(bytes::writeBytes);
      damage(bytes, 10);
      int lines = random.nextInt(4);
      for (int i = 0; i < lines; i++) {
        String type = random.nextInt(3) == 0 ? "opened" : "saved";
        byte[] json = "{\"type\":\"%s\"}".formatted(type).getBytes(StandardCharsets.US_ASCII);
        JournalLine.Written line = JournalLine.of(number++, crc, json);
        crc = line.crc();
        bytes.writeBytes(line.bytes());
        written.add(line.bytes());
        damage(bytes, 12);
        number += random.nextInt(12) == 0 ? 1 : 0;
        crc += random.nextInt(12) == 0 ? 1 : 0;
      }
      Path file = FOLDER.resolve("%012d.jsonl".formatted(segment));
      segments.add(SegmentLines.of(file, 0, bytes.toByteArray()));
    }
    return segments;
  }

  /** Writes damage once in the given number of times on average. */
  private void damage(ByteArrayOutputStream bytes, int times) {
    if (random.nextInt(times) == 0) {
      bytes.writeBytes("damage\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Test
  void runs_gaps_and_copies_equal_those_of_a_naive_scan() {
    for (int round = 0; round < Tries.of(3_000); round++) {
      SegmentScan scan = new SegmentScan();
      NaiveScan slow = new NaiveScan();
      List<SegmentLines> segments = segments();
      for (SegmentLines segment : segments) {
        scan.add(segment);
        slow.add(segment);
      }
      List<JournalLine> lines = new ArrayList<>();
      for (int row = 0; row < scan.lines().size(); row++) {
        lines.add(scan.lines().line(row));
      }
      assertThat(lines).as("round %d", round).isEqualTo(slow.lines);
      assertThat(scan.runs()).as("round %d", round).isEqualTo(slow.runs());
      assertThat(scan.gaps()).isEqualTo(slow.gaps);
      assertThat(scan.textRows()).isEqualTo(slow.texts);
      assertThat(scan.bytesRead())
          .isEqualTo(segments.stream().mapToLong(SegmentLines::bytesRead).sum());
      for (SegmentLines segment : segments) {
        Path file = segment.file();
        boolean isCopy = slow.copies.contains(file) && !slow.others.contains(file);
        assertThat(scan.isCopy(file)).as("round %d", round).isEqualTo(isCopy);
      }
    }
  }
}
