package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gzip file of a segment: its members, its index, and what is read from a damaged one. */
@Clause({"JN-3", "JN-10"})
class CompressedSegmentTest {

  private static final Path FILE = Path.of("/home/ann/.fcp/a.counter/000000000001.jsonl.gz");
  private static final int LINE_BYTES = 100;

  private final CrashingDisk disk = new CrashingDisk();
  private final Random random = new Random(3);

  /** Lines of the same length that compress to about half of it. */
  private byte[] lines(int count) {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < count; line++) {
      for (int i = 0; i < LINE_BYTES - 1; i++) {
        text.append((char) ('0' + random.nextInt(10)));
      }
      text.append('\n');
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private CompressedSegment store(byte[] file) throws IOException {
    disk.createFolder(FILE.getParent());
    disk.put(FILE, file);
    return CompressedSegment.in(disk, FILE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 655, 656, 700, 1311, 1312, 5000})
  void the_lines_are_read_at_every_offset_and_by_any_gzip_program(int count) throws IOException {
    byte[] lines = lines(count);
    byte[] file = CompressedSegment.of(lines);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file))) {
      assertThat(in.readAllBytes()).isEqualTo(lines);
    }
    CompressedSegment segment = store(file);
    assertThat(segment.sizeBytes()).isEqualTo(lines.length);
    assertThat(segment.read(0, Integer.MAX_VALUE)).isEqualTo(lines);
    for (int trial = 0; trial < 50; trial++) {
      int from = random.nextInt(lines.length + 10);
      int to = from + random.nextInt(200_000);
      assertThat(segment.read(from, to - from))
          .isEqualTo(
              Arrays.copyOfRange(lines, Math.min(from, lines.length), Math.min(to, lines.length)));
    }
  }

  @Test
  void a_last_line_without_an_end_and_a_very_long_line_are_kept() throws IOException {
    byte[] bytes = ("short\n" + "long".repeat(100_000) + "\nlast").getBytes(StandardCharsets.UTF_8);
    assertThat(store(CompressedSegment.of(bytes)).read(0, Integer.MAX_VALUE)).isEqualTo(bytes);
  }

  @Test
  void without_a_file_there_are_no_lines() throws IOException {
    CompressedSegment missing = CompressedSegment.in(disk, FILE);
    assertThat(missing.sizeBytes()).isZero();
    assertThat(missing.read(0, 10)).isEmpty();
  }

  /** The cost of reading one line does not depend on the size of the segment. */
  @Test
  void one_line_is_read_from_one_member() throws IOException {
    for (int count : new int[] {2000, 100_000}) {
      byte[] file = CompressedSegment.of(lines(count));
      store(file);
      List<FailingDisk.Kind> calls = new ArrayList<>();
      Disk counting = FailingDisk.observed(disk, call -> calls.add(call.kind()));
      byte[] line = CompressedSegment.in(counting, FILE).read(LINE_BYTES * (count / 2), LINE_BYTES);
      assertThat(line).hasSize(LINE_BYTES).endsWith((byte) '\n');
      assertThat(calls).hasSize(4);
    }
  }

  /** Only the lines of the damaged member may differ. */
  @Test
  void a_flipped_bit_moves_no_other_line() throws IOException {
    byte[] lines = lines(700);
    byte[] file = CompressedSegment.of(lines);
    int indexStart = file.length - 70;
    Tries.sweep(indexStart, at -> false)
        .forEach(at -> {
          byte[] flipped = file.clone();
          flipped[at] ^= (byte) (1 << random.nextInt(8));
          requireOneMemberLost(lines, flipped);
        });
  }

  private void requireOneMemberLost(byte[] lines, byte[] flipped) {
    try {
      byte[] read = store(flipped).read(0, Integer.MAX_VALUE);
      assertThat(read).hasSameSizeAs(lines);
      int first = Arrays.mismatch(read, lines);
      int last = lines.length;
      while (last > 0 && read[last - 1] == lines[last - 1]) {
        last--;
      }
      assertThat(last - first).isLessThan((1 << 16) + LINE_BYTES);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void without_the_index_all_lines_before_the_damage_are_read() throws IOException {
    byte[] lines = lines(2000);
    byte[] file = CompressedSegment.of(lines);
    for (int length = 0; length < file.length; length += 997) {
      byte[] read = store(Arrays.copyOf(file, length)).read(0, Integer.MAX_VALUE);
      int valid = Arrays.mismatch(read, lines);
      // The rest of a member that was truncated may be an incomplete line.
      assertThat(valid < 0 ? read.length : read.length - valid).isLessThan(3 * LINE_BYTES);
      assertThat(valid < 0 ? read.length : valid).isGreaterThan(2 * length - (1 << 16) / 8);
    }
    byte[] inserted = Arrays.copyOf(file, file.length + 1);
    System.arraycopy(file, 0, inserted, 1, file.length);
    byte[] read = store(inserted).read(0, Integer.MAX_VALUE);
    assertThat(Arrays.copyOfRange(read, read.length - lines.length, read.length)).isEqualTo(lines);
  }

  @Test
  void a_damaged_index_and_a_damaged_member_leave_the_other_members() throws IOException {
    byte[] lines = lines(3000);
    byte[] file = CompressedSegment.of(lines);
    file[file.length - 12] ^= 1;
    file[file.length / 2] ^= 1;
    byte[] read = store(file).read(0, Integer.MAX_VALUE);
    assertThat(read).startsWith(Arrays.copyOf(lines, 1 << 16));
    int rest = lines.length - 4 * (1 << 16);
    assertThat(read).endsWith(Arrays.copyOfRange(lines, lines.length - rest, lines.length));
  }

  @Test
  void an_index_that_claims_impossible_sizes_is_not_used() throws IOException {
    byte[] lines = lines(2000);
    byte[] file = CompressedSegment.of(lines);
    ByteBuffer forged = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int end = file.length - 18;
    int start = end - 16 - 16 * forged.getInt(end);
    for (int claimed : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, 0, -1}) {
      for (int at = start + 16; at < end; at += 4) {
        int before = forged.getInt(at);
        CRC32 crc = new CRC32();
        crc.update(forged.putInt(at, claimed).array(), start, end - start);
        forged.putInt(end + 4, (int) crc.getValue());
        assertThat(store(file).read(0, Integer.MAX_VALUE)).isEqualTo(lines);
        forged.putInt(at, before);
      }
    }
  }
}
