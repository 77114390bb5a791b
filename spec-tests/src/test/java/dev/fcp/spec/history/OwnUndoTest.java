package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Own undo and redo between steps of others. */
class OwnUndoTest extends TwoAuthorsFixture {

  private static final Note NOTE = content("", Optional.empty(), Optional.empty());

  @Test
  @Clause("RB-10")
  void three_own_undos_revert_three_steps() {
    board(ANN);
    add(ANN, "a");
    set(AGENT, "a", "text", "1");
    set(AGENT, "a", "text", "2");
    set(ANN, "a", "see", "a");
    set(AGENT, "a", "text", "3");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
      texts.add(text("a"));
    }
    assertThat(texts).containsExactly("2", "1", "");
    assertThat(undoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
    assertThat(((Note) session.model().at(note("a"))).see()).contains("a");
  }

  @Test
  @Clause("RB-10")
  void own_redo_works_after_others_appended() {
    board(ANN);
    add(ANN, "a");
    set(AGENT, "a", "text", "1");
    set(AGENT, "a", "text", "2");
    undoOwn(AGENT);
    undoOwn(AGENT);
    add(ANN, "b");
    restart();
    assertThat(redoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(text("a")).isEqualTo("1");
    assertThat(redoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(text("a")).isEqualTo("2");
    assertThat(redoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
    assertThat(has("b")).isTrue();
  }

  /** The next step is known beforehand, and the result contains the plan that was applied. */
  @Test
  @Clause({"RB-7", "RB-10"})
  void the_next_own_undo_and_redo_are_known() {
    board(ANN);
    StepFilter own = StepFilter.sameActorAndSession(AGENT);
    assertThat(session.rollbacks().nextOwnUndo(own)).isEmpty();
    assertThat(session.rollbacks().nextOwnRedo(own)).isEmpty();
    add(ANN, "a");
    set(AGENT, "a", "text", "1");
    Step<NoteEvent> next = session.rollbacks().nextOwnUndo(own).orElseThrow();
    var undone = session.with(EditOptions.of("undo", AGENT)).rollbacks().undoOwn(own);
    assertThat(undone.plan().orElseThrow().steps()).containsExactly(next.id());
    assertThat(session.state().undoableSteps(1).get(0).events())
        .isEqualTo(undone.plan().orElseThrow().events())
        .isNotEmpty();
    assertThat(session.rollbacks().nextOwnUndo(own)).isEmpty();
    assertThat(session.rollbacks().nextOwnRedo(own)).contains(next);
    var redone = session.with(EditOptions.of("redo", AGENT)).rollbacks().redoOwn(own);
    assertThat(redone.plan().orElseThrow().events()).isNotEmpty();
    assertThat(text("a")).isEqualTo("1");
  }

  @Test
  @Clause("RB-10")
  void a_new_own_step_ends_own_redo() {
    board(ANN);
    add(AGENT, "a");
    undoOwn(AGENT);
    add(AGENT, "b");
    assertThat(redoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("RB-10")
  void own_redo_restores_no_step_that_another_author_undid() {
    board(ANN);
    rollBack(add(AGENT, "a"));
    assertThat(redoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("RB-10")
  void a_step_that_others_overwrote_is_passed_over() {
    board(ANN);
    add(ANN, "a");
    set(AGENT, "a", "see", "a");
    set(AGENT, "a", "text", "agent");
    set(ANN, "a", "text", "ann");
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Recorded.class);
    assertThat(text("a")).isEqualTo("ann");
    assertThat(((Note) session.model().at(note("a"))).see()).contains("a");
    restart();
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(((Note) session.model().at(note("a"))).see()).isEmpty();
    assertThat(undoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
    assertThat(redoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(((Note) session.model().at(note("a"))).see()).contains("a");
    assertThat(redoOwn(AGENT)).isInstanceOf(Outcome.Recorded.class);
    assertThat(redoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
    assertThat(text("a")).isEqualTo("ann");
  }

  @Test
  @Clause("RB-10")
  void what_others_removed_does_not_block_own_undo() {
    board(ANN);
    add(AGENT, "old");
    step(AGENT, DOMAIN.added(note("a"), NOTE), DOMAIN.added(note("b"), NOTE));
    remove(ANN, "a");
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(has("b")).isFalse();
    assertThat(redoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(has("b")).isTrue();
    assertThat(has("a")).isFalse();
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(has("old")).isFalse();
    assertThat(undoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("RB-10")
  void a_creation_that_others_edited_is_passed_over() {
    board(ANN);
    add(AGENT, "old");
    add(AGENT, "a");
    set(ANN, "a", "text", "ann");
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Recorded.class);
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(has("a")).isTrue();
    assertThat(has("old")).isFalse();
  }

  @Test
  @Clause({"RB-10", "SE-28"})
  void own_undo_and_redo_are_announced_with_the_selection() {
    board(ANN);
    add(ANN, "a");
    Value.Fields before = Value.Fields.of(Map.of("caret", Value.of(1)));
    Value.Fields after = Value.Fields.of(Map.of("caret", Value.of(2)));
    EditOptions typing =
        EditOptions.of("type", AGENT).withEditorSelection(new EditorSelection(before, after));
    assertThat(session.step(typing, step -> step.emit(DOMAIN.added(note("b"), NOTE))))
        .isInstanceOf(Outcome.Committed.class);
    add(ANN, "c");
    List<SessionChange> changes = new ArrayList<>();
    session.listen(changes::add);
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(redoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(changes)
        .extracting(SessionChange::kind, SessionChange::editorSelection)
        .containsExactly(
            tuple(SessionChange.Kind.UNDONE, before), tuple(SessionChange.Kind.REDONE, after));
  }
}
