package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * In which order a plan reverses events, and which steps it reports as blocking, however old they
 * are.
 */
class RollbackOrderTest extends TwoAuthorsFixture {

  private static final NoteKey OTHER = NoteKey.board("2");
  private static final NoteKey THERE = NoteKey.note("2", "there");

  private static List<NoteKey> keys(RollbackPlan<NoteEvent> plan) {
    return plan.events().stream().map(event -> event.change().key()).toList();
  }

  private StepId otherBoard() {
    return step(ANN, DOMAIN.added(OTHER, new NoteEntity.Board("other", OrderKey.initial(2))));
  }

  /** A note on the other board that the agent makes and removes; the step that removed it. */
  private StepId removedThere() {
    step(AGENT, DOMAIN.added(THERE, content("", Optional.empty(), Optional.empty())));
    return step(AGENT, DOMAIN.removed(THERE, session.model()));
  }

  /** Adds steps that block nothing. */
  private void addUnrelatedSteps(int steps) {
    for (int i = 0; i < steps; i++) {
      set(ANN, "a", "text", "text " + i);
    }
  }

  @Test
  @Clause({"RB-1", "RB-7"})
  void the_newest_step_is_reversed_first() {
    board(ANN);
    StepId first = add(AGENT, "a");
    StepId second = add(AGENT, "b");
    StepId third = add(AGENT, "c");
    assertThat(keys(plan(first, second, third))).containsExactly(note("c"), note("b"), note("a"));
  }

  @Test
  @Clause({"RB-1", "RB-7"})
  void restored_entities_come_before_removed_ones() {
    board(ANN);
    add(ANN, "a");
    StepId removed = remove(AGENT, "a");
    StepId creation = add(AGENT, "b");
    assertThat(keys(plan(removed, creation))).containsExactly(note("a"), note("b"));
  }

  @Test
  @Clause({"RB-3", "RB-5"})
  void a_unit_that_cannot_be_set_blocks_no_other_unit() {
    board(ANN);
    add(ANN, "a");
    add(ANN, "b");
    set(ANN, "b", "parent", "a");
    StepId freed = set(AGENT, "b", "parent", "c");
    StepId written = set(AGENT, "b", "text", "agent");
    StepId moved = set(ANN, "a", "parent", "b");
    RollbackPlan<NoteEvent> plan = plan(freed, written);
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> {
          assertThat(skipped.event().step()).isEqualTo(freed);
          assertThat(skipped.blockingSteps()).containsExactly(moved);
        });
    assertThat(plan.reversedCount()).isEqualTo(1);
    rollBack(freed, written);
    assertThat(text("b")).isEmpty();
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void the_step_that_removed_a_needed_entity_is_named_however_old_it_is() {
    board(ANN);
    add(ANN, "a");
    otherBoard();
    StepId removal = removedThere();
    StepId removed = step(ANN, DOMAIN.removed(OTHER, session.model()));
    addUnrelatedSteps(70);
    assertThat(plan(removal).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(removed));
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void the_step_that_rolled_back_a_needed_entity_is_named_however_old_it_is() {
    board(ANN);
    add(ANN, "a");
    StepId other = otherBoard();
    StepId removal = removedThere();
    StepId rollback = rollBack(other);
    addUnrelatedSteps(70);
    assertThat(plan(removal).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(rollback));
  }

  @Test
  @Clause("RB-6")
  void a_reference_to_an_entity_removed_earlier_is_no_conflict() {
    board(ANN);
    add(ANN, "old");
    add(ANN, "edge");
    remove(ANN, "old");
    set(ANN, "edge", "see", "old");
    StepId retargeted = set(AGENT, "edge", "see", "edge");
    assertThat(plan(retargeted).conflicts()).isEmpty();
    assertThat(plan(retargeted).events()).hasSize(1);
  }

  @Test
  @Clause("RB-5")
  void the_blocking_step_is_found_among_however_many_later_steps() {
    board(ANN);
    add(ANN, "a");
    add(ANN, "b");
    set(ANN, "b", "parent", "a");
    StepId freed = set(AGENT, "b", "parent", "c");
    StepId moved = set(ANN, "a", "parent", "b");
    addUnrelatedSteps(200);
    assertThat(plan(freed).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(moved));
  }

  @Test
  @Clause("RB-2")
  void a_pruned_step_is_no_longer_rolled_back() {
    board(ANN);
    add(ANN, "b");
    StepId rollback = rollBack(add(AGENT, "a"));
    StepId last = set(AGENT, "b", "text", "agent");
    Outcome outcome =
        session.with(EditOptions.of("let go", ANN)).prune(new RetentionPolicy(2, Duration.ZERO, 0));
    assertThat(outcome).isInstanceOf(Outcome.Recorded.class);
    assertThat(plan(rollback).examinedCount()).isZero();
    assertThat(plan(last).reversedCount()).isEqualTo(1);
  }

  @Test
  @Clause("RB-5")
  void the_author_of_a_note_on_a_board_is_named_and_not_the_one_who_removed_the_board_earlier() {
    otherBoard();
    StepId titled =
        step(AGENT, DOMAIN.changed(OTHER, session.model(), "board", Value.of("the agent's")));
    StepId removed = step(AGENT, DOMAIN.removed(OTHER, session.model()));
    StepId rollback = rollBack(titled, removed);
    StepId added = step(ANN, DOMAIN.added(THERE, content("", Optional.empty(), Optional.empty())));
    assertThat(plan(rollback).conflicts())
        .singleElement()
        .satisfies(skipped -> {
          assertThat(skipped.event().step()).isEqualTo(removed);
          assertThat(skipped.blockingSteps()).containsExactly(added);
        });
  }

  @Test
  @Clause("RB-5")
  void the_author_of_a_note_on_a_board_is_named_and_not_the_one_who_restored_it() {
    StepId other = otherBoard();
    StepId added = step(ANN, DOMAIN.added(THERE, content("", Optional.empty(), Optional.empty())));
    rollBack(step(ANN, DOMAIN.removed(THERE, session.model())));
    assertThat(plan(other).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(added));
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void the_first_remover_of_a_needed_entity_is_named_and_not_the_second() {
    board(ANN);
    otherBoard();
    StepId removal = removedThere();
    StepId removed = step(ANN, DOMAIN.removed(OTHER, session.model()));
    rollBack(rollBack(removed));
    assertThat(session.model().contains(OTHER)).isFalse();
    assertThat(plan(removal).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(removed));
  }
}
