package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One entity in a plan: who of its writers count now, and who would then.
 *
 * @param entity the entity
 * @param writes all that was written of it on the line, oldest first
 * @param inEffectNow whether a write counts now
 * @param inEffectAfter whether it would count
 */
record EntityWrites(
    EntityRef entity,
    List<Write> writes,
    Predicate<Write> inEffectNow,
    Predicate<Write> inEffectAfter) {

  private static final Comparator<Write> OLDEST_FIRST = Comparator.comparingLong(Write::key);

  /** Whether a write would come into effect or go out of it. */
  boolean toggles(Write write) {
    return inEffectNow.test(write) != inEffectAfter.test(write);
  }

  /** The writes that turn, newest first. */
  List<Write> toggled() {
    return writes.reversed().stream().filter(this::toggles).toList();
  }

  /** The last of those that count to write a unit; null if none did. */
  @Nullable Write lastWrite(String unit, Predicate<Write> inEffect) {
    for (Write write : writes.reversed()) {
      if (write.writes(unit) && inEffect.test(write)) {
        return write;
      }
    }
    return null;
  }

  /**
   * The first that ever wrote a unit.
   *
   * @throws java.util.NoSuchElementException if nobody did
   */
  Write firstWrite(String unit) {
    return writes.stream().filter(write -> write.writes(unit)).findFirst().orElseThrow();
  }

  /** The last of those that count to create or delete the entity; null if none did. */
  @Nullable Write lastWholeWrite(Predicate<Write> inEffect) {
    return lastWrite(Unit.WHOLE, inEffect);
  }

  /** Whether the entity is there if only these count. */
  boolean exists(Predicate<Write> inEffect) {
    Write last = lastWholeWrite(inEffect);
    return last == null ? existedBefore() : last.effect() == Effect.CREATES;
  }

  /** Whether the entity was there before the line. */
  private boolean existedBefore() {
    for (Write write : writes) {
      if (write.isWholeEntity()) {
        return write.effect() == Effect.DELETES;
      }
    }
    return true;
  }

  /** Whether it would be another entity than now, or one instead of none. */
  boolean changesWhole() {
    return !Objects.equals(lastWholeWrite(inEffectNow), lastWholeWrite(inEffectAfter));
  }

  /**
   * The units that would get another writer: if the entity turns as a whole, all that somebody ever
   * wrote.
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
        !changesWhole
            && Objects.equals(lastWrite(unit, inEffectNow), lastWrite(unit, inEffectAfter)));
    return units;
  }

  /**
   * What stands in the way of the writes that turn and create or delete the entity: what others
   * wrote of it since.
   */
  Map<Write, List<Write>> blockingWrites() {
    Map<Write, List<Write>> blocking = new TreeMap<>(OLDEST_FIRST);
    for (Write write : writes) {
      if (write.isWholeEntity() && toggles(write)) {
        List<Write> laterWrites = laterWrites(write);
        if (!laterWrites.isEmpty()) {
          blocking.put(write, laterWrites);
        }
      }
    }
    return blocking;
  }

  /** Whether each unit of a write has a later one that would count. */
  boolean isSuperseded(Write write) {
    return write.units().stream()
        .map(unit -> lastWrite(unit, inEffectAfter))
        .allMatch(last -> last != null && last.key() > write.key());
  }

  /** What others wrote of the entity since, newest first. */
  List<Write> laterWrites(Write write) {
    return laterWrites(write.key());
  }

  /**
   * What others wrote of a unit since an event, newest first; if they made the entity since, all of
   * it, because it goes as a whole.
   */
  List<Write> laterWrites(long key, String unit) {
    List<Write> laterWrites = laterWrites(key);
    return laterWrites.stream().anyMatch(Write::isWholeEntity)
        ? laterWrites
        : laterWrites.stream().filter(write -> write.writes(unit)).toList();
  }

  /** What others wrote of the entity since an event, newest first. */
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
   * Who wrote a unit since an event; null if nobody did, or if the event creates or deletes the
   * entity.
   */
  @Nullable Write supersedingWrite(long key, String unit) {
    Write last = lastWrite(unit, inEffectAfter);
    boolean isWholeEntity =
        writes.stream().anyMatch(write -> write.key() == key && write.isWholeEntity());
    return last == null || last.key() <= key || isWholeEntity ? null : last;
  }

  /**
   * The writes that only have to be reverted one after the other, newest first, with the units of
   * each; none if that does not lead where the units should go, or if the entity goes or is
   * replaced.
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
    // A creation or deletion takes all units with it, also those that should stay.
    return unitsByWrite.entrySet().stream()
            .allMatch(entry ->
                !entry.getKey().isWholeEntity() || (changesWhole && entry.getValue().equals(units)))
        ? unitsByWrite
        : Map.of();
  }

  /** Adds all that was written of a unit after its last writer that would count. */
  private void addWritesAfter(String unit, Map<Write, Set<String>> unitsByWrite) {
    Write lastEffective = lastWrite(unit, inEffectAfter);
    for (Write write : writes.reversed()) {
      if (write.equals(lastEffective)) {
        return;
      }
      if (write.writes(unit)) {
        unitsByWrite.computeIfAbsent(write, any -> new TreeSet<>()).add(unit);
      }
    }
  }
}
