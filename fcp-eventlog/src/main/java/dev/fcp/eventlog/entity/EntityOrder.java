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
 * @param keysByPosition every ordered entity
 * @param unnamed those without a stored name
 * @param repeatedNames those whose stored name is that of another key, under that key
 */
record EntityOrder<K extends Comparable<? super K>, V>(
    EntitySpec<K, V> spec,
    PersistentMap<Position<K>, K> keysByPosition,
    PersistentMap<Position<K>, K> unnamed,
    PersistentMap<K, PersistentMap<Position<K>, K>> repeatedNames) {

  /** The rows of many entities at once. */
  static <K extends Comparable<? super K>, V> EntityOrder<K, V> of(
      EntitySpec<K, V> spec, List<PositionedEntity<K, V>> positioned) {
    List<PositionedEntity<K, V>> unnamed = new ArrayList<>();
    Map<K, List<PositionedEntity<K, V>>> repeatedNames = new HashMap<>();
    for (PositionedEntity<K, V> entry : positioned) {
      if (spec.storedName(entry.key(), entry.entity()).isEmpty()) {
        unnamed.add(entry);
      }
      K nameOwner = spec.nameOwner(entry.key(), entry.entity());
      if (!nameOwner.equals(entry.key())) {
        repeatedNames.computeIfAbsent(nameOwner, key -> new ArrayList<>()).add(entry);
      }
    }
    Map<K, PersistentMap<Position<K>, K>> keysByRepeatedName = new HashMap<>();
    repeatedNames.forEach((nameOwner, sharing) -> keysByRepeatedName.put(nameOwner, keys(sharing)));
    PersistentMap<Position<K>, K> keysByPosition = keys(positioned);
    boolean allUnnamed = unnamed.size() == positioned.size();
    return new EntityOrder<>(
        spec,
        keysByPosition,
        allUnnamed ? keysByPosition : keys(unnamed),
        PersistentMap.copyOf(keysByRepeatedName));
  }

  private static <K extends Comparable<? super K>, V> PersistentMap<Position<K>, K> keys(
      List<PositionedEntity<K, V>> inOrder) {
    Comparator<Position<K>> order = Position.comparator();
    return PersistentMap.ofSorted(
        order, Lists.transform(inOrder, one -> Map.entry(one.position(), one.key())));
  }

  /**
   * An entity at one of its places.
   *
   * @param position with its key
   */
  record PositionedEntity<K extends Comparable<? super K>, V>(
      Position<K> position, K key, V entity) {

    /** All entities that have places, at each of them, in order. */
    static <K extends Comparable<? super K>, V> List<PositionedEntity<K, V>> inOrder(
        EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
      List<PositionedEntity<K, V>> positioned = new ArrayList<>();
      for (Map.Entry<K, V> entry : entities) {
        for (Position<K> position : Position.of(spec, entry.getKey(), entry.getValue())) {
          positioned.add(new PositionedEntity<>(position, entry.getKey(), entry.getValue()));
        }
      }
      positioned.sort(Comparator.comparing(PositionedEntity::position, Position.comparator()));
      return positioned;
    }
  }

  /**
   * An entity at its places.
   *
   * @param positions at least one
   * @param isNamed whether the file holds a name for it
   * @param nameOwner whose key that name is
   */
  record EntityPositions<K extends Comparable<? super K>>(
      List<Position<K>> positions, boolean isNamed, K nameOwner) {

    static <K extends Comparable<? super K>, V> Optional<EntityPositions<K>> of(
        EntitySpec<K, V> spec, K key, @Nullable V entity) {
      if (entity == null) {
        return Optional.empty();
      }
      List<Position<K>> positions = Position.of(spec, key, entity);
      return positions.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new EntityPositions<>(
                  positions,
                  spec.storedName(key, entity).isPresent(),
                  spec.nameOwner(key, entity)));
    }
  }

  /** The rows after an entity left one place for another. */
  EntityOrder<K, V> with(
      K key, Optional<EntityPositions<K>> before, Optional<EntityPositions<K>> after) {
    PersistentMap<Position<K>, K> remainingKeys = keysByPosition;
    PersistentMap<Position<K>, K> remainingUnnamed = unnamed;
    PersistentMap<K, PersistentMap<Position<K>, K>> remainingRepeats = repeatedNames;
    if (before.isPresent()) {
      EntityPositions<K> left = before.get();
      remainingKeys = without(remainingKeys, left.positions());
      remainingUnnamed = without(remainingUnnamed, left.positions());
      if (!left.nameOwner().equals(key)) {
        PersistentMap<Position<K>, K> others =
            without(keysSharingName(left.nameOwner()), left.positions());
        remainingRepeats =
            others.isEmpty()
                ? remainingRepeats.without(left.nameOwner())
                : remainingRepeats.with(left.nameOwner(), others);
      }
    }
    EntityOrder<K, V> withoutOld =
        new EntityOrder<>(spec, remainingKeys, remainingUnnamed, remainingRepeats);
    return after.isPresent() ? withoutOld.with(key, after.get()) : withoutOld;
  }

  private EntityOrder<K, V> with(K key, EntityPositions<K> to) {
    return new EntityOrder<>(
        spec,
        with(keysByPosition, key, to.positions()),
        to.isNamed() ? unnamed : with(unnamed, key, to.positions()),
        to.nameOwner().equals(key)
            ? repeatedNames
            : repeatedNames.with(
                to.nameOwner(), with(keysSharingName(to.nameOwner()), key, to.positions())));
  }

  private static <K extends Comparable<? super K>> PersistentMap<Position<K>, K> with(
      PersistentMap<Position<K>, K> keys, K key, List<Position<K>> positions) {
    PersistentMap<Position<K>, K> changed = keys;
    for (Position<K> position : positions) {
      changed = changed.with(position, key);
    }
    return changed;
  }

  private static <K extends Comparable<? super K>> PersistentMap<Position<K>, K> without(
      PersistentMap<Position<K>, K> keys, List<Position<K>> positions) {
    PersistentMap<Position<K>, K> changed = keys;
    for (Position<K> position : positions) {
      changed = changed.without(position);
    }
    return changed;
  }

  private PersistentMap<Position<K>, K> keysSharingName(K nameOwner) {
    PersistentMap<Position<K>, K> keys = repeatedNames.get(nameOwner);
    return keys == null ? PersistentMap.empty(Position.<K>comparator()) : keys;
  }

  /** The positions of all that have a name which the file repeats; none where it does not. */
  List<Position<K>> positionsSharingName(K nameOwner, PersistentMap<K, V> entities) {
    List<Position<K>> positions = new ArrayList<>();
    keysSharingName(nameOwner).forEach(entry -> positions.add(entry.getKey()));
    if (!positions.isEmpty()) {
      positions.addAll(ownerPositions(nameOwner, entities));
    }
    return positions;
  }

  /** Where the entity stands that has a name as its key; nowhere if it is not there. */
  private List<Position<K>> ownerPositions(K nameOwner, PersistentMap<K, V> entities) {
    return positionsOf(nameOwner, entities.get(nameOwner));
  }

  private List<Position<K>> positionsOf(K key, @Nullable V entity) {
    return entity == null ? List.of() : Position.of(spec, key, entity);
  }

  boolean contains(Position<K> position) {
    return keysByPosition.containsKey(position);
  }

  boolean isUnnamed(Position<K> position) {
    return unnamed.containsKey(position);
  }

  /** The next position of the same row. */
  Optional<Position<K>> after(Position<K> position) {
    return keysByPosition.higher(position).map(Map.Entry::getKey).filter(position::isSiblingOf);
  }

  /** The position before one in the same row. */
  Optional<Position<K>> before(Position<K> position) {
    return keysByPosition.lower(position).map(Map.Entry::getKey).filter(position::isSiblingOf);
  }

  /** The positions without stored name in the same row, from one on. */
  List<Position<K>> unnamedFrom(Position<K> first) {
    List<Position<K>> positions = new ArrayList<>();
    for (Map.Entry<Position<K>, K> entry : unnamed.from(first)) {
      if (!entry.getKey().isSiblingOf(first)) {
        break;
      }
      positions.add(entry.getKey());
    }
    return positions;
  }

  /** How many ordered entities of the same scope stand before a position. */
  int ordinal(Position<K> position) {
    return keysByPosition.countBelow(position)
        - keysByPosition.countBelow(Position.startOf(position.scope()));
  }

  /** The term of an entity standing behind another one of its row, or first. */
  Hash128 term(Position<K> position, PersistentMap<K, V> entities) {
    Optional<Value> predecessor =
        labelAt(keysByPosition.countBelow(position) - 1, position, entities);
    return Hash128.ofAdjacent(predecessor, label(position, entities));
  }

  /** Whether an entity has one place and a name that no other one has: only its neighbours know. */
  boolean isUniquelyNamed(EntityPositions<K> entityPositions, K key) {
    return entityPositions.positions().size() == 1
        && entityPositions.isNamed()
        && entityPositions.nameOwner().equals(key)
        && !repeatedNames.containsKey(key);
  }

  /** What comes to the sum of all terms when one that is alone comes to a free place. */
  Hash128 insertionHashDelta(Position<K> position, String name, PersistentMap<K, V> entities) {
    int countBelow = keysByPosition.countBelow(position);
    Optional<Value> predecessor = labelAt(countBelow - 1, position, entities);
    Optional<Value> successor = labelAt(countBelow, position, entities);
    Value label = Value.of(name);
    Hash128 term = Hash128.ofAdjacent(predecessor, label);
    if (successor.isEmpty()) {
      return term;
    }
    return term.plus(Hash128.ofAdjacent(Optional.of(label), successor.get()))
        .minus(Hash128.ofAdjacent(predecessor, successor.get()));
  }

  /** The mark of the entity that has so many below it, if it stands in the same row. */
  private Optional<Value> labelAt(
      int countBelow, Position<K> sibling, PersistentMap<K, V> entities) {
    return keysByPosition
        .entryAt(countBelow)
        .map(Map.Entry::getKey)
        .filter(sibling::isSiblingOf)
        .map(position -> label(position, entities));
  }

  /** What an entity is known by to its neighbours; at a later place of it, with its number. */
  Value label(Position<K> position, PersistentMap<K, V> entities) {
    Value label = entityLabel(position, entities);
    return position.index() == 0
        ? label
        : new Value.Sequence(List.of(label, Value.of(position.index())));
  }

  private Value entityLabel(Position<K> position, PersistentMap<K, V> entities) {
    K key = position.key();
    V entity = key == null ? null : entities.get(key);
    if (key == null || entity == null) {
      throw new IllegalStateException("nothing stands at " + position);
    }
    Optional<String> name = spec.storedName(key, entity);
    if (name.isPresent()) {
      Value nameLabel = Value.of(name.get());
      K nameOwner = spec.nameOwner(key, entity);
      return isNameShared(nameOwner, entities)
          ? new Value.Sequence(
              List.of(
                  nameLabel,
                  spec.content(key, entity),
                  Value.of(sharingCountBefore(position, nameOwner, entities))))
          : nameLabel;
    }
    return new Value.Sequence(
        List.of(spec.content(key, entity), Value.of(unnamedCountBefore(position))));
  }

  /** How many without a stored name stand before a position in its row. */
  int unnamedCountBefore(Position<K> position) {
    return unnamed.countBelow(position)
        - unnamed.countBelow(Position.startOf(position.scope(), position.group()));
  }

  /** Whether several have the name of a key. */
  boolean isNameShared(K nameOwner, PersistentMap<K, V> entities) {
    PersistentMap<Position<K>, K> sharing = repeatedNames.get(nameOwner);
    if (sharing == null) {
      return false;
    }
    K first = sharing.first().orElseThrow().getValue();
    int positionCount = positionsOf(first, entities.get(first)).size();
    return sharing.size() > positionCount || !ownerPositions(nameOwner, entities).isEmpty();
  }

  /** How many that have the same name stand before a position. */
  int sharingCountBefore(Position<K> position, K nameOwner, PersistentMap<K, V> entities) {
    PersistentMap<Position<K>, K> sharing = repeatedNames.get(nameOwner);
    if (sharing == null) {
      return 0;
    }
    long ownerCount =
        ownerPositions(nameOwner, entities).stream()
            .filter(owner -> Position.<K>comparator().compare(owner, position) < 0)
            .count();
    return sharing.countBelow(position) + (int) ownerCount;
  }
}
