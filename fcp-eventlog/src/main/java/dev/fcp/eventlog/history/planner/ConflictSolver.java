package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.PlanPass.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Finds a plan for a goal: runs a pass, keeps the events that have problems, and repeats until a
 * pass has none.
 */
final class ConflictSolver<M, E> {

  private final Domain<M, E> domain;
  private final WriteIndex<E> writeIndex;
  private final PlanInput<M, E> input;
  private final PlanGoal goal;
  private final Map<EntityRef, Conflict> unchangeable;
  private final EffectiveEvents effectiveNow;
  private final EffectiveEvents effectiveGoal;

  /** The events that would come into effect or go out of effect. */
  private final Set<Long> toggled = new TreeSet<>();

  /** The entities that these events write; texts are apart from the other units. */
  private final Set<EntityRef> entities = new LinkedHashSet<>();

  /** The blocks of characters that these events write, by the texts of an entity. */
  private final Map<EntityRef, Set<EntityRef>> blocks = new HashMap<>();

  private final Map<Long, Problem> kept = new TreeMap<>();

  /**
   * Creates the solver for a goal.
   *
   * @param unchangeable the entities that stay as they are, each with the reason
   */
  ConflictSolver(
      Domain<M, E> domain,
      WriteIndex<E> writeIndex,
      PlanInput<M, E> input,
      PlanGoal goal,
      Map<EntityRef, Conflict> unchangeable) {
    this.domain = domain;
    this.writeIndex = writeIndex;
    this.input = input;
    this.goal = goal;
    this.unchangeable = unchangeable;
    this.effectiveNow = EffectiveEvents.current(writeIndex);
    this.effectiveGoal = new EffectiveEvents(writeIndex, goal.excluded(), goal.restored());
    goal.excluded().stream()
        .forEach(stepIndex -> collect(EffectiveEvents.keysOf(writeIndex, stepIndex)));
    collect(goal.restored().stream().mapToLong(Long::longValue));
  }

  private void collect(LongStream keys) {
    keys.filter(key -> effectiveNow.contains(key) != effectiveGoal.contains(key))
        .filter(toggled::add)
        .forEach(key -> {
          for (Unit unit : domain.touches(writeIndex.event(key)).written()) {
            EntityRef planned = TextWrites.planned(unit);
            entities.add(planned);
            Conflict obstacle = unchangeable.get(unit.entity());
            if (obstacle != null) {
              kept.put(key, new Problem(obstacle, List.of(), true));
            }
            unit.characters()
                .ifPresent(characters ->
                    blocks
                        .computeIfAbsent(planned, texts -> new LinkedHashSet<>())
                        .add(TextWrites.block(unit.entity(), characters)));
          }
        });
  }

  RollbackPlan<E> plan(List<StepId> missing) {
    PlanPass<M, E> pass = solve();
    if (!kept.isEmpty()) {
      new ConflictAttribution(writeIndex, goal, this::keptFor).attribute(kept);
    }
    return toPlan(pass, missing);
  }

  /** Returns the last pass, in which no event has a problem. */
  private PlanPass<M, E> solve() {
    PlanPass<M, E> pass = runPass();
    while (!pass.problems().isEmpty()) {
      kept.putAll(pass.problems());
      pass = runPass();
    }
    return pass;
  }

  private PlanPass<M, E> runPass() {
    return new PlanPass<>(domain, writeIndex, input, effectiveNow, effectiveGoal, kept, blocks)
        .run(entities);
  }

  /** The events kept for another goal, with the reasons. */
  private Map<Long, Problem> keptFor(PlanGoal otherGoal) {
    ConflictSolver<M, E> solver =
        new ConflictSolver<>(domain, writeIndex, input, otherGoal, unchangeable);
    PlanPass<M, E> unused = solver.solve();
    return solver.kept;
  }

