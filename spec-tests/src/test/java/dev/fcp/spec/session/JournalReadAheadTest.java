package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.append;
import static dev.fcp.spec.session.NumberedRecords.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a journal reads ahead, and that damaged bytes are not read as records. */
@Clause("JN-3")
class JournalReadAheadTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;
  private static final Path FIRST = FOLDER.resolve("000000000001.jsonl");
  private static final int RECORDS = 600;

  private final CrashingDisk disk = new CrashingDisk();
  private int reads;
  private final FailingDisk counting =
      FailingDisk.observed(disk, call -> reads += call.kind() == Kind.READ ? 1 : 0);

  private FileJournal open(long segmentBytes) {
    return FileJournal.open(FOLDER, JournalFixtures.on(counting).withSegmentBytes(segmentBytes));
  }

  /** Returns the number of disk reads for some consecutive records. */
  private int readsFor(List<JournalRecord> records, int from, int to) {
    reads = 0;
    for (int number = from; number <= to; number++) {
      assertThat(records.get(number - 1)).isEqualTo(record(number));
    }
    return reads;
  }

  @Test
  @Clause("JN-5")
  void a_sequential_reader_gets_many_records_by_one_read() {
    try (FileJournal journal = open(JournalFixtures.LARGE_SEGMENT_BYTES)) {
      append(journal, 1, RECORDS);
      int lineBytes = disk.files().get(FIRST).length / RECORDS;
      int chunk = (1 << 16) / lineBytes;
      List<JournalRecord> records = journal.read(1);
      assertThat(readsFor(records, 100, 100)).isEqualTo(1);
      assertThat(readsFor(records, 101, 101)).isEqualTo(1);
      assertThat(readsFor(records, 102, 100 + chunk / 2)).isZero();
      assertThat(readsFor(records, 100, 100)).as("a record that was read before").isEqualTo(1);
      assertThat(readsFor(records, 50, 50)).as("a record before that").isEqualTo(1);
      assertThat(readsFor(records, 51, 51 + chunk / 2)).isEqualTo(1);
      assertThat(readsFor(records, 500, 500)).as("a record far after that").isEqualTo(1);
      assertThat(readsFor(records, 501, RECORDS)).isEqualTo(1);
      append(journal, RECORDS + 1, RECORDS + 1);
      assertThat(readsFor(journal.read(1), RECORDS + 1, RECORDS + 1)).isEqualTo(1);
    }
  }

  @Test
  @Clause("HI-10")
  void a_reader_that_goes_backward_gets_many_records_by_one_read() {
    try (FileJournal journal = open(JournalFixtures.LARGE_SEGMENT_BYTES)) {
      append(journal, 1, RECORDS);
      List<JournalRecord> records = journal.read(1);
      reads = 0;
      for (int number = RECORDS; number >= 1; number--) {
        assertThat(records.get(number - 1)).isEqualTo(record(number));
        assertThat(records.get(number - 1)).as("the same again").isEqualTo(record(number));
      }
      long bytes = disk.files().get(FIRST).length;
      assertThat(reads).isLessThanOrEqualTo((int) (bytes / (1 << 15)) + 2);
    }
  }

  @Test
  @Clause("JN-5")
  void a_sequential_reader_continues_in_the_next_segment() {
    try (FileJournal journal = open(1 << 12)) {
      append(journal, 1, RECORDS);
      long segments =
          disk.files().keySet().stream().filter(it -> it.toString().endsWith(".jsonl")).count();
      assertThat(readsFor(journal.read(1), 1, RECORDS)).isEqualTo((int) segments + 1);
    }
  }

  @Test
  @Clause("JN-10")
  void a_record_that_changed_on_the_disk_is_reported_when_it_is_read() {
    try (FileJournal journal = open(JournalFixtures.LARGE_SEGMENT_BYTES)) {
      append(journal, 1, 3);
      byte[] bytes = disk.files().get(FIRST);
      int lineBytes = new String(bytes, StandardCharsets.US_ASCII).indexOf('\n') + 1;
      byte[] wrong = bytes.clone();
      System.arraycopy(bytes, lineBytes, wrong, 0, lineBytes);
      wrong[lineBytes + lineBytes / 2] ^= 8;
      change(wrong);
      requireDamaged(journal, 1);
      requireDamaged(journal, 2);
      assertThat(journal.read(3).get(0)).isEqualTo(record(3));
      change(bytes);
      assertThat(journal.read(1).get(0)).isEqualTo(record(1));
    }
  }

  /** Changes the bytes on the medium, without a write. */
  private void change(byte[] other) {
    byte[] bytes = disk.files().get(FIRST);
    for (int offset = 0; offset < bytes.length; offset++) {
      for (int bit = 0; bit < 8; bit++) {
        if (((bytes[offset] ^ other[offset]) >> bit & 1) != 0) {
          disk.flipBit(FIRST, offset, bit);
        }
      }
    }
  }

  private static void requireDamaged(FileJournal journal, long number) {
    assertThatThrownBy(() -> journal.read(number).get(0))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageContaining("record %d: it is no longer as it was", number);
  }
}
