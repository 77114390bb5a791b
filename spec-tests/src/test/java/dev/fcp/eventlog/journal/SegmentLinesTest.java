package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines and gaps are found as by a naive reader, line by line. */
@Clause("JN-10")
class SegmentLinesTest {

  private static final Path FOLDER = Path.of("/home/ann/.fcp/a.counter");
  private static final Path FILE = FOLDER.resolve("000000000001.jsonl");

  /** Lines and gaps as text, with the other results. */
  private record Found(List<String> parts, boolean isChained, List<Integer> texts, long bytesRead) {

    static Found of(SegmentLines lines) {
      List<String> parts = new ArrayList<>();
      LineTable table = lines.lines();
      for (int row = 0; row < table.size(); row++) {
        LineTable.LineLocation location = table.place(row);
        assertThat(location.file()).isEqualTo(FILE);
        parts.add(line(table.line(row), location.offsetBytes(), location.lengthBytes()));
      }
      lines.gaps().forEach(gap -> parts.add(gap(gap.offsetBytes(), gap.sizeBytes(), gap.row())));
      return new Found(parts, lines.isChained(), lines.textRows(), lines.bytesRead());
    }

    static String line(JournalLine line, int offset, int length) {
      return "line %d %d %d at %d+%d"
          .formatted(line.number(), line.crc(), line.previousCrc(), offset, length);
    }

    static String gap(int offset, int size, int row) {
      return "gap at %d+%d before %d".formatted(offset, size, row);
    }
  }

  private static boolean isBlank(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] != ' ' && bytes[at] != 0 && bytes[at] != '\n') {
        return false;
      }
    }
    return true;
  }

  /** The result of a naive reader that distinguishes only lines, blanks and the rest. */
  private static Found naive(int start, byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && isBlank(bytes, end - 1, end)) {
      end--;
    }
    List<String> parts = new ArrayList<>();
    List<String> gaps = new ArrayList<>();
    List<Integer> texts = new ArrayList<>();
    boolean chained = true;
    Optional<JournalLine> before = Optional.empty();
    int gapFrom = -1;
    int read = 0;
    for (int at = 0; at < end; ) {
      int to = at;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      Optional<JournalLine> line =
          to < bytes.length ? JournalLine.read(bytes, at, to) : Optional.empty();
      int next = to < bytes.length ? to + 1 : end;
      if (line.isEmpty()) {
        gapFrom = gapFrom < 0 ? at : gapFrom;
      } else {
        if (gapFrom >= 0) {
          gaps.add(Found.gap(start + gapFrom, at - gapFrom, parts.size()));
          gapFrom = -1;
        }
        JournalLine found = line.get();
        chained &=
            before.isEmpty()
                || (found.number() == before.get().number() + 1
                    && found.previousCrc() == before.get().crc());
        before = line;
        String json = found.json(Arrays.copyOfRange(bytes, at, to));
        if (json.startsWith("{\"type\":\"opened\"") || json.startsWith("{\"type\":\"external\"")) {
          texts.add(parts.size());
        }
        parts.add(Found.line(found, start + at, to - at));
      }
      read = next;
      at = next;
    }
    if (gapFrom >= 0) {
      gaps.add(Found.gap(start + gapFrom, read - gapFrom, parts.size()));
    }
    boolean isComplete = chained && gaps.isEmpty();
    parts.addAll(gaps);
    return new Found(parts, isComplete, texts, read);
  }

  /** Mostly consecutive lines, with garbage, blanks and zeros between them. */
  private static byte[] random(SplittableRandom random, int longest) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long number = 1;
    int crc = JournalLine.GENESIS;
    int pieces = random.nextInt(9);
    for (int part = 0; part < pieces; part++) {
      switch (random.nextInt(12)) {
        case 0 -> bytes.writeBytes("garbage\n".getBytes(StandardCharsets.US_ASCII));
        case 1 -> bytes.writeBytes("  \n".getBytes(StandardCharsets.US_ASCII));
        case 2 -> bytes.writeBytes(new byte[random.nextInt(5)]);
        case 3 -> bytes.writeBytes("{\"crc\"".getBytes(StandardCharsets.US_ASCII));
        case 4 -> bytes.write('\n');
        case 5 -> number += random.nextInt(2);
        case 6 -> crc += random.nextInt(2);
        default -> {
          String type =
              random.nextBoolean() ? "saved" : random.nextBoolean() ? "opened" : "external";
          String text = "x".repeat(random.nextInt(longest));
          byte[] json =
              "{\"type\":\"%s\",\"text\":\"%s\"}"
                  .formatted(type, text)
                  .getBytes(StandardCharsets.UTF_8);
          JournalLine.Written line = JournalLine.of(number++, crc, json);
          crc = line.crc();
          bytes.writeBytes(line.bytes());
        }
      }
    }
    bytes.writeBytes(" ".repeat(random.nextInt(3)).getBytes(StandardCharsets.US_ASCII));
    return bytes.toByteArray();
  }

  @Test
  void lines_and_gaps_of_bytes_equal_those_of_a_naive_reader() {
    SplittableRandom random = new SplittableRandom(20_260_101);
    for (int round = 0; round < Tries.of(2_000); round++) {
      byte[] bytes = random(random, 20);
      int start = random.nextInt(3) * 100;
      Found found = Found.of(SegmentLines.of(FILE, start, bytes));
      assertThat(found).as("round %d", round).isEqualTo(naive(start, bytes));
    }
  }

  /** Files are read in chunks, and lines may be longer than a chunk. */
  @ParameterizedTest
  @ValueSource(ints = {1, 40_000, 200_000})
  void lines_and_gaps_of_files_equal_those_of_a_naive_reader(int longest) throws IOException {
    SplittableRandom random = new SplittableRandom(longest);
    for (int round = 0; round < 30; round++) {
      byte[] bytes = random(random, longest);
      CrashingDisk disk = new CrashingDisk();
      disk.put(FILE, bytes);
      List<SegmentLines> all = List.of(SegmentLines.of(new JournalFolder(disk, FOLDER), FILE));
      assertThat(all).hasSize(1);
      assertThat(Found.of(all.get(0))).as("round %d", round).isEqualTo(naive(0, bytes));
      assertThat(disk.openFiles()).isEmpty();
    }
  }
}