  private RollbackPlan<E> toPlan(PlanPass<M, E> pass, List<StepId> missing) {
    List<RollbackPlan.Superseded> superseded = new ArrayList<>();
    List<RollbackPlan.Skipped> conflicts = new ArrayList<>();
    List<RollbackPlan.Failed> failures = new ArrayList<>();
    Set<Long> reversedKeys = new TreeSet<>(toggled);
    reversedKeys.removeAll(kept.keySet());
    int reversedCount = 0;
    for (long key : ((TreeSet<Long>) toggled).descendingSet()) {
      EventId id = writeIndex.eventId(key);
      Problem problem = kept.get(key);
      String type = type(key);
      if (problem == null) {
        reversedCount += addSuperseded(key, type, pass, superseded) ? 1 : 0;
      } else if (problem.isFailure()) {
        failures.add(new RollbackPlan.Failed(id, type, problem.conflict().reason()));
      } else {
        conflicts.add(
            new RollbackPlan.Skipped(id, type, problem.conflict(), problem.blockingSteps()));
      }
    }
    return new RollbackPlan<>(
        input.head(),
        plannedSteps(),
        missing,
        pass.events(),
        reversal(reversedKeys),
        toggled.size(),
        pass.events().isEmpty() ? 0 : reversedCount,
        superseded,
        conflicts,
        failures,
        domain.digest(pass.model()));
  }

  private String type(long key) {
    return domain.eventCodec().encode(writeIndex.event(key)).text("type");
  }

  /** Adds the units of an event that later steps overwrote; returns whether there are others. */
  private boolean addSuperseded(
      long key, String type, PlanPass<M, E> pass, List<RollbackPlan.Superseded> superseded) {
    boolean isAnyEffective = false;
    Map<EntityRef, TextWrites.Parts> parts = new HashMap<>();
    for (Unit unit : new TreeSet<>(domain.touches(writeIndex.event(key)).written())) {
      EntityWrites writes = pass.writesOf(TextWrites.planned(unit));
      for (String part :
          parts
              .computeIfAbsent(writes.entity(), any -> new TextWrites.Parts(writes.writes(), key))
              .of(unit)) {
        Write later = writes.supersedingWrite(key, part);
        if (later == null) {
          isAnyEffective = true;
        } else {
          superseded.add(
              new RollbackPlan.Superseded(
                  writeIndex.eventId(key),
                  type,
                  new Unit(unit.entity(), part),
                  writeIndex.id(later.stepIndex())));
        }
      }
    }
    return isAnyEffective;
  }

  private List<StepId> plannedSteps() {
    TreeSet<Integer> stepIndexes = new TreeSet<>();
    for (long key : toggled) {
      int stepIndex = Write.stepIndexOf(key);
      if (goal.excluded().get(stepIndex) || goal.restored().contains(key)) {
        stepIndexes.add(stepIndex);
      }
    }
    goal.excluded().stream()
        .filter(writeIndex.reversingSteps()::get)
        .filter(
            stepIndex -> EffectiveEvents.keysOf(writeIndex, stepIndex).anyMatch(toggled::contains))
        .forEach(stepIndexes::add);
    return stepIndexes.descendingSet().stream().map(writeIndex::id).toList();
  }

  private Reversal reversal(Set<Long> reversedKeys) {
    List<Reversal.Part> reversedParts = new ArrayList<>();
    List<Reversal.Part> restoredParts = new ArrayList<>();
    Map<Integer, List<Integer>> eventsByStep = new TreeMap<>();
    reversedKeys.forEach(key ->
        eventsByStep
            .computeIfAbsent(Write.stepIndexOf(key), stepIndex -> new ArrayList<>())
            .add(Write.eventIndexOf(key)));
    eventsByStep.forEach((stepIndex, eventIndexes) -> {
      boolean wasInEffect = effectiveNow.contains(Write.key(stepIndex, eventIndexes.get(0)));
      List<Integer> partIndexes =
          eventIndexes.size() == writeIndex.eventCount(stepIndex) ? List.of() : eventIndexes;
      (wasInEffect ? reversedParts : restoredParts)
          .add(new Reversal.Part(writeIndex.id(stepIndex), partIndexes));
    });
    return new Reversal(reversedParts, restoredParts);
  }
}
