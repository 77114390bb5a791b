package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.ContentHash.Part;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the hash of a model in one pass over its entities and one over their order. The bytes under
 * each term are written into buffers that are used again and again.
 */
final class HashFromScratch<K extends Comparable<? super K>, V> {

  private final EntityModel<K, V> model;
  private final EntitySpec<K, V> spec;
  private final EntityRows<K, V> rows;
  private final Map<K, Part> parts = new HashMap<>();
  private final CanonicalBytes term = new CanonicalBytes();

  /** The scope whose part is being summed up, and that part. */
  private Optional<K> scope = Optional.empty();

  private Part part = Part.NONE;
  private Part root = Part.NONE;

  HashFromScratch(EntityModel<K, V> model) {
    this.model = model;
    this.spec = model.spec();
    this.rows = model.rows();
  }

  ContentHash<K> hash() {
    for (Map.Entry<K, V> entry : model.entities()) {
      addContent(entry.getKey(), entry.getValue());
    }
    addNeighbours();
    leave();
    return ContentHash.of(root, parts, model);
  }

  private void addContent(K key, V entity) {
    enter(spec.scope(key));
    spec.addContent(key, entity, Hash128.contentHead(term.clear()));
    part = part.plus(1, Hash128.of(term));
    Optional<Value> frame = spec.frame(key, entity, model);
    if (frame.isPresent()) {
      enter(Optional.of(key));
      part = part.withFrame(frame);
    }
  }

  /** Puts the part away that was summed up so far, and goes on with another. */
  private void enter(Optional<K> other) {
    if (scope.equals(other)) {
      return;
    }
    leave();
    part = other.isPresent() ? parts.getOrDefault(other.get(), Part.NONE) : root;
    scope = other;
  }

  private void leave() {
    if (scope.isPresent()) {
      parts.put(scope.get(), part);
    } else {
      root = part;
    }
  }

  private void addNeighbours() {
    CanonicalBytes before = new CanonicalBytes();
    CanonicalBytes own = new CanonicalBytes();
    @Nullable Position<K> previous = null;
    int unnamed = 0;
    for (Position<K> position : rows.all().keys()) {
      boolean first = previous == null || !previous.isBeside(position);
      unnamed = first ? 0 : unnamed;
      unnamed += addMark(position, unnamed, own.clear()) ? 1 : 0;
      Hash128.neighboursHead(term.clear());
      (first ? term.absent() : term.plus(before)).plus(own);
      enter(position.scope());
      part = part.plus(0, Hash128.of(term));
      previous = position;
      CanonicalBytes free = before;
      before = own;
      own = free;
    }
  }

  /** Adds the bytes of {@link EntityRows#mark}; whether the file holds no name for the entity. */
  private boolean addMark(Position<K> position, int number, CanonicalBytes bytes) {
    K key = Objects.requireNonNull(position.key());
    V entity = model.find(key).orElseThrow();
    if (spec.storedName(key, entity).isPresent()) {
      bytes.value(rows.mark(position, model.entities()));
      return false;
    }
    if (position.part() > 0) {
      bytes.sequence(2);
    }
    spec.addContent(key, entity, bytes.sequence(2));
    bytes.whole(number);
    if (position.part() > 0) {
      bytes.whole(position.part());
    }
    return true;
  }
}
