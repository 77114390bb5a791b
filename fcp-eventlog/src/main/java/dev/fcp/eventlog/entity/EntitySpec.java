package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the kit has to know of the entities of a domain. Everything here is a pure function.
 *
 * @param <K> the key of an entity; stable for the life of a document
 * @param <V> the entity, an immutable record
 */
public interface EntitySpec<K extends Comparable<? super K>, V> {

  /** The name of an entity in events, conflicts and plans. */
  EntityRef ref(K key);

  /** The key as a plain value. */
  Value encodeKey(K key);

  /**
   * The key of a plain value.
   *
   * @throws dev.fcp.eventlog.domain.MalformedValueException if it is none
   */
  K decodeKey(Value value);

  /**
   * The parts of an entity that are reverted on their own, by name; together they are all of it.
   */
  SortedMap<String, Value> units(V entity);

  /**
   * The entity of these units; the opposite of {@link #units}.
   *
   * @throws IllegalArgumentException if there is no such entity; the message names the unit
   */
  V entity(K key, SortedMap<String, Value> units);

  /** The references that stand in some units of an entity. */
  default List<Reference<K>> references(K key, Map<String, Value> units) {
    return List.of();
  }

  /** The references of an entity: those in all its units. A domain may find them faster. */
  default List<Reference<K>> referencesOf(K key, V entity) {
    return references(key, units(entity));
  }

  /** The value of one unit, if the entity has it. A domain may find it faster. */
  default Optional<Value> unit(V entity, String name) {
    return Optional.ofNullable(units(entity).get(name));
  }

  /**
   * The entity after some of its units changed. A domain may find it faster.
   *
   * @param names the units that change
   * @param after their values; one that is not named here becomes absent
   * @throws IllegalArgumentException if there is no such entity, or other units would change too
   */
  default V modified(K key, V entity, Set<String> names, Value.Fields after) {
    SortedMap<String, Value> unitsBefore = units(entity);
    TreeMap<String, Value> units = new TreeMap<>(unitsBefore);
    units.keySet().removeAll(names);
    units.putAll(after.fields());
    V modified = entity(key, units);
    SortedMap<String, Value> unitsAfter = units(modified);
    if (!hasSameOtherUnits(names, unitsBefore, unitsAfter)
        || !hasSameOtherUnits(names, unitsAfter, unitsBefore)) {
      throw new IllegalArgumentException("a change of " + names + " changes other units too");
    }
    return modified;
  }

