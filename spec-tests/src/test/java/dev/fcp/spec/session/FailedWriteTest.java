package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.append;
import static dev.fcp.spec.session.NumberedRecords.record;
import static dev.fcp.spec.session.NumberedRecords.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult.Accepted;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Call;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.time.Duration;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A disk that fails writes or forces: the failure is reported, and work continues as soon as
 * possible.
 */
class FailedWriteTest {

  private final CrashingDisk crashingDisk = new CrashingDisk();

  private FileJournal open(Predicate<Call> fails) {
    return FileJournal.open(
        JournalFixtures.FOLDER, JournalFixtures.on(new FailingDisk(crashingDisk, fails)));
  }

  @Test
  @Clause("JN-8")
  void a_failed_write_is_truncated_and_work_continues() {
    boolean[] full = {false};
    try (FileJournal journal = open(call -> full[0] && call.kind() == Kind.WRITE)) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      CounterSessions.add(session, 1);
      full[0] = true;
      assertThatThrownBy(() -> CounterSessions.add(session, 2))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("nothing of it was written")
          .hasMessageContaining("no space left on device");
      assertThat(CounterSessions.value(session)).isEqualTo(1);
      full[0] = false;
      CounterSessions.add(session, 3);
      assertThat(CounterSessions.value(session)).isEqualTo(4);
      assertThat(journal.lastNumber()).isEqualTo(3);
    }
    try (FileJournal reopened = open(call -> false)) {
      assertThat(reopened.recoveryReport().isClean()).isTrue();
      assertThat(CounterSessions.value(CounterSessions.resumed(reopened))).isEqualTo(4);
    }
  }

  @Test
  @Clause("JN-8")
  void a_failed_force_makes_the_session_read_only_and_names_the_steps() {
    boolean[] failing = {false};
    try (FileJournal journal = open(call -> failing[0] && call.kind() == Kind.FORCE)) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      CounterSessions.add(session, 1);
      failing[0] = true;
      assertThatThrownBy(() -> CounterSessions.add(session, 2))
          .isInstanceOfSatisfying(
              OutcomeUnknownException.class, unknown -> assertThat(unknown.steps()).hasSize(1))
          .hasMessageContaining("outcome unknown of steps 0");
      assertThat(CounterSessions.value(session)).isEqualTo(1);
      failing[0] = false;
      assertThatThrownBy(() -> CounterSessions.add(session, 3))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(CounterSessions.value(session)).isEqualTo(1);
    }
    try (FileJournal reopened = open(call -> false)) {
      assertThat(CounterSessions.value(CounterSessions.resumed(reopened))).isEqualTo(3);
    }
  }

  @Test
  @Clause({"JN-6", "JN-8"})
  void records_that_were_acknowledged_unforced_are_written_when_the_disk_has_space_again() {
    boolean[] full = {false};
    FailingDisk disk = new FailingDisk(crashingDisk, call -> full[0] && call.kind() == Kind.WRITE);
    FileJournal.Settings settings = JournalFixtures.on(disk).withDurability(Durability.none());
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, settings)) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      full[0] = true;
      CounterSessions.add(session, 1);
      assertThatThrownBy(journal::flush)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("1 records that were acknowledged wait for the disk");
      full[0] = false;
      journal.flush();
      CounterSessions.add(session, 2);
    }
    try (FileJournal reopened = open(call -> false)) {
      assertThat(CounterSessions.value(CounterSessions.resumed(reopened))).isEqualTo(3);
    }
  }

  /**
   * Opens a journal with a level of durability, on a disk whose calls of a kind fail while a flag
   * is set.
   */
  private FileJournal open(Durability durability, Kind kind, long segmentBytes, boolean[] fails) {
    FailingDisk disk = new FailingDisk(crashingDisk, call -> fails[0] && call.kind() == kind);
    return FileJournal.open(
        JournalFixtures.FOLDER,
        JournalFixtures.on(disk).withDurability(durability).withSegmentBytes(segmentBytes));
  }

  private static void requireUnknown(ThrowingCallable act, int steps) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(
            OutcomeUnknownException.class, unknown -> assertThat(unknown.steps()).hasSize(steps));
  }

  @ParameterizedTest
  @CsvSource({"16777216,3", "1,1"})
  @Clause("JN-8")
  void a_failed_force_names_the_steps_since_the_last_one(long segmentBytes, int steps)
      throws InterruptedException {
    boolean[] fails = {false};
    FileJournal journal = open(Durability.none(), Kind.FORCE, segmentBytes, fails);
    Session<Counter, CounterEvent> session = CounterSessions.created(journal);
    CounterSessions.add(session, 1);
    journal.flush();
    for (int i = 0; i < 3; i++) {
      CounterSessions.add(session, 1);
      assertThat(journal.read(journal.lastNumber())).hasSize(1);
    }
    fails[0] = true;
    requireUnknown(journal::flush, steps);
    requireUnknown(() -> CounterSessions.add(session, 1), steps);
    fails[0] = false;
    Thread other = new Thread(journal::lastNumber);
    other.start();
    other.join();
    requireUnknown(journal::flush, steps);
    try (FileJournal reopened = open(call -> false)) {
      assertThat(CounterSessions.value(CounterSessions.resumed(reopened))).isEqualTo(4);
    }
    journal.close();
  }

  @Test
  @Clause("JN-8")
  void a_failed_force_at_close_is_reported() {
    boolean[] fails = {false};
    FileJournal journal =
        open(Durability.none(), Kind.FORCE, JournalFixtures.LARGE_SEGMENT_BYTES, fails);
    CounterSessions.add(CounterSessions.created(journal), 1);
    fails[0] = true;
    requireUnknown(journal::close, 1);
    journal.close();
  }

  @Test
  @Clause({"JN-6", "JN-8"})
  void a_record_that_waits_for_the_disk_is_lost_when_the_journal_is_closed() {
    boolean[] fails = {false};
    FileJournal journal =
        open(Durability.none(), Kind.WRITE, JournalFixtures.LARGE_SEGMENT_BYTES, fails);
    append(journal, 1, 2);
    assertThat(journal.read(1)).isEqualTo(records(1, 2));
    fails[0] = true;
    Receipt receipt = ((Accepted) journal.submit(2, record(3), Receipt.NONE)).receipt();
    receipt.await();
    assertThatThrownBy(() -> journal.read(3))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("1 records that were acknowledged wait for the disk");
    assertThat(receipt.hasFailed()).isFalse();
    assertThatThrownBy(journal::close)
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("wait for the disk");
    assertThat(receipt.hasFailed()).isTrue();
    assertThatThrownBy(() -> journal.append(2, record(3))).hasMessageContaining("it is closed");
  }

  @Test
  @Clause("JN-8")
  void a_lock_that_cannot_be_released_ends_writing() {
    boolean[] fails = {false};
    FileJournal journal =
        open(Durability.everyRecord(), Kind.DELETE, JournalFixtures.LARGE_SEGMENT_BYTES, fails);
    append(journal, 1, 2);
    Journal.WriteLock writeLock = journal.acquireWriteLockAsOwner();
    fails[0] = true;
    writeLock.close();
    assertThatThrownBy(() -> journal.append(2, record(3)))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("its lock cannot be given back");
    fails[0] = false;
    journal.close();
    try (FileJournal other = open(call -> false)) {
      assertThat(other.read(1)).isEqualTo(records(1, 2));
    }
  }

  @Test
  @Clause({"JN-8", "JN-17"})
  void a_journal_that_can_no_longer_write_blocks_no_other() {
    boolean[] fails = {false};
    FileJournal journal =
        open(Durability.everyRecord(), Kind.FORCE, JournalFixtures.LARGE_SEGMENT_BYTES, fails);
    append(journal, 1, 2);
    Journal.WriteLock writeLock = journal.acquireWriteLock();
    fails[0] = true;
    assertThatThrownBy(() -> journal.append(2, record(3)))
        .isInstanceOf(OutcomeUnknownException.class);
    FileJournal.Settings shortTimeout =
        JournalFixtures.on(crashingDisk).withLockTimeout(Duration.ofMillis(20));
    try (FileJournal other = FileJournal.open(JournalFixtures.FOLDER, shortTimeout)) {
      append(other, 4, 4);
    }
    writeLock.close();
    journal.close();
  }

  @Test
  @Clause("JN-8")
  void an_unexpected_exception_of_the_disk_ends_writing_and_is_reported() {
    boolean[] fails = {false};
    FailingDisk disk =
        new FailingDisk(
            crashingDisk,
            call -> {
              if (fails[0] && call.kind() == Kind.WRITE) {
                throw new IllegalStateException("a bug");
              }
              return false;
            });
    FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, JournalFixtures.on(disk));
    append(journal, 1, 2);
    fails[0] = true;
    assertThatIllegalStateException().isThrownBy(() -> journal.append(2, record(3)));
    fails[0] = false;
    assertThatThrownBy(() -> journal.append(2, record(3)))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("a bug");
    journal.close();
    try (FileJournal reopened = open(call -> false)) {
      assertThat(reopened.read(1)).isEqualTo(records(1, 2));
    }
  }

  @AfterEach
  void no_file_is_left_open() {
    assertThat(crashingDisk.openFiles()).isEmpty();
  }
}
