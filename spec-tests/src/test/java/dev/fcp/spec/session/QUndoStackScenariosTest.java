package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Typical uses of QUndoStack in Qt editors, reproduced with a session. */
class QUndoStackScenariosTest {

  private final Session<Counter, CounterEvent> session = CounterSessions.created();
  private final List<SessionChange.Kind> kinds = new ArrayList<>();

  private Outcome type(int n) {
    return session.step(
        options("type").merging("typing", Duration.ofHours(1)),
        builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private void save() {
    session
        .with(options("save"))
        .fileRecorder()
        .recordSaved("5f".repeat(32), session.state().head());
  }

  private void undo(int count) {
    session.with(options("undo")).undo(count);
  }

  private void redo(int count) {
    session.with(options("redo")).redo(count);
  }

  private boolean clean() {
    return session.state().isSaved();
  }

  @Test
  @Clause("SE-7")
  void a_new_stack_is_clean_in_qt_but_an_unsaved_new_document_is_not() {
    assertThat(clean()).isFalse();
    save();
    assertThat(clean()).isTrue();
  }

  @Test
  @Clause("SE-7")
  void the_clean_state_is_reached_by_undo_and_by_redo() {
    add(session, 1);
    add(session, 2);
    save();
    add(session, 3);
    assertThat(clean()).isFalse();
    undo(1);
    assertThat(clean()).as("reached by undo").isTrue();
    undo(2);
    assertThat(clean()).isFalse();
    redo(2);
    assertThat(clean()).as("reached by redo").isTrue();
  }

  @Test
  @Clause("SE-7")
  void the_clean_state_is_lost_with_its_branch_and_set_by_the_next_save() {
    add(session, 1);
    save();
    undo(1);
    add(session, 1);
    assertThat(value(session)).isEqualTo(1);
    assertThat(clean()).as("another step at the saved depth is not the saved step").isFalse();
    undo(1);
    redo(1);
    assertThat(clean()).isFalse();
    save();
    assertThat(clean()).isTrue();
  }

  @Test
  @Clause({"SE-7", "SE-24"})
  void nothing_merges_into_the_clean_step() {
    type(1);
    save();
    type(2);
    assertThat(session.state().undoDepth()).isEqualTo(2);
    assertThat(clean()).isFalse();
    undo(1);
    assertThat(clean()).isTrue();
  }

  @Test
  @Clause({"SE-7", "SE-29"})
  void beyond_the_undo_limit_the_clean_state_is_never_reached_again() {
    Session<Counter, CounterEvent> limited =
        Session.create(
            CounterSessions.DOMAIN,
            CounterSessions.ANN,
            InMemoryJournal.empty(),
            SessionSettings.standard().withUndoLimits(UndoLimits.none().withMaxSteps(2)));
    add(limited, 1);
    limited
        .with(options("save"))
        .fileRecorder()
        .recordSaved("5f".repeat(32), limited.state().head());
    add(limited, 2);
    add(limited, 3);
    assertThat(limited.state().undoDepth()).isEqualTo(2);
    limited.with(options("undo")).undo(2);
    assertThat(limited.state().isSaved()).as("still reached at the limit").isTrue();
    limited.with(options("redo")).redo(2);
    add(limited, 4);
    limited.with(options("undo")).undo(9);
    assertThat(value(limited)).isEqualTo(3);
    assertThat(limited.state().isSaved()).isFalse();
  }

  @Test
  @Clause("SE-3")
  void a_macro_is_one_undo_with_the_text_of_the_macro() {
    session.step(
        options("macro"),
        builder -> {
          add(session, 1);
          add(session, 2);
          session.step(options("inner macro"), inner -> inner.emit(new CounterEvent.Added(3)));
        });
    assertThat(session.state().undoLabel()).contains("macro");
    undo(1);
    assertThat(value(session)).isZero();
    assertThat(session.state().redoLabel()).contains("macro");
  }

  /**
   * A macro in Qt is undone as a whole; it corresponds to a step, while a batch is several steps.
   */
  @Test
  @Clause("BT-3")
  void a_batch_is_not_a_macro_because_undo_goes_step_by_step() {
    session.batch(
        options("batch"),
        batch -> {
          add(session, 1);
          add(session, 2);
        });
    undo(1);
    assertThat(value(session)).isEqualTo(1);
  }

  @Test
  @Clause({"SE-3", "BT-5"})
  void an_empty_macro_leaves_no_command_although_qt_keeps_one() {
    session.step(options("empty"), builder -> {});
    assertThat(session.state().canUndo()).isFalse();
  }

  @Test
  @Clause("SE-24")
  void a_command_that_merges_to_nothing_is_removed() {
    add(session, 7);
    save();
    type(5);
    type(-5);
    assertThat(session.state().undoDepth()).isEqualTo(1);
    assertThat(clean()).as("clean again, because the cursor is at the saved step").isTrue();
  }

  @Test
  @Clause({"SE-4", "SE-23"})
  void a_jump_is_notified_once_with_all_its_steps() {
    List.of(1, 2, 3, 4).forEach(n -> add(session, n));
    session.listen(change -> {
      kinds.add(change.kind());
      assertThat(change.steps()).hasSize(kinds.size() == 1 ? 3 : 2);
    });
    undo(3);
    redo(2);
    assertThat(kinds).containsExactly(SessionChange.Kind.UNDONE, SessionChange.Kind.REDONE);
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("SE-4")
  void beyond_the_ends_a_jump_stops_at_the_end() {
    add(session, 1);
    undo(9);
    assertThat(session.state().undoDepth()).isZero();
    redo(9);
    assertThat(session.state().redoDepth()).isZero();
    assertThat(value(session)).isEqualTo(1);
  }
}
