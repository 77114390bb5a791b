package dev.fcp.eventlog.history.planner;

import com.google.common.collect.Iterables;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The units of one entity that an event of an applied step writes.
 *
 * @param stepIndex the index of the step among the applied steps, from 0
 * @param eventIndex the index of the event in the step, from 0
 * @param entity the entity
 * @param units the names of the units; ignored if the event creates or deletes the entity
 * @param effect whether the event creates, deletes or modifies the entity
 * @param reformats whether the event only writes the value of the unit, a single one, in another
 *     form
 */
record Write(
    int stepIndex,
    int eventIndex,
    EntityRef entity,
    Set<String> units,
    Effect effect,
    boolean reformats) {

  /**
   * The writes of an event, one for each entity; one for each unit if the event reformats it. Those
   * of characters of texts are repeated for each block of characters, and a creation or deletion
   * for the texts of the entity.
   */
  static <E> List<Write> of(Domain<?, E> domain, int stepIndex, int eventIndex, E event) {
    Map<EntityRef, Set<String>> units = new TreeMap<>();
    for (Unit unit : domain.touches(event).written()) {
      units.computeIfAbsent(unit.entity(), any -> new TreeSet<>()).add(unit.name());
    }
    Effect effect = domain.effect(event);
    List<Write> writes = new ArrayList<>(units.size());
    boolean reformats = effect == Effect.MODIFIES && domain.reformats(event);
    units.forEach((entity, names) -> {
      Effect own = names.contains(Unit.WHOLE) ? effect : Effect.MODIFIES;
      Iterable<Set<String>> parts =
          reformats ? Iterables.transform(names, Set::of) : List.of(Set.copyOf(names));
      for (Set<String> part : parts) {
        writes.add(new Write(stepIndex, eventIndex, entity, part, own, reformats));
      }
      if (own != Effect.MODIFIES && domain.hasTexts()) {
        EntityRef texts = TextWrites.textsOf(entity);
        writes.add(new Write(stepIndex, eventIndex, texts, Set.of(Unit.WHOLE), own, false));
      }
      TextWrites.byBlock(entity, names)
          .forEach((block, part) ->
              writes.add(
                  new Write(
                      stepIndex, eventIndex, block, Set.copyOf(part), Effect.MODIFIES, false)));
    });
    return writes;
  }

  /** The same write by a step with another index. */
  Write at(int otherStepIndex) {
    return new Write(otherStepIndex, eventIndex, entity, units, effect, reformats);
  }

  /** The same write of other units. */
  Write withUnits(Set<String> otherUnits) {
    return new Write(stepIndex, eventIndex, entity, otherUnits, effect, reformats);
  }

  /** Identifies the event; keys are ordered like the events. */
  long key() {
    return key(stepIndex, eventIndex);
  }

  static long key(int stepIndex, int eventIndex) {
    return ((long) stepIndex << Integer.SIZE) | eventIndex;
  }

  static int stepIndexOf(long key) {
    return (int) (key >>> Integer.SIZE);
  }

  static int eventIndexOf(long key) {
    return (int) key;
  }

  /** Whether the event creates or deletes the entity. */
  boolean isWholeEntity() {
    return effect != Effect.MODIFIES;
  }

  boolean writes(String unit) {
    return isWholeEntity() || units.contains(unit);
  }
}
