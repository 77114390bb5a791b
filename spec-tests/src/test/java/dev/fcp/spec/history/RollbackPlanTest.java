package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEvent;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan tells of itself, besides what it would do. */
@Clause("RB-7")
class RollbackPlanTest extends NotesOfTwo {

  @Test
  void it_counts_what_would_be_taken_back_and_not_what_others_wrote_over() {
    board(ANN);
    add(ANN, "a");
    StepId over = set(AGENT, "a", "text", "agent");
    StepId left = set(AGENT, "a", "see", "a");
    set(ANN, "a", "text", "ann");
    RollbackPlan<NoteEvent> plan = plan(over, left);
    assertThat(plan.seen()).isEqualTo(2);
    assertThat(plan.reversed()).isEqualTo(1);
    assertThat(plan.steps()).containsExactly(left, over);
    assertThat(plan.isSuccess()).isTrue();
  }

  @Test
  void it_names_of_unknown_steps_only_those_that_are_not_on_the_line() {
    board(ANN);
    StepId gone = add(AGENT, "a");
    Outcome undone = session.undo(Intent.of("undo", ANN), 1);
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    StepId here = add(AGENT, "b");
    assertThat(plan(here, gone).absent()).containsExactly(gone);
  }

  @Test
  @Clause({"RB-2", "RB-7"})
  void of_a_rollback_it_names_that_and_not_what_comes_back() {
    board(ANN);
    StepId first = rollBack(add(AGENT, "a"));
    assertThat(plan(first).steps()).containsExactly(first);
    rollBack(first);
    StepId other = add(AGENT, "b");
    assertThat(plan(first, other).steps()).containsExactly(other);
  }

  @Test
  @Clause({"RB-7", "RB-9"})
  void of_what_is_brought_back_it_names_the_step_that_made_it() {
    board(ANN);
    StepId made = add(AGENT, "a");
    undoOwn(AGENT);
    var redone = session.rollbacks().redoOwn(Intent.of("redo", AGENT), StepFilter.own(AGENT));
    assertThat(redone.plan().orElseThrow().steps()).containsExactly(made);
  }

  @Test
  @Clause({"RB-4", "RB-7"})
  void it_tells_what_cannot_be_done_with_an_entity_that_others_wrote() {
    board(ANN);
    StepId made = add(AGENT, "a");
    StepId removed = remove(AGENT, "a");
    StepId again = add(ANN, "a");
    assertThat(plan(made, removed).conflicts())
        .extracting(skipped -> skipped.conflict().reason())
        .containsExactly(
            "note 1/a cannot be brought back: it was written since",
            "note 1/a cannot be taken away: it was written since");
    assertThat(plan(removed).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(again));
  }

  @Test
  @Clause("RB-1")
  void from_a_message_that_nobody_sent_there_is_nothing_to_take_back() {
    board(AGENT);
    RollbackPlan<NoteEvent> plan =
        session.rollbacks().plan(new Selection.From(StepFilter.ANY.withMessage("3")));
    assertThat(plan.seen()).isZero();
    assertThat(plan.isWhole()).isTrue();
  }

  @Test
  @Clause("RB-9")
  void the_first_step_of_all_can_be_undone_as_ones_own() {
    board(AGENT);
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(session.model().contains(BOARD)).isFalse();
  }

  @Test
  @Clause({"RB-6", "RB-9"})
  void what_would_refer_to_nothing_is_not_brought_back() {
    board(ANN);
    add(ANN, "a");
    addBelow(AGENT, "b", "a");
    undoOwn(AGENT);
    StepId removed = remove(ANN, "a");
    var redone = session.rollbacks().redoOwn(Intent.of("redo", AGENT), StepFilter.own(AGENT));
    assertThat(redone.outcome()).isInstanceOf(Outcome.Refused.class);
    assertThat(redone.plan().orElseThrow().conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(removed));
    assertThat(has("b")).isFalse();
  }

  @Test
  @Clause("RB-2")
  void the_places_of_the_events_of_a_step_ascend() {
    StepId step = board(AGENT);
    assertThat(new Reversal.Part(step, List.of(0, 2)).events()).containsExactly(0, 2);
    for (List<Integer> places : List.of(List.of(-1), List.of(1, 1), List.of(0, 2, 1))) {
      assertThatThrownBy(() -> new Reversal.Part(step, places))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("places of events that do not ascend: " + places);
    }
  }

  @Test
  @Clause("RB-9")
  void ones_own_steps_are_those_of_the_actor_and_the_session_that_are_known() {
    assertThat(StepFilter.own(AGENT))
        .isEqualTo(StepFilter.ANY.withActor("agent").withSession("run"));
    assertThat(StepFilter.own(Origin.of("agent", "", "1")))
        .isEqualTo(StepFilter.ANY.withActor("agent"));
    assertThat(StepFilter.own(Origin.of("", "run", "1")))
        .isEqualTo(StepFilter.ANY.withSession("run"));
    Instant noon = Instant.parse("2026-01-01T12:00:00Z");
    StepFilter atNoon = StepFilter.ANY.since(noon).until(noon);
    assertThat(atNoon.accepts(AGENT, noon)).isTrue();
    assertThat(atNoon.accepts(AGENT, noon.plusNanos(1))).isFalse();
    assertThat(atNoon.accepts(AGENT, noon.minusNanos(1))).isFalse();
  }
}
