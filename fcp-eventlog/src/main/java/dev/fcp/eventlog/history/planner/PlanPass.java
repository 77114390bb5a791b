package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.StepId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * One attempt to reach the goal of a plan. It ends either with the events of the plan, or with
 * problems; the next pass keeps the events that have problems (RB-3 to RB-6).
 */
final class PlanPass<M, E> {

  private final Domain<M, E> domain;
  private final WriteIndex<E> writeIndex;
  private final EffectiveEvents effectiveNow;
  private final EffectiveEvents effectiveGoal;
  private final Map<Long, Problem> kept;
  private final Map<EntityRef, Set<EntityRef>> blocks;
  private final Predicate<Write> inEffectNow;
  private final Predicate<Write> inEffectAfter;
  private final Map<EntityRef, EntityWrites> writesByEntity = new HashMap<>();
  private final Map<Long, Problem> problems = new TreeMap<>();
  private final List<E> events = new ArrayList<>();
  private M model;

  /**
   * The reason to keep an event.
   *
   * @param conflict the reason
   * @param blockingSteps the steps that cause the problem, newest first; empty if unknown
   * @param isFailure whether the domain threw an exception
   */
  record Problem(Conflict conflict, List<StepId> blockingSteps, boolean isFailure) {}

  /** The result of changing one entity to its planned state. */
  private sealed interface EntityResult<M, E> {

    record Resolved<M, E>(List<E> events, M model) implements EntityResult<M, E> {}

    /** The entity is kept; finally, if changing other entities cannot solve the problem. */
    record Blocked<M, E>(Problem problem, boolean isFinal) implements EntityResult<M, E> {}
  }

  PlanPass(
      Domain<M, E> domain,
      WriteIndex<E> writeIndex,
      PlanInput<M, E> input,
      EffectiveEvents effectiveNow,
      EffectiveEvents effectiveGoal,
      Map<Long, Problem> kept,
      Map<EntityRef, Set<EntityRef>> blocks) {
    this.domain = domain;
    this.writeIndex = writeIndex;
    this.effectiveNow = effectiveNow;
    this.effectiveGoal = effectiveGoal;
    this.kept = kept;
    this.blocks = blocks;
    this.model = input.model();
    this.inEffectNow = write -> effectiveNow.contains(write.key());
    this.inEffectAfter =
        write ->
            (kept.containsKey(write.key()) ? effectiveNow : effectiveGoal).contains(write.key());
  }

  /** The events of the plan; undefined if there are {@link #problems}. */
  List<E> events() {
    return events;
  }

  /** The model after these events. */
  M model() {
    return model;
  }

  /** The problems, by the keys of the events that they concern. */
  Map<Long, Problem> problems() {
    return problems;
  }

  EntityWrites writesOf(EntityRef entity) {
    return writesByEntity.computeIfAbsent(
        entity,
        any -> {
          Set<EntityRef> ownBlocks = blocks.get(entity);
          return ownBlocks == null
              ? entityWrites(entity, writeIndex.writes(entity))
              : writesOf(
                  entity,
                  TextWrites.ofTexts(
                      entity,
                      writeIndex.writes(entity),
                      ownBlocks.stream().map(writeIndex::writes).toList()));
        });
  }

  /**
   * The writes of an entity. If the plan creates, deletes or replaces it, they include those of its
   * texts; otherwise these are planned apart.
   */
  private EntityWrites entityWrites(EntityRef entity, List<Write> writes) {
    EntityWrites all = writesOf(entity, writes);
    if (!TextWrites.haveCharacters(writes)) {
      return all;
    }
    return writesOf(
        entity,
        all.changesWhole() ? TextWrites.divided(writes) : TextWrites.withoutCharacters(writes));
  }

  private EntityWrites writesOf(EntityRef entity, List<Write> writes) {
    Map<Write, Write> bases = bases(writes);
    return new EntityWrites(
        entity, writes, withBases(inEffectNow, bases), withBases(inEffectAfter, bases));
  }

