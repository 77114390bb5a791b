package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.OutcomeUnknownException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Call;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A disk that takes no write, or no force: who wrote is told, and goes on as soon as it can. */
class FailedWriteTest {

  private final CrashingDisk kept = new CrashingDisk();

  private FileJournal open(Predicate<Call> fails) {
    return FileJournal.open(
        WrittenJournals.FOLDER, WrittenJournals.on(new FailingDisk(kept, fails)));
  }

  @Test
  @Clause("JN-8")
  void a_write_that_fails_is_cut_off_and_work_goes_on() {
    boolean[] full = {false};
    try (FileJournal journal = open(call -> full[0] && call.kind() == Kind.WRITE)) {
      Session<Counter, CounterEvent> session = Sessions.created(journal);
      Sessions.add(session, 1);
      full[0] = true;
      assertThatThrownBy(() -> Sessions.add(session, 2))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("nothing of it was written")
          .hasMessageContaining("no space left on device");
      assertThat(Sessions.value(session)).isEqualTo(1);
      full[0] = false;
      Sessions.add(session, 3);
      assertThat(Sessions.value(session)).isEqualTo(4);
      assertThat(journal.lastNumber()).isEqualTo(3);
    }
    try (FileJournal again = open(call -> false)) {
      assertThat(again.recovery().isClean()).isTrue();
      assertThat(Sessions.value(Sessions.resumed(again))).isEqualTo(4);
    }
  }

  @Test
  @Clause("JN-8")
  void a_force_that_fails_makes_the_session_read_only_and_names_the_steps() {
    boolean[] failing = {false};
    try (FileJournal journal = open(call -> failing[0] && call.kind() == Kind.FORCE)) {
      Session<Counter, CounterEvent> session = Sessions.created(journal);
      Sessions.add(session, 1);
      failing[0] = true;
      assertThatThrownBy(() -> Sessions.add(session, 2))
          .isInstanceOfSatisfying(
              OutcomeUnknownException.class, unknown -> assertThat(unknown.steps()).hasSize(1))
          .hasMessageContaining("outcome unknown of steps 0");
      assertThat(Sessions.value(session)).isEqualTo(1);
      failing[0] = false;
      assertThatThrownBy(() -> Sessions.add(session, 3))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(Sessions.value(session)).isEqualTo(1);
    }
    try (FileJournal again = open(call -> false)) {
      assertThat(Sessions.value(Sessions.resumed(again))).isEqualTo(3);
    }
  }

  @Test
  @Clause({"JN-6", "JN-8"})
  void records_that_were_acknowledged_unforced_are_written_when_the_disk_has_space_again() {
    boolean[] full = {false};
    FailingDisk disk = new FailingDisk(kept, call -> full[0] && call.kind() == Kind.WRITE);
    FileJournal.Settings settings = WrittenJournals.on(disk).with(Durability.none());
    try (FileJournal journal = FileJournal.open(WrittenJournals.FOLDER, settings)) {
      Session<Counter, CounterEvent> session = Sessions.created(journal);
      full[0] = true;
      Sessions.add(session, 1);
      assertThatThrownBy(journal::flush)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("1 records that were acknowledged wait for the disk");
      full[0] = false;
      journal.flush();
      Sessions.add(session, 2);
    }
    try (FileJournal again = open(call -> false)) {
      assertThat(Sessions.value(Sessions.resumed(again))).isEqualTo(3);
    }
  }
}
