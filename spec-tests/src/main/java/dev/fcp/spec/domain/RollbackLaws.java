package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.LawAssertions.require;
import static dev.fcp.spec.domain.LawAssertions.requireEqual;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * The laws of rollbacks (RB-1 to RB-10), on any branch. They compare the document with a naive
 * model: the result of the events in effect, one after the other, each setting its values.
 */
final class RollbackLaws<M, E> {

  private static final List<Origin> ORIGINS =
      List.of(
          Origin.of("ann", "desk", "morning"),
          Origin.of("agent", "run 1", "message 1"),
          Origin.of("agent", "run 1", "message 2"));

  private static final int CHOICES_PER_OPERATION = 256;

  private final Domain<M, E> domain;
  private final Function<M, Generator<E>> events;
  private final Session<M, E> session;
  private final NaiveEffects<M, E> effects;
  private int rollbacks;
  private int completePlans;
  private int conflicts;
  private int compared;
  private int uncomparable;

  /**
   * One operation of a program.
   *
   * @param kind the kind of operation
   * @param seed the seed of its choices, which depend on the current state
   */
  record Op(int kind, long seed) {

    static final int KINDS = 14;

    static Generator<Op> any() {
      return choices -> new Op(choices.upTo(KINDS - 1), choices.upTo(Integer.MAX_VALUE));
    }
  }

  private RollbackLaws(
      Domain<M, E> domain, Function<M, Generator<E>> events, Session<M, E> session) {
    this.domain = domain;
    this.events = events;
    this.effects = new NaiveEffects<>(domain, session.model());
    this.session = session;
  }

  /** Runs a program on a document read from a file and checks it after each operation. */
  static <M, E> RollbackCounts check(
      Domain<M, E> domain, Function<M, Generator<E>> events, M initialModel, List<Op> program) {
    byte[] file = domain.format().write(initialModel, List.of());
    if (!(domain.format().read(file) instanceof ReadResult.Readable<M> readable)) {
      throw new AssertionError("the domain does not read what it wrote");
    }
    return check(
        domain,
        events,
        Session.open(
            domain, readable, ORIGINS.get(0), InMemoryJournal.empty(), SessionSettings.standard()),
        program);
  }

  /** Runs a program on a new document and checks it after each operation. */
  static <M, E> RollbackCounts checkNew(
      Domain<M, E> domain, Function<M, Generator<E>> events, List<Op> program) {
    return check(
        domain,
        events,
        Session.create(domain, ORIGINS.get(0), InMemoryJournal.empty(), SessionSettings.standard()),
        program);
  }

  private static <M, E> RollbackCounts check(
      Domain<M, E> domain,
      Function<M, Generator<E>> events,
      Session<M, E> session,
      List<Op> program) {
    RollbackLaws<M, E> run = new RollbackLaws<>(domain, events, session);
    for (Op op : program) {
      run.run(op.kind(), Choices.random(new Random(op.seed()), CHOICES_PER_OPERATION));
      run.requireModelOfEventsInEffect();
    }
    return new RollbackCounts(
        run.rollbacks, run.completePlans, run.conflicts, run.compared, run.uncomparable);
  }

  private void run(int kind, Choices choices) {
    switch (kind) {
      case 0, 1, 2, 3, 4 -> edit(choices);
      case 5 -> refuseStep(choices);
      case 6 -> requireMoved(session.with(options(choices)).undo(choices.between(1, 3)));
      case 7 -> requireMoved(session.with(options(choices)).redo(choices.between(1, 3)));
      case 8, 9 -> rollBack(choices);
      case 10 -> undoOwn(choices);
      case 11, 12 -> switchTo(choices);
      default -> redoOwn(choices);
    }
  }

  private static void requireMoved(Outcome outcome) {
    require(
        "RB-8",
        outcome instanceof Outcome.Moved || outcome instanceof Outcome.Unchanged,
        () -> "undo or redo gave " + outcome);
  }

