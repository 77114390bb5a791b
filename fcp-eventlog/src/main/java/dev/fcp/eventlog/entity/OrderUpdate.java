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
 *
 * @param order the order after the change
 * @param hashDelta the change of the sum of the order terms
 * @param changesOrder whether the change affects the order
 */
record OrderUpdate<K extends Comparable<? super K>, V>(
    EntityOrder<K, V> order, Hash128 hashDelta, boolean changesOrder) {

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
        ? new OrderUpdate<>(model.order(), Hash128.ZERO, false)
        : computed(model, key, oldEntity, newEntity, entitiesAfter);
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

  private static <K extends Comparable<? super K>, V> OrderUpdate<K, V> computed(
      EntityModel<K, V> model,
      K key,
      @Nullable V oldEntity,
      @Nullable V newEntity,
      PersistentMap<K, V> entitiesAfter) {
    EntityOrder<K, V> before = model.order();
    Optional<EntityPositions<K>> from = EntityPositions.of(model.spec(), key, oldEntity);
    Optional<EntityPositions<K>> to = EntityPositions.of(model.spec(), key, newEntity);
    if (from.equals(to)) {
      Set<Position<K>> affected = new HashSet<>();
      from.ifPresent(same -> affected.addAll(same.positions()));
      Hash128 hashDelta =
          sumOfTerms(before, entitiesAfter, affected)
              .minus(sumOfTerms(before, model.entities(), affected));
      return new OrderUpdate<>(before, hashDelta, false);
    }
    EntityOrder<K, V> others = before.with(key, from, Optional.empty());
    EntityOrder<K, V> after = others.with(key, Optional.empty(), to);
    if (isUniquelyNamed(before, from, key) && isUniquelyNamed(before, to, key)) {
      Hash128 removed =
          insertionHashDelta(others, from, name(model, key, oldEntity), entitiesAfter);
      Hash128 inserted = insertionHashDelta(others, to, name(model, key, newEntity), entitiesAfter);
      return new OrderUpdate<>(after, inserted.minus(removed), true);
    }
    Set<Position<K>> affected = new HashSet<>();
    for (EntityPositions<K> moved : Stream.concat(from.stream(), to.stream()).toList()) {
      affected.addAll(moved.positions());
      for (Position<K> position : moved.positions()) {
        // Siblings without a name are renumbered if one is inserted or removed before them.
        if (before.isUnnamed(position) || after.isUnnamed(position)) {
          affected.addAll(before.unnamedFrom(position));
        }
      }
      affected.addAll(before.positionsSharingName(moved.nameOwner(), model.entities()));
      affected.addAll(after.positionsSharingName(moved.nameOwner(), entitiesAfter));
    }
    Hash128 hashDelta =
        sumOfTerms(after, entitiesAfter, affected)
            .minus(sumOfTerms(before, model.entities(), affected));
    return new OrderUpdate<>(after, hashDelta, true);
  }

  private static <K extends Comparable<? super K>> boolean isUniquelyNamed(
      EntityOrder<K, ?> order, Optional<EntityPositions<K>> entityPositions, K key) {
    return entityPositions.isEmpty() || order.isUniquelyNamed(entityPositions.get(), key);
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
