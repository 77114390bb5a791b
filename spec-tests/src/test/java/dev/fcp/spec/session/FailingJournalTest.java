package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.DelegatingJournal;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Sessions on a journal that fails or that holds other records than expected. */
class FailingJournalTest {

  /** A journal that fails on request and can be replaced by another one. */
  private static final class FailingJournal implements DelegatingJournal {

    private InMemoryJournal delegate = InMemoryJournal.empty();
    private boolean acceptsRecords = true;
    private boolean acceptsSnapshots = true;
    private int snapshotAttempts;

    @Override
    public InMemoryJournal delegate() {
      return delegate;
    }

    @Override
    public AppendResult append(long expectedLastNumber, JournalRecord record) {
      if (!acceptsRecords) {
        throw new JournalException("the disk is full");
      }
      return delegate.append(expectedLastNumber, record);
    }

    @Override
    public boolean isSnapshotDue() {
      return true;
    }

    @Override
    public void writeSnapshot(Snapshot snapshot) {
      snapshotAttempts++;
      if (!acceptsSnapshots) {
        throw new JournalException("no place for a snapshot");
      }
      delegate.writeSnapshot(snapshot);
    }
  }

  private final FailingJournal journal = new FailingJournal();

  @Test
  @Clause("JN-4")
  void a_snapshot_that_cannot_be_written_is_reported_and_retried_100_records_later() {
    journal.acceptsSnapshots = false;
    Session<Counter, CounterEvent> session = CounterSessions.created(journal);
    add(session, 1);
    assertThat(session.snapshotFailure().orElseThrow()).hasMessage("no place for a snapshot");
    int tries = journal.snapshotAttempts;
    for (int i = 1; i <= 98; i++) {
      add(session, 1);
    }
    assertThat(journal.snapshotAttempts).isEqualTo(tries);
    journal.acceptsSnapshots = true;
    add(session, 1);
    assertThat(journal.snapshotAttempts).isEqualTo(tries + 1);
    assertThat(session.snapshotFailure()).isEmpty();
    assertThat(value(session)).isEqualTo(100);
  }

  @Test
  @Clause("SE-14")
  void an_operation_that_its_caller_cancels_leaves_no_record() {
    Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
    long before = journal.lastNumber();
    assertThatThrownBy(() ->
            session.batch(
                options("cancelled"),
                batch -> {
                  batch.step(options("add"), step -> step.emit(new CounterEvent.Added(1)));
                  throw new CancellationException();
                }))
        .isInstanceOf(CancellationException.class);
    assertThat(journal.lastNumber()).isEqualTo(before);
    assertThat(session.state().undoDepth()).isEqualTo(3);
  }

  @Test
  @Clause("SE-14")
  void a_failure_is_recorded_with_its_reason() {
    Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
    assertThatThrownBy(() -> session.step(options("fails"), CounterSessions.failing()::accept))
        .isInstanceOf(SessionOperation.Failure.class);
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
  void an_exception_while_recording_a_failure_is_added_to_it() {
    Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
    journal.acceptsRecords = false;
    assertThatThrownBy(() -> session.step(options("fails"), CounterSessions.failing()::accept))
        .isInstanceOf(SessionOperation.Failure.class)
        .satisfies(failure ->
            assertThat(failure.getSuppressed())
                .singleElement()
                .isInstanceOf(JournalException.class));
    journal.acceptsRecords = true;
    add(session, 4);
    assertThat(value(session)).isEqualTo(10);
  }

  @Test
  @Clause("SE-10")
  void verifying_includes_the_records_of_another_session() {
    Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
    add(CounterSessions.resumed(journal), 4);
    assertThat(session.verify().isValid()).isTrue();
    assertThat(value(session)).isEqualTo(10);
  }

  @Test
  @Clause("SE-8")
  void restoring_shows_the_records_of_the_journal_even_if_their_number_is_unchanged() {
    Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
    journal.delegate = InMemoryJournal.empty();
    Session<Counter, CounterEvent> other = CounterSessions.created(journal);
    List.of(10, 20, 30).forEach(n -> add(other, n));
    assertThat(session.rebuild().model()).isEqualTo(new Counter(60));
    assertThat(value(session)).isEqualTo(60);
  }
}