  /** Switches to any step of the history; the undo stack is then the path to it. */
  private void switchTo(Choices choices) {
    List<Step<E>> allSteps = session.state().history().steps();
    if (allSteps.isEmpty()) {
      return;
    }
    Step<E> to = choices.pick(allSteps);
    requireMoved(session.with(options(choices)).branches().switchTo(HistoryPoint.after(to.id())));
    requireEqual(
        "HI-2", HistoryPoint.after(to.id()), session.state().head(), () -> "after a switch");
    requireEqual("HI-2", to.digestAfter(), session.digest(), () -> "after a switch");
    requireEqual(
        "HI-2",
        session.state().history().stepsTo(session.state().head()),
        session.state().undoableSteps(Integer.MAX_VALUE),
        () -> "the undo stack after a switch");
  }

  private static EditOptions options(Choices choices) {
    return EditOptions.of("work", choices.pick(ORIGINS));
  }

  private void edit(Choices choices) {
    int count = choices.between(1, 4);
    Outcome unused =
        session.step(
            options(choices),
            builder -> {
              for (int i = 0; i < count; i++) {
                E event = events.apply(builder.model()).generate(choices);
                if (domain.check(event, builder.model()).isEmpty()) {
                  builder.emit(event);
                }
              }
            });
  }

  private void refuseStep(Choices choices) {
    SessionState<M, E> before = session.state();
    E event = events.apply(session.model()).generate(choices);
    Outcome outcome =
        session.step(
            options(choices),
            builder -> {
              builder.emit(event);
              builder.emit(event);
            });
    if (outcome instanceof Outcome.Refused) {
      requireEqual("SE-3", before.digest(), session.digest(), () -> "after a refused step");
    }
  }

  private void rollBack(Choices choices) {
    List<Step<E>> appliedSteps = session.state().undoableSteps(Integer.MAX_VALUE);
    if (appliedSteps.isEmpty()) {
      return;
    }
    RollbackSelection selection =
        switch (choices.upTo(5)) {
          case 0 -> RollbackSelection.of(choices.pick(appliedSteps).id());
          case 1 ->
              RollbackSelection.of(
                  choices.pick(appliedSteps).id(), choices.pick(appliedSteps).id());
          case 2 -> new RollbackSelection.Matching(StepFilter.ANY.withMessage("message 1"));
          case 3 -> new RollbackSelection.From(StepFilter.ANY.withMessage("message 2"));
          default -> RollbackSelection.of(choices.pick(stepsBuiltUpon(appliedSteps)).id());
        };
    RollbackPlan<E> plan = session.rollbacks().plan(selection);
    requireEqual("RB-1", List.of(), plan.failures(), () -> "failures of " + selection);
    if (plan.isComplete()) {
      completePlans++;
      Set<EventId> before = NaiveEffects.eventsInEffect(appliedSteps, Set.of());
      Set<EventId> without =
          NaiveEffects.eventsInEffect(
              appliedSteps, Set.copyOf(selectedIds(selection, appliedSteps)));
      Set<EventId> after = NaiveEffects.afterReversal(before, appliedSteps, plan.reversal());
      if (!plan.events().isEmpty()) {
        requireEqual("RB-1", without, after, () -> "in effect after " + plan);
      }
    } else {
      conflicts++;
      requireAllOrNothingRefused(plan);
      requireRealConflicts(plan, selection, appliedSteps);
    }
    requirePlanApplied(
        plan, session.with(options(choices)).rollbacks().rollback(plan, Mode.BEST_EFFORT));
    if (plan.isComplete()) {
      requireEqual(
          "RB-2", List.of(), session.rollbacks().plan(selection).events(), () -> "once more");
    }
  }

