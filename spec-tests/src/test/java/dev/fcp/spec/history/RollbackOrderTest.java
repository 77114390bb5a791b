package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In which order a plan takes things back, and whom it blames however long ago they did it. */
class RollbackOrderTest extends NotesOfTwo {

  private static final NoteKey OTHER = NoteKey.board("2");
  private static final NoteKey THERE = NoteKey.note("2", "there");

  private static List<NoteKey> keys(RollbackPlan<NoteEvent> plan) {
    return plan.events().stream().map(event -> event.change().key()).toList();
  }

  private StepId otherBoard() {
    return step(ANN, DOMAIN.added(OTHER, new Item.Board("other", OrderKey.atLoading(2))));
  }

  /** A note on the other board that the agent makes and removes; the step that removed it. */
  private StepId removedThere() {
    step(AGENT, DOMAIN.added(THERE, content("", Optional.empty(), Optional.empty())));
    return step(AGENT, DOMAIN.removed(THERE, session.model()));
  }

  /** More steps that are not to blame for anything. */
  private void goOn(int steps) {
    for (int i = 0; i < steps; i++) {
      set(ANN, "a", "text", "text " + i);
    }
  }

  @Test
  @Clause({"RB-1", "RB-7"})
  void the_newest_goes_first() {
    board(ANN);
    StepId first = add(AGENT, "a");
    StepId second = add(AGENT, "b");
    StepId third = add(AGENT, "c");
    assertThat(keys(plan(first, second, third))).containsExactly(note("c"), note("b"), note("a"));
  }

  @Test
  @Clause({"RB-1", "RB-7"})
  void what_comes_back_comes_before_what_goes() {
    board(ANN);
    add(ANN, "a");
    StepId removed = remove(AGENT, "a");
    StepId made = add(AGENT, "b");
    assertThat(keys(plan(removed, made))).containsExactly(note("a"), note("b"));
  }

  @Test
  @Clause({"RB-3", "RB-5"})
  void a_unit_that_cannot_be_set_keeps_no_other_unit() {
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
          assertThat(skipped.by()).containsExactly(moved);
        });
    assertThat(plan.reversed()).isEqualTo(1);
    rollBack(freed, written);
    assertThat(text("b")).isEmpty();
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void who_removed_what_is_needed_is_named_however_long_ago() {
    board(ANN);
    add(ANN, "a");
    otherBoard();
    StepId wanted = removedThere();
    StepId removed = step(ANN, DOMAIN.removed(OTHER, session.model()));
    goOn(70);
    assertThat(plan(wanted).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(removed));
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void who_took_back_what_is_needed_is_named_however_long_ago() {
    board(ANN);
    add(ANN, "a");
    StepId other = otherBoard();
    StepId wanted = removedThere();
    StepId takenBack = rollBack(other);
    goOn(70);
    assertThat(plan(wanted).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(takenBack));
  }

  @Test
  @Clause("RB-6")
  void a_reference_to_what_was_removed_before_stands_in_nobodys_way() {
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
  void who_is_in_the_way_is_found_among_however_many_later_steps() {
    board(ANN);
    add(ANN, "a");
    add(ANN, "b");
    set(ANN, "b", "parent", "a");
    StepId freed = set(AGENT, "b", "parent", "c");
    StepId moved = set(ANN, "a", "parent", "b");
    goOn(200);
    assertThat(plan(freed).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(moved));
  }

  @Test
  @Clause("RB-2")
  void what_was_let_go_is_no_longer_taken_back() {
    board(ANN);
    add(ANN, "b");
    StepId back = rollBack(add(AGENT, "a"));
    StepId last = set(AGENT, "b", "text", "agent");
    Outcome outcome = session.retain(Intent.of("let go", ANN), new Retention(2, Duration.ZERO, 0));
    assertThat(outcome).isInstanceOf(Outcome.Recorded.class);
    assertThat(plan(back).seen()).isZero();
    assertThat(plan(last).reversed()).isEqualTo(1);
  }

  @Test
  @Clause("RB-5")
  void who_put_something_on_a_board_is_named_and_not_who_removed_the_board_before() {
    otherBoard();
    StepId titled =
        step(AGENT, DOMAIN.changed(OTHER, session.model(), "board", Value.of("the agent's")));
    StepId removed = step(AGENT, DOMAIN.removed(OTHER, session.model()));
    StepId back = rollBack(titled, removed);
    StepId added = step(ANN, DOMAIN.added(THERE, content("", Optional.empty(), Optional.empty())));
    assertThat(plan(back).conflicts())
        .singleElement()
        .satisfies(skipped -> {
          assertThat(skipped.event().step()).isEqualTo(removed);
          assertThat(skipped.by()).containsExactly(added);
        });
  }

  @Test
  @Clause("RB-5")
  void who_put_something_on_a_board_is_named_and_not_who_brought_it_back() {
    StepId other = otherBoard();
    StepId added = step(ANN, DOMAIN.added(THERE, content("", Optional.empty(), Optional.empty())));
    rollBack(step(ANN, DOMAIN.removed(THERE, session.model())));
    assertThat(plan(other).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(added));
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void who_removed_what_is_needed_is_named_and_not_who_removed_it_once_more() {
    board(ANN);
    otherBoard();
    StepId wanted = removedThere();
    StepId removed = step(ANN, DOMAIN.removed(OTHER, session.model()));
    rollBack(rollBack(removed));
    assertThat(session.model().contains(OTHER)).isFalse();
    assertThat(plan(wanted).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(removed));
  }
}
