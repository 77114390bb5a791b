package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.ANN;
import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions for several callers, clearing the undo stack, marking as saved, and closing. */
class SessionCallersTest {

  private static final Origin BEN = Origin.of("ben");

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<Counter, CounterEvent> session = withThreeSteps(journal);

  private JournalRecord lastRecord() {
    return journal.read(journal.lastNumber()).get(0);
  }

  @Test
  @Clause("SE-2")
  void a_session_for_another_caller_is_the_same_session() {
    Session<Counter, CounterEvent> bens = session.by(BEN);
    assertThat(bens).isEqualTo(session).hasSameHashCodeAs(session);
    assertThat(bens).isNotEqualTo(CounterSessions.resumed(journal));
    bens.step("+4", builder -> builder.emit(new CounterEvent.Added(4)));
    assertThat(lastRecord().origin()).isEqualTo(BEN);
    session.undo();
    assertThat(lastRecord().origin()).isEqualTo(ANN);
    assertThat(value(bens)).isEqualTo(6);
    bens.checkpoint("c");
    assertThat(lastRecord().origin()).isEqualTo(BEN);
    assertThat(session.with(options("x").by(BEN)).options().origin()).isEqualTo(BEN);
  }

  @Test
  @Clause("SE-9")
  void operations_expect_the_head_of_their_session() {
    assertThat(reason(session.with(options("late").expectingDigest("00000000")).undo()))
        .startsWith("the document has changed");
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("SE-8")
  void a_refusal_can_be_thrown() {
    Outcome refused = session.undoTo("nowhere");
    assertThatThrownBy(refused::orElseThrow).isInstanceOf(RefusedException.class);
    Outcome moved = session.undo();
    assertThat(moved.orElseThrow()).isEqualTo(moved);
    assertThat(((JournalRecord.Refused) journal.read(journal.lastNumber() - 1).get(0)).label())
        .isEqualTo("undo");
  }

  @Test
  @Clause("SE-33")
  void clear_empties_the_undo_stack_and_keeps_model_and_history() {
    List<SessionChange.Kind> changes = new ArrayList<>();
    session.undo();
    session.listen(change -> changes.add(change.kind()));
    assertThat(session.clear()).isInstanceOf(Outcome.Recorded.class);
    assertThat(changes).containsExactly(SessionChange.Kind.CLEARED);
    assertThat(session.state().canUndo()).isFalse();
    assertThat(session.state().canRedo()).isFalse();
    assertThat(session.undo()).isEqualTo(new Outcome.Unchanged());
    assertThat(session.redo()).isEqualTo(new Outcome.Unchanged());
    assertThat(session.clear()).isEqualTo(new Outcome.Unchanged());
    assertThat(value(session)).isEqualTo(3);
    assertThat(session.state().history().steps()).hasSize(3);
    assertThat(CounterSessions.resumed(journal).state().canUndo()).isFalse();
    add(session, 7);
    session.undo();
    assertThat(value(session)).isEqualTo(3);
    assertThat(session.verify().isValid()).isTrue();
  }

  @Test
  @Clause("SE-7")
  void a_state_that_is_stored_elsewhere_can_be_marked_as_saved() {
    assertThat(session.state().isSaved()).isFalse();
    session.markSaved();
    assertThat(session.state().isSaved()).isTrue();
    session.undo();
    assertThat(session.state().isSaved()).isFalse();
    session.redo();
    assertThat(session.state().isSaved()).isTrue();
    assertThat(CounterSessions.resumed(journal).state().isSaved()).isTrue();
  }

  @Test
  @Clause("SE-29")
  void limits_change_while_the_session_runs_from_the_next_step_on() {
    session.setUndoLimits(UndoLimits.none().withMaxSteps(2));
    assertThat(session.state().undoDepth()).isEqualTo(3);
    add(session, 4);
    assertThat(session.state().undoDepth()).isEqualTo(2);
    session.setUndoLimits(UndoLimits.none());
    add(session, 5);
    assertThat(session.state().undoDepth()).isEqualTo(3);
  }

  @Test
  @Clause("SE-34")
  void a_closed_session_can_be_read_and_does_nothing_else() {
    assertThatThrownBy(() -> session.step("close", builder -> session.close()))
        .isInstanceOf(IllegalStateException.class);
    session.close();
    session.close();
    assertThat(value(session)).isEqualTo(6);
    long records = journal.lastNumber();
    for (Runnable operation :
        List.<Runnable>of(
            session::undo,
            session::markSaved,
            session::refresh,
            session::verify,
            () -> add(session, 1))) {
      assertThatThrownBy(operation::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the session is closed");
    }
    assertThat(journal.lastNumber()).isEqualTo(records);
  }

  @Test
  @Clause("SE-34")
  void a_session_in_memory_needs_no_more_than_a_domain() {
    try (Session<Counter, CounterEvent> inMemory = Session.inMemory(CounterSessions.DOMAIN)) {
      inMemory.step("+1", builder -> builder.emit(new CounterEvent.Added(1))).orElseThrow();
      assertThat(inMemory.state().undoLabel()).contains("+1");
      inMemory.undo();
      assertThat(value(inMemory)).isZero();
      assertThat(inMemory.state().redoLabel()).contains("+1");
      assertThat(SessionSettings.standard().undoLimits()).isEqualTo(UndoLimits.none());
    }
  }
}
