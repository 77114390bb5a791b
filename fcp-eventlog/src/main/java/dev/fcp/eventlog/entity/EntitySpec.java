package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The declaration of the entities of a domain, from which the kit derives its operations. All
 * methods are pure functions.
 *
 * @param <K> the key of an entity; stable for the life of a document
 * @param <V> the entity, an immutable record
 */
public interface EntitySpec<K extends Comparable<? super K>, V> {

  /** Identifies an entity in events, conflicts and plans. */
  EntityRef ref(K key);

  /** Encodes a key as a plain value. */
  Value encodeKey(K key);

  /**
   * Decodes a key.
   *
   * @throws dev.fcp.eventlog.domain.MalformedValueException if the value is not a key
   */
  K decodeKey(Value value);

  /**
   * The units of an entity by name: the parts that can be reversed on their own. Together they
   * determine the entity.
   */
  SortedMap<String, Value> units(V entity);

  /**
   * Creates an entity from its units; the inverse of {@link #units}.
   *
   * @throws IllegalArgumentException if the units are not valid; the message names the unit
   */
  V entity(K key, SortedMap<String, Value> units);

  /**
   * What a snapshot stores of an entity; by default its units. A domain may store less of an entity
   * whose units it can read elsewhere.
   */
  default Value.Fields snapshot(V entity) {
    return Value.Fields.of(units(entity));
  }

  /**
   * Creates an entity from what a snapshot stores of it; the inverse of {@link #snapshot}.
   *
   * @throws IllegalArgumentException if the fields are not valid
   */
  default V entityOfSnapshot(K key, Value.Fields snapshot) {
    return entity(key, snapshot.fields());
  }

  /**
   * The names of the units that are texts: their characters can be reversed one by one. The values
   * of such a unit in {@link #units} are those of {@link Text#encode}; in a {@link Change.Modified}
   * they are the characters that a {@link TextEdit} removes and adds. By default none.
   */
  default Set<String> textUnits() {
    return Set.of();
  }

  /**
   * A text of an entity; empty if its kind of entity has none with this name. A domain may override
   * this with a faster implementation.
   */
  default Optional<Text> text(V entity, String name) {
    return unit(entity, name).map(Text::decode);
  }

  /**
   * The entity with another text. A domain may override this with a faster implementation.
   *
   * @throws IllegalArgumentException if the text is not valid
   */
  default V withText(K key, V entity, String name, Text text) {
    TreeMap<String, Value> units = new TreeMap<>(units(entity));
    units.put(name, text.encode());
    return entity(key, units);
  }

  /** The references in some units of an entity. */
  default List<Reference<K>> references(K key, Map<String, Value> units) {
    return List.of();
  }

  /**
   * The references in all units of an entity. A domain may override this with a faster
   * implementation.
   */
  default List<Reference<K>> referencesOf(K key, V entity) {
    return references(key, units(entity));
  }

  /**
   * The value of one unit, if the entity has it. A domain may override this with a faster
   * implementation.
   */
  default Optional<Value> unit(V entity, String name) {
    return Optional.ofNullable(units(entity).get(name));
  }

  /**
   * The entity after some of its units changed. A domain may override this with a faster
   * implementation.
   *
   * @param names the units that change
   * @param after their new values; a unit that is missing here becomes absent
   * @throws IllegalArgumentException if the values are not valid, or if other units would change
   *     too
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

  /** Whether the second map has all units of the first except those with the given names. */
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
   * The modification from an entity to another one of the same kind, which may be empty. A domain
   * may override this with a faster implementation.
   */
  default Change.Modified<K, V> modification(K key, V from, V to) {
    return Change.between(key, units(from), units(to));
  }

  /**
   * The entity that contains this one, such as the page of a shape. It must exist, and it cannot be
   * deleted while it contains entities. Scopes may be nested, but then each change of order takes
   * time proportional to the number of scopes.
   */
  default Optional<K> scope(K key) {
    return Optional.empty();
  }

  /**
   * The position of an entity among the others of its scope; empty if the entity is not ordered.
   */
  default Optional<SortKey> sortKey(V entity) {
    return Optional.empty();
  }

  /**
   * All positions of an entity; several if it occurs more than once in the order of the document,
   * like a note with its start and its end. Their number never changes for an entity.
   */
  default List<SortKey> sortKeys(V entity) {
    return sortKey(entity).map(List::of).orElse(List.of());
  }

  /** The entity with another order key. Called only if {@link #sortKey} is present. */
  default V withOrderKey(V entity, OrderKey orderKey) {
    throw new IllegalStateException("no order: " + entity);
  }

  /**
   * The entity with other order keys at its positions. Called only if there are {@link #sortKeys}.
   *
   * @param orderKeys one for each position
   */
  default V withOrderKeys(V entity, List<OrderKey> orderKeys) {
    return withOrderKey(entity, orderKeys.get(0));
  }

  /**
   * The visible part of an entity that is derived from the entities it contains, such as the end of
   * a track; empty if there is none. Called while the model is being built, so it may read only the
   * entities and their order.
   */
  default Optional<Value> derivedContent(K key, V entity, EntityModel<K, V> model) {
    return Optional.empty();
  }

