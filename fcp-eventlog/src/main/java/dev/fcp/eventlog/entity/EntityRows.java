package dev.fcp.eventlog.entity;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ordered entities of a model, row by row. Immutable.
 *
 * <p>Towards its neighbours an entity is marked by its stored name; where the file holds none, by
 * its content and its number among those of its row that have none; where the file repeats a name,
 * by the name, its content and its number among those that have the name. So all marks of a row
 * differ, two that change places change them, and the pairs of neighbours determine the order.
 *
 * @param all every ordered entity
 * @param unnamed those without a stored name
 * @param repeats those whose stored name is that of another key, under that key
 */
record EntityRows<K extends Comparable<? super K>, V>(
    EntitySpec<K, V> spec,
    PersistentMap<Position<K>, K> all,
    PersistentMap<Position<K>, K> unnamed,
    PersistentMap<K, PersistentMap<Position<K>, K>> repeats) {

  /** The rows of many entities at once. */
  static <K extends Comparable<? super K>, V> EntityRows<K, V> of(
      EntitySpec<K, V> spec, List<Placed<K, V>> placed) {
    List<Placed<K, V>> unnamed = new ArrayList<>();
    Map<K, List<Placed<K, V>>> repeats = new HashMap<>();
    for (Placed<K, V> one : placed) {
      if (spec.storedName(one.key(), one.entity()).isEmpty()) {
        unnamed.add(one);
      }
      K namesake = spec.namesake(one.key(), one.entity());
      if (!namesake.equals(one.key())) {
        repeats.computeIfAbsent(namesake, key -> new ArrayList<>()).add(one);
      }
    }
    Map<K, PersistentMap<Position<K>, K>> repeated = new HashMap<>();
    repeats.forEach((namesake, ones) -> repeated.put(namesake, keys(ones)));
    PersistentMap<Position<K>, K> rows = keys(placed);
    boolean noNames = unnamed.size() == placed.size();
    return new EntityRows<>(
        spec, rows, noNames ? rows : keys(unnamed), PersistentMap.copyOf(repeated));
  }

  private static <K extends Comparable<? super K>, V> PersistentMap<Position<K>, K> keys(
      List<Placed<K, V>> inOrder) {
    Comparator<Position<K>> order = Position.comparator();
    return PersistentMap.ofSorted(
        order, Lists.transform(inOrder, one -> Map.entry(one.position(), one.key())));
  }

  /**
   * An entity at one of its places.
   *
   * @param position with its key
   */
  record Placed<K extends Comparable<? super K>, V>(Position<K> position, K key, V entity) {

    /** All entities that have places, at each of them, in order. */
    static <K extends Comparable<? super K>, V> List<Placed<K, V>> inOrder(
        EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
      List<Placed<K, V>> placed = new ArrayList<>();
      for (Map.Entry<K, V> entry : entities) {
        for (Position<K> position : Position.of(spec, entry.getKey(), entry.getValue())) {
          placed.add(new Placed<>(position, entry.getKey(), entry.getValue()));
        }
      }
      placed.sort(Comparator.comparing(Placed::position, Position.comparator()));
      return placed;
    }
  }

  /**
   * An entity at its places.
   *
   * @param positions at least one
   * @param named whether the file holds a name for it
   * @param namesake whose key that name is
   */
  record Standing<K extends Comparable<? super K>>(
      List<Position<K>> positions, boolean named, K namesake) {

    static <K extends Comparable<? super K>, V> Optional<Standing<K>> of(
        EntitySpec<K, V> spec, K key, @Nullable V entity) {
      if (entity == null) {
        return Optional.empty();
      }
      List<Position<K>> positions = Position.of(spec, key, entity);
      return positions.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Standing<>(
                  positions, spec.storedName(key, entity).isPresent(), spec.namesake(key, entity)));
    }
  }

  /** The rows after an entity left one place for another. */
  EntityRows<K, V> with(K key, Optional<Standing<K>> from, Optional<Standing<K>> to) {
    PersistentMap<Position<K>, K> places = all;
    PersistentMap<Position<K>, K> nameless = unnamed;
    PersistentMap<K, PersistentMap<Position<K>, K>> repeated = repeats;
    if (from.isPresent()) {
      Standing<K> left = from.get();
      places = without(places, left.positions());
      nameless = without(nameless, left.positions());
      if (!left.namesake().equals(key)) {
        PersistentMap<Position<K>, K> others =
            without(repeating(left.namesake()), left.positions());
        repeated =
            others.isEmpty()
                ? repeated.without(left.namesake())
                : repeated.with(left.namesake(), others);
      }
    }
    EntityRows<K, V> without = new EntityRows<>(spec, places, nameless, repeated);
    return to.isPresent() ? without.with(key, to.get()) : without;
  }

  private EntityRows<K, V> with(K key, Standing<K> to) {
    return new EntityRows<>(
        spec,
        with(all, key, to.positions()),
        to.named() ? unnamed : with(unnamed, key, to.positions()),
        to.namesake().equals(key)
            ? repeats
            : repeats.with(to.namesake(), with(repeating(to.namesake()), key, to.positions())));
  }

  private static <K extends Comparable<? super K>> PersistentMap<Position<K>, K> with(
      PersistentMap<Position<K>, K> places, K key, List<Position<K>> more) {
    PersistentMap<Position<K>, K> changed = places;
    for (Position<K> position : more) {
      changed = changed.with(position, key);
    }
    return changed;
  }

  private static <K extends Comparable<? super K>> PersistentMap<Position<K>, K> without(
      PersistentMap<Position<K>, K> places, List<Position<K>> gone) {
    PersistentMap<Position<K>, K> changed = places;
    for (Position<K> position : gone) {
      changed = changed.without(position);
    }
    return changed;
  }

  private PersistentMap<Position<K>, K> repeating(K namesake) {
    PersistentMap<Position<K>, K> repeating = repeats.get(namesake);
    return repeating == null ? PersistentMap.empty(Position.<K>comparator()) : repeating;
  }

  /** The positions of all that have a name which the file repeats; none where it does not. */
  List<Position<K>> sharing(K namesake, PersistentMap<K, V> entities) {
    List<Position<K>> positions = new ArrayList<>();
    repeating(namesake).forEach(entry -> positions.add(entry.getKey()));
    if (!positions.isEmpty()) {
      positions.addAll(owner(namesake, entities));
    }
    return positions;
  }

  /** Where the entity stands that has a name as its key; nowhere if it is not there. */
  private List<Position<K>> owner(K namesake, PersistentMap<K, V> entities) {
    return positionsOf(namesake, entities.get(namesake));
  }

  private List<Position<K>> positionsOf(K key, @Nullable V entity) {
    return entity == null ? List.of() : Position.of(spec, key, entity);
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

  /** The position before one in the same row. */
  Optional<Position<K>> before(Position<K> position) {
    return all.lower(position).map(Map.Entry::getKey).filter(position::isBeside);
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
    Optional<Value> before = markAt(all.countBelow(position) - 1, position, entities);
    return Hash128.ofNeighbours(before, mark(position, entities));
  }

  /** Whether an entity has one place and a name that no other one has: only its neighbours know. */
  boolean isAlone(Standing<K> standing, K key) {
    return standing.positions().size() == 1
        && standing.named()
        && standing.namesake().equals(key)
        && !repeats.containsKey(key);
  }

  /** What comes to the sum of all terms when one that is alone comes to a free place. */
  Hash128 join(Position<K> place, String name, PersistentMap<K, V> entities) {
    int countBelow = all.countBelow(place);
    Optional<Value> before = markAt(countBelow - 1, place, entities);
    Optional<Value> behind = markAt(countBelow, place, entities);
    Value own = Value.of(name);
    Hash128 term = Hash128.ofNeighbours(before, own);
    if (behind.isEmpty()) {
      return term;
    }
    return term.plus(Hash128.ofNeighbours(Optional.of(own), behind.get()))
        .minus(Hash128.ofNeighbours(before, behind.get()));
  }

  /** The mark of the entity that has so many below it, if it stands in the same row. */
  private Optional<Value> markAt(int countBelow, Position<K> place, PersistentMap<K, V> entities) {
    return all.at(countBelow)
        .map(Map.Entry::getKey)
        .filter(place::isBeside)
        .map(position -> mark(position, entities));
  }

  /** What an entity is known by to its neighbours; at a later place of it, with its number. */
  Value mark(Position<K> position, PersistentMap<K, V> entities) {
    Value mark = markOfEntity(position, entities);
    return position.part() == 0
        ? mark
        : new Value.Sequence(List.of(mark, Value.of(position.part())));
  }

  private Value markOfEntity(Position<K> position, PersistentMap<K, V> entities) {
    K key = position.key();
    V entity = key == null ? null : entities.get(key);
    if (key == null || entity == null) {
      throw new IllegalStateException("nothing stands at " + position);
    }
    Optional<String> name = spec.storedName(key, entity);
    if (name.isPresent()) {
      Value own = Value.of(name.get());
      K namesake = spec.namesake(key, entity);
      return isShared(namesake, entities)
          ? new Value.Sequence(
              List.of(
                  own, spec.content(key, entity), Value.of(earlier(position, namesake, entities))))
          : own;
    }
    return new Value.Sequence(
        List.of(spec.content(key, entity), Value.of(unnamedBefore(position))));
  }

  /** How many without a stored name stand before a position in its row. */
  int unnamedBefore(Position<K> position) {
    return unnamed.countBelow(position)
        - unnamed.countBelow(Position.startOf(position.scope(), position.group()));
  }

  /** Whether several have the name of a key. */
  boolean isShared(K namesake, PersistentMap<K, V> entities) {
    PersistentMap<Position<K>, K> others = repeats.get(namesake);
    if (others == null) {
      return false;
    }
    K first = others.first().orElseThrow().getValue();
    int places = positionsOf(first, entities.get(first)).size();
    return others.size() > places || !owner(namesake, entities).isEmpty();
  }

  /** How many that have the same name stand before a position. */
  int earlier(Position<K> position, K namesake, PersistentMap<K, V> entities) {
    PersistentMap<Position<K>, K> others = repeats.get(namesake);
    if (others == null) {
      return 0;
    }
    long ofOwner =
        owner(namesake, entities).stream()
            .filter(owner -> Position.<K>comparator().compare(owner, position) < 0)
            .count();
    return others.countBelow(position) + (int) ofOwner;
  }
}
