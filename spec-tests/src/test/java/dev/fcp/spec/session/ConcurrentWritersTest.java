package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.append;
import static dev.fcp.spec.session.NumberedRecords.dropBefore;
import static dev.fcp.spec.session.NumberedRecords.record;
import static dev.fcp.spec.session.NumberedRecords.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several open journals in one folder see what the others write and prune. */
@Clause("JN-7")
class ConcurrentWritersTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;
  private static final Path FIRST = FOLDER.resolve("000000000001.jsonl");
  private static final long LARGE = JournalFixtures.LARGE_SEGMENT_BYTES;

  private final CrashingDisk disk = new CrashingDisk();

  private static FileJournal.Settings on(Disk disk) {
    return JournalFixtures.on(disk).withLockTimeout(Duration.ofSeconds(20));
  }

  private FileJournal open() {
    return open(LARGE);
  }

  private FileJournal open(long segmentBytes) {
    return FileJournal.open(FOLDER, on(disk).withSegmentBytes(segmentBytes));
  }

  private static Set<String> names(CrashingDisk disk) {
    return disk.files().keySet().stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> name.endsWith(".jsonl") || name.endsWith(".aside"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @AfterEach
  void no_file_is_left_open() {
    assertThat(disk.openFiles()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 300, LARGE})
  @Clause("JN-14")
  void records_that_others_pruned_are_gone_and_the_rest_stay(long segmentBytes) {
    try (FileJournal one = open(segmentBytes);
        FileJournal other = open(segmentBytes)) {
      append(one, 1, 6);
      assertThat(other.lastNumber()).isEqualTo(6);
      assertThat(other.read(1)).isEqualTo(records(1, 6));
      dropBefore(one, 4);
      append(other, 7, 7);
      assertThat(other.firstNumber()).isEqualTo(4);
      assertThat(other.read(4)).isEqualTo(records(4, 7));
      assertThatThrownBy(() -> other.read(3)).isInstanceOf(IllegalArgumentException.class);
      append(one, 8, 8);
      assertThat(one.read(4)).isEqualTo(records(4, 8));
    }
  }

  @Test
  @Clause("JN-14")
  void the_last_record_may_be_the_first_that_is_left() {
    try (FileJournal one = open();
        FileJournal other = open()) {
      append(one, 1, 4);
      assertThat(other.lastNumber()).isEqualTo(4);
      dropBefore(one, 4);
      append(other, 5, 5);
      assertThat(other.read(4)).isEqualTo(records(4, 5));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 300, LARGE})
  void two_alternating_writers_follow_each_other_from_segment_to_segment(long segmentBytes) {
    try (FileJournal one = open(segmentBytes);
        FileJournal other = open(segmentBytes)) {
      for (int number = 1; number <= 12; number += 3) {
        append(one, number, number + 1);
        assertThat(other.lastNumber()).isEqualTo(number + 1);
        append(other, number + 2, number + 2);
        assertThat(one.lastNumber()).isEqualTo(number + 2);
      }
      assertThat(one.read(1)).isEqualTo(records(1, 12));
      assertThat(other.read(1)).isEqualTo(records(1, 12));
    }
  }

  @Test
  void a_reader_of_an_empty_segment_sees_what_others_append_to_it() {
    disk.put(FIRST, "   ".getBytes(StandardCharsets.US_ASCII));
    try (FileJournal one = open();
        FileJournal other = open()) {
      append(one, 1, 2);
      assertThat(other.lastNumber()).isEqualTo(2);
      append(other, 3, 3);
      assertThat(one.lastNumber()).isEqualTo(3);
      assertThat(one.read(1)).isEqualTo(records(1, 3));
    }
  }

  @Test
  @Clause("JN-10")
  void a_foreign_file_in_the_folder_does_not_block_writing() {
    try (FileJournal journal = open()) {
      disk.put(FOLDER.resolve("000000000009.jsonl"), "hello".getBytes(StandardCharsets.US_ASCII));
      append(journal, 1, 2);
      assertThat(journal.read(1)).isEqualTo(records(1, 2));
    }
    assertThat(names(disk)).containsExactly("000000000001.jsonl", "000000000009.jsonl.aside");
  }

  @Test
  @Clause("JN-14")
  void a_reader_of_pruned_records_only_has_to_reopen() {
    try (FileJournal one = open();
        FileJournal other = open()) {
      append(one, 1, 2);
      assertThat(other.lastNumber()).isEqualTo(2);
      append(one, 3, 6);
      dropBefore(one, 5);
      for (int time = 0; time < 2; time++) {
        assertThatThrownBy(() -> other.append(2, record(3)))
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("taken away or replaced; open the document again");
      }
      assertThat(one.read(5)).isEqualTo(records(5, 6));
    }
  }

  private static byte[] segment(int from, int to) {
    CrashingDisk disk = new CrashingDisk();
    try (FileJournal journal = FileJournal.open(FOLDER, on(disk))) {
      append(journal, 1, 1);
      for (int number = from; number <= to; number++) {
        journal.append(number - from + 1, record(number));
      }
    }
    return disk.files().get(FIRST);
  }

  /** A synchronization program replaces a file. */
  private void replaceSegment(byte[] bytes) throws IOException {
    Path temporary = FOLDER.resolve("sync");
    disk.put(temporary, bytes);
    disk.rename(temporary, FIRST);
  }

  @Test
  @Clause("JN-10")
  void replaced_records_are_refused_and_appended_ones_are_read() throws IOException {
    try (FileJournal journal = open()) {
      append(journal, 1, 3);
      replaceSegment(segment(2, 5));
      append(journal, 6, 6);
      assertThat(journal.read(1)).isEqualTo(records(1, 6));
    }
    for (byte[] replaced : List.of(segment(12, 17), segment(2, 3))) {
      try (FileJournal journal = open()) {
        long last = journal.lastNumber();
        replaceSegment(replaced);
        assertThatThrownBy(() -> journal.append(last, record(last + 1)))
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("taken away or replaced; open the document again");
      }
    }
  }

  private void writeAtEnd(byte[] bytes) throws IOException {
    int end = new String(disk.files().get(FIRST), StandardCharsets.UTF_8).stripTrailing().length();
    try (Disk.Handle file = disk.open(FIRST)) {
      file.write(end + 1, bytes);
    }
  }

  @Test
  @Clause("JN-9")
  void an_unfinished_line_of_another_writer_is_set_aside() throws IOException {
    byte[] line = new byte[2000];
    Arrays.fill(line, (byte) 'x');
    try (FileJournal journal = open()) {
      append(journal, 1, 3);
      writeAtEnd(line);
      append(journal, 4, 4);
      assertThat(journal.read(1)).isEqualTo(records(1, 4));
    }
    byte[] aside = aside();
    assertThat(Arrays.copyOf(aside, line.length)).isEqualTo(line);
    assertThat(new String(aside, line.length, aside.length - line.length, StandardCharsets.UTF_8))
        .isBlank();
    try (FileJournal journal = open()) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
    }
  }

  @Test
  @Clause("JN-10")
  void a_line_that_does_not_follow_the_last_one_is_set_aside() throws IOException {
    try (FileJournal journal = open()) {
      append(journal, 1, 3);
      byte[] first = segment(2, 1);
      writeAtEnd(first);
      append(journal, 4, 4);
      assertThat(journal.read(1)).isEqualTo(records(1, 4));
      assertThat(aside()).startsWith(first);
    }
    try (FileJournal journal = open()) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(journal.read(1)).isEqualTo(records(1, 4));
    }
  }

  private byte[] aside() {
    assertThat(names(disk)).hasSize(2);
    return disk.files().entrySet().stream()
        .filter(file -> file.getKey().toString().endsWith(".aside"))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  @Test
  void reading_known_records_does_not_block() {
    for (Durability durability : List.of(Durability.everyRecord(), Durability.none())) {
      CrashingDisk own = new CrashingDisk();
      try (FileJournal one = FileJournal.open(FOLDER, on(own).withDurability(durability));
          FileJournal other = FileJournal.open(FOLDER, on(own).withDurability(durability))) {
        for (int last = 0; last < 3; last++) {
          assertThat(other.lastNumber()).isEqualTo(last);
          try (FileJournal.WriteLock writeLock = one.acquireWriteLockAsOwner()) {
            assertThat(writeLock).isNotNull();
            assertThat(other.lastNumber()).isEqualTo(last);
            assertThat(other.read(1)).isEqualTo(records(1, last));
          }
          append(one, last + 1, last + 1);
          one.read(1);
        }
      }
    }
  }

  @Test
  @Clause("JN-8")
  void a_reader_that_cannot_check_for_changes_checks_under_the_lock() {
    boolean[] fails = {false};
    FailingDisk failing =
        new FailingDisk(
            disk,
            call -> {
              boolean now = fails[0] && call.kind() == Kind.READ;
              fails[0] &= !now;
              return now;
            });
    try (FileJournal one = open();
        FileJournal other = FileJournal.open(FOLDER, on(failing))) {
      append(one, 1, 2);
      assertThat(other.lastNumber()).isEqualTo(2);
      append(one, 3, 3);
      fails[0] = true;
      assertThat(other.lastNumber()).isEqualTo(3);
      assertThat(fails[0]).isFalse();
    }
  }
}
