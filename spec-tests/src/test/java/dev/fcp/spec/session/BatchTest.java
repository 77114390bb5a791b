package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<Counter, CounterEvent> session = withThreeSteps(journal);

  @Test
  @Clause({"BT-1", "BT-3"})
  void a_batch_is_one_record_and_its_steps_are_undone_one_by_one() {
    Outcome outcome =
        session.batch(
            options("both"),
            batch -> {
              addIn(batch, 10);
              addIn(batch, 20);
            });
    assertThat(((Outcome.Committed) outcome).steps()).hasSize(2);
    assertThat(journal.lastNumber()).isEqualTo(5);
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isEqualTo(16);
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause({"BT-1", "BT-2"})
  void a_batch_with_a_refused_step_leaves_no_trace_but_its_refusal() {
    session.with(options("name")).checkpoint("here");
    session.with(options("undo")).undo(1);
    Observation before = Observation.of(session.state());
    long records = journal.lastNumber();
    Outcome outcome =
        session.batch(
            options("half"),
            batch -> {
              addIn(batch, 10);
              refusedIn(batch);
            });
    assertThat(reason(outcome)).isEqualTo("counter it.value is 13, expected 99");
    assertThat(Observation.of(session.state())).isEqualTo(before);
    assertThat(journal.lastNumber()).isEqualTo(records + 1);
    assertThat(journal.lines().get((int) records)).contains("\"refused\"", "\"half\"");
  }

  @Test
  @Clause("BT-2")
  void a_failed_batch_cannot_be_redone() {
    assertThatThrownBy(() ->
            session.batch(
                options("fails"),
                batch -> {
                  addIn(batch, 10);
                  throw new SessionOperation.Failure();
                }))
        .isInstanceOf(SessionOperation.Failure.class);
    assertThat(session.state().canRedo()).isFalse();
    assertThat(session.with(options("redo")).redo(1)).isEqualTo(new Outcome.Unchanged());
    assertThat(session.state().history().steps()).hasSize(3);
  }

  @Test
  @Clause("BT-4")
  void a_failed_inner_batch_that_is_caught_affects_nothing_before_or_after_it() {
    session.batch(
        options("outer"),
        batch -> {
          addIn(batch, 10);
          assertThatThrownBy(() ->
                  batch.batch(
                      options("inner"),
                      inner -> {
                        addIn(inner, 1000);
                        refusedIn(inner);
                      }))
              .isInstanceOf(RefusedException.class);
          assertThat(batch.model().value()).isEqualTo(16);
          addIn(batch, 20);
        });
    assertThat(value(session)).isEqualTo(36);
    assertThat(session.state().undoDepth()).isEqualTo(5);
  }

  @Test
  @Clause("BT-4")
  void a_failed_inner_batch_that_is_not_caught_fails_the_outer_one() {
    Outcome outcome =
        session.batch(
            options("outer"),
            batch -> {
              addIn(batch, 10);
              batch.batch(options("inner"), BatchTest::refusedIn);
            });
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("BT-4")
  void steps_that_a_body_makes_through_the_session_belong_to_the_batch() {
    Outcome outcome =
        session.batch(
            options("outer"),
            batch -> {
              assertThat(add(session, 10)).isInstanceOf(Outcome.Pending.class);
              session.batch(options("inner"), inner -> add(session, 20));
            });
    assertThat(((Outcome.Committed) outcome).steps()).hasSize(2);
    assertThat(journal.lastNumber()).isEqualTo(5);
  }

  @Test
  @Clause("BT-5")
  void an_empty_batch_records_nothing() {
    Outcome outcome =
        session.batch(
            options("empty"),
            batch -> {
              batch.step(options("empty"), builder -> {});
              batch.batch(options("empty"), inner -> {});
            });
    assertThat(outcome).isEqualTo(new Outcome.Unchanged());
    assertThat(journal.lastNumber()).isEqualTo(4);
  }

  @Test
  @Clause("BT-6")
  void batches_nest_64_deep_and_no_deeper() {
    assertThat(session.batch(options("deep"), batch -> nest(batch, Batch.MAX_DEPTH - 1)))
        .isInstanceOf(Outcome.Committed.class);
    assertThat(reason(session.batch(options("deep"), batch -> nest(batch, Batch.MAX_DEPTH))))
        .isEqualTo("batches nest at most 64 deep");
    assertThat(value(session)).isEqualTo(7);
  }

  @Test
  @Clause("BT-1")
  void a_body_may_refuse_in_its_own_words() {
    Outcome outcome =
        session.batch(
            options("picky"),
            batch -> {
              throw new RefusedException(Conflict.because("not today"));
            });
    assertThat(reason(outcome)).isEqualTo("not today");
  }

  @Test
  @Clause("BT-1")
  void an_ended_batch_accepts_no_step_and_no_batch_begins_inside_a_step() {
    List<Batch<Counter, CounterEvent>> finishedBatches = new ArrayList<>();
    session.batch(options("kept"), finishedBatches::add);
    assertThatThrownBy(() -> addIn(finishedBatches.get(0), 1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> session.step(options("step"), builder -> session.batch(options("b"), b -> {})))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("inside a step");
  }

  @Test
  @Clause("SE-9")
  void a_step_of_a_batch_may_expect_the_head_within_it() {
    session.batch(
        options("batch"),
        batch -> {
          addIn(batch, 10);
          assertThatThrownBy(
                  () -> batch.step(options("late").expectingHead(session.state().head()), s -> {}))
              .isInstanceOf(RefusedException.class);
        });
    assertThat(value(session)).isEqualTo(16);
  }

  @Test
  @Clause({"BT-4", "BT-5"})
  void steps_and_batches_without_events_inside_a_batch_report_that() {
    session.batch(
        options("outer"),
        batch -> {
          assertThat(batch.step(options("empty"), builder -> {}))
              .isEqualTo(new Outcome.Unchanged());
          assertThat(batch.batch(options("empty"), inner -> {})).isEqualTo(new Outcome.Unchanged());
          batch.step(
              options("step"),
              builder -> {
                Outcome nothing = batch.step(options("joined"), joined -> {});
                assertThat(nothing).isEqualTo(new Outcome.Unchanged());
                builder.emit(new CounterEvent.Added(10));
              });
          Outcome made = batch.batch(options("inner"), inner -> addIn(inner, 20));
          assertThat(((Outcome.Pending) made).steps()).hasSize(1);
        });
    assertThat(value(session)).isEqualTo(36);
  }

  @Test
  @Clause("BT-6")
  void sibling_batches_do_not_count_as_nested() {
    session.batch(
        options("outer"),
        batch -> {
          nest(batch, 1);
          nest(batch, Batch.MAX_DEPTH - 1);
          nest(batch, Batch.MAX_DEPTH - 1);
        });
    assertThat(value(session)).isEqualTo(9);
  }

  @Test
  @Clause({"BT-1", "SE-9"})
  void an_inner_batch_needs_an_open_outer_one_and_the_expected_head() {
    List<Batch<Counter, CounterEvent>> finishedBatches = new ArrayList<>();
    session.batch(
        options("outer"),
        batch -> {
          finishedBatches.add(batch);
          addIn(batch, 10);
          EditOptions late = options("late").expectingHead(session.state().head());
          assertThatThrownBy(() -> batch.batch(late, inner -> {}))
              .isInstanceOf(RefusedException.class);
        });
    assertThatThrownBy(() -> finishedBatches.get(0).batch(options("later"), inner -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the batch has ended");
  }

  /** It fails at its own end, not only at the end of the outer step, which is refused too. */
  @Test
  @Clause({"SE-2", "SE-3"})
  void a_joined_step_with_a_refused_event_fails_at_its_end() {
    Outcome outcome =
        session.step(
            options("outer"),
            builder -> {
              builder.emit(new CounterEvent.Added(10));
              assertThatThrownBy(
                      () -> session.step(options("joined"), BatchTest::emitInapplicableAndContinue))
                  .isInstanceOf(RefusedException.class);
            });
    assertThat(reason(outcome)).isEqualTo("counter it.value is 16, expected 99");
    assertThat(value(session)).isEqualTo(6);
  }

  private static void emitInapplicableAndContinue(StepBuilder<Counter, CounterEvent> builder) {
    assertThatThrownBy(() -> builder.emit(new CounterEvent.Set(99, 0)))
        .isInstanceOf(RefusedException.class);
  }

  private static void nest(Batch<Counter, CounterEvent> batch, int levels) {
    if (levels == 0) {
      addIn(batch, 1);
    } else {
      batch.batch(options("level " + levels), inner -> nest(inner, levels - 1));
    }
  }

  private static void addIn(Batch<Counter, CounterEvent> batch, int n) {
    batch.step(options("+" + n), builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private static void refusedIn(Batch<Counter, CounterEvent> batch) {
    batch.step(options("unfit"), builder -> builder.emit(new CounterEvent.Set(99, 0)));
  }
}
