package dev.fcp.spec.session;

import static dev.fcp.spec.session.Sessions.add;
import static dev.fcp.spec.session.Sessions.intent;
import static dev.fcp.spec.session.Sessions.reason;
import static dev.fcp.spec.session.Sessions.value;
import static dev.fcp.spec.session.Sessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
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
  void an_operation_takes_in_what_the_other_session_recorded() {
    Session<Counter, CounterEvent> one = withThreeSteps(journal);
    Session<Counter, CounterEvent> other = Sessions.resumed(journal);
    add(other, 4);
    one.undo(intent("undo"), 2);
    assertThat(value(one)).isEqualTo(3);
    other.checkpoint(intent("name"), "here");
    assertThat(Observation.of(other.state()).applied()).containsExactly("+1", "+2");
  }

  @Test
  @Clause("SE-16")
  void a_step_is_refused_if_the_other_session_was_faster() {
    Session<Counter, CounterEvent> one = withThreeSteps(journal);
    Session<Counter, CounterEvent> other = Sessions.resumed(journal);
    Outcome outcome =
        one.step(
            intent("slow"),
            stage -> {
              stage.emit(new CounterEvent.Added(100));
              add(other, 4);
            });
    assertThat(reason(outcome)).startsWith("another session changed the document in between");
    assertThat(value(one)).isEqualTo(10);
    assertThat(journal.lastNumber()).isEqualTo(6);
  }

  @Test
  @Clause({"SE-16", "SE-14"})
  void a_refusal_finds_its_place_behind_the_others_records() {
    Session<Counter, CounterEvent> one = withThreeSteps(journal);
    Session<Counter, CounterEvent> other = Sessions.resumed(journal);
    one.step(
        intent("unfit"),
        stage -> {
          add(other, 4);
          stage.emit(new CounterEvent.Set(99, 0));
        });
    assertThat(journal.lines().get(5)).startsWith("{\"type\":\"refused\"");
    assertThat(one.state().recordNumber()).isEqualTo(6);
  }

  /** A journal that forgets its last record as soon as it is told to. */
  private record Forgetful(InMemoryJournal kept, long[] forgotten) implements Journal {
    @Override
    public long lastNumber() {
      return kept.lastNumber() - forgotten[0];
    }

    @Override
    public Appended append(long expectedLastNumber, JournalRecord record) {
      return kept.append(expectedLastNumber, record);
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      return kept.read(fromNumber);
    }
  }

  @Test
  @Clause("SE-8")
  void a_journal_that_lost_records_is_not_written_over() {
    long[] forgotten = {0};
    Session<Counter, CounterEvent> session = withThreeSteps(new Forgetful(journal, forgotten));
    forgotten[0] = 1;
    assertThatThrownBy(() -> add(session, 4))
        .isInstanceOf(JournalException.class)
        .hasMessage("the journal lost records: 3 are left of 4; the session keeps its state");
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("SE-15")
  void threads_take_turns_and_readers_see_whole_states() throws Exception {
    Session<Counter, CounterEvent> session = Sessions.created(journal);
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
    assertThat(value(Sessions.resumed(journal))).isEqualTo(value(session));
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
          intent("two"),
          stage -> {
            stage.emit(new CounterEvent.Added(1));
            stage.emit(new CounterEvent.Added(1));
          });
      var state = session.state();
      assertThat(state.model().value()).isEqualTo(2 * state.undoDepth());
      assertThat(state.digest()).isEqualTo(Sessions.DOMAIN.digest(state.model()));
    }
  }
}
