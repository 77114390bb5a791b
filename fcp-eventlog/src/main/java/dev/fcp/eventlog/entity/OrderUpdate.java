package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.entity.EntityOrder.EntityPositions;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The effect of the change of one entity on the order of a model and on the order terms of its
 * hash. All other entities keep their positions. But if the entity has no stored name, the siblings
 * without one after it get other numbers and therefore other terms, and so do the entities that
 * share its name.
 */
final class OrderUpdate<K extends Comparable<? super K>, V> {

  private final EntityOrder<K, V> before;
  private final EntityOrder<K, V> after;
  private final Hash128 hashDelta;
  private final boolean changesOrder;

  private OrderUpdate(
      EntityOrder<K, V> before, EntityOrder<K, V> after, Hash128 hashDelta, boolean changesOrder) {
    this.before = before;
    this.after = after;
    this.hashDelta = hashDelta;
    this.changesOrder = changesOrder;
  }

  /**
   * Computes the effect of the change of one entity.
   *
   * @param entitiesAfter the entities after the change
   */
  static <K extends Comparable<? super K>, V> OrderUpdate<K, V> of(
      EntityModel<K, V> model,
      K key,
      @Nullable V oldEntity,
      @Nullable V newEntity,
      PersistentMap<K, V> entitiesAfter) {
    return oldEntity != null
            && newEntity != null
            && keepsOrder(model, key, oldEntity, newEntity, entitiesAfter)
        ? new OrderUpdate<>(model.order(), model.order(), Hash128.ZERO, false)
        : new OrderUpdate<>(model, key, oldEntity, newEntity, entitiesAfter);
  }

  /** Whether the entity keeps its positions and its label. */
  private static <K extends Comparable<? super K>, V> boolean keepsOrder(
      EntityModel<K, V> model, K key, V oldEntity, V newEntity, PersistentMap<K, V> entitiesAfter) {
    EntitySpec<K, V> spec = model.spec();
    List<SortKey> sortKeys = spec.sortKeys(oldEntity);
    return sortKeys.equals(spec.sortKeys(newEntity))
        && (sortKeys.isEmpty() || keepsLabel(model, key, oldEntity, newEntity, entitiesAfter));
  }

  private static <K extends Comparable<? super K>, V> boolean keepsLabel(
      EntityModel<K, V> model, K key, V oldEntity, V newEntity, PersistentMap<K, V> entitiesAfter) {
    EntitySpec<K, V> spec = model.spec();
    K nameOwner = spec.nameOwner(key, oldEntity);
    Optional<String> name = spec.storedName(key, oldEntity);
    boolean isLabeledByName =
        name.isPresent() && !model.order().isNameShared(nameOwner, entitiesAfter);
    return nameOwner.equals(spec.nameOwner(key, newEntity))
        && name.equals(spec.storedName(key, newEntity))
        && (isLabeledByName || spec.content(key, oldEntity).equals(spec.content(key, newEntity)));
  }

  private OrderUpdate(
      EntityModel<K, V> model,
      K key,
      @Nullable V oldEntity,
      @Nullable V newEntity,
      PersistentMap<K, V> entitiesAfter) {
    this.before = model.order();
    Optional<EntityPositions<K>> from = EntityPositions.of(model.spec(), key, oldEntity);
    Optional<EntityPositions<K>> to = EntityPositions.of(model.spec(), key, newEntity);
    this.changesOrder = !from.equals(to);
    EntityOrder<K, V> others = changesOrder ? before.with(key, from, Optional.empty()) : before;
    this.after = changesOrder ? others.with(key, Optional.empty(), to) : before;
    if (changesOrder && isUniquelyNamed(from, key) && isUniquelyNamed(to, key)) {
      Hash128 removed =
          insertionHashDelta(others, from, name(model, key, oldEntity), entitiesAfter);
      this.hashDelta =
          insertionHashDelta(others, to, name(model, key, newEntity), entitiesAfter).minus(removed);
    } else {
      this.hashDelta = computeHashDelta(from, to, model.entities(), entitiesAfter);
    }
  }

  private boolean isUniquelyNamed(Optional<EntityPositions<K>> entityPositions, K key) {
    return entityPositions.isEmpty() || before.isUniquelyNamed(entityPositions.get(), key);
  }

  private static <K extends Comparable<? super K>, V> Optional<String> name(
      EntityModel<K, V> model, K key, @Nullable V entity) {
    return entity == null ? Optional.empty() : model.spec().storedName(key, entity);
  }

  private static <K extends Comparable<? super K>, V> Hash128 insertionHashDelta(
      EntityOrder<K, V> others,
      Optional<EntityPositions<K>> target,
      Optional<String> name,
      PersistentMap<K, V> entities) {
    return target
        .map(entityPositions ->
            others.insertionHashDelta(
                entityPositions.positions().get(0), name.orElseThrow(), entities))
        .orElse(Hash128.ZERO);
  }

  /** The order after the change. */
  EntityOrder<K, V> order() {
    return after;
  }

  /** Whether the change affects the order. */
  boolean changesOrder() {
    return changesOrder;
  }

  /** The change of the sum of the order terms. */
  Hash128 hashDelta() {
    return hashDelta;
  }

  private Hash128 computeHashDelta(
      Optional<EntityPositions<K>> from,
      Optional<EntityPositions<K>> to,
      PersistentMap<K, V> entitiesBefore,
      PersistentMap<K, V> entitiesAfter) {
    Set<Position<K>> affected = new HashSet<>();
    for (EntityPositions<K> entityPositions : Stream.concat(from.stream(), to.stream()).toList()) {
      affected.addAll(entityPositions.positions());
      if (changesOrder) {
        entityPositions.positions().forEach(position -> addRenumbered(position, affected));
        affected.addAll(before.positionsSharingName(entityPositions.nameOwner(), entitiesBefore));
        affected.addAll(after.positionsSharingName(entityPositions.nameOwner(), entitiesAfter));
      }
    }
    return sumOfTerms(after, entitiesAfter, affected)
        .minus(sumOfTerms(before, entitiesBefore, affected));
  }

  /**
   * Adds the entities whose number changes because one without a name is inserted at or removed
   * from a position.
   */
  private void addRenumbered(Position<K> position, Set<Position<K>> affected) {
    if (before.isUnnamed(position) || after.isUnnamed(position)) {
      affected.addAll(before.unnamedFrom(position));
    }
  }

  /** The sum of all terms that contain the label of an affected position. */
  private static <K extends Comparable<? super K>, V> Hash128 sumOfTerms(
      EntityOrder<K, V> order, PersistentMap<K, V> entities, Set<Position<K>> affected) {
    Set<Position<K>> terms = new TreeSet<>(Position.<K>comparator());
    for (Position<K> position : affected) {
      if (order.contains(position)) {
        terms.add(position);
      }
      order.after(position).ifPresent(terms::add);
    }
    Hash128 sum = Hash128.ZERO;
    for (Position<K> term : terms) {
      sum = sum.plus(order.term(term, entities));
    }
    return sum;
  }
}
