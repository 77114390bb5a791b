package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** The behavior of tldraw's history for marks, reproduced with the checkpoints of a session. */
class TldrawScenariosTest {

  private final Session<Counter, CounterEvent> session = CounterSessions.created();

  private void mark(String name) {
    session.with(options("mark")).checkpoint(name);
  }

  @Test
  @Clause("SE-6")
  void undoing_to_a_mark_reverts_everything_since_and_can_be_redone() {
    add(session, 1);
    mark("m");
    add(session, 2);
    add(session, 3);
    session.with(options("undo")).undoTo("m");
    assertThat(value(session)).isEqualTo(1);
    session.with(options("redo")).redo(2);
    assertThat(value(session)).isEqualTo(6);
  }

  /** In tldraw undo goes back to the previous mark; here undo counts steps and ignores marks. */
  @Test
  @Clause("SE-4")
  void undo_crosses_marks_because_steps_are_its_unit() {
    add(session, 1);
    mark("m");
    mark("n");
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isZero();
    assertThat(session.with(options("undo")).undo(1)).isInstanceOf(Outcome.Unchanged.class);
  }

  @Test
  @Clause("SE-25")
  void squashing_to_a_mark_makes_one_undo_and_keeps_the_mark() {
    mark("m");
    add(session, 1);
    mark("between");
    add(session, 2);
    session.with(options("squash")).squashTo("m");
    assertThat(session.state().undoDepth()).isEqualTo(1);
    session.with(options("undo")).undoTo("m");
    assertThat(value(session)).isZero();
    session.with(options("redo")).redo(1);
    assertThat(value(session)).isEqualTo(3);
  }

  @Test
  @Clause("SE-26")
  void bailed_steps_cannot_be_redone() {
    add(session, 1);
    mark("m");
    add(session, 2);
    session.with(options("bail")).bailTo("m");
    assertThat(session.with(options("redo")).redo(1)).isInstanceOf(Outcome.Unchanged.class);
    session.with(options("undo")).undo(1);
    session.with(options("redo")).redo(9);
    assertThat(value(session)).isEqualTo(1);
  }

  @Test
  @Clause({"SE-25", "SE-26"})
  void bail_or_squash_to_a_missing_mark_changes_nothing() {
    add(session, 1);
    assertThat(session.with(options("bail")).bailTo("nowhere")).isInstanceOf(Outcome.Refused.class);
    assertThat(session.with(options("squash")).squashTo("nowhere"))
        .isInstanceOf(Outcome.Refused.class);
    assertThat(value(session)).isEqualTo(1);
  }

  @Test
  @Clause("BT-2")
  void a_failed_batch_is_never_resurrected_by_redo() {
    add(session, 1);
    add(session, 2);
    session.with(options("undo")).undo(1);
    Assertions.assertThatThrownBy(() ->
            session.batch(
                options("batch"),
                batch -> {
                  add(session, 100);
                  throw new SessionOperation.Failure();
                }))
        .isInstanceOf(SessionOperation.Failure.class);
    assertThat(value(session)).isEqualTo(1);
    session.with(options("redo")).redo(9);
    assertThat(value(session)).as("the former redo tail can still be redone").isEqualTo(3);
    session.with(options("undo")).undo(9);
    session.with(options("redo")).redo(9);
    assertThat(value(session)).isEqualTo(3);
  }
}
