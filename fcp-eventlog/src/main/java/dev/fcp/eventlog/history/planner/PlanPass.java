package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
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
 * One try to bring a line to what is wished: it ends with the events that do so, or with what
 * stands in the way of some events, which then are to be kept as they are (RB-3 to RB-6).
 */
final class PlanPass<M, E> {

  private final Domain<M, E> domain;
  private final WriteIndex<E> writeIndex;
  private final EffectiveEvents effectiveGoal;
  private final Map<Long, Problem> kept;
  private final Predicate<Write> inEffectNow;
  private final Predicate<Write> inEffectAfter;
  private final Map<EntityRef, EntityWrites> writesByEntity = new HashMap<>();
  private final Map<Long, Problem> problems = new TreeMap<>();
  private final List<E> events = new ArrayList<>();
  private M model;

  /**
   * Why an event stays as it is.
   *
   * @param conflict the reason
   * @param blockingSteps the steps that are to blame, newest first; empty if that is not known
   * @param isFailure whether something failed, rather than stood in the way
   */
  record Problem(Conflict conflict, List<StepId> blockingSteps, boolean isFailure) {}

  /** What came of leading one entity to where it should be. */
  private sealed interface EntityResult<M, E> {

    record Resolved<M, E>(List<E> events, M model) implements EntityResult<M, E> {}

    /** It stays; for certain, if no turn of another entity can change that. */
    record Blocked<M, E>(Problem problem, boolean isFinal) implements EntityResult<M, E> {}
  }

  PlanPass(
      Domain<M, E> domain,
      WriteIndex<E> writeIndex,
      PlanInput<M, E> input,
      EffectiveEvents effectiveNow,
      EffectiveEvents effectiveGoal,
      Map<Long, Problem> kept) {
    this.domain = domain;
    this.writeIndex = writeIndex;
    this.effectiveGoal = effectiveGoal;
    this.kept = kept;
    this.model = input.model();
    this.inEffectNow = write -> effectiveNow.contains(write.key());
    this.inEffectAfter =
        write ->
            (kept.containsKey(write.key()) ? effectiveNow : effectiveGoal).contains(write.key());
  }

  /** The events that lead there; of no meaning if there are {@link #problems}. */
  List<E> events() {
    return events;
  }

  /** The model that they lead to. */
  M model() {
    return model;
  }

  /** What stands in the way, by the keys of the events that it keeps. */
  Map<Long, Problem> problems() {
    return problems;
  }

  EntityWrites writesOf(EntityRef entity) {
    return writesByEntity.computeIfAbsent(
        entity,
        any -> new EntityWrites(entity, writeIndex.writes(entity), inEffectNow, inEffectAfter));
  }

  /** Tries to turn some entities. */
  PlanPass<M, E> run(Set<EntityRef> entities) {
    List<EntityWrites> pending = new ArrayList<>();
    for (EntityRef entity : entities) {
      EntityWrites entityWrites = writesOf(entity);
      entityWrites
          .blockingWrites()
          .forEach((write, laterWrites) ->
              problems.put(write.key(), blockedBy(entityWrites, write, laterWrites)));
      if (entityWrites.changesWhole() || !entityWrites.changedUnits().isEmpty()) {
        pending.add(entityWrites);
      }
    }
    if (problems.isEmpty()) {
      // What goes goes last, so that nothing refers to it any more; else the newest comes first.
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
    String reason = "%s cannot be %s: it was written since".formatted(entity, action);
    return new Problem(
        Conflict.at(Unit.whole(entity), reason), responsibleSteps(laterWrites), false);
  }

  /** Turns one after the other; one that is refused is tried again after others. */
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
              // Those after it see at once that it stays.
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

  /** The events of an entity that a problem keeps: those that write the unit, or all. */
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

  /** Only what the domain throws is a failure of the entity; so steps are read outside. */
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
            new Problem(brokenReference(reference), steps, false), isUnaffected(reference));
      }
    }
    return result;
  }

  /**
   * The events of some pieces.
   *
   * @param brokenReferences where the references go that would be broken on the way
   */
  private EntityResult<M, E> combine(
      EntityWrites entityWrites,
      List<EventReversal<E>> reversals,
      List<DanglingReference> brokenReferences) {
    List<E> rawEvents = new ArrayList<>();
    M current = model;
    for (EventReversal<E> reversal : reversals) {
      switch (reversal.eventsFor(current, domain)) {
        case EventReversal.Resolution.Events<E>(var reversalEvents) -> {
          rawEvents.addAll(reversalEvents);
          for (E event : reversal.rebased() ? reversalEvents : List.<E>of()) {
            Optional<Conflict> conflict = domain.check(event, current);
            if (conflict.isPresent()) {
              return blocked(conflict.get(), entityWrites);
            }
            current = domain.replay(event, current);
          }
        }
        case EventReversal.Resolution.AlreadyDone<E> alreadyDone -> {
          continue;
        }
        case EventReversal.Resolution.NotRebasable<E> notRebasable -> {
          return blocked(
              Conflict.because("others were made since that cannot be told apart"), entityWrites);
        }
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

  /** The oldest event of the entity that would turn; what others did before cannot be to blame. */
  private static long firstToggledKey(EntityWrites entityWrites) {
    List<Write> toggled = entityWrites.toggled();
    return toggled.get(toggled.size() - 1).key();
  }

  /** Who made a reference break since; nobody if it was broken before. */
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

  /** Whether what refers to the entity, or what it would refer to, does not turn at all. */
  private boolean isUnaffected(DanglingReference reference) {
    return switch (reference) {
      case DanglingReference.TargetMissing targetMissing ->
          writesOf(targetMissing.target()).toggled().isEmpty();
      case DanglingReference.TargetRemoved targetRemoved ->
          writesOf(targetRemoved.referrer()).toggled().isEmpty();
    };
  }

  /** Who made an entity go since, or took back that it was made; nobody if it is there. */
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

  /** What others wrote of an entity since an event, as far as it refers to another entity. */
  private List<Write> writesReferringTo(EntityWrites referrer, EntityRef target, long after) {
    return referrer.laterWrites(after).stream()
        .filter(write -> domain.touches(writeIndex.event(write.key())).mentioned().contains(target))
        .toList();
  }

  /** The steps of some writes; for one that is kept itself, those that keep it. */
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

  private static Conflict brokenReference(DanglingReference reference) {
    return switch (reference) {
      case DanglingReference.TargetRemoved(var referrer, var target, var role) ->
          Conflict.at(
              Unit.whole(target),
              "%s still refers to %s as its %s".formatted(referrer, target, role));
      case DanglingReference.TargetMissing(var referrer, var target, var role) ->
          Conflict.at(
              Unit.whole(referrer),
              "%s would refer to %s as its %s, which is not there"
                  .formatted(referrer, target, role));
    };
  }
}
