package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.Item.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was A, became B, and is A again (ABA): who wrote it last counts, and not what it says. */
class AbaTest extends NotesOfTwo {

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
    assertThat(plan.isWhole()).isTrue();
  }

  @Test
  @Clause("RB-3")
  void a_value_that_somebody_else_wrote_again_is_theirs() {
    made("a");
    set(ANN, "a", "text", "white");
    StepId red = set(AGENT, "a", "text", "red");
    StepId again = set(ANN, "a", "text", "white");
    superseded(red);
    rollBack(again);
    assertThat(text("a")).isEqualTo("red");
    rollBack(red);
    assertThat(text("a")).isEqualTo("white");
  }

  @Test
  @Clause({"RB-3", "RB-8"})
  void a_value_that_two_wrote_with_another_between_goes_when_both_are_taken_back() {
    made("a");
    set(ANN, "a", "text", "white");
    StepId agents = set(AGENT, "a", "text", "red");
    StepId blue = set(ANN, "a", "text", "blue");
    StepId anns = set(ANN, "a", "text", "red");
    superseded(agents);
    superseded(blue);
    RollbackPlan<NoteEvent> same = plan(blue, anns);
    assertThat(same.reversed()).isZero();
    assertThat(session.rollbacks().rollback(Intent.of("no", ANN), same, Mode.ALL_OR_NOTHING))
        .isEqualTo(new Outcome.Unchanged());
    assertThat(text("a")).isEqualTo("red");
    rollBack(agents, anns);
    assertThat(text("a")).isEqualTo("blue");
    rollBack(blue);
    assertThat(text("a")).isEqualTo("white");
  }

  @Test
  @Clause("RB-3")
  void what_one_changed_there_and_back_leaves_what_stood_before() {
    made("a");
    set(ANN, "a", "text", "white");
    StepId there = set(AGENT, "a", "text", "red");
    StepId back = set(AGENT, "a", "text", "white");
    superseded(there);
    assertThat(plan(there, back).isWhole()).isTrue();
    rollBack(back);
    assertThat(text("a")).isEqualTo("red");
  }

  @Test
  @Clause({"RB-3", "RB-6"})
  void a_note_that_somebody_else_put_below_the_same_one_again_stays_there() {
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
  void a_note_that_somebody_else_made_again_under_its_id_stays() {
    board(ANN);
    StepId made = add(AGENT, "a");
    StepId removed = remove(ANN, "a");
    StepId again = add(ANN, "a");
    RollbackPlan<NoteEvent> plan = plan(made);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).contains(again));
    rollBack(made, removed, again);
    assertThat(has("a")).isFalse();
  }

  @Test
  @Clause({"RB-4", "RB-5"})
  void a_note_that_others_made_again_and_removed_again_stays_away() {
    made("a");
    StepId removed = remove(AGENT, "a");
    StepId again = add(ANN, "a");
    StepId gone = remove(ANN, "a");
    RollbackPlan<NoteEvent> plan = plan(removed);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).isSubsetOf(again, gone).isNotEmpty());
    rollBack(removed, again, gone);
    assertThat(has("a")).isTrue();
  }

  @Test
  @Clause({"RB-2", "RB-3"})
  void what_was_taken_back_and_brought_back_can_be_taken_back() {
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
  void what_was_undone_and_redone_is_still_of_whoever_wrote_it() {
    made("a");
    StepId red = set(AGENT, "a", "text", "red");
    Outcome undone = session.undo(Intent.of("undo", ANN), 1);
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    Outcome redone = session.redo(Intent.of("redo", ANN), 1);
    assertThat(redone).isInstanceOf(Outcome.Moved.class);
    rollBack(red);
    assertThat(text("a")).isEmpty();
  }
}