  /**
   * Returns the steps that created an entity which later steps wrote or referred to, or all steps
   * if there are none.
   */
  private List<Step<E>> stepsBuiltUpon(List<Step<E>> appliedSteps) {
    List<Step<E>> found = new ArrayList<>();
    Set<EntityRef> laterEntities = new HashSet<>();
    for (Step<E> step : appliedSteps.reversed()) {
      if (step.events().stream().anyMatch(event -> creates(event, laterEntities))) {
        found.add(step);
      }
      for (E event : step.events()) {
        Touches touches = domain.touches(event);
        laterEntities.addAll(touches.mentioned());
        touches.written().forEach(unit -> laterEntities.add(unit.entity()));
      }
    }
    return found.isEmpty() ? appliedSteps : found;
  }

  private boolean creates(E event, Set<EntityRef> entities) {
    return domain.effect(event) == Effect.CREATES
        && domain.touches(event).written().stream().map(Unit::entity).anyMatch(entities::contains);
  }

  private List<StepId> selectedIds(RollbackSelection selection, List<Step<E>> appliedSteps) {
    List<StepId> ids = new ArrayList<>();
    boolean hasStarted = false;
    for (Step<E> step : appliedSteps) {
      hasStarted |=
          selection instanceof RollbackSelection.From(var filter)
              && filter.accepts(step.origin(), step.time());
      boolean isSelected =
          switch (selection) {
            case RollbackSelection.Steps(var steps) -> steps.contains(step.id());
            case RollbackSelection.Matching(var filter) ->
                filter.accepts(step.origin(), step.time());
            case RollbackSelection.From from ->
                hasStarted && step.origin().session().equals("run 1");
          };
      if (isSelected) {
        ids.add(step.id());
      }
    }
    return ids;
  }

  private void requireAllOrNothingRefused(RollbackPlan<E> plan) {
    SessionState<M, E> before = session.state();
    Outcome outcome =
        session
            .with(EditOptions.of("all", ORIGINS.get(0)))
            .rollbacks()
            .rollback(plan, Mode.ALL_OR_NOTHING);
    require("RB-7", outcome instanceof Outcome.Refused, () -> plan.conflicts() + ": " + outcome);
    requireEqual("RB-7", before.head(), session.state().head(), () -> "after all or nothing");
    requireEqual("RB-7", before.digest(), session.digest(), () -> "after all or nothing");
  }

  /** A conflict disappears if the steps that it names are also selected. */
  private void requireConflictGone(RollbackPlan.Skipped skipped, Set<StepId> selected) {
    Set<StepId> more = new LinkedHashSet<>(selected);
    more.addAll(skipped.blockingSteps());
    RollbackPlan<E> without = session.rollbacks().plan(new RollbackSelection.Steps(more));
    Set<EventId> remaining = new HashSet<>();
    without.conflicts().forEach(conflict -> remaining.add(conflict.event()));
    require(
        "RB-5",
        !remaining.contains(skipped.event()),
        () -> skipped + " remains without the steps that it names");
  }

  /**
   * Every conflict names steps outside the selection; if all of them are selected too, no conflict
   * remains.
   */
  private void requireRealConflicts(
      RollbackPlan<E> firstPlan, RollbackSelection selection, List<Step<E>> appliedSteps) {
    Set<StepId> selected = new LinkedHashSet<>(selectedIds(selection, appliedSteps));
    RollbackPlan<E> plan = firstPlan;
    while (!plan.isComplete()) {
      Set<StepId> blocking = new HashSet<>();
      for (RollbackPlan.Skipped skipped : plan.conflicts()) {
        require(
            "RB-5", !skipped.blockingSteps().isEmpty(), () -> "no blocking step for " + skipped);
        requireConflictGone(skipped, selected);
        blocking.addAll(skipped.blockingSteps());
      }
      RollbackPlan<E> currentPlan = plan;
      require(
          "RB-5",
          selected.addAll(blocking),
          () -> "all blocking steps are selected: " + currentPlan);
      plan = session.rollbacks().plan(new RollbackSelection.Steps(selected));
      requireEqual("RB-1", List.of(), plan.failures(), () -> "failures of " + selected);
    }
  }

