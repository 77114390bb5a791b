package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Iterables;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StoredSteps;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a planner caches, and what it reads. */
class RollbackPlannerTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final EditOptions OPTIONS = EditOptions.of("work", Origin.of("ann", "desk", ""));
  private static final EditOptions BEN = EditOptions.of("work", Origin.of("ben", "desk", ""));
  private static final NoteKey BOARD = NoteKey.board("1");

  private final Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session =
      Session.create(DOMAIN, OPTIONS.origin(), InMemoryJournal.empty(), SessionSettings.standard());

  /** The steps that were read, and one that cannot be. */
  private final List<StepId> readSteps = new ArrayList<>();

  private HistoryPoint unreadable = HistoryPoint.BASE;

  private static NoteEvent added(String id) {
    Note empty = new Note("", Optional.empty(), Optional.empty(), OrderKey.initial(1));
    return DOMAIN.added(NoteKey.note("1", id), empty);
  }

  private StepId step(NoteEvent... events) {
    Outcome outcome = session.step(OPTIONS, builder -> List.of(events).forEach(builder::emit));
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  private NoteEvent changed(String id, String text) {
    return DOMAIN.changed(NoteKey.note("1", id), session.model(), "text", Value.of(text));
  }

  private StepId text(String id, String text) {
    return step(changed(id, text));
  }

  private StepId text(EditOptions origin, String id, String text) {
    NoteEvent event = changed(id, text);
    return ((Outcome.Committed) session.step(origin, builder -> builder.emit(event)))
        .steps()
        .get(0);
  }

  private StepId board() {
    return step(DOMAIN.added(BOARD, new NoteEntity.Board("plan", OrderKey.initial(1))));
  }

  private PlanInput<EntityModel<NoteKey, NoteEntity>, NoteEvent> planInput() {
    SessionState<EntityModel<NoteKey, NoteEntity>, NoteEvent> state = session.state();
    History<NoteEvent> history = History.of(List.of(new LoadedSteps(state.history().steps())));
    return new PlanInput<>(history, state.undoStack().applied(), state.head(), state.model());
  }

  /** Steps that are read on demand. */
  private final class LoadedSteps implements StoredSteps<NoteEvent> {

    private final List<Step<NoteEvent>> steps;

    LoadedSteps(List<Step<NoteEvent>> steps) {
      this.steps = steps;
    }

    @Override
    public int size() {
      return steps.size();
    }

    @Override
    public StepId id(int index) {
      return steps.get(index).id();
    }

    @Override
    public HistoryPoint parent(int index) {
      return steps.get(index).parent();
    }

    @Override
    public int indexOf(StepId id) {
      return Iterables.indexOf(steps, step -> step.id().equals(id));
    }

    @Override
    public LoadedSteps startingAt(int index) {
      return new LoadedSteps(steps.subList(index, steps.size()));
    }

    @Override
    public Step<NoteEvent> step(int index) {
      return loadedStep(steps.get(index));
    }
  }

  private Step<NoteEvent> loadedStep(Step<NoteEvent> step) {
    if (unreadable.isAfter(step.id())) {
      throw new JournalException("the disk is gone");
    }
    readSteps.add(step.id());
    return step;
  }

  /** Notes whose domain fails at one call, and then works again. */
  private static final class FailingOnce
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    private int callsUntilFailure;

    FailingOnce(int good) {
      super(DOMAIN);
      this.callsUntilFailure = good;
    }

    private void count() {
      if (callsUntilFailure-- == 0) {
        throw new IllegalStateException("once");
      }
    }

    @Override
    public Touches touches(NoteEvent event) {
      count();
      return super.touches(event);
    }

    @Override
    public Effect effect(NoteEvent event) {
      count();
      return super.effect(event);
    }
  }

  @Test
  @Clause("RB-7")
  void a_failed_plan_does_not_affect_the_next_one() {
    board();
    step(added("a"), added("b"));
    StepId one = text("a", "one");
    step(changed("a", "two"), changed("b", "two"));
    var otherStep = planInput();
    Outcome undone = session.with(OPTIONS).undo(1);
    step(added("c"));
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    RollbackSelection selection = RollbackSelection.of(one);
    RollbackPlan<NoteEvent> undisturbed =
        new RollbackPlanner<>(DOMAIN).plan(planInput(), selection);
    // The planner uses each of the six events twice while it reads the undo stack.
    for (int good = 0; good < 12; good++) {
      var planner = new RollbackPlanner<>(new FailingOnce(good));
      assertThatThrownBy(() -> planner.plan(otherStep, selection)).hasMessage("once");
      assertThat(planner.plan(planInput(), selection)).isEqualTo(undisturbed);
    }
  }

  @Test
  @Clause("RB-7")
  void a_plan_reads_each_step_it_reverses_once_and_no_others() {
    board();
    step(added("a"), added("b"));
    text("a", "one");
    StepId two = text("a", "two");
    text("b", "three");
    var planner = new RollbackPlanner<>(DOMAIN);
    var present = planInput();
    assertThat(planner.plan(present, RollbackSelection.of()).events()).isEmpty();
    readSteps.clear();
    assertThat(planner.plan(present, RollbackSelection.of(two)).events()).hasSize(1);
    assertThat(readSteps).containsExactly(two);
  }

  /** Notes whose domain counts the queries for what an event would break. */
  private static final class Counting
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    private int callCount;

    Counting() {
      super(DOMAIN);
    }

    @Override
    public List<DanglingReference> danglingReferences(
        NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
      callCount++;
      return super.danglingReferences(event, model);
    }
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void entities_nested_around_a_kept_leaf_are_examined_only_a_few_times() {
    int depth = 40;
    board();
    List<NoteEvent> nested = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      Optional<String> parent = i == 0 ? Optional.empty() : Optional.of("n" + (i - 1));
      Note note = new Note("", parent, Optional.empty(), OrderKey.initial(1));
      nested.add(DOMAIN.added(NoteKey.note("1", "n" + i), note));
    }
    StepId made = step(nested.toArray(NoteEvent[]::new));
    StepId written = text("n" + (depth - 1), "ann's");
    var domain = new Counting();
    RollbackPlan<NoteEvent> plan =
        new RollbackPlanner<>(domain).plan(planInput(), RollbackSelection.of(made));
    assertThat(plan.conflicts())
        .hasSize(depth)
        .allSatisfy(skipped -> assertThat(skipped.blockingSteps()).containsExactly(written));
    // Twice when it is tried, and as often when the blocking step is confirmed.
    assertThat(domain.callCount).isPositive().isLessThan(6 * depth);
  }

  @Test
  @Clause("RB-1")
  void an_unreadable_step_ends_the_plan_and_is_not_a_conflict_of_an_event() {
    board();
    StepId group = step(added("a"));
    step(added("b"));
    NoteKey other = NoteKey.note("1", "b");
    StepId filled = step(DOMAIN.changed(other, session.model(), "parent", Value.of("a")));
    var planner = new RollbackPlanner<>(DOMAIN);
    var present = planInput();
    assertThat(planner.plan(present, RollbackSelection.of()).events()).isEmpty();
    unreadable = HistoryPoint.after(filled);
    // Only that step shows what refers to the group.
    assertThatThrownBy(() -> planner.plan(present, RollbackSelection.of(group)))
        .isInstanceOf(JournalException.class);
    unreadable = HistoryPoint.BASE;
    assertThat(planner.plan(present, RollbackSelection.of(group)).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(filled));
  }
}
