package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Effect;
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
 * @param now whether a write counts now
 * @param then whether it would count
 */
record EntityTurn(
    EntityRef entity, List<Write> writes, Predicate<Write> now, Predicate<Write> then) {

  private static final Comparator<Write> OLDEST_FIRST = Comparator.comparingLong(Write::key);

  /** Whether a write would come into effect or go out of it. */
  boolean turns(Write write) {
    return now.test(write) != then.test(write);
  }

  /** The writes that turn, newest first. */
  List<Write> turning() {
    return writes.reversed().stream().filter(this::turns).toList();
  }

  /** The last of those that count to write a unit; null if none did. */
  @Nullable Write last(String unit, Predicate<Write> counts) {
    for (Write write : writes.reversed()) {
      if (write.writes(unit) && counts.test(write)) {
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
  Write firstOf(String unit) {
    return writes.stream().filter(write -> write.writes(unit)).findFirst().orElseThrow();
  }

  /** The last of those that count to create or delete the entity; null if none did. */
  @Nullable Write lastOfWhole(Predicate<Write> counts) {
    return last(Unit.WHOLE, counts);
  }

  /** Whether the entity is there if only these count. */
  boolean exists(Predicate<Write> counts) {
    Write last = lastOfWhole(counts);
    return last == null ? wasThereFirst() : last.effect() == Effect.CREATES;
  }

  /** Whether the entity was there before the line. */
  private boolean wasThereFirst() {
    for (Write write : writes) {
      if (write.isOfWhole()) {
        return write.effect() == Effect.DELETES;
      }
    }
    return true;
  }

  /** Whether it would be another entity than now, or one instead of none. */
  boolean turnsWhole() {
    return !Objects.equals(lastOfWhole(now), lastOfWhole(then));
  }

  /**
   * The units that would get another writer: if the entity turns as a whole, all that somebody ever
   * wrote.
   */
  Set<String> units() {
    boolean whole = turnsWhole();
    Set<String> units = new TreeSet<>();
    for (Write write : writes) {
      if (!write.isOfWhole() && (whole || turns(write))) {
        units.addAll(write.units());
      }
    }
    units.removeIf(unit -> !whole && Objects.equals(last(unit, now), last(unit, then)));
    return units;
  }

  /**
   * What stands in the way of the writes that turn and create or delete the entity: what others
   * wrote of it since.
   */
  Map<Write, List<Write>> obstacles() {
    Map<Write, List<Write>> obstacles = new TreeMap<>(OLDEST_FIRST);
    for (Write write : writes) {
      if (write.isOfWhole() && turns(write)) {
        List<Write> since = since(write);
        if (!since.isEmpty()) {
          obstacles.put(write, since);
        }
      }
    }
    return obstacles;
  }

  /** Whether each unit of a write has a later one that would count. */
  boolean isWrittenAfter(Write write) {
    return write.units().stream()
        .map(unit -> last(unit, then))
        .allMatch(last -> last != null && last.key() > write.key());
  }

  /** What others wrote of the entity since, newest first. */
  List<Write> since(Write write) {
    return since(write.key());
  }

  /**
   * What others wrote of a unit since an event, newest first; if they made the entity since, all of
   * it, because it goes as a whole.
   */
  List<Write> since(long key, String unit) {
    List<Write> since = since(key);
    return since.stream().anyMatch(Write::isOfWhole)
        ? since
        : since.stream().filter(write -> write.writes(unit)).toList();
  }

  /** What others wrote of the entity since an event, newest first. */
  List<Write> since(long key) {
    List<Write> since = new ArrayList<>();
    for (Write later : writes.reversed()) {
      if (later.key() <= key) {
        break;
      }
      if (then.test(later) && !turns(later)) {
        since.add(later);
      }
    }
    return since;
  }

  /**
   * Who wrote a unit since an event; null if nobody did, or if the event creates or deletes the
   * entity.
   */
  @Nullable Write over(long key, String unit) {
    Write last = last(unit, then);
    boolean isOfWhole = writes.stream().anyMatch(write -> write.key() == key && write.isOfWhole());
    return last == null || last.key() <= key || isOfWhole ? null : last;
  }

  /**
   * The writes that only have to be taken back one after the other, newest first, with the units of
   * each; none if that does not lead where the units should go, or if the entity goes or is
   * replaced.
   */
  Map<Write, Set<String>> straightBack() {
    boolean whole = turnsWhole();
    if (!exists(then) || (whole && exists(now))) {
      return Map.of();
    }
    Set<String> units = units();
    Map<Write, Set<String>> runs = new TreeMap<>(OLDEST_FIRST.reversed());
    for (String unit : units) {
      addRun(unit, runs);
    }
    // A creation or deletion takes all units with it, also those that should stay.
    return runs.entrySet().stream()
            .allMatch(run -> !run.getKey().isOfWhole() || (whole && run.getValue().equals(units)))
        ? runs
        : Map.of();
  }

  /** Adds all that was written of a unit after its last writer that would count. */
  private void addRun(String unit, Map<Write, Set<String>> runs) {
    Write goal = last(unit, then);
    for (Write write : writes.reversed()) {
      if (write.equals(goal)) {
        return;
      }
      if (write.writes(unit)) {
        runs.computeIfAbsent(write, any -> new TreeSet<>()).add(unit);
      }
    }
  }
}
