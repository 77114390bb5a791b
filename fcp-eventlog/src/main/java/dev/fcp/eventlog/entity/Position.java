package dev.fcp.eventlog.entity;

import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place in the order of all entities: scope, group, order key, and the entity's own key where two
 * have the same order key. Without order key: the place before all of the group.
 */
record Position<K extends Comparable<? super K>>(
    Optional<K> scope, long group, @Nullable OrderKey order, @Nullable K key) {

  /** The position of an entity that has a place. */
  static <K extends Comparable<? super K>, V> Optional<Position<K>> of(
      EntitySpec<K, V> spec, K key, V entity) {
    return spec.place(entity)
        .map(place -> new Position<>(spec.scope(key), place.group(), place.order(), key));
  }

  /** The position before all of a scope. */
  static <K extends Comparable<? super K>> Position<K> startOf(Optional<K> scope) {
    return startOf(scope, Long.MIN_VALUE);
  }

  /** The position before all of a group. */
  static <K extends Comparable<? super K>> Position<K> startOf(Optional<K> scope, long group) {
    return new Position<>(scope, group, null, null);
  }

  /** Whether both are ordered among each other. */
  boolean isBeside(Position<K> other) {
    return group == other.group && scope.equals(other.scope);
  }

  static <K extends Comparable<? super K>> Comparator<Position<K>> comparator() {
    return Position::compare;
  }

  private static <K extends Comparable<? super K>> int compare(Position<K> a, Position<K> b) {
    int byScope =
        a.scope.isPresent() && b.scope.isPresent()
            ? a.scope.get().compareTo(b.scope.get())
            : Boolean.compare(a.scope.isPresent(), b.scope.isPresent());
    if (byScope != 0) {
      return byScope;
    }
    int byGroup = Long.compare(a.group, b.group);
    if (byGroup != 0) {
      return byGroup;
    }
    int byOrder = nullFirst(a.order, b.order);
    return byOrder != 0 ? byOrder : nullFirst(a.key, b.key);
  }

  private static <T extends Comparable<? super T>> int nullFirst(@Nullable T a, @Nullable T b) {
    return a != null && b != null ? a.compareTo(b) : Boolean.compare(a != null, b != null);
  }
}
