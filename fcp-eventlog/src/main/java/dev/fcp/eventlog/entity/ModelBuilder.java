package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.entity.EntityRows.Placed;
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
 * Builds a model of many entities at once; nothing in it is taken from another model. What a model
 * cannot be without is found when the builder is made, all else when it is asked for.
 */
final class ModelBuilder<K extends Comparable<? super K>, V> {

  private final EntitySpec<K, V> spec;
  private final PersistentMap<K, V> entities;
  private final Map<K, List<Reference<K>>> references = new HashMap<>();

  /** Both the rows and the hash are made of these; kept until they are. */
  private @Nullable List<Placed<K, V>> placed;

  ModelBuilder(EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
    this.spec = spec;
    List<Map.Entry<K, V>> sorted = copy(entities);
    sorted.sort(Map.Entry.comparingByKey(Comparator.<K>naturalOrder()));
    this.entities = PersistentMap.ofSorted(Comparator.<K>naturalOrder(), sorted);
    sorted.forEach(this::addReferences);
    requireScopes(sorted);
    requireNoCircle();
  }

  private static <T> List<T> copy(Iterable<T> all) {
    if (all instanceof Collection<T> some) {
      return new ArrayList<>(some);
    }
    List<T> copy = new ArrayList<>();
    all.forEach(copy::add);
    return copy;
  }

  private void addReferences(Map.Entry<K, V> entry) {
    List<Reference<K>> made = spec.referencesOf(entry.getKey(), entry.getValue());
    if (!made.isEmpty()) {
      references.put(entry.getKey(), made);
    }
  }

  private void requireScopes(List<Map.Entry<K, V>> sorted) {
    Optional<K> found = Optional.empty();
    for (Map.Entry<K, V> entry : sorted) {
      Optional<K> scope = spec.scope(entry.getKey());
      if (scope.isPresent() && !scope.equals(found) && !entities.containsKey(scope.get())) {
        throw new IllegalArgumentException(
            spec.ref(entry.getKey()) + " is in " + spec.ref(scope.get()) + ", which is missing");
      }
      found = scope;
    }
  }

  EntitySpec<K, V> spec() {
    return spec;
  }

  PersistentMap<K, V> entities() {
    return entities;
  }

  EntityRows<K, V> rows() {
    return EntityRows.of(spec, placed());
  }

  private synchronized List<Placed<K, V>> placed() {
    List<Placed<K, V>> inOrder = placed == null ? Placed.inOrder(spec, entities) : placed;
    placed = inOrder;
    return inOrder;
  }

  private synchronized void forgetPlaced() {
    placed = null;
  }

  References<K> references() {
    return References.of(references);
  }

  /** Takes away those that nothing leads up from any more; what is left would be a circle. */
  private void requireNoCircle() {
    Map<K, Integer> above = new HashMap<>();
    Map<K, List<K>> below = new HashMap<>();
    references.forEach((key, made) -> {
      for (Reference<K> reference : made) {
        if (reference.acyclic() && references.containsKey(reference.target())) {
          above.merge(key, 1, Integer::sum);
          below.computeIfAbsent(reference.target(), target -> new ArrayList<>()).add(key);
        }
      }
    });
    Deque<K> done = new ArrayDeque<>();
    references.keySet().stream().filter(key -> !above.containsKey(key)).forEach(done::push);
    while (!done.isEmpty()) {
      for (K key : below.getOrDefault(done.pop(), List.of())) {
        if (above.merge(key, -1, Integer::sum) == 0) {
          above.remove(key);
          done.push(key);
        }
      }
    }
    if (!above.isEmpty()) {
      K first = above.keySet().stream().min(Comparator.<K>naturalOrder()).orElseThrow();
      throw new IllegalArgumentException(spec.ref(first) + " reaches itself, or one that does");
    }
  }

  Derived<K, V> derived() {
    return spec.derived().withAll(entities);
  }

  Tally tally() {
    Map<String, Integer> counts = new HashMap<>();
    for (V entity : entities.values()) {
      spec.counted(entity).ifPresent(name -> counts.merge(name, 1, Integer::sum));
    }
    return new Tally(PersistentMap.copyOf(counts));
  }

  /** The hash of the model that holds what was built here. */
  ContentHash<K> hash(EntityModel<K, V> model) {
    ContentHash<K> hash = new HashFromScratch<>(model, placed()).hash();
    forgetPlaced();
    return hash;
  }
}
