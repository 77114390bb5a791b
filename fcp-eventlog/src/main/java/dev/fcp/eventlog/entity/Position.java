package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A position in the order of all entities: scope, group, order key, and, to distinguish equal order
 * keys, the key of the entity. Without an order key, the position before all of the group.
 *
 * @param index the index among the positions of the entity, from 0
 */
record Position<K extends Comparable<? super K>>(
    Optional<K> scope, long group, @Nullable OrderKey orderKey, @Nullable K key, int index) {

  /** The positions of an entity, one for each of its sort keys. */
  static <K extends Comparable<? super K>, V> List<Position<K>> of(
      EntitySpec<K, V> spec, K key, V entity) {
    List<SortKey> sortKeys = spec.sortKeys(entity);
    if (sortKeys.isEmpty()) {
      return List.of();
    }
    Optional<K> scope = spec.scope(key);
    if (sortKeys.size() == 1) {
      return List.of(at(scope, sortKeys.get(0), key, 0));
    }
    List<Position<K>> positions = new ArrayList<>(sortKeys.size());
    for (int index = 0; index < sortKeys.size(); index++) {
      positions.add(at(scope, sortKeys.get(index), key, index));
    }
    return List.copyOf(positions);
  }

  private static <K extends Comparable<? super K>> Position<K> at(
      Optional<K> scope, SortKey sortKey, K key, int index) {
    return new Position<>(scope, sortKey.group(), sortKey.orderKey(), key, index);
  }

  /** The first position of an entity, if it has one. */
  static <K extends Comparable<? super K>, V> Optional<Position<K>> first(
      EntitySpec<K, V> spec, K key, V entity) {
    List<SortKey> sortKeys = spec.sortKeys(entity);
    return sortKeys.isEmpty()
        ? Optional.empty()
        : Optional.of(at(spec.scope(key), sortKeys.get(0), key, 0));
  }

  /** The position before all of a scope. */
  static <K extends Comparable<? super K>> Position<K> startOf(Optional<K> scope) {
    return startOf(scope, Long.MIN_VALUE);
  }

  /** The position after all of a scope. */
  static <K extends Comparable<? super K>> Position<K> endOf(Optional<K> scope) {
    return startOf(scope, Long.MAX_VALUE);
  }

  /** The position before all of a group. */
  static <K extends Comparable<? super K>> Position<K> startOf(Optional<K> scope, long group) {
    return new Position<>(scope, group, null, null, 0);
  }

  /** Whether both have the same scope and group. */
  boolean isSiblingOf(Position<K> other) {
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
    int byOrderKey = nullFirst(a.orderKey, b.orderKey);
    int byKey = byOrderKey != 0 ? byOrderKey : nullFirst(a.key, b.key);
    return byKey != 0 ? byKey : Integer.compare(a.index, b.index);
  }

  private static <T extends Comparable<? super T>> int nullFirst(@Nullable T a, @Nullable T b) {
    return a != null && b != null ? a.compareTo(b) : Boolean.compare(a != null, b != null);
  }
}
