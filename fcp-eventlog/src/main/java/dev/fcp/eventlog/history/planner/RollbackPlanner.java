package dev.fcp.eventlog.history.planner;

import static dev.fcp.eventlog.history.planner.Write.key;
import static dev.fcp.eventlog.history.planner.Write.stepIndexOf;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Works out how to take back some steps of a line and keep what others did since (RB-1 to RB-8),
 * and says what is in effect.
 *
 * <p>The state of a document is what the events in effect leave: each unit of each entity has the
 * value of the last of them that wrote it. Taking back a selection leaves its events out of effect;
 * only units that get another last writer change. An event that others built on stays.
 *
 * <p>A planner remembers who wrote what along the line that it saw last, so that a plan costs as
 * much as it touches. It may be used by any number of threads, one at a time.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class RollbackPlanner<M, E> {

  private final Domain<M, E> domain;
  private final WriteIndex<E> writeIndex;

  /** A planner for documents of a domain. */
  public RollbackPlanner(Domain<M, E> domain) {
    this.domain = domain;
    this.writeIndex = new WriteIndex<>(domain);
  }

  /** How to take back a selection. */
  public synchronized RollbackPlan<E> plan(PlanInput<M, E> input, RollbackSelection selection) {
    writeIndex.update(input.history(), input.appliedSteps());
    BitSet selected = selected(selection);
    return solver(input, PlanGoal.excluding(selected)).plan(missing(selection));
  }

  /**
   * How to take back the newest step that a filter lets through and that is in effect; with it
   * those after it, if others wrote over all that they did (RB-9). Empty if there is none.
   */
  public synchronized Optional<RollbackPlan<E>> planUndo(PlanInput<M, E> input, StepFilter filter) {
    writeIndex.update(input.history(), input.appliedSteps());
    EffectiveEvents effectiveNow = EffectiveEvents.current(writeIndex);
    BitSet selected = new BitSet();
    for (int stepIndex = writeIndex.size() - 1; stepIndex >= 0; stepIndex--) {
      if (isOwn(stepIndex, filter) && isInEffect(stepIndex, effectiveNow)) {
        selected.set(stepIndex);
        if (isSuperseded(
            stepIndex,
            effectiveNow,
            key -> effectiveNow.contains(key) && !selected.get(stepIndexOf(key)))) {
          continue;
        }
        RollbackPlan<E> plan =
            solver(input, PlanGoal.excluding((BitSet) selected.clone())).plan(List.of());
        if (!plan.events().isEmpty() || !plan.isComplete()) {
          return Optional.of(plan);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * How to restore the step that was last reverted by steps that a filter accepts, if no step of
   * these was made since (RB-9). Empty if there is none.
   */
  public synchronized Optional<RollbackPlan<E>> planRedo(PlanInput<M, E> input, StepFilter filter) {
    writeIndex.update(input.history(), input.appliedSteps());
    EffectiveEvents effectiveNow = EffectiveEvents.current(writeIndex);
    for (int stepIndex = writeIndex.size(); stepIndex-- > 0; ) {
      if (isOwn(stepIndex, filter)) {
        return Optional.empty();
      }
      if (writeIndex.reversingSteps().get(stepIndex) && writeIndex.matches(filter, stepIndex)) {
        Optional<RollbackPlan<E>> plan =
            planRestore(input, filter, writeIndex.reversal(stepIndex), effectiveNow);
        if (plan.isPresent()) {
          return plan;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Those of some events that are in effect (RB-2): they stand on the way to the cursor, and no
   * rollback took them back. What a rollback did is so while nothing after it brought back or took
   * back the same.
   *
   * @param appliedSteps steps that lead to the cursor, oldest first
   */
  public synchronized Set<EventId> eventsInEffect(
      History<E> history, List<StepId> appliedSteps, Collection<EventId> events) {
    writeIndex.update(history, appliedSteps);
    EffectiveEvents effectiveNow = EffectiveEvents.current(writeIndex);
    Set<EventId> effective = new LinkedHashSet<>();
    for (EventId event : events) {
      Optional<Integer> stepIndex = writeIndex.indexOf(event.step());
      if (stepIndex.isPresent() && isInEffect(stepIndex.get(), event.index(), effectiveNow)) {
        effective.add(event);
      }
    }
    return effective;
  }

  private boolean isInEffect(int stepIndex, int eventIndex, EffectiveEvents effectiveNow) {
    return writeIndex.reversingSteps().get(stepIndex)
        ? EffectiveEvents.keysOf(writeIndex, stepIndex)
            .anyMatch(key -> effectiveNow.isLastMention(key, stepIndex))
        : effectiveNow.contains(key(stepIndex, eventIndex));
  }

  private Optional<RollbackPlan<E>> planRestore(
      PlanInput<M, E> input, StepFilter filter, Reversal reversal, EffectiveEvents effectiveNow) {
    TreeSet<Integer> reversedIndexes = new TreeSet<>();
    reversal
        .reversed()
        .forEach(part -> writeIndex.indexOf(part.step()).ifPresent(reversedIndexes::add));
    BitSet restored = new BitSet();
    for (int stepIndex : reversedIndexes) {
      if (isOwn(stepIndex, filter) && !isInEffect(stepIndex, effectiveNow)) {
        restored.set(stepIndex);
        if (isSuperseded(
            stepIndex,
            effectiveNow,
            key -> effectiveNow.contains(key) || restored.get(stepIndexOf(key)))) {
          continue;
        }
        RollbackPlan<E> plan =
            solver(input, new PlanGoal(new BitSet(), (BitSet) restored.clone())).plan(List.of());
        if (!plan.events().isEmpty() || !plan.isComplete()) {
          return Optional.of(plan);
        }
      }
    }
    return Optional.empty();
  }

  private ConflictSolver<M, E> solver(PlanInput<M, E> input, PlanGoal goal) {
    return new ConflictSolver<>(domain, writeIndex, input, goal);
  }

  /** Whether a step makes changes of its own, may be undone, and a filter lets it through. */
  private boolean isOwn(int stepIndex, StepFilter filter) {
    return !writeIndex.reversingSteps().get(stepIndex)
        && !writeIndex.isIgnored(stepIndex)
        && writeIndex.matches(filter, stepIndex);
  }

  private boolean isInEffect(int stepIndex, EffectiveEvents effectiveNow) {
    for (int eventIndex = 0; eventIndex < writeIndex.eventCount(stepIndex); eventIndex++) {
      if (effectiveNow.contains(key(stepIndex, eventIndex))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether all of a step that would turn, was written by others since (RB-3): nothing would
   * change.
   *
   * @param inEffectAfter which events would be in effect
   */
  private boolean isSuperseded(
      int stepIndex, EffectiveEvents effectiveNow, LongPredicate inEffectAfter) {
    return writeIndex.writes(stepIndex).stream()
        .allMatch(write -> {
          EntityWrites entityWrites = writesOf(write.entity(), effectiveNow, inEffectAfter);
          return !entityWrites.toggles(write)
              || (!write.isWholeEntity() && entityWrites.isSuperseded(write));
        });
  }

  private EntityWrites writesOf(
      EntityRef entity, EffectiveEvents effectiveNow, LongPredicate inEffectAfter) {
    return new EntityWrites(
        entity,
        writeIndex.writes(entity),
        write -> effectiveNow.contains(write.key()),
        write -> inEffectAfter.test(write.key()));
  }

  private BitSet selected(RollbackSelection selection) {
    BitSet selected = new BitSet();
    switch (selection) {
      case RollbackSelection.Steps(var ids) ->
          ids.forEach(id -> writeIndex.indexOf(id).ifPresent(selected::set));
      case RollbackSelection.Matching(var filter) -> select(selected, filter, 0);
      case RollbackSelection.From(var filter) -> {
        int first = 0;
        while (first < writeIndex.size() && !writeIndex.matches(filter, first)) {
          first++;
        }
        if (first < writeIndex.size()) {
          select(selected, StepFilter.sameActorAndSession(writeIndex.origin(first)), first);
        }
      }
    }
    return selected;
  }

  private void select(BitSet selected, StepFilter filter, int from) {
    for (int stepIndex = from; stepIndex < writeIndex.size(); stepIndex++) {
      if (writeIndex.matches(filter, stepIndex)) {
        selected.set(stepIndex);
      }
    }
  }

  private List<StepId> missing(RollbackSelection selection) {
    return selection instanceof RollbackSelection.Steps(var ids)
        ? ids.stream().filter(id -> writeIndex.indexOf(id).isEmpty()).sorted().toList()
        : List.of();
  }
}