  private void requirePlanApplied(RollbackPlan<E> plan, Outcome outcome) {
    if (plan.events().isEmpty()) {
      require(
          "RB-8",
          plan.isComplete()
              ? outcome instanceof Outcome.Unchanged
              : outcome instanceof Outcome.Refused,
          () -> "an empty plan gave " + outcome);
      return;
    }
    rollbacks++;
    requireEqual("RB-7", plan.digest(), session.digest(), () -> "after " + plan);
    require("RB-8", outcome instanceof Outcome.Committed, () -> plan + " gave " + outcome);
    Outcome undoOutcome = session.with(EditOptions.of("back", ORIGINS.get(0))).undo(1);
    require("RB-8", undoOutcome instanceof Outcome.Moved, () -> "undone: " + undoOutcome);
    requireEqual("RB-8", plan.head(), session.state().head(), () -> "after undo of " + plan);
    Outcome redoOutcome = session.with(EditOptions.of("again", ORIGINS.get(0))).redo(1);
    require("RB-8", redoOutcome instanceof Outcome.Moved, () -> "redone: " + redoOutcome);
    requireEqual("RB-8", plan.digest(), session.digest(), () -> "redone: " + plan);
  }

  /** Some own undos, and as many own redos, which must restore the model. */
  private void undoOwn(Choices choices) {
    EditOptions options = options(choices);
    StepFilter own = StepFilter.sameActorAndSession(options.origin());
    Digest before = session.digest();
    int count = choices.between(1, 3);
    int considered = 0;
    for (int i = 0; i < count; i++) {
      Optional<Step<E>> next = session.rollbacks().nextOwnUndo(own);
      Rollbacks.RollbackResult<E> result = session.with(options).rollbacks().undoOwn(own);
      requireOwnUndo(result, next);
      considered += next.isPresent() ? 1 : 0;
    }
    if (choices.percent(50)) {
      return;
    }
    for (int i = 0; i < considered; i++) {
      require("RB-10", session.rollbacks().nextOwnRedo(own).isPresent(), () -> "nothing to redo");
      Rollbacks.RollbackResult<E> redone = session.with(options).rollbacks().redoOwn(own);
      require(
          "RB-10",
          redone.outcome() instanceof Outcome.Committed
              || redone.outcome() instanceof Outcome.Recorded,
          () -> "redone: " + redone);
    }
    requireEqual("RB-10", before, session.digest(), () -> "after as many own redos as undos");
  }

  private void requireOwnUndo(Rollbacks.RollbackResult<E> result, Optional<Step<E>> next) {
    if (next.isEmpty()) {
      require("RB-10", result.outcome() instanceof Outcome.Unchanged, () -> "no step: " + result);
      return;
    }
    RollbackPlan<E> plan = result.plan().orElseThrow();
    if (plan.events().isEmpty()) {
      require("RB-10", result.outcome() instanceof Outcome.Recorded, () -> "passed: " + result);
    } else {
      requirePlanApplied(plan, result.outcome());
    }
  }

  private void redoOwn(Choices choices) {
    EditOptions options = options(choices);
    Rollbacks.RollbackResult<E> result =
        session.with(options).rollbacks().redoOwn(StepFilter.sameActorAndSession(options.origin()));
    result.plan().ifPresent(plan -> requirePlanApplied(plan, result.outcome()));
  }

  private void requireModelOfEventsInEffect() {
    List<Step<E>> appliedSteps = session.state().undoableSteps(Integer.MAX_VALUE);
    Optional<M> expected =
        effects.modelOf(appliedSteps, NaiveEffects.eventsInEffect(appliedSteps, Set.of()));
    if (expected.isPresent()) {
      compared++;
      requireEqual(
          "RB-1",
          domain.digest(expected.get()),
          session.digest(),
          () -> "the events in effect of " + appliedSteps);
    } else {
      uncomparable++;
    }
  }
}
