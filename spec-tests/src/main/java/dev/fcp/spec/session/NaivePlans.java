package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Planner;
import dev.fcp.eventlog.history.Present;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.Optional;

/**
 * How some steps are taken back, by a planner that has seen nothing before. That its plans are
 * right is a matter of the clauses RB; here is asked whether sessions make such plans, and do them.
 *
 * @param everMade all steps that there were, on the line or not
 * @param applied the places that can be left by undo, the oldest first
 * @param here the place at the cursor
 */
record NaivePlans<M, E>(
    Domain<M, E> domain,
    List<Step<E>> everMade,
    List<NaivePlace<M, E>> applied,
    NaivePlace<M, E> here) {

  RollbackPlan<E> without(int from, int count) {
    StepId[] selected = ids().reversed().stream().skip(from).limit(count).toArray(StepId[]::new);
    return new Planner<>(domain).plan(present(), Selection.of(selected));
  }

  Optional<RollbackPlan<E>> undoOwn(Origin who) {
    return new Planner<>(domain).planUndo(present(), StepFilter.own(who));
  }

  Optional<RollbackPlan<E>> redoOwn(Origin who) {
    return new Planner<>(domain).planRedo(present(), StepFilter.own(who));
  }

  private List<StepId> ids() {
    return applied.stream().map(place -> place.step().orElseThrow().id()).toList();
  }

  private Present<M, E> present() {
    History<E> history = History.empty();
    for (Step<E> step : everMade) {
      history = history.with(step);
    }
    return new Present<>(history, ids(), here.step().map(Step::id), here.model());
  }
}
