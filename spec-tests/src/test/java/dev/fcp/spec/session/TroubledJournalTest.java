package dev.fcp.spec.session;

import static dev.fcp.spec.session.Sessions.add;
import static dev.fcp.spec.session.Sessions.intent;
import static dev.fcp.spec.session.Sessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Snapshot;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions over a journal that cannot do what it is asked for, or holds something else. */
class TroubledJournalTest {

  /** A journal that fails where it is told to, and in whose place another can be put. */
  private static final class Troubled implements Journal {

    private InMemoryJournal kept = InMemoryJournal.empty();
    private boolean takesRecords = true;
    private boolean keepsSnapshots = true;
    private int tries;

    @Override
    public long lastNumber() {
      return kept.lastNumber();
    }

    @Override
    public Appended append(long expectedLastNumber, JournalRecord record) {
      if (!takesRecords) {
        throw new JournalException("the disk is full");
      }
      return kept.append(expectedLastNumber, record);
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      return kept.read(fromNumber);
    }

    @Override
    public boolean wantsSnapshot() {
      return true;
    }

    @Override
    public void keep(Snapshot snapshot) {
      tries++;
      if (!keepsSnapshots) {
        throw new JournalException("no place for a snapshot");
      }
      kept.keep(snapshot);
    }
  }

  private final Troubled journal = new Troubled();

  @Test
  @Clause("JN-4")
  void a_snapshot_that_cannot_be_kept_is_told_and_tried_again_100_records_later() {
    journal.keepsSnapshots = false;
    Session<Counter, CounterEvent> session = Sessions.created(journal);
    add(session, 1);
    assertThat(session.snapshotFailure().orElseThrow()).hasMessage("no place for a snapshot");
    int tries = journal.tries;
    for (int i = 1; i <= 98; i++) {
      add(session, 1);
    }
    assertThat(journal.tries).isEqualTo(tries);
    journal.keepsSnapshots = true;
    add(session, 1);
    assertThat(journal.tries).isEqualTo(tries + 1);
    assertThat(session.snapshotFailure()).isEmpty();
    assertThat(value(session)).isEqualTo(100);
  }

  @Test
  @Clause("SE-14")
  void what_failed_is_recorded_with_its_reason() {
    Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
    assertThatThrownBy(() -> session.step(intent("fails"), Sessions.failing()::accept))
        .isInstanceOf(SessionOp.Failure.class);
    assertThat(journal.lastNumber()).isEqualTo(5);
    assertThat(journal.read(5).get(0))
        .isInstanceOfSatisfying(
            JournalRecord.Refused.class,
            refused -> {
              assertThat(refused.label()).isEqualTo("fails");
              assertThat(refused.reason()).contains("Failure");
            });
  }

  @Test
  @Clause("SE-8")
  void what_fails_when_a_failure_is_recorded_is_told_with_it() {
    Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
    journal.takesRecords = false;
    assertThatThrownBy(() -> session.step(intent("fails"), Sessions.failing()::accept))
        .isInstanceOf(SessionOp.Failure.class)
        .satisfies(failure ->
            assertThat(failure.getSuppressed())
                .singleElement()
                .isInstanceOf(JournalException.class));
    journal.takesRecords = true;
    add(session, 4);
    assertThat(value(session)).isEqualTo(10);
  }

  @Test
  @Clause("SE-10")
  void a_session_verifies_against_what_another_one_wrote_as_well() {
    Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
    add(Sessions.resumed(journal), 4);
    assertThat(session.verify().holds()).isTrue();
    assertThat(value(session)).isEqualTo(10);
  }

  @Test
  @Clause("SE-8")
  void restoring_shows_what_the_journal_holds_also_if_it_holds_as_many_records() {
    Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
    journal.kept = InMemoryJournal.empty();
    Session<Counter, CounterEvent> other = Sessions.created(journal);
    List.of(10, 20, 30).forEach(n -> add(other, n));
    assertThat(session.restore().model()).isEqualTo(new Counter(60));
    assertThat(value(session)).isEqualTo(60);
  }
}
