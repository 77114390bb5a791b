package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.append;
import static dev.fcp.spec.session.NumberedRecords.dropBefore;
import static dev.fcp.spec.session.NumberedRecords.keepSnapshot;
import static dev.fcp.spec.session.NumberedRecords.record;
import static dev.fcp.spec.session.NumberedRecords.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The segments of a journal: when one begins, how records are written to it, and when it is
 * deleted.
 */
@Clause("JN-3")
class JournalSegmentsTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;
  private static final Path FIRST = FOLDER.resolve("000000000001.jsonl");
  private static final long LARGE = JournalFixtures.LARGE_SEGMENT_BYTES;

  private final CrashingDisk disk = new CrashingDisk();

  private static FileJournal.Settings on(Disk disk) {
    return JournalFixtures.on(disk);
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

  @Test
  @Clause("JN-3")
  void a_segment_is_full_at_the_configured_size() {
    int lineBytes = segment(2, 1).length;
    for (int size : new int[] {2 * lineBytes - 1, 2 * lineBytes, 2 * lineBytes + 1}) {
      CrashingDisk own = new CrashingDisk();
      try (FileJournal journal = FileJournal.open(FOLDER, on(own).withSegmentBytes(size))) {
        append(journal, 1, 6);
      }
      assertThat(names(own))
          .as("%d of %d bytes", size, lineBytes)
          .hasSize(size > 2 * lineBytes ? 2 : 3);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 300})
  @Clause("JN-9")
  void a_record_in_a_new_segment_is_durable(long segmentBytes) {
    try (FileJournal journal = open(segmentBytes)) {
      for (int number = 1; number <= 6; number++) {
        append(journal, number, number);
        for (int seed = 0; seed < 8; seed++) {
          CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
          try (FileJournal recovered = FileJournal.open(FOLDER, on(crashed))) {
            assertThat(recovered.read(1)).isEqualTo(records(1, number));
          }
        }
      }
    }
  }

  @Test
  @Clause("JN-18")
  void in_another_folder_the_same_segment_is_continued() {
    Path elsewhere = FOLDER.resolveSibling("b.counter");
    try (FileJournal journal = open()) {
      append(journal, 1, 3);
      journal.moveTo(elsewhere);
      append(journal, 4, 4);
      assertThat(journal.read(1)).isEqualTo(records(1, 4));
    }
    assertThat(names(disk)).containsExactly("000000000001.jsonl");
  }

  @Test
  @Clause("JN-8")
  void a_segment_that_cannot_be_truncated_takes_no_more_records() {
    boolean[] fails = {false};
    FailingDisk failing =
        new FailingDisk(
            disk, call -> fails[0] && (call.kind() == Kind.WRITE || call.kind() == Kind.TRUNCATE));
    try (FileJournal journal = FileJournal.open(FOLDER, on(failing))) {
      append(journal, 1, 2);
      fails[0] = true;
      for (int time = 0; time < 2; time++) {
        assertThatThrownBy(() -> journal.append(2, record(3)))
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("cannot be brought back to its last good line")
            .satisfies(e -> assertThat(e.getCause().getSuppressed()).hasSize(1));
        fails[0] = false;
      }
      assertThat(journal.read(1)).isEqualTo(records(1, 2));
    }
    try (FileJournal journal = open()) {
      append(journal, 3, 3);
      assertThat(journal.read(1)).isEqualTo(records(1, 3));
    }
  }

  /** Opens a journal on a disk where some writes fail after the opening. */
  private FileJournal failing(int writes) {
    int[] failures = {0};
    FailingDisk full =
        new FailingDisk(disk, call -> call.kind() == Kind.WRITE && failures[0]-- > 0);
    FileJournal journal = FileJournal.open(FOLDER, on(full));
    failures[0] = writes;
    return journal;
  }

  @Test
  @Clause("JN-8")
  void a_record_is_written_without_blanks_if_there_is_no_space_for_them() {
    try (FileJournal journal = failing(1)) {
      append(journal, 1, 1);
      assertThat(new String(disk.files().get(FIRST), StandardCharsets.UTF_8)).endsWith("}\n");
      for (int seed = 0; seed < 8; seed++) {
        CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
        try (FileJournal recovered = FileJournal.open(FOLDER, on(crashed))) {
          assertThat(recovered.read(1)).isEqualTo(records(1, 1));
        }
      }
      append(journal, 2, 3);
      assertThat(journal.read(1)).isEqualTo(records(1, 3));
    }
  }

  @Test
  @Clause("JN-8")
  void on_a_full_disk_both_failures_are_reported() {
    try (FileJournal journal = failing(2)) {
      assertThatThrownBy(() -> journal.append(0, record(1)))
          .hasMessageContaining("nothing of it was written")
          .satisfies(e -> assertThat(e.getCause().getSuppressed()).hasSize(1));
      append(journal, 1, 3);
      assertThat(journal.read(1)).isEqualTo(records(1, 3));
    }
  }

  @Test
  @Clause("JN-8")
  void a_failed_truncation_is_not_retried() {
    boolean[] fails = {false};
    int[] writes = {0};
    FailingDisk failing =
        new FailingDisk(
            disk,
            call -> {
              writes[0] += fails[0] && call.kind() == Kind.WRITE ? 1 : 0;
              return fails[0] && (call.kind() == Kind.WRITE || call.kind() == Kind.TRUNCATE);
            });
    try (FileJournal journal = FileJournal.open(FOLDER, on(failing))) {
      fails[0] = true;
      assertThatThrownBy(() -> journal.append(0, record(1))).isInstanceOf(JournalException.class);
      assertThat(writes[0]).isEqualTo(1);
    }
  }

  @Test
  @Clause("JN-5")
  void a_single_writer_makes_few_disk_calls() {
    List<Kind> calls = new ArrayList<>();
    FailingDisk counting = FailingDisk.observed(disk, call -> calls.add(call.kind()));
    try (FileJournal journal = FileJournal.open(FOLDER, on(counting))) {
      append(journal, 1, 3);
      calls.clear();
      append(journal, 4, 4);
      assertThat(calls)
          .containsExactly(Kind.LOCK, Kind.READ, Kind.SIZE, Kind.WRITE, Kind.FORCE, Kind.LOCK);
    }
  }

  @Test
  @Clause("JN-14")
  void pruning_nothing_changes_no_file() {
    try (FileJournal journal = open()) {
      append(journal, 1, 3);
      Set<String> before = names(disk);
      journal.discardBefore(1);
      dropBefore(journal, 1);
      assertThat(names(disk)).isEqualTo(before);
      dropBefore(journal, 3);
      assertThat(names(disk)).containsExactly("000000000003.jsonl", "000000000004.jsonl");
      dropBefore(journal, 3);
      assertThat(names(disk)).containsExactly("000000000003.jsonl", "000000000004.jsonl");
    }
  }

  @Test
  @Clause("JN-14")
  void a_segment_without_pruned_records_is_unchanged() {
    try (FileJournal journal = open(1)) {
      append(journal, 1, 4);
      byte[] keptSegment = disk.files().get(FOLDER.resolve("000000000003.jsonl"));
      dropBefore(journal, 3);
      assertThat(names(disk)).containsExactly("000000000003.jsonl", "000000000004.jsonl");
      assertThat(disk.files().get(FOLDER.resolve("000000000003.jsonl"))).isEqualTo(keptSegment);
      dropBefore(journal, 4);
      assertThat(names(disk)).containsExactly("000000000004.jsonl");
      append(journal, 5, 5);
      assertThat(journal.read(4)).isEqualTo(records(4, 5));
    }
  }

  @Test
  @Clause("JN-14")
  void without_a_snapshot_nothing_is_pruned() {
    try (FileJournal journal = open()) {
      append(journal, 1, 4);
      keepSnapshot(journal, 2);
      assertThatThrownBy(() -> journal.discardBefore(3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("without a snapshot after record 3");
      assertThat(journal.read(1)).isEqualTo(records(1, 4));
      assertThatThrownBy(() -> journal.discardBefore(9))
          .isInstanceOf(IllegalArgumentException.class);
      journal.discardBefore(2);
      assertThatThrownBy(() -> journal.discardBefore(1))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("no record 1: there are 2 to 4");
      assertThat(journal.read(2)).isEqualTo(records(2, 4));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, LARGE})
  @Clause({"JN-9", "JN-14"})
  void after_a_crash_the_kept_records_are_there(long segmentBytes) {
    try (FileJournal journal = open(segmentBytes)) {
      append(journal, 1, 6);
      keepSnapshot(journal, 2);
      dropBefore(journal, 4);
    }
    for (int seed = 0; seed < 50; seed++) {
      CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
      try (FileJournal journal = FileJournal.open(FOLDER, on(crashed))) {
        assertThat(journal.recoveryReport().isClean()).isTrue();
        assertThat(journal.firstNumber()).isIn(1L, 4L);
        assertThat(journal.read(4)).isEqualTo(records(4, 6));
      }
    }
  }

  @Test
  @Clause("JN-18")
  void a_copy_has_no_preallocated_blanks() {
    Path elsewhere = FOLDER.resolveSibling("b.counter");
    try (FileJournal journal = open()) {
      append(journal, 1, 3);
      assertThat(new String(disk.files().get(FIRST), StandardCharsets.UTF_8)).endsWith("  ");
      journal.copyTo(elsewhere);
      for (Path folder : new Path[] {FOLDER, elsewhere}) {
        byte[] bytes = disk.files().get(folder.resolve(FIRST.getFileName()));
        assertThat(new String(bytes, StandardCharsets.UTF_8)).endsWith("}\n");
      }
    }
  }

  @Test
  @Clause("JN-8")
  void a_record_of_unknown_durability_is_read() {
    boolean[] fails = {false};
    FailingDisk failing = new FailingDisk(disk, call -> fails[0] && call.kind() == Kind.FORCE);
    FileJournal journal = FileJournal.open(FOLDER, on(failing));
    append(journal, 1, 2);
    fails[0] = true;
    assertThatThrownBy(() -> journal.append(2, record(3)))
        .isInstanceOf(OutcomeUnknownException.class);
    assertThat(journal.read(1)).isEqualTo(records(1, 3));
    journal.close();
    try (FileJournal reopened = open()) {
      assertThat(reopened.read(1)).isEqualTo(records(1, 3));
    }
  }
}
