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
 * The order of the entities of a model. Entities with the same scope and group are siblings.
 * Immutable.
 *
 * <p>For the hash of the order, each entity has a label: its stored name; if it has none, its
 * content and its number among its siblings without one; if the file repeats its name, the name,
 * its content and its number among the entities with that name. So the labels of siblings are
 * distinct, exchanging two siblings changes the pairs of neighbours, and these pairs determine the
 * order.
 *
 * @param keysByPosition the keys of all ordered entities
 * @param unnamed the keys of those without a stored name
 * @param repeatedNames the keys of those whose stored name belongs to another key, by that key
 */
record EntityOrder<K extends Comparable<? super K>, V>(
    EntitySpec<K, V> spec,
    PersistentMap<Position<K>, K> keysByPosition,
    PersistentMap<Position<K>, K> unnamed,
    PersistentMap<K, PersistentMap<Position<K>, K>> repeatedNames) {

  /** The order of many entities. */
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
   * An entity at one of its positions.
   *
   * @param position the position, including the key
   */
  record PositionedEntity<K extends Comparable<? super K>, V>(
      Position<K> position, K key, V entity) {

    /** All ordered entities at each of their positions, in order. */
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
   * The positions of an entity.
   *
   * @param positions the positions; at least one
   * @param isNamed whether the entity has a stored name
   * @param nameOwner the key to which that name belongs
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

  /** The order after an entity moved from some positions to others. */
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

  /**
   * The positions of all entities that share a repeated name; empty if the name is not repeated.
   */
  List<Position<K>> positionsSharingName(K nameOwner, PersistentMap<K, V> entities) {
    List<Position<K>> positions = new ArrayList<>();
    keysSharingName(nameOwner).forEach(entry -> positions.add(entry.getKey()));
    if (!positions.isEmpty()) {
      positions.addAll(ownerPositions(nameOwner, entities));
    }
    return positions;
  }

  /** The positions of the owner of a name; empty if it does not exist. */
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

  /** The position of the next sibling. */
  Optional<Position<K>> after(Position<K> position) {
    return keysByPosition.higher(position).map(Map.Entry::getKey).filter(position::isSiblingOf);
  }

  /** The position of the previous sibling. */
  Optional<Position<K>> before(Position<K> position) {
    return keysByPosition.lower(position).map(Map.Entry::getKey).filter(position::isSiblingOf);
  }

  /** The positions of the siblings without a stored name, from a position on. */
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

  /** The number of ordered entities of the same scope before a position. */
  int ordinal(Position<K> position) {
    return keysByPosition.countBelow(position)
        - keysByPosition.countBelow(Position.startOf(position.scope()));
  }

  /** The hash term of an entity and its previous sibling, if it has one. */
  Hash128 term(Position<K> position, PersistentMap<K, V> entities) {
    Optional<Value> predecessor =
        labelAt(keysByPosition.countBelow(position) - 1, position, entities);
    return Hash128.ofAdjacent(predecessor, label(position, entities));
  }

  /**
   * Whether an entity has a single position and a unique name, so that moving it changes only the
   * terms of its neighbours.
   */
  boolean isUniquelyNamed(EntityPositions<K> entityPositions, K key) {
    return entityPositions.positions().size() == 1
        && entityPositions.isNamed()
        && entityPositions.nameOwner().equals(key)
        && !repeatedNames.containsKey(key);
  }

  /**
   * The change of the sum of all terms when a uniquely named entity is inserted at a free position.
   */
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

  /** The label of the entity with this many entities before it, if it is a sibling. */
  private Optional<Value> labelAt(
      int countBelow, Position<K> sibling, PersistentMap<K, V> entities) {
    return keysByPosition
        .entryAt(countBelow)
        .map(Map.Entry::getKey)
        .filter(sibling::isSiblingOf)
        .map(position -> label(position, entities));
  }

  /**
   * The label of an entity at a position; at any but its first position, with the index of the
   * position.
   */
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

  /** The number of siblings without a stored name before a position. */
  int unnamedCountBefore(Position<K> position) {
    return unnamed.countBelow(position)
        - unnamed.countBelow(Position.startOf(position.scope(), position.group()));
  }

  /** Whether several entities share the name that belongs to a key. */
  boolean isNameShared(K nameOwner, PersistentMap<K, V> entities) {
    PersistentMap<Position<K>, K> sharing = repeatedNames.get(nameOwner);
    if (sharing == null) {
      return false;
    }
    K first = sharing.first().orElseThrow().getValue();
    int positionCount = positionsOf(first, entities.get(first)).size();
    return sharing.size() > positionCount || !ownerPositions(nameOwner, entities).isEmpty();
  }

  /** The number of entities with the same name before a position. */
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
