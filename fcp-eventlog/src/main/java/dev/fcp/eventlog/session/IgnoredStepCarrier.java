package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.EventMerger;
import dev.fcp.eventlog.history.PlanInput;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackPlanner;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Lets undo and redo walk over ignored steps (SE-31): tells each of those that stay applied anew,
 * for the place where the cursor goes.
 *
 * <p>What is applied then are the steps of the line up to that place, and the ignored ones that
 * stay. The model behind the last of them, with all others taken back by the planner, is the one
 * wanted; so it depends on what is applied, and not on the way there.
 *
 * @param planner takes back what lies between
 * @param ids names the steps
 */
record IgnoredStepCarrier<M, E>(
    Domain<M, E> domain, RollbackPlanner<M, E> planner, Supplier<StepId> ids) {

  /**
   * The ignored steps that stay, as they are told behind the place where the cursor goes.
   *
   * @throws RefusedException if one of them builds on what would be taken back
   */
  List<Step<E>> carry(SessionState<M, E> state, UndoableSteps.Target target) {
    List<StepId> steps = new ArrayList<>(state.stack().uncarriedSteps().applied());
    steps.addAll(state.undoStack().undone());
    List<Step<E>> carried = new ArrayList<>();
    Optional<StepId> point = state.stack().pointAt(target.position());
    List<E> redoEvents = List.of();
    int from = target.position();
    for (StepId ignoredStep : target.carriedSteps()) {
      int to = steps.indexOf(ignoredStep) + 1;
      Set<StepId> others = new HashSet<>(steps.subList(target.position(), to));
      target.carriedSteps().forEach(others::remove);
      RollbackPlan<E> plan = plan(state, steps.subList(0, to), new RollbackSelection.Steps(others));
      List<E> events = new ArrayList<>(redoEvents);
      steps.subList(from, to).forEach(id -> events.addAll(state.history().step(id).events()));
      events.addAll(plan.events());
      Optional<Step<E>> step = carriedCopy(state, ignoredStep, point, events, plan);
      if (step.isPresent()) {
        carried.add(step.get());
        point = Optional.of(step.get().id());
      }
      redoEvents = plan.events().reversed().stream().map(domain::invert).toList();
      from = to;
    }
    return carried;
  }

  /** How to take back the others, where an ignored step was made. */
  private RollbackPlan<E> plan(
      SessionState<M, E> state, List<StepId> steps, RollbackSelection others) {
    StepId ignoredStep = steps.get(steps.size() - 1);
    M model =
        state
            .modelAt(Optional.of(ignoredStep))
            .orElseThrow(() -> new IllegalStateException("no way to step " + ignoredStep));
    RollbackPlan<E> plan =
        planner.plan(
            new PlanInput<>(state.history(), steps, Optional.of(ignoredStep), model), others);
    if (!plan.isComplete()) {
      throw new RefusedException(reasons(state.history().step(ignoredStep), plan));
    }
    return plan;
  }

  private static List<Conflict> reasons(Step<?> ignoredStep, RollbackPlan<?> plan) {
    String prefix =
        "undo walks over step %s \"%s\": ".formatted(ignoredStep.id(), ignoredStep.label());
    String suggestion = "roll that step back first, or jump to where it was not made";
    List<Conflict> reasons = new ArrayList<>();
    plan.conflicts()
        .forEach(skipped ->
            reasons.add(
                Conflict.because(prefix + skipped.conflict().reason()).withSuggestion(suggestion)));
    plan.failures()
        .forEach(failed ->
            reasons.add(Conflict.because(prefix + failed.reason()).withSuggestion(suggestion)));
    return reasons;
  }

  /** An ignored step as it is told at a place; empty if it does nothing there. */
  private Optional<Step<E>> carriedCopy(
      SessionState<M, E> state,
      StepId ignoredStep,
      Optional<StepId> point,
      List<E> events,
      RollbackPlan<E> plan) {
    List<E> squashedEvents = new EventMerger<>(domain).squash(events);
    if (squashedEvents.isEmpty()) {
      return Optional.empty();
    }
    Step<E> original = state.history().step(ignoredStep);
    return Optional.of(
        new Step<>(
            ids.get(),
            point,
            original.label(),
            original.origin(),
            original.time(),
            squashedEvents,
            plan.digest(),
            original.reversal(),
            List.of(ignoredStep),
            original.editorSelection(),
            true));
  }
}
