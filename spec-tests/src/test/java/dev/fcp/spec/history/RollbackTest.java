package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rollbacks on a board of notes that a person and an agent edit. */
class RollbackTest extends TwoAuthorsFixture {

  @Test
  @Clause("RB-3")
  void of_two_writers_of_a_field_the_first_is_superseded() {
    board(ANN);
    add(ANN, "a");
    StepId agents = set(AGENT, "a", "text", "agent");
    StepId anns = set(ANN, "a", "text", "ann");
    RollbackPlan<NoteEvent> plan = plan(agents);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.superseded())
        .singleElement()
        .satisfies(over -> {
          assertThat(over.event().step()).isEqualTo(agents);
          assertThat(over.laterStep()).isEqualTo(anns);
          assertThat(over.unit().name()).isEqualTo("text");
          assertThat(over.type()).isEqualTo("note_modified");
        });
    assertThat(plan.isComplete()).isTrue();
    assertThat(
            session
                .with(EditOptions.of("all", ANN))
                .rollbacks()
                .rollback(plan, Mode.ALL_OR_NOTHING))
        .isEqualTo(new Outcome.Unchanged());
    assertThat(text("a")).isEqualTo("ann");
  }

  @Test
  @Clause("RB-3")
  void rolling_back_the_second_writer_of_a_field_restores_the_value_of_the_first() {
    board(ANN);
    add(ANN, "a");
    set(ANN, "a", "text", "ann");
    rollBack(set(AGENT, "a", "text", "agent"));
    assertThat(text("a")).isEqualTo("ann");
  }

  @Test
  @Clause("RB-3")
  void a_value_written_again_is_not_the_one_written_first() {
    board(ANN);
    add(ANN, "a");
    set(ANN, "a", "text", "white");
    StepId agents = set(AGENT, "a", "text", "red");
    set(ANN, "a", "text", "blue");
    set(ANN, "a", "text", "red");
    assertThat(plan(agents).events()).isEmpty();
    assertThat(plan(agents).superseded()).hasSize(1);
    assertThat(text("a")).isEqualTo("red");
  }

  @Test
  @Clause("RB-3")
  void a_rolled_back_value_is_not_restored_by_the_next_rollback() {
    board(ANN);
    add(ANN, "a");
    set(ANN, "a", "text", "white");
    StepId red = set(AGENT, "a", "text", "red");
    StepId wide = set(AGENT, "a", "see", "a");
    StepId blue = set(AGENT_LATER, "a", "text", "blue");
    rollBack(red, wide);
    assertThat(text("a")).isEqualTo("blue");
    rollBack(blue);
    assertThat(text("a")).isEqualTo("white");
  }

  @Test
  @Clause("RB-1")
  void a_neighbour_added_meanwhile_keeps_its_position() {
    board(ANN);
    StepId first = add(AGENT, "a");
    add(ANN, "b");
    add(ANN, "c");
    set(ANN, "b", "text", "mine");
    List<NoteKey> inOrder = new ArrayList<>();
    session.model().keysInOrder(BOARD).forEach(inOrder::add);
    NoteEntity before = session.model().at(note("b"));
    assertThat(inOrder).containsExactlyInAnyOrder(note("a"), note("b"), note("c"));
    rollBack(first);
    inOrder.remove(note("a"));
    assertThat(session.model().keysInOrder(BOARD)).containsExactlyElementsOf(inOrder);
    assertThat(session.model().at(note("b"))).isEqualTo(before);
  }

  @Test
  @Clause("RB-1")
  void steps_with_the_same_time_are_distinguished() {
    Instant noon = Instant.parse("2026-01-01T12:00:00Z");
    session =
        Session.create(
            DOMAIN,
            ANN,
            InMemoryJournal.empty(),
            new SessionSettings(() -> noon, new UlidGenerator(() -> noon, new Random(1))));
    board(ANN);
    add(ANN, "a");
    StepId first = set(AGENT, "a", "text", "one");
    StepId second = set(AGENT, "a", "text", "two");
    assertThat(plan(first).superseded()).hasSize(1);
    rollBack(second);
    assertThat(text("a")).isEqualTo("one");
  }

  @Test
  @Clause("RB-1")
  void one_failure_among_a_hundred_steps_does_not_affect_the_others() {
    var domain = new Failing();
    session = Session.create(domain, ANN, InMemoryJournal.empty(), SessionSettings.standard());
    board(ANN);
    List<StepId> steps = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      steps.add(add(AGENT, "n" + i));
    }
    domain.isOn = true;
    RollbackPlan<NoteEvent> plan =
        session.rollbacks().plan(new RollbackSelection.Matching(StepFilter.ANY.withActor("agent")));
    assertThat(plan.examinedCount()).isEqualTo(100);
    assertThat(plan.reversedCount()).isEqualTo(99);
    assertThat(plan.failures())
        .singleElement()
        .satisfies(failed -> {
          assertThat(failed.event().step()).isEqualTo(steps.get(50));
          assertThat(failed.reason()).contains("no inverse");
        });
    assertThat(plan.isSuccess()).isFalse();
    Outcome outcome =
        session.with(EditOptions.of("roll back", ANN)).rollbacks().rollback(plan, Mode.BEST_EFFORT);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    assertThat(session.model().size()).isEqualTo(2);
    assertThat(has("n50")).isTrue();
  }

  /** Notes of which one cannot be rolled back. */
  private static final class Failing
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    private boolean isOn;

    Failing() {
      super(new NotesDomain());
    }

    @Override
    public NoteEvent invert(NoteEvent event) {
      if (isOn && event.change().key().equals(note("n50"))) {
        throw new IllegalStateException("no inverse");
      }
      return super.invert(event);
    }
  }

  @Test
  @Clause({"RB-2", "RB-8"})
  void a_rolled_back_step_can_be_restored_but_not_rolled_back_again() {
    board(ANN);
    StepId creation = add(AGENT, "a");
    StepId first = rollBack(creation);
    assertThat(plan(creation).examinedCount()).isZero();
    assertThat(plan(creation).events()).isEmpty();
    StepId second = rollBack(first);
    assertThat(has("a")).isTrue();
    assertThat(plan(first).events()).isEmpty();
    rollBack(second);
    assertThat(has("a")).isFalse();
  }

  @Test
  @Clause("RB-2")
  void the_skipped_part_of_a_step_can_be_rolled_back_once_nothing_blocks_it() {
    board(ANN);
    StepId both =
        step(
            AGENT,
            DOMAIN.added(note("a"), content("", Optional.empty(), Optional.empty())),
            DOMAIN.added(note("b"), content("", Optional.empty(), Optional.empty())));
    StepId written = set(ANN, "a", "text", "mine");
    rollBack(both);
    assertThat(has("a")).isTrue();
    assertThat(has("b")).isFalse();
    assertThat(plan(both).examinedCount()).isEqualTo(1);
    rollBack(written);
    rollBack(both);
    assertThat(has("a")).isFalse();
  }

  @Test
  @Clause({"RB-1", "RB-7"})
  void a_message_is_rolled_back_and_the_later_one_stays() {
    board(ANN);
    add(AGENT, "a");
    set(AGENT, "a", "text", "first idea");
    add(ANN, "mine");
    add(AGENT_LATER, "b");
    RollbackPlan<NoteEvent> plan =
        session.rollbacks().plan(new RollbackSelection.Matching(StepFilter.ANY.withMessage("1")));
    assertThat(plan.steps()).hasSize(2);
    Outcome outcome =
        session.with(EditOptions.of("no", ANN)).rollbacks().rollback(plan, Mode.ALL_OR_NOTHING);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    assertThat(session.digest()).isEqualTo(plan.digest());
    assertThat(has("a")).isFalse();
    assertThat(has("b") && has("mine")).isTrue();
  }

  @Test
  @Clause("RB-1")
  void rolling_back_from_a_message_reverts_the_agent_and_not_the_person() {
    board(ANN);
    add(AGENT, "a");
    add(ANN, "mine");
    add(AGENT_LATER, "b");
    RollbackPlan<NoteEvent> plan =
        session.rollbacks().plan(new RollbackSelection.From(StepFilter.ANY.withMessage("1")));
    Outcome unused =
        session.with(EditOptions.of("no", ANN)).rollbacks().rollback(plan, Mode.ALL_OR_NOTHING);
    assertThat(has("a") || has("b")).isFalse();
    assertThat(has("mine")).isTrue();
  }

  @Test
  @Clause("RB-7")
  void a_plan_applies_only_to_the_head_it_was_made_for() {
    board(ANN);
    StepId creation = add(AGENT, "a");
    RollbackPlan<NoteEvent> plan = plan(creation);
    assertThat(has("a")).isTrue();
    add(ANN, "b");
    Outcome outcome =
        session.with(EditOptions.of("late", ANN)).rollbacks().rollback(plan, Mode.BEST_EFFORT);
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused ->
                assertThat(refused.conflicts().get(0).suggestion())
                    .contains(new Suggestion.Advice("plan it again")));
    assertThat(has("a")).isTrue();
  }

  @Test
  @Clause("RB-7")
  void all_or_nothing_with_one_conflict_changes_nothing() {
    board(ANN);
    StepId first = add(AGENT, "a");
    StepId second = add(AGENT, "b");
    set(ANN, "a", "text", "mine");
    var before = session.state();
    Outcome outcome =
        session
            .with(EditOptions.of("all", ANN))
            .rollbacks()
            .rollback(plan(first, second), Mode.ALL_OR_NOTHING);
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(session.state().head()).isEqualTo(before.head());
    assertThat(session.digest()).isEqualTo(before.digest());
  }

  @Test
  @Clause({"RB-2", "RB-8"})
  void a_rollback_is_a_step_that_can_be_undone_even_after_a_restart() {
    board(ANN);
    StepId creation = add(AGENT, "a");
    rollBack(creation);
    restart();
    assertThat(plan(creation).examinedCount()).isZero();
    Outcome undone = session.with(EditOptions.of("undo", ANN)).undo(1);
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    assertThat(has("a")).isTrue();
    assertThat(plan(creation).examinedCount()).isEqualTo(1);
    Outcome redone = session.with(EditOptions.of("redo", ANN)).redo(1);
    assertThat(redone).isInstanceOf(Outcome.Moved.class);
    assertThat(has("a")).isFalse();
  }

  @Test
  @Clause("RB-7")
  void a_step_off_the_undo_stack_is_reported() {
    board(ANN);
    StepId gone = add(AGENT, "a");
    Outcome undone = session.with(EditOptions.of("undo", ANN)).undo(1);
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    assertThat(plan(gone).missing()).containsExactly(gone);
    assertThat(plan(gone).events()).isEmpty();
  }

  @Test
  @Clause({"RB-1", "RB-3"})
  void a_value_written_by_others_stays_when_the_steps_around_it_are_rolled_back() {
    board(ANN);
    add(ANN, "a");
    StepId one = set(AGENT, "a", "text", "1");
    StepId two = set(ANN, "a", "text", "2");
    StepId three = set(AGENT, "a", "text", "3");
    rollBack(one, three);
    assertThat(text("a")).isEqualTo("2");
    rollBack(two);
    assertThat(text("a")).isEmpty();
  }
}