  private static Predicate<Write> withBases(Predicate<Write> inEffect, Map<Write, Write> bases) {
    return bases.isEmpty()
        ? inEffect
        : write -> {
          Write base = bases.get(write);
          return inEffect.test(write) && (base == null || inEffect.test(base));
        };
  }

  /**
   * The writes without which others are not in effect: for one that reformats a value, the write of
   * that value; for one that adds nothing, the creation of the entity, if the plan toggles it.
   */
  private Map<Write, Write> bases(List<Write> writes) {
    Map<Write, Write> bases = new HashMap<>();
    Optional<Write> creation = Optional.empty();
    for (int i = 0; i < writes.size(); i++) {
      Write write = writes.get(i);
      if (write.isWholeEntity()) {
        boolean isToggled = inEffectNow.test(write) != inEffectAfter.test(write);
        creation = Optional.of(write).filter(it -> isToggled && it.effect().creates());
      } else if (write.reformats()) {
        reformatted(writes.subList(0, i), write).ifPresent(earlier -> bases.put(write, earlier));
      } else if (creation.isPresent()
          && inEffectNow.test(write)
          && inEffectAfter.test(write)
          && domain.addsNothing(writeIndex.event(write.key()))) {
        bases.put(write, creation.get());
      }
    }
    return bases;
  }

  /** The write of the value that another one reformats: the last before it that was in effect. */
  private Optional<Write> reformatted(List<Write> earlierWrites, Write write) {
    String unit = write.units().iterator().next();
    return earlierWrites.reversed().stream()
        .filter(earlier -> !earlier.reformats() && earlier.writes(unit))
        .filter(earlier -> effectiveNow.wasInEffectAt(write.stepIndex(), earlier.key()))
        .findFirst();
  }

  /** Tries to change entities to their planned state. */
  PlanPass<M, E> run(Set<EntityRef> entities) {
    List<EntityWrites> pending = new ArrayList<>();
    for (EntityRef entity : entities) {
      EntityWrites entityWrites = writesOf(entity);
      boolean areTexts = blocks.containsKey(entity);
      if (!areTexts) {
        entityWrites
            .blockingWrites()
            .forEach((write, laterWrites) ->
                problems.put(write.key(), blockedBy(entityWrites, write, laterWrites)));
      }
      // Texts of an entity that is created, deleted or replaced are planned with it.
      if (entityWrites.changesWhole() ? !areTexts : !entityWrites.changedUnits().isEmpty()) {
        pending.add(entityWrites);
      }
    }
    if (problems.isEmpty()) {
      // Entities to delete come last, so that nothing refers to them then; otherwise newest first.
      pending.sort(
          Comparator.comparingInt(
                  (EntityWrites entityWrites) -> entityWrites.exists(inEffectAfter) ? 0 : 1)
              .thenComparingLong(entityWrites -> -entityWrites.toggled().get(0).key()));
      resolveAll(pending);
    }
    return this;
  }

  private Problem blockedBy(EntityWrites entityWrites, Write write, List<Write> laterWrites) {
    EntityRef entity = entityWrites.entity();
    String action =
        inEffectNow.test(write) == write.effect().creates() ? "taken away" : "brought back";
    String reason =
        laterWrites.getFirst().effect() == Effect.DELETES
            ? entity + " was removed since"
            : "%s cannot be %s: it was written since".formatted(entity, action);
    return new Problem(
        Conflict.at(Unit.whole(entity), reason), responsibleSteps(laterWrites), false);
  }

  /** Changes the entities one by one; retries a blocked one after the others. */
  private void resolveAll(List<EntityWrites> entities) {
    List<EntityWrites> pending = entities;
    Map<EntityRef, Problem> blocked = new LinkedHashMap<>();
    do {
      blocked.clear();
      List<EntityWrites> deferred = new ArrayList<>();
      for (EntityWrites entityWrites : pending) {
        switch (resolve(entityWrites)) {
          case EntityResult.Resolved<M, E>(var newEvents, var newModel) -> {
            events.addAll(newEvents);
            model = newModel;
          }
          case EntityResult.Blocked<M, E>(var problem, var isFinal) -> {
            if (isFinal) {
              // Entities after this one take into account that it is kept.
              markKept(entityWrites, problem);
              kept.putAll(problems);
            } else {
              blocked.put(entityWrites.entity(), problem);
              deferred.add(entityWrites);
            }
          }
        }
      }
      if (deferred.size() == pending.size()) {
        break;
      }
      pending = deferred;
    } while (!pending.isEmpty());
    blocked.forEach((entity, problem) -> markKept(writesOf(entity), problem));
  }

