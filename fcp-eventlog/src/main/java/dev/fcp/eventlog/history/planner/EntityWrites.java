package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The writes of one entity, and which of them are in effect before and after a plan. */
final class EntityWrites {

  private static final Comparator<Write> OLDEST_FIRST = Comparator.comparingLong(Write::key);

  private final EntityRef entity;
  private final List<Write> writes;
  private final Predicate<Write> inEffectNow;
  private final Predicate<Write> inEffectAfter;

  /** The creations and deletions of the entity, oldest first. */
  private final List<Write> wholeWrites = new ArrayList<>();

  /** The writes of each unit with the creations and deletions of the entity, oldest first. */
  private final Map<String, List<Write>> writesByUnit = new HashMap<>();

  /**
   * Creates an instance.
   *
   * @param writes all writes of the entity by applied steps, oldest first
   * @param inEffectNow whether a write is in effect now
   * @param inEffectAfter whether a write would be in effect after the plan
   */
  EntityWrites(
      EntityRef entity,
      List<Write> writes,
      Predicate<Write> inEffectNow,
      Predicate<Write> inEffectAfter) {
    this.entity = entity;
    this.writes = writes;
    this.inEffectNow = inEffectNow;
    this.inEffectAfter = inEffectAfter;
    for (Write write : writes) {
      if (write.isWholeEntity()) {
        wholeWrites.add(write);
        writesByUnit.values().forEach(own -> own.add(write));
      } else {
        for (String unit : write.units()) {
          writesByUnit.computeIfAbsent(unit, any -> new ArrayList<>(wholeWrites)).add(write);
        }
      }
    }
  }

  EntityRef entity() {
    return entity;
  }

  List<Write> writes() {
    return writes;
  }

  Predicate<Write> inEffectNow() {
    return inEffectNow;
  }

  Predicate<Write> inEffectAfter() {
    return inEffectAfter;
  }

  private List<Write> writesOf(String unit) {
    return writesByUnit.getOrDefault(unit, wholeWrites);
  }

  /** Whether the plan brings a write into effect or out of effect. */
  boolean toggles(Write write) {
    return inEffectNow.test(write) != inEffectAfter.test(write);
  }

  /** The writes that the plan brings into effect or out of effect, newest first. */
  List<Write> toggled() {
    return writes.reversed().stream().filter(this::toggles).toList();
  }

  /** The last write of a unit that is in effect; null if there is none. */
  @Nullable Write lastWrite(String unit, Predicate<Write> inEffect) {
    for (Write write : writesOf(unit).reversed()) {
      if (inEffect.test(write)) {
        return write;
      }
    }
    return null;
  }

  /**
   * The first write of a unit.
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  Write firstWrite(String unit) {
    return writesOf(unit).getFirst();
  }

  /** The last write in effect that creates or deletes the entity; null if there is none. */
  @Nullable Write lastWholeWrite(Predicate<Write> inEffect) {
    return lastWrite(Unit.WHOLE, inEffect);
  }

  /** Whether the entity exists after the writes in effect. */
  boolean exists(Predicate<Write> inEffect) {
    Write last = lastWholeWrite(inEffect);
    return last == null ? existedBefore() : last.effect() == Effect.CREATES;
  }

  /** Whether the entity existed before the first applied step. */
  private boolean existedBefore() {
    return wholeWrites.isEmpty() || wholeWrites.getFirst().effect() == Effect.DELETES;
  }

  /** Whether the plan creates, deletes or replaces the entity. */
  boolean changesWhole() {
    return !areSame(lastWholeWrite(inEffectNow), lastWholeWrite(inEffectAfter));
  }

  /** Whether two writes are equal; those of different events are told apart without their units. */
  private static boolean areSame(@Nullable Write first, @Nullable Write second) {
    return first == null
        ? second == null
        : second != null && first.key() == second.key() && first.equals(second);
  }

  /**
   * The units whose last writer in effect changes; all written units if the plan creates, deletes
   * or replaces the entity.
   */
  Set<String> changedUnits() {
    boolean changesWhole = changesWhole();
    Set<String> units = new TreeSet<>();
    for (Write write : writes) {
      if (!write.isWholeEntity() && (changesWhole || toggles(write))) {
        units.addAll(write.units());
      }
    }
    units.removeIf(unit ->
        !changesWhole && areSame(lastWrite(unit, inEffectNow), lastWrite(unit, inEffectAfter)));
    return units;
  }

  /**
   * The toggled creations and deletions of the entity that later writes block, each with these
   * writes.
   */
  Map<Write, List<Write>> blockingWrites() {
    Map<Write, List<Write>> blocking = new TreeMap<>(OLDEST_FIRST);
    for (Write write : writes) {
      if (write.isWholeEntity() && toggles(write)) {
        List<Write> laterWrites = laterWrites(write.key());
        if (!laterWrites.isEmpty()) {
          blocking.put(write, laterWrites);
        }
      }
    }
    return blocking;
  }

  /**
   * The later writes of a unit by other steps, newest first; if they created or deleted the entity,
   * all later writes, because these affect it as a whole.
   */
  List<Write> laterWrites(long key, String unit) {
    List<Write> laterWrites = laterWrites(key);
    return laterWrites.stream().anyMatch(Write::isWholeEntity)
        ? laterWrites
        : laterWrites.stream().filter(write -> write.writes(unit)).toList();
  }

  /** The writes of the entity by other steps after an event, newest first. */
  List<Write> laterWrites(long key) {
    List<Write> laterWrites = new ArrayList<>();
    for (Write later : writes.reversed()) {
      if (later.key() <= key) {
        break;
      }
      if (inEffectAfter.test(later) && !toggles(later)) {
        laterWrites.add(later);
      }
    }
    return laterWrites;
  }

  /**
   * The last write of a unit after an event; null if there is none, or if the event creates or
   * deletes the entity.
   */
  @Nullable Write supersedingWrite(long key, String unit) {
    Write last = lastWrite(unit, inEffectAfter);
    boolean isWholeEntity = wholeWrites.stream().anyMatch(write -> write.key() == key);
    return last == null || last.key() <= key || isWholeEntity ? null : last;
  }

  /**
   * The writes to invert one after the other, newest first, with the units of each. Empty if
   * inverting them does not lead to the planned values, or if the plan deletes or replaces the
   * entity.
   */
  Map<Write, Set<String>> writesToInvert() {
    boolean changesWhole = changesWhole();
    if (!exists(inEffectAfter) || (changesWhole && exists(inEffectNow))) {
      return Map.of();
    }
    Set<String> units = changedUnits();
    Map<Write, Set<String>> unitsByWrite = new TreeMap<>(OLDEST_FIRST.reversed());
    for (String unit : units) {
      addWritesAfter(unit, unitsByWrite);
    }
    // A creation or deletion affects all units, even those that should stay.
    return unitsByWrite.entrySet().stream()
            .allMatch(entry ->
                !entry.getKey().isWholeEntity() || (changesWhole && entry.getValue().equals(units)))
        ? unitsByWrite
        : Map.of();
  }

  /** Adds all writes of a unit after the last one that would be in effect. */
  private void addWritesAfter(String unit, Map<Write, Set<String>> unitsByWrite) {
    Write lastEffective = lastWrite(unit, inEffectAfter);
    for (Write write : writesOf(unit).reversed()) {
      if (areSame(write, lastEffective)) {
        return;
      }
      unitsByWrite.computeIfAbsent(write, any -> new TreeSet<>()).add(unit);
    }
  }
}
