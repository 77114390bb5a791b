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
 * Plans rollbacks with a new planner each time. The clauses RB cover whether its plans are correct;
 * this class is used to check that sessions make the same plans and apply them.
 *
 * @param allSteps all steps, on the undo stack or not
 * @param applied the points that undo can leave, the oldest first
 * @param head the point at the cursor
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
