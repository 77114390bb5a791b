package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Own undo and redo between steps of others. */
class OwnUndoTest extends TwoAuthorsFixture {

  @Test
  @Clause("RB-9")
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
  @Clause("RB-9")
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

  /** The plan matches what is then done, and the result contains it. */
  @Test
  @Clause({"RB-7", "RB-9"})
  void a_plan_shows_what_own_undo_and_redo_would_do() {
    board(ANN);
    StepFilter own = StepFilter.sameActorAndSession(AGENT);
    assertThat(session.rollbacks().planUndoOwn(own)).isEmpty();
    assertThat(session.rollbacks().planRedoOwn(own)).isEmpty();
    add(ANN, "a");
    set(AGENT, "a", "text", "1");
    var undo = session.rollbacks().planUndoOwn(own).orElseThrow();
    assertThat(text("a")).as("nothing changes").isEqualTo("1");
    var undone = session.with(EditOptions.of("undo", AGENT)).rollbacks().undoOwn(own);
    assertThat(undone.plan().orElseThrow().events()).isEqualTo(undo.events()).isNotEmpty();
    assertThat(session.state().undoableSteps(1).get(0).events()).isEqualTo(undo.events());
    var redo = session.rollbacks().planRedoOwn(own).orElseThrow();
    var redone = session.with(EditOptions.of("redo", AGENT)).rollbacks().redoOwn(own);
    assertThat(redone.plan().orElseThrow().events()).isEqualTo(redo.events()).isNotEmpty();
    assertThat(text("a")).isEqualTo("1");
  }

  @Test
  @Clause("RB-9")
  void a_new_own_step_ends_own_redo() {
    board(ANN);
    add(AGENT, "a");
    undoOwn(AGENT);
    add(AGENT, "b");
    assertThat(redoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("RB-9")
  void own_redo_restores_no_step_that_another_author_undid() {
    board(ANN);
    rollBack(add(AGENT, "a"));
    assertThat(redoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("RB-9")
  void own_undo_skips_steps_that_others_overwrote() {
    board(ANN);
    add(ANN, "a");
    set(AGENT, "a", "see", "a");
    set(AGENT, "a", "text", "agent");
    set(ANN, "a", "text", "ann");
    undoOwn(AGENT);
    assertThat(((Note) session.model().at(note("a"))).see()).isEmpty();
    assertThat(text("a")).isEqualTo("ann");
    redoOwn(AGENT);
    assertThat(((Note) session.model().at(note("a"))).see()).contains("a");
    assertThat(text("a")).isEqualTo("ann");
  }
}
