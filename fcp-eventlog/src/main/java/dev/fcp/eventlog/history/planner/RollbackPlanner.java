package dev.fcp.eventlog.history.planner;

import static dev.fcp.eventlog.history.planner.Write.key;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Plans how to roll back steps of the undo stack and keep later ones (RB-1 to RB-8), and determines
 * which events are in effect.
 *
 * <p>The state of a document is the result of the events in effect: each unit of each entity has
 * the value that the last of these events wrote. Rolling back a selection brings its events out of
 * effect; only units whose last writer changes get another value. An event on which later steps
 * depend is kept.
 *
 * <p>A planner keeps an index of the writes of the applied steps of the last call, so that the cost
 * of a plan depends only on the entities concerned. Planners are thread-safe.
 */
public final class RollbackPlanner<M, E> {

  private final Domain<M, E> domain;
  private final WriteIndex<E> writeIndex;

  /** Creates a planner for documents of a domain. */
  public RollbackPlanner(Domain<M, E> domain) {
    this(domain, history -> List.of());
  }

  /**
   * Creates a planner for a document of which some steps are in stored indexes.
   *
   * @param storedIndexes returns indexes for a history: of its first steps in their order, possibly
   *     with steps that it does not contain
   */
  public RollbackPlanner(Domain<M, E> domain, Function<History<E>, List<StepIndex>> storedIndexes) {
    this.domain = domain;
    this.writeIndex = new WriteIndex<>(domain, storedIndexes);
  }

  /** Plans the rollback of a selection. */
  public RollbackPlan<E> plan(PlanInput<M, E> input, RollbackSelection selection) {
    return plan(input, selection, Optional.empty(), Map.of());
  }

  /**
   * Plans the rollback of a selection.
   *
   * @param start where a selection of type {@link RollbackSelection.From} begins at the latest,
   *     even without a step that its filter accepts
   * @param unchangeable entities that stay as they are, each with the reason; the events that would
   *     change them are listed as failures
   */
  public synchronized RollbackPlan<E> plan(
      PlanInput<M, E> input,
      RollbackSelection selection,
      Optional<MessageStart> start,
      Map<EntityRef, Conflict> unchangeable) {
    writeIndex.update(input.history(), input.appliedSteps());
    BitSet selected = selected(selection, start);
    return solver(input, new PlanGoal(selected, Set.of()), unchangeable).plan(missing(selection));
  }

  /**
   * Where a message began.
   *
   * @param origin the origin of the message
   * @param point the last applied step before it, or the base
   */
  public record MessageStart(Origin origin, HistoryPoint point) {}

  /** Returns the plan that restores events which steps on the undo stack reversed. */
  public synchronized RollbackPlan<E> planRestore(
      PlanInput<M, E> input, List<Reversal.Part> parts) {
    writeIndex.update(input.history(), input.appliedSteps());
    Set<Long> keys = new TreeSet<>();
    parts.forEach(part -> EffectiveEvents.keysOf(writeIndex, part).forEach(keys::add));
    return solver(input, new PlanGoal(new BitSet(), keys), Map.of()).plan(List.of());
  }

  /**
   * The given events that are in effect (RB-2): their steps are applied, and no rollback reversed
   * them. An event of a rollback step is in effect until a later step reverses or restores the same
   * events.
   *
   * @param appliedSteps the steps that lead to the cursor, oldest first
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

  /**
   * The events that wrote one of some units of an entity since the entity was created, newest
   * first. Each is read when the stream reaches it.
   *
   * @param appliedSteps the steps that lead to the cursor, oldest first
   * @param units accepts the names of these units
   */
  public synchronized Stream<E> eventsWriting(
      History<E> history, List<StepId> appliedSteps, EntityRef entity, Predicate<String> units) {
    writeIndex.update(history, appliedSteps);
    List<EventId> events =
        writeIndex.writes(entity).reversed().stream()
            .takeWhile(write -> !write.isWholeEntity())
            .filter(write -> write.units().stream().anyMatch(units))
            .map(write -> writeIndex.eventId(write.key()))
            .distinct()
            .toList();
    return events.stream().map(event -> history.step(event.step()).events().get(event.index()));
  }

  private boolean isInEffect(int stepIndex, int eventIndex, EffectiveEvents effectiveNow) {
    return writeIndex.reversingSteps().get(stepIndex)
        ? EffectiveEvents.keysOf(writeIndex, stepIndex)
            .anyMatch(key -> effectiveNow.isLastMention(key, stepIndex))
        : effectiveNow.contains(key(stepIndex, eventIndex));
  }

  private ConflictSolver<M, E> solver(
      PlanInput<M, E> input, PlanGoal goal, Map<EntityRef, Conflict> unchangeable) {
    return new ConflictSolver<>(domain, writeIndex, input, goal, unchangeable);
  }

  private BitSet selected(RollbackSelection selection, Optional<MessageStart> start) {
    BitSet selected = new BitSet();
    switch (selection) {
      case RollbackSelection.Steps(var ids) ->
          ids.forEach(id -> writeIndex.indexOf(id).ifPresent(selected::set));
      case RollbackSelection.Matching(var filter) -> selected.or(writeIndex.matching(filter, 0));
      case RollbackSelection.From(var filter) -> {
        int first = writeIndex.matching(filter, 0).nextSetBit(0);
        int marked = start.map(it -> indexAfter(it.point())).orElse(Integer.MAX_VALUE);
        if (start.isPresent() && (first < 0 || marked < first)) {
          selected.or(writeIndex.matching(sameSession(start.get().origin()), marked));
        } else if (first >= 0) {
          selected.or(writeIndex.matching(sameSession(writeIndex.origin(first)), first));
        }
      }
    }
    return selected;
  }

  private int indexAfter(HistoryPoint point) {
    return point.step().flatMap(writeIndex::indexOf).map(index -> index + 1).orElse(0);
  }

  /** Accepts the steps of a session; without a session, those of the actor. */
  private static StepFilter sameSession(Origin origin) {
    return origin.session().isEmpty()
        ? StepFilter.sameActorAndSession(origin)
        : StepFilter.ANY.withSession(origin.session());
  }

  private List<StepId> missing(RollbackSelection selection) {
    return selection instanceof RollbackSelection.Steps(var ids)
        ? ids.stream().filter(id -> writeIndex.indexOf(id).isEmpty()).sorted().toList()
        : List.of();
  }
}
