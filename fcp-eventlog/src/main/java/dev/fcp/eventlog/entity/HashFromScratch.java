package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.ContentHash.Part;
import dev.fcp.eventlog.entity.EntityRows.Placed;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the hash of a model in one pass over its entities and one over their order. Hashes are
 * sums, so both passes are cut into stretches, which are summed up side by side.
 */
final class HashFromScratch<K extends Comparable<? super K>, V> {

  /** A stretch is worth a task of its own from so many entities on. */
  private static final int LEAST = 1 << 13;

  private final EntityModel<K, V> model;
  private final EntitySpec<K, V> spec;
  private final EntityRows<K, V> rows;

  private final List<Placed<K, V>> placed;

  /**
   * The hash of a model.
   *
   * @param placed its entities that have places, in order
   */
  HashFromScratch(EntityModel<K, V> model, List<Placed<K, V>> placed) {
    this.model = model;
    this.spec = model.spec();
    this.rows = model.rows();
    this.placed = placed;
  }

  ContentHash<K> hash() {
    return hash(LEAST);
  }

  /** The hash from stretches of this many entities or places; the last ones may be shorter. */
  ContentHash<K> hash(int length) {
    Map<K, Part> parts = new HashMap<>();
    Part root = Part.NONE;
    List<Stretch> stretches =
        Stream.concat(
                starts(model.size(), length)
                    .mapToObj(from -> (Stretch) new Contents(from, from + length)),
                starts(placed.size(), length).mapToObj(from -> new Neighbours(from, from + length)))
            .toList();
    // One stretch of each kind is not worth the threads.
    Stream<Stretch> some = stretches.size() > 2 ? stretches.parallelStream() : stretches.stream();
    for (Stretch stretch : some.map(Stretch::summed).toList()) {
      root = root.plus(stretch.root);
      stretch.parts.forEach((scope, part) -> parts.merge(scope, part, Part::plus));
    }
    return ContentHash.of(root, parts, model);
  }

  private static IntStream starts(int size, int length) {
    return IntStream.iterate(0, from -> from < size, from -> from + length);
  }

  /**
   * Some of the terms of the sum. The bytes under each term are written into buffers that are used
   * again and again.
   */
  private abstract class Stretch {

    final Map<K, Part> parts = new HashMap<>();
    final CanonicalBytes term = new CanonicalBytes();
    Part root = Part.NONE;

    /** The scope whose part is being summed up, and that part. */
    private Optional<K> scope = Optional.empty();

    private Part part = Part.NONE;

    /** This stretch, when all of its terms are summed up. */
    final Stretch summed() {
      addAll();
      leave();
      return this;
    }

    abstract void addAll();

    /** Puts the part away that was summed up so far, and goes on with another. */
    final void enter(Optional<K> other) {
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

    final void add(int more, CanonicalBytes bytes) {
      part = part.plus(more, Hash128.of(bytes));
    }

    final void addFrame(Optional<Value> frame) {
      part = part.withFrame(frame);
    }
  }

  /** The terms of the contents of entities. */
  private final class Contents extends Stretch {

    private final int from;
    private final int to;

    Contents(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    void addAll() {
      PersistentMap<K, V> entities = model.entities();
      int left = to - from;
      for (Map.Entry<K, V> entry : entities.from(entities.at(from).orElseThrow().getKey())) {
        if (left-- == 0) {
          return;
        }
        addContent(entry.getKey(), entry.getValue());
      }
    }

    private void addContent(K key, V entity) {
      enter(spec.scope(key));
      spec.addContent(key, entity, Hash128.contentHead(term.clear()));
      add(1, term);
      Optional<Value> frame = spec.frame(key, entity, model);
      if (frame.isPresent()) {
        enter(Optional.of(key));
        addFrame(frame);
      }
    }
  }

  /** The terms of entities and those they stand behind. */
  private final class Neighbours extends Stretch {

    private final int from;
    private final int to;
    private CanonicalBytes before = new CanonicalBytes();
    private CanonicalBytes own = new CanonicalBytes();
    private @Nullable Position<K> previous;

    /** How many entities without a name of the same row stand before the next one. */
    private int unnamed;

    Neighbours(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    void addAll() {
      if (from > 0) {
        begin(placed.get(from - 1));
      }
      for (int i = from; i < Math.min(to, placed.size()); i++) {
        addTerm(placed.get(i));
      }
    }

    /** Goes on behind a place that belongs to the stretch before. */
    private void begin(Placed<K, V> last) {
      unnamed = rows.unnamedBefore(last.position());
      unnamed += addMark(last, unnamed, before) ? 1 : 0;
      previous = last.position();
    }

    private void addTerm(Placed<K, V> one) {
      Position<K> position = one.position();
      boolean first = previous == null || !previous.isBeside(position);
      unnamed = first ? 0 : unnamed;
      unnamed += addMark(one, unnamed, own.clear()) ? 1 : 0;
      Hash128.neighboursHead(term.clear());
      (first ? term.absent() : term.plus(before)).plus(own);
      enter(position.scope());
      add(0, term);
      previous = position;
      CanonicalBytes free = before;
      before = own;
      own = free;
    }

    /** Adds the bytes of {@link EntityRows#mark}; whether the file holds no name for the entity. */
    private boolean addMark(Placed<K, V> one, int number, CanonicalBytes bytes) {
      Position<K> position = one.position();
      K key = one.key();
      V entity = one.entity();
      Optional<String> name = spec.storedName(key, entity);
      if (name.isPresent() && rows.repeats().containsKey(spec.namesake(key, entity))) {
        bytes.value(rows.mark(position, model.entities()));
        return false;
      }
      if (position.part() > 0) {
        bytes.sequence(2);
      }
      if (name.isPresent()) {
        bytes.text(name.get());
      } else {
        spec.addContent(key, entity, bytes.sequence(2));
        bytes.whole(number);
      }
      if (position.part() > 0) {
        bytes.whole(position.part());
      }
      return name.isEmpty();
    }
  }
}