  /** The derived index of a model without entities. */
  default DerivedIndex<K, V> emptyDerivedIndex() {
    return DerivedIndex.none();
  }

  /**
   * The target of a diff, with the keys that its entities have in the model where the diff starts.
   * Keys that were generated because the file stores no names have no meaning; entities with equal
   * content should have the same key in both models.
   */
  default EntityModel<K, V> withMatchingKeys(EntityModel<K, V> from, EntityModel<K, V> to) {
    return to;
  }

  /**
   * Whether a diff may modify an entity while some other entities are still as in the model where
   * the diff starts, and others already as in its target. If not, the diff deletes the entity first
   * and creates it again later.
   *
   * @param from the derived index of the model where the diff starts
   * @param to the derived index of the target
   */
  default boolean canModifyInPlace(
      K key, V before, V after, DerivedIndex<K, V> from, DerivedIndex<K, V> to) {
    return true;
  }

  /**
   * The visible part of an entity except its order; it is covered by the digest. It includes the
   * stored name, but neither order keys nor keys that the file does not store.
   */
  Value content(K key, V entity);

  /**
   * Appends the canonical bytes of {@link #content}. A domain may override this to avoid creating
   * the value; the bytes must be the same.
   */
  default void appendContent(K key, V entity, CanonicalBytes bytes) {
    bytes.value(content(key, entity));
  }

  /**
   * The name of the entity in the file; empty if the file does not store one. If a file uses a name
   * for several entities of a scope, {@link #nameOwner} determines to which key the name belongs.
   * The hash of the order identifies an entity without a name by its content and a number;
   * therefore inserting or deleting one takes time proportional to the number of such entities
   * after it.
   */
  default Optional<String> storedName(K key, V entity) {
    return Optional.of(ref(key).key());
  }

  /**
   * The key to which the stored name of an entity belongs: its own key, unless the file that was
   * read uses the name of another entity of the same scope again for this one. Entities with the
   * same name owner have the same stored name; the hash of the order distinguishes them by their
   * order, whichever of them has the key.
   */
  default K nameOwner(K key, V entity) {
    return key;
  }

  /**
   * An entity with the content of the target of a diff that keeps the invisible units of the entity
   * where the diff starts, such as a rank among others, so that the diff contains only visible
   * changes.
   */
  default V preserveHiddenUnits(V from, V target) {
    return target;
  }

  /** The phase of a diff in which it emits a modification. */
  enum DiffPhase {
    /** Before all deletions and creations. */
    FIRST,
    /** In an order in which each change applies after those before it. */
    MAIN,
    /** After all other changes. */
    LAST
  }

  /** The phase in which a diff emits the modification to a target. */
  default DiffPhase diffPhase(K key, V target) {
    return DiffPhase.MAIN;
  }

  /**
   * Whether an entity can become another one by modification rather than by deletion and creation.
   * An entity that contains others must not change its kind.
   */
  default boolean isSameKind(V from, V to) {
    return from.getClass() == to.getClass();
  }

  /**
   * The name under which the summary of the digest counts the entity; empty if it is not counted.
   */
  default Optional<String> countedAs(V entity) {
    return Optional.empty();
  }

  /** The summary of the digest. */
  default String summary(Map<String, Integer> counts) {
    return counts.toString();
  }

  /** An additional reason of the domain why a change does not apply. */
  default Optional<Conflict> check(Change<K, V> change, EntityModel<K, V> model) {
    return Optional.empty();
  }

  /**
   * A value derived from the entities of a model and updated with each change, such as an index for
   * a check. Immutable; not part of the content of the model.
   *
   * @param <K> the key of an entity
   * @param <V> the entity
   */
  interface DerivedIndex<K, V> {

    /**
     * Updates the index after the change of one entity.
     *
     * @param before the entity before the change; empty if it is created
     * @param after the entity after the change; empty if it is deleted
     */
    DerivedIndex<K, V> with(K key, Optional<V> before, Optional<V> after);

    /** Updates the index after the creation of many entities. */
    default DerivedIndex<K, V> withAll(Iterable<Map.Entry<K, V>> entities) {
      DerivedIndex<K, V> index = this;
      for (Map.Entry<K, V> entry : entities) {
        index = index.with(entry.getKey(), Optional.empty(), Optional.of(entry.getValue()));
      }
      return index;
    }

    /** An index that contains nothing. */
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
   * @param role the role of the target for the referring entity, such as {@code parent}
   * @param target the key of the entity referred to, which may be missing
   * @param acyclic whether acyclic references, of all roles together, must not lead from an entity
   *     back to itself
   * @param <K> the key of an entity
   */
  record Reference<K>(String role, K target, boolean acyclic) {
    public Reference {
      Objects.requireNonNull(role, "role");
      Objects.requireNonNull(target, "target");
    }
  }

  /**
   * The position of an entity among the others of its scope.
   *
   * @param group the primary sort criterion, such as the tick; 0 if there is none
   * @param orderKey the position in the group
   */
  record SortKey(long group, OrderKey orderKey) {
    public SortKey {
      Objects.requireNonNull(orderKey, "orderKey");
    }
  }
}