  private void markKept(EntityWrites entityWrites, Problem problem) {
    affectedWrites(entityWrites, problem).forEach(write -> problems.put(write.key(), problem));
  }

  /** The toggled writes of an entity that a problem concerns: those of its unit, or all. */
  private static List<Write> affectedWrites(EntityWrites entityWrites, Problem problem) {
    Optional<Unit> unit =
        problem.conflict().unit().filter(found -> found.entity().equals(entityWrites.entity()));
    List<Write> toggled = entityWrites.toggled();
    List<Write> matching =
        toggled.stream()
            .filter(write -> unit.isPresent() && write.writes(unit.get().name()))
            .toList();
    return matching.isEmpty() ? toggled : matching;
  }

  private EntityResult<M, E> resolve(EntityWrites entityWrites) {
    List<EventReversal<E>> inverting = EventReversal.inverting(entityWrites, writeIndex);
    if (!inverting.isEmpty()) {
      EntityResult<M, E> result = tryReversals(entityWrites, inverting);
      if (!(result instanceof EntityResult.Blocked<M, E>(var problem, var any))
          || problem.isFailure()) {
        return result;
      }
    }
    return tryReversals(entityWrites, EventReversal.setting(entityWrites, writeIndex));
  }

  /**
   * Only exceptions of the domain are failures of the entity, so steps are read outside the try
   * block.
   */
  private EntityResult<M, E> tryReversals(
      EntityWrites entityWrites, List<EventReversal<E>> reversals) {
    List<DanglingReference> brokenReferences = new ArrayList<>();
    EntityResult<M, E> result;
    try {
      result = combine(entityWrites, reversals, brokenReferences);
    } catch (RuntimeException failure) {
      Conflict conflict = Conflict.at(Unit.whole(entityWrites.entity()), failure.toString());
      result = new EntityResult.Blocked<>(new Problem(conflict, List.of(), true), false);
    }
    for (DanglingReference reference : brokenReferences) {
      List<StepId> steps = responsibleSteps(reference, entityWrites);
      if (!steps.isEmpty()) {
        return new EntityResult.Blocked<>(
            new Problem(conflict(reference), steps, false), isUnaffected(reference));
      }
    }
    return result;
  }

  /**
   * The events of some reversals.
   *
   * @param brokenReferences receives the references that the events would break
   */
  private EntityResult<M, E> combine(
      EntityWrites entityWrites,
      List<EventReversal<E>> reversals,
      List<DanglingReference> brokenReferences) {
    List<E> rawEvents = new ArrayList<>();
    M current = model;
    for (EventReversal<E> reversal : reversals) {
      Optional<List<E>> reversalEvents = reversal.eventsFor(current, domain);
      if (reversalEvents.isEmpty()) {
        return blocked(
            Conflict.because("others were made since that cannot be told apart"), entityWrites);
      }
      rawEvents.addAll(reversalEvents.get());
      for (E event : reversal.rebased() ? reversalEvents.get() : List.<E>of()) {
        Optional<Conflict> conflict = domain.check(event, current);
        if (conflict.isPresent()) {
          return blocked(conflict.get(), entityWrites);
        }
        current = domain.replay(event, current);
      }
    }
    return verify(entityWrites, new EventMerger<>(domain).squash(rawEvents), brokenReferences);
  }

  private EntityResult<M, E> verify(
      EntityWrites entityWrites, List<E> events, List<DanglingReference> brokenReferences) {
    M current = model;
    for (E event : events) {
      Optional<Conflict> conflict = domain.check(event, current);
      if (conflict.isPresent()) {
        return blocked(conflict.get(), entityWrites);
      }
      brokenReferences.addAll(domain.danglingReferences(event, current));
      current = domain.replay(event, current);
    }
    return new EntityResult.Resolved<>(events, current);
  }

