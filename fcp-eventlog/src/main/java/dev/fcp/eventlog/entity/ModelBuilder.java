package dev.fcp.eventlog.entity;

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
import org.jspecify.annotations.Nullable;

/**
 * Builds a model from many entities. The constructor checks the entities; everything else is
 * computed on demand.
 */
final class ModelBuilder<K extends Comparable<? super K>, V> {

  private final EntitySpec<K, V> spec;
  private final PersistentMap<K, V> entities;
  private final Map<K, List<Reference<K>>> references = new HashMap<>();

  /** Used for both the order and the hash; discarded after the hash was computed. */
  private @Nullable List<PositionedEntity<K, V>> positioned;

  ModelBuilder(EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
    this.spec = spec;
    List<Map.Entry<K, V>> sorted = copy(entities);
    sorted.sort(Map.Entry.comparingByKey(Comparator.<K>naturalOrder()));
    this.entities = PersistentMap.ofSorted(Comparator.<K>naturalOrder(), sorted);
    sorted.forEach(this::addReferences);
    requireScopes(sorted);
    requireAcyclic();
  }

  private static <T> List<T> copy(Iterable<T> all) {
    if (all instanceof Collection<T> collection) {
      return new ArrayList<>(collection);
    }
    List<T> copy = new ArrayList<>();
    all.forEach(copy::add);
    return copy;
  }

  private void addReferences(Map.Entry<K, V> entry) {
    List<Reference<K>> outgoing = spec.referencesOf(entry.getKey(), entry.getValue());
    if (!outgoing.isEmpty()) {
      references.put(entry.getKey(), outgoing);
    }
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
    return ReferenceIndex.of(references);
  }

  /**
   * Repeatedly removes entities without open references (topological sort); the rest form cycles.
   */
  private void requireAcyclic() {
    Map<K, Integer> openTargetCounts = new HashMap<>();
    Map<K, List<K>> referrers = new HashMap<>();
    references.forEach((key, outgoing) -> {
      for (Reference<K> reference : outgoing) {
        if (reference.acyclic() && references.containsKey(reference.target())) {
          openTargetCounts.merge(key, 1, Integer::sum);
          referrers.computeIfAbsent(reference.target(), target -> new ArrayList<>()).add(key);
        }
      }
    });
    Deque<K> done = new ArrayDeque<>();
    references.keySet().stream()
        .filter(key -> !openTargetCounts.containsKey(key))
        .forEach(done::push);
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
