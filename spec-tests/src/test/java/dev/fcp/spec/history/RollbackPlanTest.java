package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEvent;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan reports in addition to its events. */
@Clause("RB-7")
class RollbackPlanTest extends TwoAuthorsFixture {

  @Test
  void a_plan_counts_the_events_to_reverse_and_not_those_that_others_overwrote() {
    board(ANN);
    add(ANN, "a");
    StepId over = set(AGENT, "a", "text", "agent");
    StepId leftReference = set(AGENT, "a", "see", "a");
    set(ANN, "a", "text", "ann");
    RollbackPlan<NoteEvent> plan = plan(over, leftReference);
    assertThat(plan.examinedCount()).isEqualTo(2);
    assertThat(plan.reversedCount()).isEqualTo(1);
    assertThat(plan.steps()).containsExactly(leftReference, over);
    assertThat(plan.isSuccess()).isTrue();
  }

  @Test
  void a_plan_reports_only_steps_off_the_undo_stack_as_missing() {
    board(ANN);
    StepId removedStep = add(AGENT, "a");
    Outcome undone = session.with(EditOptions.of("undo", ANN)).undo(1);
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    StepId here = add(AGENT, "b");
    assertThat(plan(here, removedStep).missing()).containsExactly(removedStep);
  }

  @Test
  @Clause({"RB-2", "RB-7"})
  void for_a_rollback_a_plan_names_that_step_and_not_the_restored_ones() {
    board(ANN);
    StepId first = rollBack(add(AGENT, "a"));
    assertThat(plan(first).steps()).containsExactly(first);
    rollBack(first);
    StepId other = add(AGENT, "b");
    assertThat(plan(first, other).steps()).containsExactly(other);
  }

  @Test
  @Clause({"RB-7", "RB-10"})
  void for_restored_events_a_plan_names_the_step_that_made_them() {
    board(ANN);
    StepId creation = add(AGENT, "a");
    undoOwn(AGENT);
    var redone =
        session
            .with(EditOptions.of("redo", AGENT))
            .rollbacks()
            .redoOwn(StepFilter.sameActorAndSession(AGENT));
    assertThat(redone.plan().orElseThrow().steps()).containsExactly(creation);
  }

  @Test
  @Clause({"RB-4", "RB-7"})
  void a_plan_says_that_others_removed_an_entity() {
    board(ANN);
    StepId creation = add(AGENT, "a");
    StepId removed = remove(ANN, "a");
    assertThat(plan(creation).conflicts())
        .singleElement()
        .satisfies(skipped -> {
          assertThat(skipped.conflict().reason()).isEqualTo("note 1/a was removed since");
          assertThat(skipped.blockingSteps()).containsExactly(removed);
        });
  }

  @Test
  @Clause({"RB-4", "RB-7"})
  void a_plan_reports_conflicts_with_an_entity_that_others_wrote() {
    board(ANN);
    StepId creation = add(AGENT, "a");
    StepId removed = remove(AGENT, "a");
    StepId recreation = add(ANN, "a");
    assertThat(plan(creation, removed).conflicts())
        .extracting(skipped -> skipped.conflict().reason())
        .containsExactly(
            "note 1/a cannot be brought back: it was written since",
            "note 1/a cannot be taken away: it was written since");
    assertThat(plan(removed).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(recreation));
  }

  @Test
  @Clause("RB-1")
  void a_message_that_was_never_sent_has_nothing_to_roll_back() {
    board(AGENT);
    RollbackPlan<NoteEvent> plan =
        session.rollbacks().plan(new RollbackSelection.From(StepFilter.ANY.withMessage("3")));
    assertThat(plan.examinedCount()).isZero();
    assertThat(plan.isComplete()).isTrue();
  }

  @Test
  @Clause("RB-10")
  void the_first_step_of_a_history_can_be_undone_by_its_author() {
    board(AGENT);
    assertThat(undoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(session.model().contains(BOARD)).isFalse();
  }

  @Test
  @Clause({"RB-6", "RB-10"})
  void an_entity_with_a_dangling_reference_is_not_restored() {
    board(ANN);
    add(ANN, "a");
    addBelow(AGENT, "b", "a");
    undoOwn(AGENT);
    StepId removed = remove(ANN, "a");
    var redone =
        session
            .with(EditOptions.of("redo", AGENT))
            .rollbacks()
            .redoOwn(StepFilter.sameActorAndSession(AGENT));
    assertThat(redone.outcome()).isInstanceOf(Outcome.Refused.class);
    assertThat(redone.plan().orElseThrow().conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(removed));
    assertThat(has("b")).isFalse();
  }

  @Test
  @Clause("RB-2")
  void the_event_indexes_of_a_step_ascend() {
    StepId step = board(AGENT);
    assertThat(new Reversal.Part(step, List.of(0, 2)).eventIndexes()).containsExactly(0, 2);
    for (List<Integer> indexes : List.of(List.of(-1), List.of(1, 1), List.of(0, 2, 1))) {
      assertThatThrownBy(() -> new Reversal.Part(step, indexes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("places of events that do not ascend: " + indexes);
    }
  }

  @Test
  @Clause("RB-10")
  void own_steps_match_the_known_actor_and_session() {
    assertThat(StepFilter.sameActorAndSession(AGENT))
        .isEqualTo(StepFilter.ANY.withActor("agent").withSession("run"));
    assertThat(StepFilter.sameActorAndSession(Origin.of("agent", "", "1")))
        .isEqualTo(StepFilter.ANY.withActor("agent"));
    assertThat(StepFilter.sameActorAndSession(Origin.of("", "run", "1")))
        .isEqualTo(StepFilter.ANY.withSession("run"));
    Instant noon = Instant.parse("2026-01-01T12:00:00Z");
    StepFilter atNoon = StepFilter.ANY.since(noon).until(noon);
    assertThat(atNoon.accepts(AGENT, noon)).isTrue();
    assertThat(atNoon.accepts(AGENT, noon.plusNanos(1))).isFalse();
    assertThat(atNoon.accepts(AGENT, noon.minusNanos(1))).isFalse();
  }
}
