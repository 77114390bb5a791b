package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ordered entities of a model, row by row. Immutable.
 *
 * <p>Towards its neighbours an entity is marked by its stored name; where the file holds none, by
 * its content and its number among those of its row that have none. So all marks of a row differ,
 * and the pairs of neighbours determine the order.
 *
 * @param all every ordered entity
 * @param unnamed those without a stored name
 */
record EntityRows<K extends Comparable<? super K>, V>(
    EntitySpec<K, V> spec,
    PersistentMap<Position<K>, K> all,
    PersistentMap<Position<K>, K> unnamed) {

  /** The rows of many entities at once. */
  static <K extends Comparable<? super K>, V> EntityRows<K, V> of(
      EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
    List<Map.Entry<Position<K>, K>> all = new ArrayList<>();
    List<Map.Entry<Position<K>, K>> unnamed = new ArrayList<>();
    for (Map.Entry<K, V> entry : entities) {
      K key = entry.getKey();
      Position.of(spec, key, entry.getValue())
          .ifPresent(position -> {
            all.add(Map.entry(position, key));
            if (spec.storedName(key, entry.getValue()).isEmpty()) {
              unnamed.add(Map.entry(position, key));
            }
          });
    }
    return new EntityRows<>(spec, sorted(all), sorted(unnamed));
  }

  private static <K extends Comparable<? super K>> PersistentMap<Position<K>, K> sorted(
      List<Map.Entry<Position<K>, K>> positions) {
    Comparator<Position<K>> order = Position.comparator();
    positions.sort(Map.Entry.comparingByKey(order));
    return PersistentMap.ofSorted(order, positions);
  }

  /** The rows after an entity left one place for another. */
  EntityRows<K, V> with(
      K key, Optional<Position<K>> from, Optional<Position<K>> to, boolean named) {
    PersistentMap<Position<K>, K> places = from.map(all::without).orElse(all);
    PersistentMap<Position<K>, K> nameless = from.map(unnamed::without).orElse(unnamed);
    if (to.isPresent()) {
      places = places.with(to.get(), key);
      nameless = named ? nameless : nameless.with(to.get(), key);
    }
    return new EntityRows<>(spec, places, nameless);
  }

  boolean contains(Position<K> position) {
    return all.containsKey(position);
  }

  boolean isUnnamed(Position<K> position) {
    return unnamed.containsKey(position);
  }

  /** The next position of the same row. */
  Optional<Position<K>> behind(Position<K> position) {
    return all.higher(position).map(Map.Entry::getKey).filter(position::isBeside);
  }

  /** The positions without stored name in the same row, from one on. */
  List<Position<K>> unnamedFrom(Position<K> first) {
    List<Position<K>> positions = new ArrayList<>();
    for (Map.Entry<Position<K>, K> entry : unnamed.from(first)) {
      if (!entry.getKey().isBeside(first)) {
        break;
      }
      positions.add(entry.getKey());
    }
    return positions;
  }

  /** How many ordered entities of the same scope stand before a position. */
  int ordinal(Position<K> position) {
    return all.countBelow(position) - all.countBelow(Position.startOf(position.scope()));
  }

  /** The term of an entity standing behind another one of its row, or first. */
  Hash128 term(Position<K> position, PersistentMap<K, V> entities) {
    Optional<Value> before =
        all.lower(position)
            .map(Map.Entry::getKey)
            .filter(position::isBeside)
            .map(lower -> mark(lower, entities));
    return Hash128.ofNeighbours(before, mark(position, entities));
  }

  /** What an entity is known by to its neighbours. */
  Value mark(Position<K> position, PersistentMap<K, V> entities) {
    K key = position.key();
    V entity = key == null ? null : entities.get(key);
    if (key == null || entity == null) {
      throw new IllegalStateException("nothing stands at " + position);
    }
    Optional<String> name = spec.storedName(key, entity);
    if (name.isPresent()) {
      return Value.of(name.get());
    }
    int number =
        unnamed.countBelow(position)
            - unnamed.countBelow(Position.startOf(position.scope(), position.group()));
    return new Value.Sequence(List.of(spec.content(key, entity), Value.of(number)));
  }
}
