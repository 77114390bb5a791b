package dev.fcp.eventlog.entity;

import java.util.Map;
import java.util.Optional;

/**
 * What follows from the entities of a model and is kept in step with them, for instance an index
 * that a check looks into. An immutable value; it adds nothing to the content of the model.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 */
public interface Derived<K, V> {

  /**
   * What follows after one entity changed.
   *
   * @param before empty if the entity comes into being
   * @param after empty if it goes
   */
  Derived<K, V> with(K key, Optional<V> before, Optional<V> after);

  /** What follows after many entities came into being. */
  default Derived<K, V> withAll(Iterable<Map.Entry<K, V>> entities) {
    Derived<K, V> derived = this;
    for (Map.Entry<K, V> entry : entities) {
      derived = derived.with(entry.getKey(), Optional.empty(), Optional.of(entry.getValue()));
    }
    return derived;
  }

  /** Nothing, whatever the entities are. */
  static <K, V> Derived<K, V> none() {
    return new Derived<>() {
      @Override
      public Derived<K, V> with(K key, Optional<V> before, Optional<V> after) {
        return this;
      }

      @Override
      public Derived<K, V> withAll(Iterable<Map.Entry<K, V>> entities) {
        return this;
      }
    };
  }
}
