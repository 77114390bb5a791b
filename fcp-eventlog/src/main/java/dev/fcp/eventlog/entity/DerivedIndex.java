package dev.fcp.eventlog.entity;

import java.util.Map;
import java.util.Optional;

/**
 * A value derived from the entities of a model and updated with each change, such as an index for a
 * check. Immutable; not part of the content of the model.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 */
public interface DerivedIndex<K, V> {

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
