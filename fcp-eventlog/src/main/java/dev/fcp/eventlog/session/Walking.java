package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Planner;
import dev.fcp.eventlog.history.Present;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepMerge;
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
record Walking<M, E>(Domain<M, E> domain, Planner<M, E> planner, Supplier<StepId> ids) {

  /**
   * The ignored steps that stay, as they are told behind the place where the cursor goes.
   *
   * @throws RefusedException if one of them builds on what would be taken back
   */
  List<Step<E>> carried(SessionState<M, E> state, Stops.Target target) {
    List<StepId> line = new ArrayList<>(state.timeline().plainLine().applied());
    line.addAll(state.line().undone());
    List<Step<E>> carried = new ArrayList<>();
    Optional<StepId> place = state.timeline().placeAt(target.position());
    List<E> ahead = List.of();
    int from = target.position();
    for (StepId standing : target.standing()) {
      int to = line.indexOf(standing) + 1;
      Set<StepId> others = new HashSet<>(line.subList(target.position(), to));
      target.standing().forEach(others::remove);
      RollbackPlan<E> plan = plan(state, line.subList(0, to), new Selection.Steps(others));
      List<E> events = new ArrayList<>(ahead);
      line.subList(from, to).forEach(id -> events.addAll(state.history().step(id).events()));
      events.addAll(plan.events());
      Optional<Step<E>> step = told(state, standing, place, events, plan);
      if (step.isPresent()) {
        carried.add(step.get());
        place = Optional.of(step.get().id());
      }
      ahead = plan.events().reversed().stream().map(domain::invert).toList();
      from = to;
    }
    return carried;
  }

  /** How to take back the others, where an ignored step was made. */
  private RollbackPlan<E> plan(SessionState<M, E> state, List<StepId> line, Selection others) {
    StepId standing = line.get(line.size() - 1);
    M model =
        state
            .modelAt(Optional.of(standing))
            .orElseThrow(() -> new IllegalStateException("no way to step " + standing));
    RollbackPlan<E> plan =
        planner.plan(new Present<>(state.history(), line, Optional.of(standing), model), others);
    if (!plan.isWhole()) {
      throw new RefusedException(reasons(state.history().step(standing), plan));
    }
    return plan;
  }

  private static List<Conflict> reasons(Step<?> standing, RollbackPlan<?> plan) {
    String walked = "undo walks over step %s \"%s\": ".formatted(standing.id(), standing.label());
    String instead = "roll that step back first, or jump to where it was not made";
    List<Conflict> reasons = new ArrayList<>();
    plan.conflicts()
        .forEach(skipped ->
            reasons.add(
                Conflict.because(walked + skipped.conflict().reason()).suggesting(instead)));
    plan.failures()
        .forEach(
            failed -> reasons.add(Conflict.because(walked + failed.reason()).suggesting(instead)));
    return reasons;
  }

  /** An ignored step as it is told at a place; empty if it does nothing there. */
  private Optional<Step<E>> told(
      SessionState<M, E> state,
      StepId standing,
      Optional<StepId> place,
      List<E> events,
      RollbackPlan<E> plan) {
    List<E> fewer = new StepMerge<>(domain).squashed(events);
    if (fewer.isEmpty()) {
      return Optional.empty();
    }
    Step<E> made = state.history().step(standing);
    return Optional.of(
        new Step<>(
            ids.get(),
            place,
            made.label(),
            made.origin(),
            made.time(),
            fewer,
            plan.digest(),
            made.reversal(),
            List.of(standing),
            made.focus(),
            true));
  }
}
