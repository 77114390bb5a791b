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
public interface DerivedIndex<K, V> {

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
