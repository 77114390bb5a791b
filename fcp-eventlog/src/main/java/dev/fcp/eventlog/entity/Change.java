package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One of the three things that can happen to an entity. Every event of a domain that uses the kit
 * is one of these with a name.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 */
public sealed interface Change<K, V> {

  /** The key of the entity it happens to. */
  K key();

  /** The change that takes this one back. */
  Change<K, V> inverse();

  /** The entity comes into being, whole. */
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

  /** The entity goes, whole. */
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
   * Some units of the entity get other values.
   *
   * @param before the old values by unit; a unit that is not named here was absent
   * @param after the new values by unit; a unit that is not named here becomes absent
   */
  record Modified<K, V>(K key, Value.Fields before, Value.Fields after) implements Change<K, V> {
    public Modified {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(before, "before");
      Objects.requireNonNull(after, "after");
    }

    /** The units that get another value. */
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

    /** The same modification but for some units. */
    public Modified<K, V> without(Set<String> units) {
      return new Modified<>(key, removeUnits(before, units), removeUnits(after, units));
    }

    /** Whether there is no unit left to change. */
    public boolean isEmpty() {
      return before.isEmpty() && after.isEmpty();
    }

    private static Value.Fields removeUnits(Value.Fields fields, Set<String> units) {
      TreeMap<String, Value> remaining = new TreeMap<>(fields.fields());
      remaining.keySet().removeAll(units);
      return Value.Fields.of(remaining);
    }
  }

  /**
   * The modification that leads from some units to others; units with equal values are left out.
   */
  static <K, V> Modified<K, V> between(K key, Map<String, Value> from, Map<String, Value> to) {
    TreeMap<String, Value> before = new TreeMap<>(from);
    TreeMap<String, Value> after = new TreeMap<>(to);
    before.entrySet().removeAll(to.entrySet());
    after.entrySet().removeAll(from.entrySet());
    return new Modified<>(key, Value.Fields.of(before), Value.Fields.of(after));
  }
}
