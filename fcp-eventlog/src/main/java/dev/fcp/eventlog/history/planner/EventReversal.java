package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part of changing an entity to its planned state: an event of an applied step or its inverse, as
 * a whole or restricted to some units.
 *
 * @param entity the entity
 * @param event the event
 * @param inverted whether the inverse of the event is used
 * @param units the units to which it is restricted; null for the whole event
 * @param rebased whether it is adapted to the current model
 */
record EventReversal<E>(
    EntityRef entity, E event, boolean inverted, @Nullable Set<String> units, boolean rebased) {

  /**
   * The reversals that invert the writes of an entity one by one; empty if this does not lead to
   * its planned state.
   */
  static <E> List<EventReversal<E>> inverting(EntityWrites entityWrites, WriteIndex<E> writeIndex) {
    List<EventReversal<E>> reversals = new ArrayList<>();
    entityWrites
        .writesToInvert()
        .forEach((write, units) -> {
          E event = writeIndex.event(write.key());
          Set<String> writtenUnits = write.isWholeEntity() ? null : units;
          reversals.add(
              new EventReversal<>(entityWrites.entity(), event, true, writtenUnits, false));
        });
    return reversals;
  }

  /** The reversals that set an entity to its planned state, whatever its current state. */
  static <E> List<EventReversal<E>> setting(EntityWrites entityWrites, WriteIndex<E> writeIndex) {
    List<EventReversal<E>> reversals = new ArrayList<>();
    addWholeEntity(entityWrites, writeIndex, reversals);
    addUnitValues(entityWrites, writeIndex, reversals);
    return reversals;
  }

  private static <E> void addWholeEntity(
      EntityWrites entityWrites, WriteIndex<E> writeIndex, List<EventReversal<E>> reversals) {
    if (!entityWrites.changesWhole()) {
      return;
    }
    List<Write> wholeWrites = entityWrites.writes().stream().filter(Write::isWholeEntity).toList();
    if (entityWrites.exists(entityWrites.inEffectAfter())) {
      Write creation = entityWrites.lastWholeWrite(entityWrites.inEffectAfter());
      reversals.add(
          creation == null
              ? reversalOfWhole(entityWrites, writeIndex, wholeWrites.get(0), true)
              : reversalOfWhole(entityWrites, writeIndex, creation, false));
    } else if (entityWrites.exists(entityWrites.inEffectNow())) {
      Write last = wholeWrites.get(wholeWrites.size() - 1);
      reversals.add(reversalOfWhole(entityWrites, writeIndex, last, last.effect().creates()));
    }
  }

  private static <E> EventReversal<E> reversalOfWhole(
      EntityWrites entityWrites, WriteIndex<E> writeIndex, Write write, boolean inverted) {
    return new EventReversal<>(
        entityWrites.entity(), writeIndex.event(write.key()), inverted, null, true);
  }

  /**
   * The write that sets units to their planned values: the last one in effect or, if there is none,
   * the first one, inverted.
   */
  private record Setter(Write write, boolean inverted) {}

  private static <E> void addUnitValues(
      EntityWrites entityWrites, WriteIndex<E> writeIndex, List<EventReversal<E>> reversals) {
    if (!entityWrites.exists(entityWrites.inEffectAfter())) {
      return;
    }
    Map<Setter, Set<String>> setters = new LinkedHashMap<>();
    for (String unit : entityWrites.changedUnits()) {
      Write last = entityWrites.lastWrite(unit, entityWrites.inEffectAfter());
      Setter setter =
          last == null ? new Setter(entityWrites.firstWrite(unit), true) : new Setter(last, false);
      setters.computeIfAbsent(setter, any -> new LinkedHashSet<>()).add(unit);
    }
    setters.forEach((setter, units) ->
        reversals.add(
            new EventReversal<>(
                entityWrites.entity(),
                writeIndex.event(setter.write().key()),
                setter.inverted(),
                units,
                true)));
  }

  /**
   * The events to apply to a model, usually one; none if it already has the planned values. Empty
   * if the event is relative, and other steps changed the value in between.
   */
  <M> Optional<List<E>> eventsFor(M model, Domain<M, E> domain) {
    E candidate = inverted ? domain.invert(event) : event;
    if (rebased) {
      Optional<E> rebasedEvent = domain.rebase(candidate, model);
      if (rebasedEvent.isEmpty()) {
        return notRebased(candidate, model, domain);
      }
      candidate = rebasedEvent.get();
    }
    Optional<E> part =
        units == null ? Optional.of(candidate) : restrictedTo(candidate, units, domain);
    return Optional.of(part.map(List::of).orElse(List.of()));
  }

  private <M> Optional<List<E>> notRebased(E candidate, M model, Domain<M, E> domain) {
    if (domain.check(candidate, model).isEmpty()) {
      return Optional.empty();
    }
    if (domain.effect(candidate) != Effect.CREATES) {
      return Optional.of(List.of());
    }
    // The entity exists already: as planned, or as another kind, which is deleted first.
    Optional<E> removal = domain.rebase(domain.invert(candidate), model);
    return Optional.of(
        removal
            .filter(found -> !domain.invert(found).equals(candidate))
            .map(found -> List.of(found, candidate))
            .orElse(List.of()));
  }

  private Optional<E> restrictedTo(E candidate, Set<String> units, Domain<?, E> domain) {
    Set<Unit> others = TextWrites.others(domain.touches(candidate).written(), entity, units);
    return others.isEmpty() ? Optional.of(candidate) : domain.without(candidate, others);
  }
}
