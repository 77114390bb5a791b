package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The creation, deletion or modification of one entity. Every event of a domain that uses the kit
 * is a change with a name.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 */
public sealed interface Change<K, V> {

  /** The key of the changed entity. */
  K key();

  /** The change that reverses this one. */
  Change<K, V> inverse();

  /** An entity is created. */
  record Created<K, V>(K key, V entity) implements Change<K, V> {
    public Created {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(entity, "entity");
    }

    @Override
    public Change<K, V> inverse() {
      return new Deleted<>(key, entity);
    }
  }

  /** An entity is deleted. */
  record Deleted<K, V>(K key, V entity) implements Change<K, V> {
    public Deleted {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(entity, "entity");
    }

    @Override
    public Change<K, V> inverse() {
      return new Created<>(key, entity);
    }
  }

  /**
   * Units of an entity get other values.
   *
   * @param before the old values by unit; a unit that is missing here was absent
   * @param after the new values by unit; a unit that is missing here becomes absent
   */
  record Modified<K, V>(K key, Value.Fields before, Value.Fields after) implements Change<K, V> {
    public Modified {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(before, "before");
      Objects.requireNonNull(after, "after");
    }

    /** The names of the units that change. */
    public Set<String> units() {
      Set<String> old = before.fields().keySet();
      if (old.equals(after.fields().keySet())) {
        return old;
      }
      Set<String> units = new TreeSet<>(old);
      units.addAll(after.fields().keySet());
      return units;
    }

    @Override
    public Modified<K, V> inverse() {
      return new Modified<>(key, after, before);
    }

    /** The same modification without some units. */
    public Modified<K, V> without(Set<String> units) {
      return new Modified<>(key, removeUnits(before, units), removeUnits(after, units));
    }

    /** Whether no unit changes. */
    public boolean isEmpty() {
      return before.isEmpty() && after.isEmpty();
    }

    private static Value.Fields removeUnits(Value.Fields fields, Set<String> units) {
      TreeMap<String, Value> remaining = new TreeMap<>(fields.fields());
      remaining.keySet().removeAll(units);
      return Value.Fields.of(remaining);
    }
  }

  /** The modification from some units to others; it does not contain units with equal values. */
  static <K, V> Modified<K, V> between(K key, Map<String, Value> from, Map<String, Value> to) {
    TreeMap<String, Value> before = new TreeMap<>(from);
    TreeMap<String, Value> after = new TreeMap<>(to);
    before.entrySet().removeAll(to.entrySet());
    after.entrySet().removeAll(from.entrySet());
    return new Modified<>(key, Value.Fields.of(before), Value.Fields.of(after));
  }
}