  private EntityResult<M, E> blocked(Conflict conflict, EntityWrites entityWrites) {
    Set<StepId> steps = new LinkedHashSet<>();
    Optional<EntityRef> other =
        conflict.unit().map(Unit::entity).filter(entity -> !entity.equals(entityWrites.entity()));
    other.ifPresent(entity -> steps.addAll(removingSteps(entity, firstToggledKey(entityWrites))));
    for (Unit unit : conflict.blockingUnits()) {
      steps.addAll(
          responsibleSteps(
              writesOf(unit.entity()).laterWrites(firstToggledKey(entityWrites), unit.name())));
    }
    return new EntityResult.Blocked<>(new Problem(conflict, List.copyOf(steps), false), false);
  }

  /** The oldest toggled event of the entity; steps before it cannot cause a problem. */
  private static long firstToggledKey(EntityWrites entityWrites) {
    List<Write> toggled = entityWrites.toggled();
    return toggled.get(toggled.size() - 1).key();
  }

  /** The steps that broke a reference since; empty if it was broken before. */
  private List<StepId> responsibleSteps(DanglingReference reference, EntityWrites entityWrites) {
    return switch (reference) {
      case DanglingReference.TargetMissing targetMissing ->
          removingSteps(targetMissing.target(), firstToggledKey(entityWrites));
      case DanglingReference.TargetRemoved targetRemoved -> {
        EntityWrites referrer = writesOf(targetRemoved.referrer());
        yield referrer.exists(inEffectAfter) && !entityWrites.exists(inEffectAfter)
            ? responsibleSteps(
                writesReferringTo(referrer, entityWrites.entity(), firstToggledKey(entityWrites)))
            : List.of();
      }
    };
  }

  /** Whether the plan does not change the entity at the other end of the reference. */
  private boolean isUnaffected(DanglingReference reference) {
    boolean isRemoved = reference instanceof DanglingReference.TargetRemoved;
    EntityRef other = isRemoved ? reference.referrer() : reference.target();
    return writesOf(other).toggled().isEmpty();
  }

  /**
   * The step after an event that deleted an entity or reversed its creation; empty if it exists.
   */
  private List<StepId> removingSteps(EntityRef entity, long after) {
    EntityWrites removed = writesOf(entity);
    if (removed.exists(inEffectAfter)) {
      return List.of();
    }
    Write last = removed.lastWholeWrite(inEffectAfter);
    if (last != null && last.key() > after) {
      return responsibleSteps(List.of(last));
    }
    for (Write write : removed.writes().reversed()) {
      OptionalInt stepIndex = effectiveGoal.reversedAt(write.key());
      if (write.effect().creates() && stepIndex.isPresent()) {
        return stepIndex.getAsInt() > Write.stepIndexOf(after)
            ? List.of(writeIndex.id(stepIndex.getAsInt()))
            : List.of();
      }
    }
    return List.of();
  }

  /** The later writes of an entity by other steps that refer to another entity. */
  private List<Write> writesReferringTo(EntityWrites referrer, EntityRef target, long after) {
    return referrer.laterWrites(after).stream()
        .filter(write -> domain.touches(writeIndex.event(write.key())).mentioned().contains(target))
        .toList();
  }

  /** The steps of some writes; for a write that is kept itself, the steps that block it. */
  private List<StepId> responsibleSteps(List<Write> writes) {
    Set<StepId> steps = new LinkedHashSet<>();
    for (Write write : writes) {
      Problem problem = kept.get(write.key());
      if (problem == null) {
        steps.add(writeIndex.id(write.stepIndex()));
      } else {
        steps.addAll(problem.blockingSteps());
      }
    }
    return List.copyOf(steps);
  }

  private static Conflict conflict(DanglingReference reference) {
    boolean isRemoved = reference instanceof DanglingReference.TargetRemoved;
    EntityRef changed = isRemoved ? reference.target() : reference.referrer();
    return Conflict.at(Unit.whole(changed), reference.describe());
  }
}
