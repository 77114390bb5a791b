package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rollbacks of what others have built on, moved or removed since. */
class RollbackConflictsTest extends TwoAuthorsFixture {

  @Test
  @Clause({"RB-4", "RB-5", "RB-6"})
  void a_group_that_others_filled_meanwhile_stays() {
    board(ANN);
    StepId group = add(AGENT, "a");
    add(ANN, "b");
    StepId filled = set(ANN, "b", "parent", "a");
    RollbackPlan<NoteEvent> plan = plan(group);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> {
          assertThat(skipped.blockingSteps()).containsExactly(filled);
          assertThat(skipped.type()).isEqualTo("note_added");
          assertThat(skipped.conflict().reason())
              .isEqualTo("note 1/b still refers to note 1/a as its parent");
        });
    assertThat(plan(group, filled).isComplete()).isTrue();
  }

  @Test
  @Clause("RB-4")
  void an_entity_that_others_edited_is_not_removed() {
    board(ANN);
    StepId creation = add(AGENT, "a");
    StepId written = set(ANN, "a", "text", "mine");
    RollbackPlan<NoteEvent> plan = plan(creation);
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(written));
    assertThat(plan.superseded()).isEmpty();
    Outcome outcome =
        session.with(EditOptions.of("all", ANN)).rollbacks().rollback(plan, Mode.BEST_EFFORT);
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(text("a")).isEqualTo("mine");
  }

  @Test
  @Clause("RB-6")
  void an_edge_is_not_reconnected_to_a_removed_shape() {
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
          assertThat(skipped.blockingSteps()).containsExactly(removed);
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
  void a_reference_that_dangled_before_is_no_conflict() {
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
  void a_note_is_not_moved_below_its_own_descendant() {
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
          assertThat(skipped.blockingSteps()).containsExactly(moved);
        });
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void the_blocking_step_is_found_among_any_number_of_later_steps() {
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
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(second));
    assertThat(plan(freed, second).isComplete()).isTrue();
    assertThat(plan(freed, first).isComplete()).isTrue();
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void every_author_with_a_note_on_a_board_blocks_its_removal() {
    StepId board = board(AGENT);
    List<StepId> added = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      added.add(add(ANN, "n" + i));
    }
    assertThat(plan(board).conflicts())
        .singleElement()
        .satisfies(skipped ->
            assertThat(skipped.blockingSteps()).containsExactlyInAnyOrderElementsOf(added));
  }

  private EntityModel<NoteKey, NoteEntity> withoutParent(String id) {
    EntityModel<NoteKey, NoteEntity> model = session.model();
    EntityModel<NoteKey, NoteEntity> without =
        DOMAIN.replay(DOMAIN.removed(note(id), model), model);
    return DOMAIN.replay(
        DOMAIN.added(note(id), content("", Optional.empty(), Optional.empty())), without);
  }

  @Test
  @Clause("RB-1")
  void nested_entities_are_removed_and_restored_together() {
    board(ANN);
    StepId outer = add(AGENT, "a");
    StepId inner = addBelow(AGENT, "b", "a");
    StepId rollback = rollBack(outer, inner);
    assertThat(has("a") || has("b")).isFalse();
    rollBack(rollback);
    assertThat(((Note) session.model().at(note("b"))).parent()).contains("a");
  }

  @Test
  @Clause("RB-4")
  void entities_that_others_removed_stay_removed() {
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
  void a_restored_entity_has_no_value_that_was_rolled_back_meanwhile() {
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
  void an_edge_is_not_reconnected_to_a_shape_that_was_rolled_back_since() {
    board(ANN);
    StepId old = add(ANN, "old");
    add(ANN, "edge");
    set(ANN, "edge", "see", "old");
    StepId retargeted = set(AGENT, "edge", "see", "edge");
    StepId rollback = rollBack(old);
    assertThat(plan(retargeted).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(rollback));
    rollBack(rollback);
    rollBack(retargeted);
    assertThat(((Note) session.model().at(note("edge"))).see()).contains("old");
  }

  @Test
  @Clause("RB-6")
  void a_reference_to_a_rolled_back_entity_is_no_conflict() {
    board(ANN);
    add(ANN, "edge");
    rollBack(add(ANN, "old"));
    set(ANN, "edge", "see", "old");
    StepId retargeted = set(AGENT, "edge", "see", "edge");
    assertThat(plan(retargeted).isComplete()).isTrue();
    rollBack(retargeted);
    assertThat(((Note) session.model().at(note("edge"))).see()).contains("old");
  }

  @Test
  @Clause({"RB-1", "RB-6"})
  void reverting_across_a_removal_by_others_stops_there() {
    board(ANN);
    add(ANN, "a");
    add(ANN, "b");
    add(ANN, "c");
    StepId first = set(AGENT, "a", "parent", "b");
    var change = DOMAIN.changed(note("a"), session.model(), "parent", Value.of("c")).change();
    StepId second =
        step(AGENT, new NoteEvent.NoteMoved((Change.Modified<NoteKey, NoteEntity>) change));
    remove(ANN, "b");
    assertThat(plan(first, second).isComplete()).isTrue();
    rollBack(first, second);
    assertThat(((Note) session.model().at(note("a"))).parent()).isEmpty();
  }

  @Test
  @Clause({"RB-1", "RB-6"})
  void an_entity_referenced_only_by_rolled_back_steps_is_removed_with_them() {
    board(ANN);
    StepId creation = add(AGENT, "a");
    add(ANN, "b");
    add(ANN, "d");
    set(ANN, "b", "see", "a");
    set(ANN, "b", "see", "d");
    set(ANN, "b", "parent", "d");
    StepId freed = set(AGENT, "b", "parent", "c");
    StepId below = set(AGENT, "d", "parent", "b");
    StepId seen = set(AGENT, "b", "see", "a");
    // Note b cannot be moved below d while d is below b, and note a cannot be removed before b is
    // moved back.
    assertThat(plan(creation, freed, below, seen).isComplete()).isTrue();
    rollBack(creation, freed, below, seen);
    assertThat(has("a")).isFalse();
    assertThat(((Note) session.model().at(note("b"))).parent()).contains("d");
    assertThat(((Note) session.model().at(note("b"))).see()).contains("d");
  }

  @Test
  @Clause({"RB-4", "RB-5"})
  void an_entity_that_cannot_be_restored_is_left_unchanged() {
    NoteKey other = NoteKey.board("2");
    NoteKey there = NoteKey.note("2", "there");
    board(ANN);
    step(ANN, DOMAIN.added(other, new NoteEntity.Board("other", OrderKey.initial(2))));
    step(ANN, DOMAIN.added(there, content("", Optional.empty(), Optional.empty())));
    StepId written = step(AGENT, DOMAIN.changed(there, session.model(), "text", Value.of("x")));
    StepId removed = step(AGENT, DOMAIN.removed(there, session.model()));
    StepId removal = step(ANN, DOMAIN.removed(other, session.model()));
    assertThat(plan(written, removed).conflicts())
        .allSatisfy(skipped -> assertThat(skipped.blockingSteps()).containsExactly(removal))
        .extracting(skipped -> skipped.event().step())
        .containsExactly(removed, written);
  }
}
