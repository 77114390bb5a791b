package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.EventMerger;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Moves the cursor, for undo, redo, jumps and switches.
 *
 * <p>Undo and redo leave ignored steps applied (SE-31): each of them is copied as a carried step
 * for the point at which the cursor arrives. The applied steps are then those of the undo stack up
 * to that point, followed by the carried steps. The planner computes the model after the last
 * ignored step with all steps in between rolled back, so that the result depends only on which
 * steps are applied, not on the path to them.
 *
 * @param pipeline commits the cursor moves
 * @param settings the clock, and the id generator for carried steps
 * @param planner rolls back the steps in between
 */
record CursorMover<M, E>(
    CommitPipeline<M, E> pipeline, SessionSettings settings, RollbackPlanner<M, E> planner) {

  /** Undoes or redoes steps that are not ignored; ignored steps in between stay applied (SE-31). */
  Outcome undoOrRedo(
      EditOptions options,
      Moved.Kind kind,
      Function<UndoableSteps, Optional<UndoableSteps.Target>> target) {
    return pipeline.commit(
        options,
        state ->
            target
                .apply(new UndoableSteps(state.stack()))
                .flatMap(found -> carryAndMove(options, state, kind, found)));
  }

  private Optional<PendingCommit<M, E>> carryAndMove(
      EditOptions options, SessionState<M, E> state, Moved.Kind kind, UndoableSteps.Target target) {
    List<Step<E>> carried = carry(state, target);
    HistoryPoint point =
        carried.isEmpty()
            ? state.stack().pointAt(target.position())
            : HistoryPoint.after(carried.get(carried.size() - 1).id());
    List<Step<Value.Fields>> encoded =
        carried.stream().map(step -> step.map(state.domain().eventCodec()::encode)).toList();
    return Optional.of(
        toCommit(
            state, new Moved(settings.clock().instant(), options.origin(), kind, point, encoded)));
  }

  /** Moves the cursor to the history point that a function of the undo stack returns. */
  Outcome moveTo(
      EditOptions options, Moved.Kind kind, Function<UndoStack<E>, HistoryPoint> target) {
    return pipeline.commit(
        options, state -> moveIfNeeded(options, state, kind, target.apply(state.stack())));
  }

  /**
   * Moves the cursor by undo or redo if the point is on the undo stack, otherwise by switching to
   * it.
   */
  Outcome jump(EditOptions options, Function<UndoStack<E>, HistoryPoint> target) {
    return pipeline.commit(
        options,
        state -> {
          HistoryPoint point = target.apply(state.stack());
          Moved.Kind kind =
              switch (state.stack().directionOf(point)) {
                case BEFORE_CURSOR, AT_CURSOR -> Moved.Kind.UNDO;
                case AFTER_CURSOR -> Moved.Kind.REDO;
                case OFF_STACK -> Moved.Kind.SWITCH;
              };
          return moveIfNeeded(options, state, kind, point);
        });
  }

  /** Clears the undo stack (SE-33). */
  Outcome clear(EditOptions options) {
    return pipeline.commit(
        options,
        state -> {
          if (state.stack().length() == 0 && state.undoStack().appliedCount() == 0) {
            return Optional.empty();
          }
          Moved record =
              new Moved(
                  settings.clock().instant(), options.origin(), Moved.Kind.CLEAR, state.head());
          SessionState<M, E> next = StateFold.apply(state, record);
          return Optional.of(
              new PendingCommit<>(record, next, new Outcome.Recorded(next.digest())));
        });
  }

  private Optional<PendingCommit<M, E>> moveIfNeeded(
      EditOptions options, SessionState<M, E> state, Moved.Kind kind, HistoryPoint point) {
    boolean discardsRedoTail = kind == Moved.Kind.BAIL || kind == Moved.Kind.SWITCH;
    boolean discardsSteps = discardsRedoTail && state.undoStack().canRedo();
    if (point.equals(state.head()) && !discardsSteps) {
      return Optional.empty();
    }
    return Optional.of(
        toCommit(state, new Moved(settings.clock().instant(), options.origin(), kind, point)));
  }

  private PendingCommit<M, E> toCommit(SessionState<M, E> state, Moved record) {
    SessionState<M, E> next = StateFold.apply(state, record);
    UndoStack<E> stack = next.stack();
    HistoryPath path = stack.withoutRoundTrips(state.stack().pathTo(stack));
    Outcome outcome =
        new Outcome.Moved(
            path.steps(), path.undoSteps().size(), next.digest(), stack.editorSelectionAfter(path));
    return new PendingCommit<>(record, next, outcome);
  }

  /**
   * The ignored steps that stay applied, as carried steps after the target position.
   *
   * @throws RefusedException if one of them depends on a step that would be undone
   */
  private List<Step<E>> carry(SessionState<M, E> state, UndoableSteps.Target target) {
    List<StepId> steps = new ArrayList<>(state.stack().uncarriedSteps().applied());
    steps.addAll(state.undoStack().undone());
    List<Step<E>> carried = new ArrayList<>();
    HistoryPoint point = state.stack().pointAt(target.position());
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
        point = HistoryPoint.after(step.get().id());
      }
      redoEvents = plan.events().reversed().stream().map(state.domain()::invert).toList();
      from = to;
    }
    return carried;
  }

  /** Plans the rollback of the other steps in the state after an ignored step. */
  private RollbackPlan<E> plan(
      SessionState<M, E> state, List<StepId> steps, RollbackSelection others) {
    StepId ignoredStep = steps.get(steps.size() - 1);
    M model =
        state
            .modelAt(HistoryPoint.after(ignoredStep))
            .orElseThrow(() -> new IllegalStateException("unreachable step " + ignoredStep));
    RollbackPlan<E> plan =
        planner.plan(
            new PlanInput<>(state.history(), steps, HistoryPoint.after(ignoredStep), model),
            others);
    if (!plan.isComplete()) {
      throw new RefusedException(reasons(state.history().step(ignoredStep), plan));
    }
    return plan;
  }

  private static List<Conflict> reasons(Step<?> ignoredStep, RollbackPlan<?> plan) {
    String prefix =
        "undo skips step \"%s\" (%s): ".formatted(ignoredStep.label(), ignoredStep.id());
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

  /** A copy of an ignored step for another history point; empty if it has no effect there. */
  private Optional<Step<E>> carriedCopy(
      SessionState<M, E> state,
      StepId ignoredStep,
      HistoryPoint point,
      List<E> events,
      RollbackPlan<E> plan) {
    List<E> squashedEvents = new EventMerger<>(state.domain()).squash(events);
    if (squashedEvents.isEmpty()) {
      return Optional.empty();
    }
    Step<E> original = state.history().step(ignoredStep);
    return Optional.of(
        new Step<>(
            settings.ids().get(),
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
