package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.Item.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rollbacks of what others have built on, moved or removed since. */
class RollbackConflictsTest extends NotesOfTwo {

  @Test
  @Clause({"RB-4", "RB-5", "RB-6"})
  void a_group_that_someone_filled_meanwhile_stays() {
    board(ANN);
    StepId group = add(AGENT, "a");
    add(ANN, "b");
    StepId filled = set(ANN, "b", "parent", "a");
    RollbackPlan<NoteEvent> plan = plan(group);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> {
          assertThat(skipped.by()).containsExactly(filled);
          assertThat(skipped.type()).isEqualTo("note_added");
          assertThat(skipped.conflict().reason())
              .isEqualTo("note 1/b still refers to note 1/a as its parent");
        });
    assertThat(plan(group, filled).isWhole()).isTrue();
  }

  @Test
  @Clause("RB-4")
  void what_somebody_wrote_on_is_not_taken_away() {
    board(ANN);
    StepId made = add(AGENT, "a");
    StepId written = set(ANN, "a", "text", "mine");
    RollbackPlan<NoteEvent> plan = plan(made);
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(written));
    assertThat(plan.superseded()).isEmpty();
    Outcome outcome = session.rollbacks().rollback(Intent.of("all", ANN), plan, Mode.BEST_EFFORT);
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(text("a")).isEqualTo("mine");
  }

  @Test
  @Clause("RB-6")
  void an_edge_is_not_turned_back_to_a_shape_that_is_gone() {
    board(ANN);
    add(ANN, "old");
    add(ANN, "new");
    add(ANN, "edge");
    set(ANN, "edge", "see", "old");
    StepId retargeted = set(AGENT, "edge", "see", "new");
    StepId removed = remove(ANN, "old");
    RollbackPlan<NoteEvent> plan = plan(retargeted);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> {
          assertThat(skipped.by()).containsExactly(removed);
          assertThat(skipped.conflict().unit()).contains(Unit.whole(ref("edge")));
        });
    rollBack(retargeted, removed);
    assertThat(((Note) session.model().at(note("edge"))).see()).contains("old");
  }

  private static dev.fcp.eventlog.domain.EntityRef ref(String id) {
    return DOMAIN.spec().ref(note(id));
  }

  @Test
  @Clause("RB-6")
  void a_reference_that_was_broken_before_stands_in_nobodys_way() {
    board(ANN);
    add(ANN, "edge");
    set(ANN, "edge", "see", "nobody");
    StepId retargeted = set(AGENT, "edge", "see", "edge");
    rollBack(retargeted);
    assertThat(((Note) session.model().at(note("edge"))).see()).contains("nobody");
    StepId removed = remove(AGENT, "edge");
    rollBack(removed);
    assertThat(has("edge")).isTrue();
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void a_note_is_not_put_back_below_one_that_was_moved_below_it() {
    board(ANN);
    add(ANN, "a");
    addBelow(ANN, "b", "a");
    StepId freed =
        step(
            AGENT,
            DOMAIN.invert(DOMAIN.changed(note("b"), withoutParent("b"), "parent", Value.of("a"))));
    StepId moved = set(ANN, "a", "parent", "b");
    RollbackPlan<NoteEvent> plan = plan(freed);
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> {
          assertThat(skipped.conflict().reason()).contains("would be its own parent");
          assertThat(skipped.by()).containsExactly(moved);
        });
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void whoever_is_in_the_way_is_found_among_any_number_of_later_steps() {
    board(ANN);
    add(ANN, "a");
    addBelow(ANN, "b", "a");
    add(ANN, "c");
    StepId freed =
        step(
            AGENT,
            DOMAIN.invert(DOMAIN.changed(note("b"), withoutParent("b"), "parent", Value.of("a"))));
    StepId first = set(ANN, "a", "parent", "c");
    StepId second = set(ANN, "c", "parent", "b");
    for (int i = 0; i < 150; i++) {
      set(ANN, "b", "text", "text " + i);
    }
    assertThat(plan(freed).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(second));
    assertThat(plan(freed, second).isWhole()).isTrue();
    assertThat(plan(freed, first).isWhole()).isTrue();
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void all_who_put_something_on_a_board_keep_it() {
    StepId board = board(AGENT);
    List<StepId> added = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      added.add(add(ANN, "n" + i));
    }
    assertThat(plan(board).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactlyInAnyOrderElementsOf(added));
  }

  private EntityModel<NoteKey, Item> withoutParent(String id) {
    EntityModel<NoteKey, Item> model = session.model();
    EntityModel<NoteKey, Item> without = DOMAIN.replay(DOMAIN.removed(note(id), model), model);
    return DOMAIN.replay(
        DOMAIN.added(note(id), content("", Optional.empty(), Optional.empty())), without);
  }

  @Test
  @Clause("RB-1")
  void what_is_nested_comes_and_goes_together() {
    board(ANN);
    StepId outer = add(AGENT, "a");
    StepId inner = addBelow(AGENT, "b", "a");
    StepId back = rollBack(outer, inner);
    assertThat(has("a") || has("b")).isFalse();
    rollBack(back);
    assertThat(((Note) session.model().at(note("b"))).parent()).contains("a");
  }

  @Test
  @Clause("RB-4")
  void what_others_removed_stays_removed() {
    board(ANN);
    add(ANN, "a");
    StepId written = set(AGENT, "a", "text", "agent");
    remove(ANN, "a");
    assertThat(plan(written).events()).isEmpty();
    assertThat(plan(written).superseded()).hasSize(1);
    assertThat(has("a")).isFalse();
  }

  @Test
  @Clause({"RB-1", "RB-4"})
  void what_comes_back_holds_nothing_of_what_was_taken_back_meanwhile() {
    board(ANN);
    add(ANN, "a");
    StepId written = set(AGENT, "a", "text", "agent");
    StepId other = add(AGENT, "b");
    StepId removed = remove(ANN, "a");
    rollBack(written, other);
    rollBack(removed);
    assertThat(text("a")).isEmpty();
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void an_edge_is_not_turned_back_to_a_shape_that_was_taken_back_since() {
    board(ANN);
    StepId old = add(ANN, "old");
    add(ANN, "edge");
    set(ANN, "edge", "see", "old");
    StepId retargeted = set(AGENT, "edge", "see", "edge");
    StepId takenBack = rollBack(old);
    assertThat(plan(retargeted).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(takenBack));
    rollBack(takenBack);
    rollBack(retargeted);
    assertThat(((Note) session.model().at(note("edge"))).see()).contains("old");
  }

  @Test
  @Clause("RB-6")
  void a_reference_to_what_was_taken_back_before_stands_in_nobodys_way() {
    board(ANN);
    add(ANN, "edge");
    rollBack(add(ANN, "old"));
    set(ANN, "edge", "see", "old");
    StepId retargeted = set(AGENT, "edge", "see", "edge");
    assertThat(plan(retargeted).isWhole()).isTrue();
    rollBack(retargeted);
    assertThat(((Note) session.model().at(note("edge"))).see()).contains("old");
  }

  @Test
  @Clause({"RB-1", "RB-6"})
  void a_way_back_over_what_others_removed_meanwhile_is_cut_short() {
    board(ANN);
    add(ANN, "a");
    add(ANN, "b");
    add(ANN, "c");
    StepId first = set(AGENT, "a", "parent", "b");
    var change = DOMAIN.changed(note("a"), session.model(), "parent", Value.of("c")).change();
    StepId second = step(AGENT, new NoteEvent.NoteMoved((Change.Modified<NoteKey, Item>) change));
    remove(ANN, "b");
    assertThat(plan(first, second).isWhole()).isTrue();
    rollBack(first, second);
    assertThat(((Note) session.model().at(note("a"))).parent()).isEmpty();
  }

  @Test
  @Clause({"RB-1", "RB-6"})
  void what_is_referred_to_until_the_rest_is_taken_back_goes_with_that() {
    board(ANN);
    StepId made = add(AGENT, "a");
    add(ANN, "b");
    add(ANN, "d");
    set(ANN, "b", "see", "a");
    set(ANN, "b", "see", "d");
    set(ANN, "b", "parent", "d");
    StepId freed = set(AGENT, "b", "parent", "c");
    StepId below = set(AGENT, "d", "parent", "b");
    StepId seen = set(AGENT, "b", "see", "a");
    // Note b cannot go below d while that is below b, and note a cannot go before b is back.
    assertThat(plan(made, freed, below, seen).isWhole()).isTrue();
    rollBack(made, freed, below, seen);
    assertThat(has("a")).isFalse();
    assertThat(((Note) session.model().at(note("b"))).parent()).contains("d");
    assertThat(((Note) session.model().at(note("b"))).see()).contains("d");
  }

  @Test
  @Clause({"RB-4", "RB-5"})
  void of_what_cannot_come_back_all_stays_as_it_is() {
    NoteKey other = NoteKey.board("2");
    NoteKey there = NoteKey.note("2", "there");
    board(ANN);
    step(ANN, DOMAIN.added(other, new Item.Board("other", OrderKey.atLoading(2))));
    step(ANN, DOMAIN.added(there, content("", Optional.empty(), Optional.empty())));
    StepId written = step(AGENT, DOMAIN.changed(there, session.model(), "text", Value.of("x")));
    StepId removed = step(AGENT, DOMAIN.removed(there, session.model()));
    StepId gone = step(ANN, DOMAIN.removed(other, session.model()));
    assertThat(plan(written, removed).conflicts())
        .allSatisfy(skipped -> assertThat(skipped.by()).containsExactly(gone))
        .extracting(skipped -> skipped.event().step())
        .containsExactly(removed, written);
  }
}
