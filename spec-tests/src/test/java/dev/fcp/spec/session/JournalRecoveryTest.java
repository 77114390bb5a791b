package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.append;
import static dev.fcp.spec.session.NumberedRecords.found;
import static dev.fcp.spec.session.NumberedRecords.keepSnapshot;
import static dev.fcp.spec.session.NumberedRecords.record;
import static dev.fcp.spec.session.NumberedRecords.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.journal.RecoveryReport.Kind;
import dev.fcp.eventlog.journal.RecoveryReport.Loss;
import dev.fcp.eventlog.journal.RecoveryReport.RecordRange;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
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
import org.junit.jupiter.params.provider.CsvSource;

/** What recovery reports about a damaged journal, to the byte, and what it keeps. */
@Clause("JN-10")
class JournalRecoveryTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;
  private static final int RECORDS = 6;
  private static final long LARGE = JournalFixtures.LARGE_SEGMENT_BYTES;

  private CrashingDisk disk = new CrashingDisk();

  private FileJournal open(long segmentBytes) {
    return FileJournal.open(FOLDER, JournalFixtures.on(disk).withSegmentBytes(segmentBytes));
  }

  private void write(long segmentBytes) {
    try (FileJournal journal = open(segmentBytes)) {
      append(journal, 1, RECORDS);
    }
  }

  /** Writes six records, two in each segment. */
  private void writePairs() {
    write(lineBytes() + 1);
    assertThat(segments()).containsExactly(1L, 3L, 5L);
  }

  private static Path segment(long firstNumber) {
    return FOLDER.resolve("%012d.jsonl".formatted(firstNumber));
  }

  private List<Long> segments() {
    return disk.files().keySet().stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> name.endsWith(".jsonl"))
        .map(name -> Long.parseLong(name.substring(0, 12)))
        .toList();
  }

  private byte[] bytes(Path file) {
    return disk.files().get(file);
  }

  /** Returns the length of a line; all lines have the same length. */
  private static int lineBytes() {
    CrashingDisk other = new CrashingDisk();
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(other))) {
      journal.append(0, record(1));
    }
    return other.files().get(segment(1)).length;
  }

  private void put(Path file, byte[]... parts) {
    byte[] all = new byte[0];
    for (byte[] part : parts) {
      int end = all.length;
      all = Arrays.copyOf(all, end + part.length);
      System.arraycopy(part, 0, all, end, part.length);
    }
    disk.put(file, all);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Requires that opening finds the given records and reports the given losses, and that the next
   * opening finds no damage.
   */
  private void requireFound(long last, Loss... losses) {
    long bytes = segments().stream().mapToLong(it -> sizeBeforeBlanks(bytes(segment(it)))).sum();
    RecoveryReport report;
    try (FileJournal journal = open(LARGE)) {
      report = journal.recoveryReport();
      assertThat(journal.lastNumber()).isEqualTo(last);
      assertThat(journal.read(1)).isEqualTo(records(1, last));
    }
    assertThat(report.losses()).containsExactly(losses);
    assertThat(report.bytesRead()).isEqualTo(bytes);
    assertThat(report.isClean()).isEqualTo(losses.length == 0);
    assertThat(report.setAsideBytes())
        .isEqualTo(Arrays.stream(losses).mapToLong(Loss::sizeBytes).sum());
    requireDurableRepair(last);
    try (FileJournal journal = open(LARGE)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      append(journal, last + 1, last + 2);
      assertThat(journal.read(1)).isEqualTo(records(1, last + 2));
    }
    try (FileJournal journal = open(LARGE)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(journal.read(1)).isEqualTo(records(1, last + 2));
    }
  }

  private static int sizeBeforeBlanks(byte[] bytes) {
    int size = bytes.length;
    while (size > 0
        && (bytes[size - 1] == ' ' || bytes[size - 1] == 0 || bytes[size - 1] == '\n')) {
      size--;
    }
    // The line end belongs to the last line.
    return size < bytes.length && size > 0 && bytes[size] == '\n' ? size + 1 : size;
  }

  /** Requires that the repair survives a power cut. */
  private void requireDurableRepair(long last) {
    for (int seed = 0; seed < 8; seed++) {
      CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
      try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(crashed))) {
        assertThat(journal.recoveryReport().isClean()).isTrue();
        assertThat(journal.read(1)).isEqualTo(records(1, last));
      }
    }
  }

  private static Loss loss(
      Kind kind, long segment, long offset, long size, Optional<RecordRange> readable) {
    String name = segment(segment).getFileName().toString();
    String aside = name + (offset == 0 ? "" : "." + offset) + ".aside";
    return new Loss(kind, name, offset, size, readable, Optional.of(aside));
  }

  @Test
  void an_incomplete_last_line_is_a_torn_tail() {
    int lineLength = lineBytes();
    for (int remaining : new int[] {1, 10, lineLength - 1}) {
      disk = new CrashingDisk();
      write(LARGE);
      byte[] original = bytes(segment(1));
      disk.put(segment(1), Arrays.copyOf(original, 5 * lineLength + remaining));
      requireFound(5, loss(Kind.TORN_TAIL, 1, 5L * lineLength, remaining, Optional.empty()));
      assertThat(bytes(FOLDER.resolve("000000000001.jsonl.%d.aside".formatted(5 * lineLength))))
          .isEqualTo(Arrays.copyOfRange(original, 5 * lineLength, 5 * lineLength + remaining));
    }
  }

  @Test
  void damage_in_the_middle_lists_the_readable_records_after_it() {
    write(LARGE);
    int lineLength = lineBytes();
    disk.flipBit(segment(1), 2 * lineLength + lineLength / 2, 3);
    requireFound(
        2,
        loss(Kind.DAMAGE, 1, 2L * lineLength, 4L * lineLength, Optional.of(new RecordRange(4, 6))));
  }

  @Test
  void damage_in_the_first_record_leaves_none() {
    write(LARGE);
    int lineLength = lineBytes();
    disk.flipBit(segment(1), lineLength / 2, 3);
    requireFound(0, loss(Kind.DAMAGE, 1, 0, 6L * lineLength, Optional.of(new RecordRange(2, 6))));
  }

  @Test
  void whole_segments_after_damage_are_set_aside() {
    writePairs();
    int lineLength = lineBytes();
    disk.flipBit(segment(3), lineLength / 2, 3);
    requireFound(
        2,
        loss(Kind.DAMAGE, 3, 0, 2L * lineLength, Optional.of(new RecordRange(4, 4))),
        loss(Kind.DAMAGE, 5, 0, 2L * lineLength, Optional.of(new RecordRange(5, 6))));
  }

  @Test
  void blanks_and_zeros_after_the_last_line_are_not_a_loss() {
    write(LARGE);
    byte[] original = bytes(segment(1));
    put(segment(1), original, ascii("   "), new byte[9], ascii(" "));
    requireFound(RECORDS);
  }

  @Test
  void the_blanks_after_a_torn_tail_are_not_counted() {
    write(LARGE);
    byte[] original = bytes(segment(1));
    put(segment(1), original, ascii("{\"crc"), new byte[3], ascii("   "));
    requireFound(RECORDS, loss(Kind.TORN_TAIL, 1, original.length, 5, Optional.empty()));
  }

  @Test
  void an_empty_next_segment_is_continued() {
    write(LARGE);
    disk.put(segment(7), ascii("      "));
    requireFound(RECORDS);
    assertThat(segments()).containsExactly(1L, 7L);
  }

  @Test
  void an_empty_segment_elsewhere_is_removed() {
    write(LARGE);
    disk.put(segment(9), new byte[20]);
    requireFound(RECORDS);
    assertThat(segments()).containsExactly(1L);
  }

  @Test
  void a_malformed_segment_file_is_set_aside() {
    write(LARGE);
    disk.put(segment(9), ascii("  hello"));
    requireFound(RECORDS, loss(Kind.TORN_TAIL, 9, 0, 7, Optional.empty()));
    assertThat(bytes(FOLDER.resolve("000000000009.jsonl.aside"))).isEqualTo(ascii("  hello"));
  }

  @Test
  void duplicate_records_are_read_once() {
    write(LARGE);
    byte[] original = bytes(segment(1));
    disk.put(segment(4), Arrays.copyOfRange(original, 3 * lineBytes(), original.length));
    requireFound(RECORDS);
  }

  @Test
  void without_its_first_records_and_a_snapshot_nothing_can_be_used() throws IOException {
    writePairs();
    disk.delete(segment(1));
    long lineLength = lineBytes();
    requireFound(
        0,
        loss(Kind.DAMAGE, 3, 0, 2 * lineLength, Optional.of(new RecordRange(3, 4))),
        loss(Kind.DAMAGE, 5, 0, 2 * lineLength, Optional.of(new RecordRange(5, 6))));
  }

  @Test
  void unfinished_files_are_removed() {
    write(LARGE);
    disk.put(FOLDER.resolve("x.tmp"), ascii("half"));
    requireFound(RECORDS);
    assertThat(disk.files()).doesNotContainKey(FOLDER.resolve("x.tmp"));
  }

  @Test
  @Clause("JN-4")
  void a_snapshot_whose_records_are_all_lost_is_continued_from() throws IOException {
    writePairs();
    try (FileJournal journal = open(LARGE)) {
      keepSnapshot(journal, 4);
    }
    for (long segment : segments()) {
      disk.delete(segment(segment));
    }
    try (FileJournal journal = open(LARGE)) {
      assertThat(journal.recoveryReport().losses())
          .containsExactly(
              new Loss(
                  Kind.BEFORE_SNAPSHOT,
                  "000000000001.jsonl",
                  0,
                  0,
                  Optional.empty(),
                  Optional.empty()));
      assertThat(journal.firstNumber()).isEqualTo(5);
      assertThat(journal.lastNumber()).isEqualTo(4);
      append(journal, 5, 6);
    }
    try (FileJournal journal = open(LARGE)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(journal.read(5)).isEqualTo(records(5, 6));
    }
  }

  @ParameterizedTest
  @CsvSource({"2,4", "1,3"})
  @Clause("JN-4")
  void the_segment_is_named_in_which_the_record_of_the_snapshot_was(int each, long snapshot)
      throws IOException {
    write((each - 1L) * lineBytes() + 1);
    try (FileJournal journal = open(LARGE)) {
      keepSnapshot(journal, snapshot);
    }
    for (long firstNumber : segments()) {
      if (firstNumber > 3) {
        disk.delete(segment(firstNumber));
      }
    }
    disk.put(segment(3), ascii("gone"));
    try (FileJournal journal = open(LARGE)) {
      assertThat(journal.firstNumber()).isEqualTo(snapshot + 1);
      assertThat(journal.recoveryReport().losses())
          .extracting(Loss::kind, Loss::file)
          .contains(tuple(Kind.BEFORE_SNAPSHOT, "000000000003.jsonl"));
    }
  }

  @Test
  @Clause("JN-14")
  void pruning_lost_records_changes_no_file() {
    write(LARGE);
    try (FileJournal journal = open(LARGE)) {
      keepSnapshot(journal, 4);
    }
    disk.flipBit(segment(1), lineBytes() + lineBytes() / 2, 3);
    try (FileJournal journal = open(LARGE)) {
      assertThat(journal.firstNumber()).isEqualTo(3);
      journal.discardBefore(3);
      assertThat(segments()).containsExactly(1L);
      assertThat(journal.read(3)).isEqualTo(records(3, RECORDS));
    }
  }

  @Test
  void missing_sources_are_named_whatever_segment_refers_to_them() throws IOException {
    List<String> ids = new ArrayList<>();
    try (FileJournal journal = open(1)) {
      for (int number = 1; number <= RECORDS; number++) {
        Source text = Source.of(ascii("version " + number));
        ids.add(text.id());
        JournalRecord record = found(text);
        journal.append(number - 1, record);
      }
    }
    disk.delete(FOLDER.resolve(ids.get(1) + ".source"));
    disk.delete(FOLDER.resolve(ids.get(4) + ".source"));
    for (long segmentBytes : new long[] {1, LARGE}) {
      try (FileJournal journal = open(segmentBytes)) {
        assertThat(journal.recoveryReport().lostSources()).containsExactly(ids.get(1), ids.get(4));
        assertThat(journal.recoveryReport().losses()).isEmpty();
      }
    }
  }

  @Test
  void a_record_without_its_predecessor_is_damage() {
    writePairs();
    long lineLength = lineBytes();
    CrashingDisk other = new CrashingDisk();
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(other))) {
      journal.append(0, record(11));
      journal.append(1, record(12));
      journal.append(2, record(13));
      journal.append(3, record(14));
    }
    byte[] strange = other.files().get(segment(1));
    disk.put(segment(3), Arrays.copyOfRange(strange, 2 * (int) lineLength, 4 * (int) lineLength));
    requireFound(
        2,
        loss(Kind.DAMAGE, 3, 0, 2 * lineLength, Optional.of(new RecordRange(3, 4))),
        loss(Kind.DAMAGE, 5, 0, 2 * lineLength, Optional.of(new RecordRange(5, 6))));
  }
}
