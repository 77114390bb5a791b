package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds a model of many entities at once; nothing in it is taken from another model. */
final class ModelBuilder<K extends Comparable<? super K>, V> {

  private final EntitySpec<K, V> spec;
  private final List<Map.Entry<K, V>> sorted = new ArrayList<>();

  ModelBuilder(EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
    this.spec = spec;
    entities.forEach(entry -> sorted.add(Map.entry(entry.getKey(), entry.getValue())));
    sorted.sort(Map.Entry.comparingByKey(Comparator.<K>naturalOrder()));
  }

  PersistentMap<K, V> entities() {
    return PersistentMap.ofSorted(Comparator.<K>naturalOrder(), sorted);
  }

  EntityRows<K, V> rows() {
    return EntityRows.of(spec, sorted);
  }

  References<K> references() {
    Map<K, List<Reference<K>>> references = new HashMap<>();
    for (Map.Entry<K, V> entry : sorted) {
      List<Reference<K>> made = spec.referencesOf(entry.getKey(), entry.getValue());
      if (!made.isEmpty()) {
        references.put(entry.getKey(), made);
      }
    }
    requireNoCircle(references);
    return References.of(references);
  }

  /** Takes away those that nothing leads up from any more; what is left would be a circle. */
  private void requireNoCircle(Map<K, List<Reference<K>>> references) {
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
    return spec.derived().withAll(sorted);
  }

  PersistentMap<String, Integer> counts() {
    Map<String, Integer> counts = new HashMap<>();
    for (Map.Entry<K, V> entry : sorted) {
      spec.counted(entry.getValue()).ifPresent(name -> counts.merge(name, 1, Integer::sum));
    }
    return PersistentMap.copyOf(counts);
  }

  /** The hash of the model that holds what was built here. */
  ContentHash<K> hash(EntityModel<K, V> model) {
    Map<Optional<K>, ContentHash.Part> parts = new HashMap<>();
    for (Map.Entry<K, V> entry : sorted) {
      Optional<K> scope = spec.scope(entry.getKey());
      if (scope.isPresent() && !model.contains(scope.get())) {
        throw new IllegalArgumentException(
            spec.ref(entry.getKey()) + " is in " + spec.ref(scope.get()) + ", which is missing");
      }
      Hash128 term = Hash128.ofContent(spec.content(entry.getKey(), entry.getValue()));
      parts.merge(scope, new ContentHash.Part(1, term, Optional.empty()), ModelBuilder::sum);
      spec.frame(entry.getKey(), entry.getValue(), model)
          .map(frame -> ContentHash.Part.NONE.withFrame(Optional.of(frame)))
          .ifPresent(own -> parts.merge(Optional.of(entry.getKey()), own, ModelBuilder::sum));
    }
    addNeighbours(model, parts);
    ContentHash.Part root = parts.remove(Optional.<K>empty());
    Map<K, ContentHash.Part> scopes = new HashMap<>();
    parts.forEach((scope, part) -> scopes.put(scope.orElseThrow(), part));
    return ContentHash.of(root == null ? ContentHash.Part.NONE : root, scopes, model);
  }

  private void addNeighbours(EntityModel<K, V> model, Map<Optional<K>, ContentHash.Part> parts) {
    @Nullable Position<K> previous = null;
    Optional<Value> mark = Optional.empty();
    for (Map.Entry<Position<K>, K> entry : model.rows().all()) {
      Position<K> position = entry.getKey();
      Optional<Value> before =
          previous != null && previous.isBeside(position) ? mark : Optional.empty();
      Value own = model.rows().mark(position, model.entities());
      Hash128 term = Hash128.ofNeighbours(before, own);
      parts.merge(
          position.scope(), new ContentHash.Part(0, term, Optional.empty()), ModelBuilder::sum);
      previous = position;
      mark = Optional.of(own);
    }
  }

  private static ContentHash.Part sum(ContentHash.Part a, ContentHash.Part b) {
    return new ContentHash.Part(
        a.count() + b.count(), a.sum().plus(b.sum()), a.frame().or(b::frame));
  }
}
