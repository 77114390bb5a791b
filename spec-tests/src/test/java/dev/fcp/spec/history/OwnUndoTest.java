package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.Item.Note;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Undo and redo of one's own steps between those of others. */
class OwnUndoTest extends NotesOfTwo {

  @Test
  @Clause("RB-9")
  void undo_of_ones_own_three_times_goes_back_three_steps() {
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
  void redo_of_ones_own_works_after_others_appended() {
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

  /** What is planned is what is done then, and what was done is told with its plan. */
  @Test
  @Clause({"RB-7", "RB-9"})
  void a_plan_shows_what_undo_and_redo_of_ones_own_would_do() {
    board(ANN);
    StepFilter own = StepFilter.own(AGENT);
    assertThat(session.rollbacks().planUndoOwn(own)).isEmpty();
    assertThat(session.rollbacks().planRedoOwn(own)).isEmpty();
    add(ANN, "a");
    set(AGENT, "a", "text", "1");
    var undo = session.rollbacks().planUndoOwn(own).orElseThrow();
    assertThat(text("a")).as("nothing happens").isEqualTo("1");
    var undone = session.rollbacks().undoOwn(Intent.of("undo", AGENT), own);
    assertThat(undone.plan().orElseThrow().events()).isEqualTo(undo.events()).isNotEmpty();
    assertThat(session.state().recent(1).get(0).events()).isEqualTo(undo.events());
    var redo = session.rollbacks().planRedoOwn(own).orElseThrow();
    var redone = session.rollbacks().redoOwn(Intent.of("redo", AGENT), own);
    assertThat(redone.plan().orElseThrow().events()).isEqualTo(redo.events()).isNotEmpty();
    assertThat(text("a")).isEqualTo("1");
  }

  @Test
  @Clause("RB-9")
  void a_new_step_of_ones_own_ends_the_redo() {
    board(ANN);
    add(AGENT, "a");
    undoOwn(AGENT);
    add(AGENT, "b");
    assertThat(redoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("RB-9")
  void nobody_brings_back_what_somebody_else_took_back() {
    board(ANN);
    rollBack(add(AGENT, "a"));
    assertThat(redoOwn(AGENT)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("RB-9")
  void undo_of_ones_own_passes_over_what_others_wrote_over() {
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
