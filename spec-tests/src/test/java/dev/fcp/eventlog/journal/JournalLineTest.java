package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The frame of a line is read as it was written, or not at all. */
@Clause("JN-10")
class JournalLineTest {

  private static final byte[] JSON = "{\"type\":\"x\"}".getBytes(StandardCharsets.UTF_8);

  /** A line with a valid checksum and any text instead of its number. */
  private static byte[] line(String number) {
    byte[] bytes = JournalLine.of(7, 0xabcdef01, JSON).bytes();
    String line = new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
    byte[] other = line.replace("\"n\":7,", "\"n\":" + number).getBytes(StandardCharsets.UTF_8);
    int covered = line.indexOf("\",\"prev\"");
    String crc = JournalLine.hex(JournalLine.crc(other, covered, other.length));
    System.arraycopy(crc.getBytes(StandardCharsets.UTF_8), 0, other, "{\"crc\":\"".length(), 8);
    return other;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9, 10, 99_999, 999_999_999_999L})
  void a_frame_survives_a_round_trip(long number) {
    for (int previous : new int[] {0, -1, 0x09afbc12}) {
      byte[] bytes = JournalLine.of(number, previous, JSON).bytes();
      JournalLine read = JournalLine.read(bytes, 0, bytes.length - 1).orElseThrow();
      assertThat(read.number()).isEqualTo(number);
      assertThat(read.previousCrc()).isEqualTo(previous);
      assertThat(read.json(Arrays.copyOf(bytes, bytes.length - 1))).isEqualTo("{\"type\":\"x\"}");
      bytes[bytes.length - 3] ^= 1;
      assertThat(JournalLine.read(bytes, 0, bytes.length - 1)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'7,',true",
    "'999999999999999999,',true",
    "'9999999999999999999,',false",
    "',',false",
    "'7;',false",
    "'7:,',false",
    "'/,',false",
    "'-7,',false",
    "'7',false"
  })
  void a_number_consists_of_digits_and_a_comma(String number, boolean isRead) {
    byte[] line = line(number);
    assertThat(JournalLine.read(line, 0, line.length).isPresent()).isEqualTo(isRead);
  }

  @Test
  void a_line_that_is_too_short_is_malformed_at_any_offset() {
    byte[] line = JournalLine.of(7, 0xabcdef01, JSON).bytes();
    for (int before : new int[] {0, 1, 1_000}) {
      byte[] bytes = new byte[before + line.length];
      System.arraycopy(line, 0, bytes, before, line.length);
      for (int length = 0; length < line.length - 1; length++) {
        assertThat(JournalLine.read(bytes, before, before + length)).isEmpty();
      }
      assertThat(JournalLine.read(bytes, before, before + line.length - 1)).isPresent();
    }
  }

  @Test
  void a_line_that_ends_within_its_number_is_malformed() {
    byte[] line = line("7777");
    int end = new String(line, StandardCharsets.UTF_8).indexOf("7777") + 4;
    byte[] cut = Arrays.copyOf(line, end);
    String crc =
        JournalLine.hex(
            JournalLine.crc(
                cut, new String(cut, StandardCharsets.UTF_8).indexOf("\",\"prev\""), cut.length));
    System.arraycopy(crc.getBytes(StandardCharsets.UTF_8), 0, cut, "{\"crc\":\"".length(), 8);
    assertThat(JournalLine.read(cut, 0, cut.length)).isEmpty();
  }

  /** A journal begins with record 1, which has no predecessor. */
  @ParameterizedTest
  @CsvSource({"1,0,1", "3,0,0", "1,5,0"})
  void only_the_first_record_begins_a_journal(long number, int previous, long last) {
    CrashingDisk disk = new CrashingDisk();
    Path folder = Path.of("/home/ann/.fcp/a.counter");
    int before = previous == 0 ? JournalLine.GENESIS : previous;
    disk.put(
        folder.resolve("%012d.jsonl".formatted(number)),
        JournalLine.of(number, before, JSON).bytes());
    try (FileJournal journal =
        FileJournal.open(folder, FileJournal.Settings.defaults().withDisk(disk))) {
      assertThat(journal.lastNumber()).isEqualTo(last);
      assertThat(journal.recoveryReport().losses()).hasSize(last == 1 ? 0 : 1);
    }
  }
}