  /** Whether the second has the units of the first, but for those of some names. */
  private static boolean hasSameOtherUnits(
      Set<String> names, SortedMap<String, Value> first, SortedMap<String, Value> second) {
    for (Map.Entry<String, Value> unit : first.entrySet()) {
      if (!names.contains(unit.getKey()) && !unit.getValue().equals(second.get(unit.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The entity that contains this one, for instance the page of a cell; it must be there, and does
   * not go before all that it contains is gone. A scope may be in another one, but then a change of
   * any order costs time in proportion to the number of scopes.
   */
  default Optional<K> scope(K key) {
    return Optional.empty();
  }

  /** Where an entity stands among the others of its scope; empty if order does not matter to it. */
  default Optional<SortKey> sortKey(V entity) {
    return Optional.empty();
  }

  /**
   * All places where an entity stands; more than one if it is several things in the order of the
   * document, as a note is a beginning and an end. Their number stays while the entity is.
   */
  default List<SortKey> sortKeys(V entity) {
    return sortKey(entity).map(List::of).orElse(List.of());
  }

  /** The entity at another place of the order. Only asked where {@link #sortKey} is present. */
  default V withOrderKey(V entity, OrderKey orderKey) {
    throw new IllegalStateException("no order: " + entity);
  }

  /**
   * The entity with other order keys at its places. Only asked where there are {@link #sortKeys}.
   *
   * @param orderKeys one for each place
   */
  default V withOrderKeys(V entity, List<OrderKey> orderKeys) {
    return withOrderKey(entity, orderKeys.get(0));
  }

  /**
   * What a reader sees of an entity that contains others and that follows from them, for instance
   * where a track ends; empty if there is no such thing. Asked while the model is being made: it
   * may look at the entities and their order only.
   */
  default Optional<Value> derivedContent(K key, V entity, EntityModel<K, V> model) {
    return Optional.empty();
  }

  /** What is kept in step with a model, as it is for one without entities. */
  default DerivedIndex<K, V> emptyDerivedIndex() {
    return DerivedIndex.none();
  }

  /**
   * The target of a diff with the names that its entities have in the model from which it starts.
   * Where the file holds no names, those that were made up on reading mean nothing; equal content
   * should have one name in both.
   */
  default EntityModel<K, V> withMatchingKeys(EntityModel<K, V> from, EntityModel<K, V> to) {
    return to;
  }

  /**
   * Whether an entity may become another while some entities are still as they are in the model
   * where a diff starts, and others already as in its target. If not, the diff says that it goes
   * before all else, and comes again.
   *
   * @param from what is derived of the one model
   * @param to what is derived of the other one
   */
  default boolean canModifyInPlace(
      K key, V before, V after, DerivedIndex<K, V> from, DerivedIndex<K, V> to) {
    return true;
  }

  /**
   * What a reader of the document can see of an entity, order apart; this is what the digest
   * covers. The stored name belongs to it; order keys and names that the file does not hold do not.
   */
  Value content(K key, V entity);

  /**
   * Adds the canonical bytes of {@link #content}. A domain may do so without making the value; the
   * bytes must be the same.
   */
  default void appendContent(K key, V entity, CanonicalBytes bytes) {
    bytes.value(content(key, entity));
  }

  /**
   * The name under which the file holds the entity; empty if the file holds none. Where a file
   * gives one name to several entities of a scope, {@link #nameOwner} says whose key the name is.
   * Towards its neighbours an entity without name is known by its content and its number, so that
   * one more or less costs time in proportion to those without name behind it.
   */
  default Optional<String> storedName(K key, V entity) {
    return Optional.of(ref(key).key());
  }

  /**
   * The key that has the stored name of an entity: its own, unless the file repeats in it a name
   * that the entity of another key in the same scope had when the file was read. Entities with one
   * namesake have one stored name; towards their neighbours their order tells them apart, whichever
   * of them has the key.
   */
  default K nameOwner(K key, V entity) {
    return key;
  }

  /**
   * An entity of the same content as the target, for a diff that starts from another one. Where
   * units hold what no reader sees, for instance a rank among others, it keeps that of the first,
   * so that the diff contains only what changed.
   */
  default V preserveHiddenUnits(V from, V target) {
    return target;
  }

  /** When a diff emits a modification. */
  enum DiffPhase {
    /** Before anything goes or comes. */
    FIRST,
    /** In the order that keeps each prefix applicable. */
    MAIN,
    /** When all else is as it will be. */
    LAST
  }

  /** When a diff emits the modification that leads to an entity. */
  default DiffPhase diffPhase(K key, V target) {
    return DiffPhase.MAIN;
  }

  /**
   * Whether one may become the other by a modification rather than by deletion and creation. An
   * entity that contains others must not become another kind.
   */
  default boolean isSameKind(V from, V to) {
    return from.getClass() == to.getClass();
  }

  /**
   * The name under which the entity is counted in the summary of the digest; empty if it is not.
   */
  default Optional<String> countedAs(V entity) {
    return Optional.empty();
  }

  /** The summary of the digest. */
  default String summary(Map<String, Integer> counts) {
    return counts.toString();
  }

  /** Reasons beyond those of the kit why a change does not apply. */
  default Optional<Conflict> check(Change<K, V> change, EntityModel<K, V> model) {
    return Optional.empty();
  }

  /**
   * What follows from the entities of a model and is kept in step with them, for instance an index
   * that a check looks into. An immutable value; it adds nothing to the content of the model.
   *
   * @param <K> the key of an entity
   * @param <V> the entity
   */
  interface DerivedIndex<K, V> {

    /**
     * What follows after one entity changed.
     *
     * @param before empty if the entity comes into being
     * @param after empty if it goes
     */
    DerivedIndex<K, V> with(K key, Optional<V> before, Optional<V> after);

    /** What follows after many entities came into being. */
    default DerivedIndex<K, V> withAll(Iterable<Map.Entry<K, V>> entities) {
      DerivedIndex<K, V> index = this;
      for (Map.Entry<K, V> entry : entities) {
        index = index.with(entry.getKey(), Optional.empty(), Optional.of(entry.getValue()));
      }
      return index;
    }

    /** Nothing, whatever the entities are. */
    static <K, V> DerivedIndex<K, V> none() {
      return new DerivedIndex<>() {
        @Override
        public DerivedIndex<K, V> with(K key, Optional<V> before, Optional<V> after) {
          return this;
        }

        @Override
        public DerivedIndex<K, V> withAll(Iterable<Map.Entry<K, V>> entities) {
          return this;
        }
      };
    }
  }

  /**
   * A reference of one entity to another.
   *
   * @param role what the target is to the one that refers, for instance {@code parent}
   * @param target the key of the entity referred to, which may be missing
   * @param acyclic whether no entity may reach itself through references like this one; those of
   *     all roles count together
   * @param <K> the key of an entity
   */
  record Reference<K>(String role, K target, boolean acyclic) {
    public Reference {
      Objects.requireNonNull(role, "role");
      Objects.requireNonNull(target, "target");
    }
  }

  /**
   * Where an entity stands among the others of its scope.
   *
   * @param group entities are ordered by group first, for instance by tick; 0 if there is no such
   *     thing
   * @param orderKey the place among those of the same group
   */
  record SortKey(long group, OrderKey orderKey) {
    public SortKey {
      Objects.requireNonNull(orderKey, "orderKey");
    }
  }
}
