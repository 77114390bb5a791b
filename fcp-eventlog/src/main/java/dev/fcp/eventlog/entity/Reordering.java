package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the change of one entity does to the order of a model and to the neighbourhood terms of its
 * hash. An entity that changes its place, or the name its neighbours know it by, leaves its old
 * neighbours and joins new ones; all others keep their places.
 */
final class Reordering<K extends Comparable<? super K>, V> {

  private final EntityModel<K, V> model;
  private PersistentMap<Position<K>, K> order;
  private Hash128 difference = Hash128.ZERO;

  Reordering(EntityModel<K, V> model, K key, @Nullable V old, @Nullable V entity) {
    this.model = model;
    this.order = model.order();
    Optional<Position<K>> from = position(key, old);
    Optional<Position<K>> to = position(key, entity);
    if (!from.equals(to) || (from.isPresent() && !sameMark(key, old, entity))) {
      from.ifPresent(place -> leave(place, model.mark(key, present(old))));
      to.ifPresent(place -> join(place, key, model.mark(key, present(entity))));
    }
  }

  /** The order after the change. */
  PersistentMap<Position<K>, K> order() {
    return order;
  }

  /** What comes to the sum of neighbourhood terms. */
  Hash128 difference() {
    return difference;
  }

  private Optional<Position<K>> position(K key, @Nullable V entity) {
    return entity == null ? Optional.empty() : Position.of(model.spec(), key, entity);
  }

  private boolean sameMark(K key, @Nullable V old, @Nullable V entity) {
    return model.mark(key, present(old)).equals(model.mark(key, present(entity)));
  }

  private static <V> V present(@Nullable V entity) {
    if (entity == null) {
      throw new IllegalStateException("an entity that has a place is there");
    }
    return entity;
  }

  private void leave(Position<K> place, Value mark) {
    order = order.without(place);
    Optional<Value> before = neighbour(order.lower(place), place);
    Optional<Value> behind = neighbour(order.higher(place), place);
    difference = difference.minus(Hash128.ofNeighbours(before, mark));
    behind.ifPresent(
        next ->
            difference =
                difference
                    .minus(Hash128.ofNeighbours(Optional.of(mark), next))
                    .plus(Hash128.ofNeighbours(before, next)));
  }

  private void join(Position<K> place, K key, Value mark) {
    Optional<Value> before = neighbour(order.lower(place), place);
    Optional<Value> behind = neighbour(order.higher(place), place);
    order = order.with(place, key);
    difference = difference.plus(Hash128.ofNeighbours(before, mark));
    behind.ifPresent(
        next ->
            difference =
                difference
                    .minus(Hash128.ofNeighbours(before, next))
                    .plus(Hash128.ofNeighbours(Optional.of(mark), next)));
  }

  private Optional<Value> neighbour(Optional<Map.Entry<Position<K>, K>> entry, Position<K> place) {
    return entry
        .filter(found -> found.getKey().isBeside(place))
        .map(found -> model.mark(found.getValue(), model.find(found.getValue()).orElseThrow()));
  }
}
