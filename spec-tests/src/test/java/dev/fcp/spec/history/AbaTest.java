package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A value that was A, became B and is A again (ABA): the last writer counts, not the value. */
class AbaTest extends TwoAuthorsFixture {

  private StepId made(String id) {
    board(ANN);
    return add(ANN, id);
  }

  private Optional<String> parent(String id) {
    return ((Note) session.model().at(note(id))).parent();
  }

  private void superseded(StepId step) {
    RollbackPlan<NoteEvent> plan = plan(step);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.superseded()).hasSize(1);
    assertThat(plan.isComplete()).isTrue();
  }

  @Test
  @Clause("RB-3")
  void a_value_that_another_author_wrote_again_is_kept() {
    made("a");
    set(ANN, "a", "text", "white");
    StepId red = set(AGENT, "a", "text", "red");
    StepId second = set(ANN, "a", "text", "white");
    superseded(red);
    rollBack(second);
    assertThat(text("a")).isEqualTo("red");
    rollBack(red);
    assertThat(text("a")).isEqualTo("white");
  }

  @Test
  @Clause({"RB-3", "RB-8"})
  void a_value_that_two_wrote_with_another_in_between_is_reverted_when_both_are_rolled_back() {
    made("a");
    set(ANN, "a", "text", "white");
    StepId agents = set(AGENT, "a", "text", "red");
    StepId blue = set(ANN, "a", "text", "blue");
    StepId anns = set(ANN, "a", "text", "red");
    superseded(agents);
    superseded(blue);
    RollbackPlan<NoteEvent> same = plan(blue, anns);
    assertThat(same.reversedCount()).isZero();
    assertThat(
            session.with(EditOptions.of("no", ANN)).rollbacks().rollback(same, Mode.ALL_OR_NOTHING))
        .isEqualTo(new Outcome.Unchanged());
    assertThat(text("a")).isEqualTo("red");
    rollBack(agents, anns);
    assertThat(text("a")).isEqualTo("blue");
    rollBack(blue);
    assertThat(text("a")).isEqualTo("white");
  }

  @Test
  @Clause("RB-3")
  void rolling_back_a_change_and_its_reverse_leaves_the_earlier_value() {
    made("a");
    set(ANN, "a", "text", "white");
    StepId there = set(AGENT, "a", "text", "red");
    StepId reverted = set(AGENT, "a", "text", "white");
    superseded(there);
    assertThat(plan(there, reverted).isComplete()).isTrue();
    rollBack(reverted);
    assertThat(text("a")).isEqualTo("red");
  }

  @Test
  @Clause({"RB-3", "RB-6"})
  void a_note_that_another_author_moved_to_the_same_parent_again_stays_there() {
    made("a");
    add(ANN, "b");
    add(ANN, "c");
    StepId agents = set(AGENT, "c", "parent", "a");
    set(ANN, "c", "parent", "b");
    set(ANN, "c", "parent", "a");
    superseded(agents);
    assertThat(parent("c")).contains("a");
  }

  @Test
  @Clause({"RB-4", "RB-5"})
  void a_note_recreated_by_another_author_under_its_id_stays() {
    board(ANN);
    StepId made = add(AGENT, "a");
    StepId removed = remove(ANN, "a");
    StepId second = add(ANN, "a");
    RollbackPlan<NoteEvent> plan = plan(made);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).contains(second));
    rollBack(made, removed, second);
    assertThat(has("a")).isFalse();
  }

  @Test
  @Clause({"RB-4", "RB-5"})
  void a_note_recreated_and_removed_again_by_others_stays_removed() {
    made("a");
    StepId removed = remove(AGENT, "a");
    StepId second = add(ANN, "a");
    StepId removal = remove(ANN, "a");
    RollbackPlan<NoteEvent> plan = plan(removed);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped ->
            assertThat(skipped.blockingSteps()).isSubsetOf(second, removal).isNotEmpty());
    rollBack(removed, second, removal);
    assertThat(has("a")).isTrue();
  }

  @Test
  @Clause({"RB-2", "RB-3"})
  void a_restored_step_can_be_rolled_back_again() {
    made("a");
    set(ANN, "a", "text", "white");
    StepId red = set(AGENT, "a", "text", "red");
    rollBack(rollBack(red));
    assertThat(text("a")).isEqualTo("red");
    rollBack(red);
    assertThat(text("a")).isEqualTo("white");
  }

  @Test
  @Clause({"RB-2", "RB-3"})
  void an_undone_and_redone_step_keeps_its_author() {
    made("a");
    StepId red = set(AGENT, "a", "text", "red");
    Outcome undone = session.with(EditOptions.of("undo", ANN)).undo(1);
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    Outcome redone = session.with(EditOptions.of("redo", ANN)).redo(1);
    assertThat(redone).isInstanceOf(Outcome.Moved.class);
    rollBack(red);
    assertThat(text("a")).isEmpty();
  }
}
