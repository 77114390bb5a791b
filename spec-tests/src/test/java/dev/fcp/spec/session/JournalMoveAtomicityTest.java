package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.append;
import static dev.fcp.spec.session.NumberedRecords.found;
import static dev.fcp.spec.session.NumberedRecords.record;
import static dev.fcp.spec.session.NumberedRecords.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Call;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal is moved to another folder completely or not at all. */
@Clause("JN-18")
class JournalMoveAtomicityTest {

  private static final Path OLD = JournalFixtures.FOLDER;
  private static final Path NEW = OLD.resolveSibling("b.counter");
  private static final Path OTHER_SEGMENT = NEW.resolve("000000000001.jsonl");

  private final CrashingDisk disk = new CrashingDisk();

  private static FileJournal open(Path folder, Disk disk) {
    return FileJournal.open(folder, JournalFixtures.on(disk));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void requireRefused(FileJournal journal) {
    assertThatThrownBy(() -> journal.moveTo(NEW))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("it stays where it is")
        .hasMessageContaining("holds a journal already");
    append(journal, 4, 4);
    assertThat(journal.read(1)).isEqualTo(records(1, 4));
    assertThat(disk.files()).containsEntry(OTHER_SEGMENT, ascii("theirs"));
  }

  @Test
  void an_occupied_target_folder_is_not_touched() {
    disk.put(OTHER_SEGMENT, ascii("theirs"));
    List<Call> calls = new ArrayList<>();
    try (FileJournal journal = open(OLD, FailingDisk.observed(disk, calls::add))) {
      append(journal, 1, 3);
      requireRefused(journal);
    }
    assertThat(calls)
        .filteredOn(call -> call.path().startsWith(NEW))
        .extracting(Call::kind)
        .containsOnly(Kind.SIZE, Kind.LIST);
  }

  @Test
  void a_target_folder_occupied_while_its_lock_is_awaited_is_not_overwritten_and_stays_unlocked() {
    FailingDisk meanwhile =
        FailingDisk.observed(
            disk,
            call -> {
              if (call.kind() == Kind.FOLDER && call.path().equals(NEW)) {
                disk.put(OTHER_SEGMENT, ascii("theirs"));
              }
            });
    try (FileJournal journal = open(OLD, meanwhile)) {
      append(journal, 1, 3);
      requireRefused(journal);
      try (FileJournal free = open(NEW, disk)) {
        append(free, 1, 1);
      }
    }
  }

  @Test
  void a_source_of_any_length_is_moved_along() {
    byte[] text = new byte[(1 << 23) + 17];
    new SplittableRandom(3).nextBytes(text);
    Source source = Source.of(text);
    try (FileJournal journal = open(OLD, disk)) {
      journal.append(0, found(source));
      journal.copyTo(NEW);
      assertThat(journal.source(source.id())).contains(source);
    }
  }

  private static CrashingDisk interrupted(long call) {
    CrashingDisk disk = new CrashingDisk();
    try (FileJournal journal = open(OLD, disk)) {
      append(journal, 1, 3);
      disk.cutPowerAt(call);
      journal.moveTo(NEW);
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining("the power is cut");
    }
    return disk;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  @Clause("JN-9")
  void wherever_the_power_is_cut_all_records_are_in_one_of_the_folders(int seed) {
    long calls = interrupted(Long.MAX_VALUE).callCount();
    for (long call = 1; call <= calls; call++) {
      CrashingDisk crashed =
          interrupted(call).afterPowerCut(new SplittableRandom(seed * calls + call));
      Path folder = FileJournal.exists(NEW, crashed) ? NEW : OLD;
      try (FileJournal journal = open(folder, crashed)) {
        assertThat(journal.recoveryReport().isClean()).as("call %d", call).isTrue();
        assertThat(journal.read(1)).as("call %d", call).isEqualTo(records(1, 3));
      }
    }
  }

  @Test
  @Clause("JN-7")
  void an_open_journal_object_fails_after_the_move_and_writes_nowhere() {
    FileJournal other;
    try (FileJournal journal = open(OLD, disk)) {
      append(journal, 1, 3);
      other = open(OLD, disk);
      journal.moveTo(NEW);
      for (int time = 0; time < 2; time++) {
        assertThatThrownBy(() -> other.append(3, record(4)))
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("open the document again");
      }
      assertThat(journal.read(1)).isEqualTo(records(1, 3));
      assertThat(FileJournal.exists(OLD, disk)).isFalse();
    }
    other.close();
  }

  @Test
  void waiting_for_a_locked_target_folder_ends_with_an_error() {
    FileJournal.Settings shortTimeout =
        JournalFixtures.on(disk).withLockTimeout(Duration.ofMillis(20));
    try (FileJournal journal = FileJournal.open(OLD, shortTimeout);
        FileJournal other = open(NEW, disk);
        Journal.WriteLock writeLock = other.acquireWriteLock()) {
      append(journal, 1, 3);
      assertThatThrownBy(() -> journal.moveTo(NEW))
          .as("%s", writeLock)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("it is held by another program");
      append(journal, 4, 4);
      assertThat(journal.read(1)).isEqualTo(records(1, 4));
    }
  }

  @Test
  @Clause("JN-16")
  void an_incomplete_copy_is_not_a_journal_and_is_removed() {
    disk.put(NEW.resolve("unfinished"), new byte[0]);
    disk.put(OTHER_SEGMENT, ascii("half"));
    assertThat(FileJournal.exists(NEW, disk)).isFalse();
    try (FileJournal journal = open(NEW, disk)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      append(journal, 1, 1);
    }
    assertThat(FileJournal.exists(NEW, disk)).isTrue();
  }

  @Test
  void a_journal_that_cannot_be_opened_blocks_no_other() {
    FailingDisk failing = new FailingDisk(disk, call -> call.kind() == Kind.LIST);
    assertThatThrownBy(() -> open(OLD, failing))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("cannot be opened");
    try (FileJournal journal = open(OLD, disk)) {
      append(journal, 1, 1);
    }
  }

  @Test
  void leftovers_of_an_incomplete_copy_are_not_moved_along() {
    disk.put(NEW.resolve("unfinished"), new byte[0]);
    disk.put(NEW.resolve("half.source"), ascii("half"));
    try (FileJournal journal = open(OLD, disk)) {
      append(journal, 1, 3);
      journal.moveTo(NEW);
      assertThat(journal.read(1)).isEqualTo(records(1, 3));
    }
    assertThat(disk.files()).doesNotContainKey(NEW.resolve("half.source"));
  }

  /**
   * Moves the journal while forcing the folder fails, from the n-th call on for a number of calls.
   */
  private void moveWithFailures(int firstFailure, int count, int suppressed) {
    int[] forces = {Integer.MIN_VALUE};
    FailingDisk failing =
        new FailingDisk(
            disk,
            call -> {
              int force = call.kind() == Kind.FORCE_FOLDER ? forces[0]++ : -1;
              return force >= firstFailure && force < firstFailure + count;
            });
    try (FileJournal journal = open(OLD, failing)) {
      append(journal, 1, 3);
      forces[0] = 0;
      assertThatThrownBy(() -> journal.copyTo(NEW))
          .isInstanceOf(JournalException.class)
          .satisfies(e -> assertThat(e.getCause().getSuppressed()).hasSize(suppressed));
      forces[0] = Integer.MIN_VALUE;
      append(journal, 4, 4);
      assertThat(journal.read(1)).isEqualTo(records(1, 4));
    }
    assertThat(FileJournal.exists(NEW, disk)).isFalse();
  }

  @Test
  void a_folder_that_cannot_be_finished_is_left_and_nothing_of_it_stays_open() {
    moveWithFailures(6, 1, 0);
  }

  @Test
  void if_the_cleanup_fails_too_both_failures_are_reported() {
    moveWithFailures(6, 2, 1);
  }

  @AfterEach
  void no_file_is_left_open() {
    assertThat(disk.openFiles()).isEmpty();
  }
}
