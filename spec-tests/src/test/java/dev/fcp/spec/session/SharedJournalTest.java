package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.DelegatingJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Several sessions on one journal, and several threads on one session. */
class SharedJournalTest {

  private static final int THREADS = 4;
  private static final int STEPS = 100;

  private final InMemoryJournal journal = InMemoryJournal.empty();

  @Test
  @Clause("SE-16")
  void an_operation_includes_what_the_other_session_recorded() {
    Session<Counter, CounterEvent> one = withThreeSteps(journal);
    Session<Counter, CounterEvent> other = CounterSessions.resumed(journal);
    add(other, 4);
    one.with(options("undo")).undo(2);
    assertThat(value(one)).isEqualTo(3);
    other.with(options("name")).checkpoint("here");
    assertThat(Observation.of(other.state()).applied()).containsExactly("+1", "+2");
  }

  @Test
  @Clause("SE-16")
  void a_step_is_refused_if_another_session_recorded_first() {
    Session<Counter, CounterEvent> one = withThreeSteps(journal);
    Session<Counter, CounterEvent> other = CounterSessions.resumed(journal);
    Outcome outcome =
        one.step(
            options("slow"),
            builder -> {
              builder.emit(new CounterEvent.Added(100));
              add(other, 4);
            });
    assertThat(reason(outcome)).startsWith("another session changed the document in between");
    assertThat(value(one)).isEqualTo(10);
    assertThat(journal.lastNumber()).isEqualTo(6);
  }

  @Test
  @Clause({"SE-16", "SE-14"})
  void a_refusal_is_recorded_after_the_records_of_others() {
    Session<Counter, CounterEvent> one = withThreeSteps(journal);
    Session<Counter, CounterEvent> other = CounterSessions.resumed(journal);
    one.step(
        options("unfit"),
        builder -> {
          add(other, 4);
          builder.emit(new CounterEvent.Set(99, 0));
        });
    assertThat(journal.lines().get(5)).startsWith("{\"type\":\"refused\"");
    assertThat(one.state().recordNumber()).isEqualTo(6);
  }

  /** A journal that loses its last records on request. */
  private record ForgetfulJournal(InMemoryJournal delegate, long[] forgottenCount)
      implements DelegatingJournal {
    @Override
    public long lastNumber() {
      return delegate.lastNumber() - forgottenCount[0];
    }
  }

  @Test
  @Clause("SE-8")
  void a_journal_that_lost_records_is_not_overwritten() {
    long[] forgotten = {0};
    Session<Counter, CounterEvent> session =
        withThreeSteps(new ForgetfulJournal(journal, forgotten));
    forgotten[0] = 1;
    assertThatThrownBy(() -> add(session, 4))
        .isInstanceOf(JournalException.class)
        .hasMessage("the journal lost records: 3 are left of 4; the session keeps its state");
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("SE-15")
  void threads_take_turns_and_readers_see_consistent_states() throws Exception {
    Session<Counter, CounterEvent> session = CounterSessions.created(journal);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(threads.submit(() -> addAndLook(session)));
      }
      for (Future<?> thread : running) {
        requireDone(thread);
      }
    }
    assertThat(value(session)).isEqualTo(THREADS * STEPS * 2);
    assertThat(value(CounterSessions.resumed(journal))).isEqualTo(value(session));
  }

  private static void requireDone(Future<?> thread) throws InterruptedException {
    try {
      thread.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private static void addAndLook(Session<Counter, CounterEvent> session) {
    for (int i = 0; i < STEPS; i++) {
      session.step(
          options("two"),
          builder -> {
            builder.emit(new CounterEvent.Added(1));
            builder.emit(new CounterEvent.Added(1));
          });
      var state = session.state();
      assertThat(state.model().value()).isEqualTo(2 * state.undoDepth());
      assertThat(state.digest()).isEqualTo(CounterSessions.DOMAIN.digest(state.model()));
    }
  }
}
