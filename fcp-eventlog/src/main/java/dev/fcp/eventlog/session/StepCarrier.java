package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.EventMerger;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Computes the carried steps: the copies of the ignored steps that stay applied when undo or redo
 * moves the cursor (SE-31).
 *
 * <p>The applied steps are those of the undo stack up to the cursor, followed by the carried steps.
 * The planner computes the model after an ignored step with all steps in between rolled back, so
 * that the result depends only on which steps are applied, not on the path to them.
 *
 * @param domain the domain of the document
 * @param planner rolls back the steps in between
 */
record StepCarrier<M, E>(Domain<M, E> domain, RollbackPlanner<M, E> planner) {

  /**
   * An ignored step at another position of the undo stack.
   *
   * @param original the ignored step
   * @param events lead from the point of the copy before it to the model of the plan
   * @param plan rolls back the steps in between
   */
  private record Copy<E>(Step<E> original, List<E> events, RollbackPlan<E> plan) {

    /** The carried step, even if its events cancel each other out: it is applied all the same. */
    Step<E> step(StepId id, HistoryPoint parent, List<E> squashedEvents) {
      return original
          .with(id, parent, List.of(original.id()))
          .withEvents(squashedEvents.isEmpty() ? events : squashedEvents)
          .withDigestAfter(plan.digest());
    }
  }

  /** Whether no ignored step that stays applied depends on a step that would be undone. */
  boolean canCarry(SessionState<M, E> state, UndoableSteps.Target target) {
    return copies(state, target).stream().allMatch(copy -> copy.plan().isComplete());
  }

  /**
   * The ignored steps that stay applied, as carried steps after the target position.
   *
   * @throws RefusedException if one of them depends on a step that would be undone
   */
  List<Step<E>> carry(SessionState<M, E> state, UndoableSteps.Target target, Supplier<StepId> ids) {
    List<Step<E>> carried = new ArrayList<>();
    HistoryPoint point = state.stack().pointAt(target.position());
    for (Copy<E> copy : copies(state, target)) {
      if (!copy.plan().isComplete()) {
        throw new RefusedException(reasons(copy));
      }
      Step<E> step = copy.step(ids.get(), point, new EventMerger<>(domain).squash(copy.events()));
      carried.add(step);
      point = HistoryPoint.after(step.id());
    }
    return carried;
  }

  /**
   * The steps to record for ignored steps that are made while others are undone, so that these can
   * still be redone: the originals, which follow the redo tail, then carried steps at the cursor.
   * Empty if the ignored steps do not apply after the undone ones, or if they delete what these
   * need.
   *
   * @param state the state before the ignored steps
   * @param steps the ignored steps at the cursor
   */
  Optional<List<Step<E>>> aroundRedoTail(
      SessionState<M, E> state, List<Step<E>> steps, Supplier<StepId> ids) {
    if (deletesAnyOf(steps, touchedEntities(notApplied(state)))) {
      return Optional.empty();
    }
    HistoryPoint end = state.stack().end();
    M model = modelAt(state, end);
    List<Step<E>> originals = new ArrayList<>();
    List<Step<E>> carried = new ArrayList<>();
    for (Step<E> step : steps) {
      List<E> events = new ArrayList<>();
      for (E event : step.events()) {
        E rebased = domain.rebase(event, model).orElse(event);
        if (domain.check(rebased, model).isPresent()) {
          return Optional.empty();
        }
        events.add(rebased);
        model = domain.replay(rebased, model);
      }
      Step<E> original =
          step.with(ids.get(), end, List.of())
              .withEvents(events)
              .withDigestAfter(domain.digest(model));
      originals.add(original);
      carried.add(step.with(step.id(), step.parent(), List.of(original.id())));
      end = HistoryPoint.after(original.id());
    }
    originals.addAll(carried);
    return Optional.of(originals);
  }

  /** The steps of the redo tail that are not carried. */
  private static <E> List<Step<E>> notApplied(SessionState<?, E> state) {
    List<StepId> ids = new ArrayList<>(state.undoStack().undone());
    state.stack().carriedSteps().forEach(id -> ids.remove(state.stack().originalId(id)));
    return state.stack().stepsOf(ids);
  }

  private Set<EntityRef> touchedEntities(List<Step<E>> steps) {
    Set<EntityRef> entities = new HashSet<>();
    for (Step<E> step : steps) {
      for (E event : step.events()) {
        Touches touches = domain.touches(event);
        touches.written().forEach(unit -> entities.add(unit.entity()));
        entities.addAll(touches.mentioned());
      }
    }
    return entities;
  }

  private boolean deletesAnyOf(List<Step<E>> steps, Set<EntityRef> entities) {
    return steps.stream()
        .flatMap(step -> step.events().stream())
        .filter(event -> domain.effect(event) == Effect.DELETES)
        .flatMap(event -> domain.touches(event).subject().stream())
        .anyMatch(unit -> entities.contains(unit.entity()));
  }

  /** Whether the carried steps at the cursor are those that undo back to it would record. */
  boolean isReachable(SessionState<M, E> state) {
    List<Copy<E>> copies = copies(state, new UndoableSteps(state.stack()).current());
    return copies.stream().allMatch(copy -> copy.plan().isComplete())
        && copies.get(copies.size() - 1).plan().digest().equals(state.digest());
  }

  /** The copies of the ignored steps; the last one may have conflicts. */
  private List<Copy<E>> copies(SessionState<M, E> state, UndoableSteps.Target target) {
    List<Copy<E>> copies = new ArrayList<>();
    if (target.carriedSteps().isEmpty()) {
      return copies;
    }
    List<StepId> steps = new ArrayList<>(state.stack().uncarriedSteps().applied());
    steps.addAll(state.undoStack().undone());
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
      copies.add(new Copy<>(state.history().step(ignoredStep), events, plan));
      if (!plan.isComplete()) {
        return copies;
      }
      redoEvents = plan.events().reversed().stream().map(domain::invert).toList();
      from = to;
    }
    return copies;
  }

  /** Plans the rollback of the other steps in the state after an ignored step. */
  private RollbackPlan<E> plan(
      SessionState<M, E> state, List<StepId> steps, RollbackSelection others) {
    HistoryPoint point = HistoryPoint.after(steps.get(steps.size() - 1));
    M model = modelAt(state, point);
    return planner.plan(new PlanInput<>(state.history(), steps, point, model), others);
  }

  private static <M> M modelAt(SessionState<M, ?> state, HistoryPoint point) {
    return state
        .modelAt(point)
        .orElseThrow(() -> new IllegalStateException(point + " is unreachable"));
  }

  private static List<Conflict> reasons(Copy<?> copy) {
    String prefix =
        "undo skips step \"%s\" (%s): ".formatted(copy.original().label(), copy.original().id());
    String suggestion = "roll that step back first, or jump to where it was not made";
    return Rollbacks.reasons(copy.plan()).stream()
        .map(reason -> Conflict.because(prefix + reason.reason()).withSuggestion(suggestion))
        .toList();
  }
}
