package dev.fcp.eventlog.entity;

import com.google.common.base.Suppliers;
import dev.fcp.eventlog.entity.EntityOrder.PositionedEntity;
import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds a model from many entities. Everything except the entities is computed on demand. */
final class ModelBuilder<K extends Comparable<? super K>, V> {

  private final EntitySpec<K, V> spec;
  private final PersistentMap<K, V> entities;
  private final Supplier<Map<K, List<Reference<K>>>> references =
      Suppliers.memoize(this::outgoingReferences);

  /** Used for both the order and the hash; discarded after the hash was computed. */
  private @Nullable List<PositionedEntity<K, V>> positioned;

  private ModelBuilder(EntitySpec<K, V> spec, PersistentMap<K, V> entities) {
    this.spec = spec;
    this.entities = entities;
  }

  /**
   * Checks entities in any order.
   *
   * @throws IllegalArgumentException if they are not a model
   */
  static <K extends Comparable<? super K>, V> ModelBuilder<K, V> checked(
      EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
    List<Map.Entry<K, V>> sorted = copy(entities);
    sorted.sort(Map.Entry.comparingByKey(Comparator.<K>naturalOrder()));
    ModelBuilder<K, V> builder =
        unchecked(spec, PersistentMap.ofSorted(Comparator.<K>naturalOrder(), sorted));
    builder.requireScopes(sorted);
    builder.requireAcyclic();
    return builder;
  }

  /** The builder for entities that are known to be a model. */
  static <K extends Comparable<? super K>, V> ModelBuilder<K, V> unchecked(
      EntitySpec<K, V> spec, PersistentMap<K, V> entities) {
    return new ModelBuilder<>(spec, entities);
  }

  private static <T> List<T> copy(Iterable<T> all) {
    if (all instanceof Collection<T> collection) {
      return new ArrayList<>(collection);
    }
    List<T> copy = new ArrayList<>();
    all.forEach(copy::add);
    return copy;
  }

  private Map<K, List<Reference<K>>> outgoingReferences() {
    Map<K, List<Reference<K>>> found = new HashMap<>();
    for (Map.Entry<K, V> entry : entities) {
      List<Reference<K>> outgoing = spec.referencesOf(entry.getKey(), entry.getValue());
      if (!outgoing.isEmpty()) {
        found.put(entry.getKey(), outgoing);
      }
    }
    return found;
  }

  private void requireScopes(List<Map.Entry<K, V>> sorted) {
    Optional<K> lastScope = Optional.empty();
    for (Map.Entry<K, V> entry : sorted) {
      Optional<K> scope = spec.scope(entry.getKey());
      if (scope.isPresent() && !scope.equals(lastScope) && !entities.containsKey(scope.get())) {
        throw new IllegalArgumentException(
            spec.ref(entry.getKey()) + " is in " + spec.ref(scope.get()) + ", which is missing");
      }
      lastScope = scope;
    }
  }

  EntitySpec<K, V> spec() {
    return spec;
  }

  PersistentMap<K, V> entities() {
    return entities;
  }

  EntityOrder<K, V> order() {
    return EntityOrder.of(spec, positioned());
  }

  private synchronized List<PositionedEntity<K, V>> positioned() {
    List<PositionedEntity<K, V>> inOrder =
        positioned == null ? PositionedEntity.inOrder(spec, entities) : positioned;
    positioned = inOrder;
    return inOrder;
  }

  private synchronized void discardPositioned() {
    positioned = null;
  }

  ReferenceIndex<K> references() {
    return ReferenceIndex.of(references.get());
  }

  /**
   * Repeatedly removes entities without open references (topological sort); the rest form cycles.
   */
  private void requireAcyclic() {
    Map<K, Integer> openTargetCounts = new HashMap<>();
    Map<K, List<K>> referrers = new HashMap<>();
    Map<K, List<Reference<K>>> all = references.get();
    all.forEach((key, outgoing) -> {
      for (Reference<K> reference : outgoing) {
        if (reference.acyclic() && all.containsKey(reference.target())) {
          openTargetCounts.merge(key, 1, Integer::sum);
          referrers.computeIfAbsent(reference.target(), target -> new ArrayList<>()).add(key);
        }
      }
    });
    Deque<K> done = new ArrayDeque<>();
    all.keySet().stream().filter(key -> !openTargetCounts.containsKey(key)).forEach(done::push);
    while (!done.isEmpty()) {
      for (K key : referrers.getOrDefault(done.pop(), List.of())) {
        if (openTargetCounts.merge(key, -1, Integer::sum) == 0) {
          openTargetCounts.remove(key);
          done.push(key);
        }
      }
    }
    if (!openTargetCounts.isEmpty()) {
      K first = openTargetCounts.keySet().stream().min(Comparator.<K>naturalOrder()).orElseThrow();
      throw new IllegalArgumentException(spec.ref(first) + " reaches itself, or one that does");
    }
  }

  DerivedIndex<K, V> derivedIndex() {
    return spec.emptyDerivedIndex().withAll(entities);
  }

  KindCounts kindCounts() {
    Map<String, Integer> counts = new HashMap<>();
    for (V entity : entities.values()) {
      spec.countedAs(entity).ifPresent(name -> counts.merge(name, 1, Integer::sum));
    }
    return new KindCounts(PersistentMap.copyOf(counts));
  }

  /** The hash of the model made from this builder. */
  ContentHash<K> hash(EntityModel<K, V> model) {
    ContentHash<K> hash = new ContentHasher<>(model, positioned()).hash();
    discardPositioned();
    return hash;
  }
}
