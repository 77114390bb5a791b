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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One part of leading an entity to where it should be: an event of the line, forward or backward,
 * whole or some units of it.
 *
 * @param entity the entity
 * @param event the event
 * @param inverted whether it is reverted
 * @param units the units that are meant; null for the whole event
 * @param rebased whether it is adapted to the current model
 */
record EventReversal<E>(
    EntityRef entity, E event, boolean inverted, @Nullable Set<String> units, boolean rebased) {

  /** What a piece is on a model: an event, nothing to do, or no event that fits. */
  sealed interface Resolution<E> {

    /** These events, mostly one. */
    record Events<E>(List<E> events) implements Resolution<E> {}

    /** The values stand there already. */
    record AlreadyDone<E>() implements Resolution<E> {}

    /** The event is relative, and others changed the value in between. */
    record NotRebasable<E>() implements Resolution<E> {}
  }

  /**
   * The pieces that take an entity back on the way that it came; none if that does not lead where a
   * plan wants it.
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

  /** The pieces that set an entity to what a plan wants, from wherever it is. */
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
   * Which event sets some units to what they should be: the last writer, or the first, inverted.
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

  <M> Resolution<E> eventsFor(M model, Domain<M, E> domain) {
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
    return part.<Resolution<E>>map(restricted -> new Resolution.Events<>(List.of(restricted)))
        .orElseGet(Resolution.AlreadyDone::new);
  }

  private <M> Resolution<E> notRebased(E candidate, M model, Domain<M, E> domain) {
    if (domain.check(candidate, model).isEmpty()) {
      return new Resolution.NotRebasable<>();
    }
    if (domain.effect(candidate) != Effect.CREATES) {
      return new Resolution.AlreadyDone<>();
    }
    // It is there already: as it should be, or as another kind, which goes first.
    Optional<E> removal = domain.rebase(domain.invert(candidate), model);
    return removal
        .filter(found -> !domain.invert(found).equals(candidate))
        .<Resolution<E>>map(found -> new Resolution.Events<>(List.of(found, candidate)))
        .orElseGet(Resolution.AlreadyDone::new);
  }

  private Optional<E> restrictedTo(E candidate, Set<String> units, Domain<?, E> domain) {
    Set<Unit> others =
        domain.touches(candidate).written().stream()
            .filter(unit -> !unit.entity().equals(entity) || !units.contains(unit.name()))
            .collect(Collectors.toSet());
    return others.isEmpty() ? Optional.of(candidate) : domain.without(candidate, others);
  }
}
