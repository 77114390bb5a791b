package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import java.util.List;
import java.util.Optional;

/**
 * How some steps are reverted, by a planner that has seen nothing before. That its plans are right
 * is a matter of the clauses RB; here is asked whether sessions make such plans, and do them.
 *
 * @param allSteps all steps that there were, on the line or not
 * @param applied the places that can be left by undo, the oldest first
 * @param head the place at the cursor
 */
record NaiveRollbackPlanner<M, E>(
    Domain<M, E> domain,
    List<Step<E>> allSteps,
    List<NaivePoint<M, E>> applied,
    NaivePoint<M, E> head) {

  RollbackPlan<E> planWithout(int from, int count) {
    StepId[] selected = ids().reversed().stream().skip(from).limit(count).toArray(StepId[]::new);
    return new RollbackPlanner<>(domain).plan(planInput(), RollbackSelection.of(selected));
  }

  Optional<RollbackPlan<E>> undoOwn(Origin origin) {
    return new RollbackPlanner<>(domain)
        .planUndo(planInput(), StepFilter.sameActorAndSession(origin));
  }

  Optional<RollbackPlan<E>> redoOwn(Origin origin) {
    return new RollbackPlanner<>(domain)
        .planRedo(planInput(), StepFilter.sameActorAndSession(origin));
  }

  private List<StepId> ids() {
    return applied.stream().map(point -> point.step().orElseThrow().id()).toList();
  }

  private PlanInput<M, E> planInput() {
    History<E> history = History.empty();
    for (Step<E> step : allSteps) {
      history = history.with(step);
    }
    return new PlanInput<>(
        history, ids(), new HistoryPoint(head.step().map(Step::id)), head.model());
  }
}
