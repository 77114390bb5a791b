package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.created;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionTest {

  @Test
  @Clause("SE-2")
  void a_step_of_several_events_is_one_undo() {
    Session<Counter, CounterEvent> session = created();
    session.step(
        options("three events"),
        builder -> {
          builder.emit(new CounterEvent.Added(4));
          assertThat(builder.model().value()).isEqualTo(4);
          builder.emit(new CounterEvent.Set(4, 9));
          builder.emit(new CounterEvent.Added(1));
        });
    assertThat(value(session)).isEqualTo(10);
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isZero();
  }

  @Test
  @Clause("SE-2")
  void an_event_that_does_not_apply_refuses_the_step_even_if_the_body_continues() {
    Session<Counter, CounterEvent> session = created();
    Outcome outcome =
        session.step(
            options("stubborn"),
            builder -> {
              builder.emit(new CounterEvent.Added(4));
              assertThatThrownBy(() -> builder.emit(new CounterEvent.Set(99, 1)))
                  .isInstanceOf(RefusedException.class);
              assertThatThrownBy(() -> builder.emit(new CounterEvent.Added(1)))
                  .as("no further event is accepted")
                  .isInstanceOf(RefusedException.class);
            });
    assertThat(reason(outcome)).isEqualTo("counter it.value is 4, expected 99");
    assertThat(value(session)).isZero();
  }

  @Test
  @Clause("SE-3")
  void a_step_inside_a_step_joins_it_under_the_outer_label() {
    Session<Counter, CounterEvent> session = created();
    Outcome outcome =
        session.step(
            options("outer"),
            builder -> {
              builder.emit(new CounterEvent.Added(1));
              assertThat(add(session, 2)).isEqualTo(new Outcome.Pending(List.of()));
              assertThat(builder.model().value()).isEqualTo(3);
            });
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    assertThat(session.state().undoLabel()).contains("outer");
    assertThat(session.state().undoDepth()).isEqualTo(1);
  }

  @Test
  @Clause("SE-3")
  void a_joined_step_that_fails_and_is_caught_adds_nothing_to_the_outer_one() {
    Session<Counter, CounterEvent> session = created();
    session.step(
        options("outer"),
        builder -> {
          builder.emit(new CounterEvent.Added(1));
          assertThatThrownBy(() ->
                  session.step(
                      options("inner"),
                      inner -> {
                        inner.emit(new CounterEvent.Added(100));
                        throw new SessionOperation.Failure();
                      }))
              .isInstanceOf(SessionOperation.Failure.class);
          builder.emit(new CounterEvent.Added(2));
        });
    assertThat(value(session)).isEqualTo(3);
    assertThat(session.state().undoableSteps(1).get(0).events()).hasSize(2);
  }

  @Test
  @Clause("SE-3")
  void an_empty_step_records_nothing() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session = withThreeSteps(journal);
    session.with(options("undo")).undo(1);
    long records = journal.lastNumber();
    assertThat(session.step(options("empty"), builder -> {})).isEqualTo(new Outcome.Unchanged());
    assertThat(journal.lastNumber()).isEqualTo(records);
    assertThat(session.state().canRedo()).isTrue();
  }

  @Test
  @Clause("SE-3")
  void a_step_that_changes_nothing_is_not_recorded() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session = withThreeSteps(journal);
    session.with(options("undo")).undo(1);
    long records = journal.lastNumber();
    assertThat(add(session, 0)).isEqualTo(new Outcome.Unchanged());
    assertThat(session.step("same", builder -> builder.emit(new CounterEvent.Set(3, 3))))
        .isEqualTo(new Outcome.Unchanged());
    assertThat(
            session.step(
                "there and back",
                builder -> {
                  builder.emit(new CounterEvent.Set(3, 9));
                  builder.emit(new CounterEvent.Added(-6));
                }))
        .isEqualTo(new Outcome.Unchanged());
    assertThat(journal.lastNumber()).isEqualTo(records);
    assertThat(session.state().canRedo()).isTrue();
  }

  @Test
  @Clause({"SE-3", "BT-3"})
  void a_step_of_a_batch_that_changes_nothing_is_not_counted_by_undo() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    session.batch("batch", batch -> List.of(4, 0, 5).forEach(n -> add(session, n)));
    session.undo(2);
    assertThat(value(session)).isEqualTo(6);
    assertThat(session.batch("batch", batch -> add(session, 0))).isEqualTo(new Outcome.Unchanged());
    assertThat(session.state().redoDepth()).isEqualTo(2);
  }

  @Test
  @Clause("SE-3")
  void inner_steps_that_cancel_each_other_out_leave_no_event() {
    Session<Counter, CounterEvent> session = created();
    session.step(
        options("outer"),
        builder -> {
          builder.emit(new CounterEvent.Added(1));
          add(session, 3);
          add(session, -3);
          assertThat(add(session, 0)).isEqualTo(new Outcome.Unchanged());
        });
    assertThat(session.state().undoableSteps(1).get(0).events())
        .containsExactly(new CounterEvent.Added(1));
    assertThat(session.step("outer", builder -> List.of(3, -3).forEach(n -> add(session, n))))
        .isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("SE-2")
  void a_step_builder_accepts_no_event_after_its_step_ended() {
    List<StepBuilder<Counter, CounterEvent>> finishedBuilders = new ArrayList<>();
    created().step(options("kept"), finishedBuilders::add);
    assertThatThrownBy(() -> finishedBuilders.get(0).emit(new CounterEvent.Added(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the step has ended");
    assertThatThrownBy(() -> finishedBuilders.get(0).setEditorSelection(Value.Fields.EMPTY))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @Clause({"SE-4", "SE-5", "SE-12"})
  void undo_gives_the_newest_step_first_and_redo_the_oldest() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    List<StepId> ids = session.state().undoableSteps(3).stream().map(Step::id).toList();
    assertThat(session.with(options("undo")).undo(2))
        .isEqualTo(
            new Outcome.Moved(
                List.of(ids.get(2), ids.get(1)), 2, session.digest(), Value.Fields.EMPTY));
    assertThat(value(session)).isEqualTo(1);
    assertThat(session.with(options("redo")).redo(9))
        .isEqualTo(
            new Outcome.Moved(
                List.of(ids.get(1), ids.get(2)), 0, session.digest(), Value.Fields.EMPTY));
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("SE-4")
  void undo_of_nothing_changes_and_records_nothing() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session = created(journal);
    assertThat(session.with(options("undo")).undo(1)).isEqualTo(new Outcome.Unchanged());
    assertThat(session.with(options("redo")).redo(1)).isEqualTo(new Outcome.Unchanged());
    add(session, 1);
    assertThat(session.with(options("undo")).undo(0)).isEqualTo(new Outcome.Unchanged());
    assertThat(journal.lastNumber()).isEqualTo(2);
  }

  @Test
  @Clause("SE-4")
  void a_negative_count_is_an_illegal_argument() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    assertThatThrownBy(() -> session.with(options("undo")).undo(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> session.with(options("redo")).redo(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Clause("SE-4")
  void the_state_says_what_undo_and_redo_would_do() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    session.with(options("undo")).undo(1);
    SessionState<Counter, CounterEvent> state = session.state();
    assertThat(state.undoLabel()).contains("+2");
    assertThat(state.redoLabel()).contains("+3");
    assertThat(state.undoDepth()).isEqualTo(2);
    assertThat(state.redoDepth()).isEqualTo(1);
    assertThat(state.undoableSteps(1).get(0).origin()).isEqualTo(CounterSessions.ANN);
  }

  @Test
  @Clause("SE-13")
  void a_step_after_an_undo_abandons_the_redo_tail_but_keeps_it_in_the_history() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    StepId three = session.state().head().step().orElseThrow();
    session.with(options("undo")).undo(1);
    add(session, 10);
    assertThat(session.state().canRedo()).isFalse();
    assertThat(session.state().history().step(three).label()).isEqualTo("+3");
    assertThat(session.state().history().stepsTo(HistoryPoint.after(three)))
        .extracting(Step::label)
        .containsExactly("+1", "+2", "+3");
  }

  @Test
  @Clause("SE-9")
  void an_operation_that_expects_another_head_is_refused() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    HistoryPoint seen = session.state().head();
    String digest = session.digest().hex();
    add(session, 4);
    assertThat(reason(session.with(options("undo").expectingHead(seen)).undo(1)))
        .startsWith("the document has changed: expected step " + seen.step().orElseThrow());
    assertThat(reason(session.step(options("add").expectingDigest(digest), builder -> {})))
        .contains("hash:" + digest);
    assertThat(value(session)).isEqualTo(10);
  }

  @Test
  @Clause("SE-9")
  void an_operation_that_expects_the_head_succeeds() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    String prefix = session.digest().shortHex();
    assertThat(session.with(options("name").expectingDigest(prefix)).checkpoint("x"))
        .isInstanceOf(Outcome.Recorded.class);
    assertThat(session.with(options("undo").expectingHead(session.state().head())).undo(9))
        .isInstanceOf(Outcome.Moved.class);
    assertThat(session.with(options("redo").expectingHead(HistoryPoint.BASE)).redo(1))
        .isInstanceOf(Outcome.Moved.class);
  }

  @Test
  @Clause("SE-9")
  void an_expected_head_needs_at_least_eight_digits() {
    assertThatThrownBy(() -> options("x").expectingDigest("0123456"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Clause("SE-14")
  void a_refusal_is_recorded_and_changes_nothing() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session = withThreeSteps(journal);
    Observation before = Observation.of(session.state());
    session.step(options("unfit"), builder -> builder.emit(new CounterEvent.Set(1, 2)));
    assertThat(journal.lines().get(4))
        .startsWith("{\"type\":\"refused\",\"label\":\"unfit\"")
        .contains("\"actor\":\"ann\"", "counter it.value is 6, expected 1");
    assertThat(Observation.of(session.state())).isEqualTo(before);
  }

  @Test
  @Clause("SE-8")
  void an_exception_of_a_body_is_rethrown_and_the_next_step_works() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    assertThatThrownBy(() -> session.step(options("fails"), CounterSessions.failing()::accept))
        .isInstanceOf(SessionOperation.Failure.class)
        .hasNoSuppressedExceptions();
    add(session, 4);
    assertThat(value(session)).isEqualTo(10);
  }

  @Test
  @Clause("SE-8")
  void undo_inside_a_step_is_the_callers_fault_and_the_step_is_not_made() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    assertThatThrownBy(
            () -> session.step(options("outer"), builder -> session.with(options("inner")).undo(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("under way");
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("SE-8")
  void a_duplicate_id_makes_no_second_step() {
    StepId id = new StepId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    SessionSettings settings = new SessionSettings(SessionSettings.standard().clock(), () -> id);
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session =
        Session.create(CounterSessions.DOMAIN, CounterSessions.ANN, journal, settings);
    add(session, 1);
    assertThatThrownBy(() -> add(session, 2)).hasMessageContaining("is there already");
    assertThat(value(CounterSessions.resumed(journal))).isEqualTo(1);
  }

  @Test
  @Clause({"SE-12", "SE-1"})
  void a_session_can_be_verified_and_rebuilt() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    Observation before = Observation.of(session.state());
    assertThat(session.verify().isValid()).isTrue();
    assertThat(Observation.of(session.rebuild())).isEqualTo(before);
  }

  @Test
  @Clause("SE-15")
  void a_state_that_was_read_does_not_change() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    SessionState<Counter, CounterEvent> read = session.state();
    session.batch(
        options("batch"),
        batch -> {
          batch.step(options("+4"), builder -> builder.emit(new CounterEvent.Added(4)));
          assertThat(batch.model().value()).isEqualTo(10);
          assertThat(session.state()).isSameAs(read);
        });
    assertThat(read.model().value()).isEqualTo(6);
  }
}
