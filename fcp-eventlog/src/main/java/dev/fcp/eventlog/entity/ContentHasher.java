package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.ContentHash.ScopeHash;
import dev.fcp.eventlog.entity.EntityOrder.PositionedEntity;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the hash of a model in one pass over its entities and one over their order. Because
 * hashes are sums, both passes are split into slices that are summed in parallel.
 */
final class ContentHasher<K extends Comparable<? super K>, V> {

  /** The minimum number of entities for which a parallel task is worthwhile. */
  private static final int MIN_SLICE_SIZE = 1 << 13;

  private final EntityModel<K, V> model;
  private final EntitySpec<K, V> spec;
  private final EntityOrder<K, V> order;

  private final List<PositionedEntity<K, V>> positioned;

  /**
   * Prepares the hash of a model.
   *
   * @param positioned the entities that have positions, in order
   */
  ContentHasher(EntityModel<K, V> model, List<PositionedEntity<K, V>> positioned) {
    this.model = model;
    this.spec = model.spec();
    this.order = model.order();
    this.positioned = positioned;
  }

  ContentHash<K> hash() {
    return hash(MIN_SLICE_SIZE);
  }

  /**
   * The hash, computed in slices of this many entities or positions; the last slices may be
   * shorter.
   */
  ContentHash<K> hash(int sliceSize) {
    Map<K, ScopeHash> scopeHashes = new HashMap<>();
    ScopeHash root = ScopeHash.NONE;
    List<Slice> slices =
        Stream.concat(
                sliceStarts(model.size(), sliceSize)
                    .mapToObj(from -> (Slice) new ContentSlice(from, from + sliceSize)),
                sliceStarts(positioned.size(), sliceSize)
                    .mapToObj(from -> new OrderSlice(from, from + sliceSize)))
            .toList();
    // A single slice of each kind is not worth the threads.
    Stream<Slice> stream = slices.size() > 2 ? slices.parallelStream() : slices.stream();
    for (Slice slice : stream.map(Slice::compute).toList()) {
      root = root.plus(slice.root);
      slice.scopeHashes.forEach(
          (scope, scopeHash) -> scopeHashes.merge(scope, scopeHash, ScopeHash::plus));
    }
    return ContentHash.of(root, scopeHashes, model);
  }

  private static IntStream sliceStarts(int size, int sliceSize) {
    return IntStream.iterate(0, from -> from < size, from -> from + sliceSize);
  }

  /** Sums a part of the terms. The buffers for the bytes of a term are reused. */
  private abstract class Slice {

    final int from;
    final int to;
    final Map<K, ScopeHash> scopeHashes = new HashMap<>();
    final CanonicalBytes term = new CanonicalBytes();
    ScopeHash root = ScopeHash.NONE;

    /** The current scope; its sum so far is in {@code scopeHash}. */
    private Optional<K> scope = Optional.empty();

    private ScopeHash scopeHash = ScopeHash.NONE;

    Slice(int from, int to) {
      this.from = from;
      this.to = to;
    }

    /** Sums all terms of this slice and returns it. */
    final Slice compute() {
      addTerms();
      leaveScope();
      return this;
    }

    abstract void addTerms();

    /** Stores the sum of the current scope and continues with another scope. */
    final void enterScope(Optional<K> next) {
      if (scope.equals(next)) {
        return;
      }
      leaveScope();
      scopeHash = next.isPresent() ? scopeHashes.getOrDefault(next.get(), ScopeHash.NONE) : root;
      scope = next;
    }

    private void leaveScope() {
      if (scope.isPresent()) {
        scopeHashes.put(scope.get(), scopeHash);
      } else {
        root = scopeHash;
      }
    }

    final void addToSum(int countDelta, CanonicalBytes bytes) {
      scopeHash = scopeHash.plus(countDelta, Hash128.of(bytes));
    }

    final void addDerivedContent(Optional<Value> derivedContent) {
      scopeHash = scopeHash.withDerivedContent(derivedContent);
    }
  }

  /** Sums the content terms of entities. */
  private final class ContentSlice extends Slice {

    ContentSlice(int from, int to) {
      super(from, to);
    }

    @Override
    void addTerms() {
      PersistentMap<K, V> entities = model.entities();
      int remaining = to - from;
      for (Map.Entry<K, V> entry : entities.from(entities.entryAt(from).orElseThrow().getKey())) {
        if (remaining-- == 0) {
          return;
        }
        addContent(entry.getKey(), entry.getValue());
      }
    }

    private void addContent(K key, V entity) {
      enterScope(spec.scope(key));
      spec.appendContent(key, entity, Hash128.appendContentPrefix(term.clear()));
      addToSum(1, term);
      Optional<Value> derivedContent = spec.derivedContent(key, entity, model);
      if (derivedContent.isPresent()) {
        enterScope(Optional.of(key));
        addDerivedContent(derivedContent);
      }
    }
  }

  /** Sums the order terms: of each entity with its predecessor. */
  private final class OrderSlice extends Slice {

    private CanonicalBytes previousLabel = new CanonicalBytes();
    private CanonicalBytes label = new CanonicalBytes();
    private @Nullable Position<K> previous;

    /** The number of siblings without a stored name before the next entity. */
    private int unnamedCount;

    OrderSlice(int from, int to) {
      super(from, to);
    }

    @Override
    void addTerms() {
      if (from > 0) {
        startAfter(positioned.get(from - 1));
      }
      for (int i = from; i < Math.min(to, positioned.size()); i++) {
        addTerm(positioned.get(i));
      }
    }

    /** Continues after the last entity of the previous slice. */
    private void startAfter(PositionedEntity<K, V> last) {
      unnamedCount = order.unnamedCountBefore(last.position());
      unnamedCount += appendLabel(last, unnamedCount, previousLabel) ? 1 : 0;
      previous = last.position();
    }

    private void addTerm(PositionedEntity<K, V> entity) {
      Position<K> position = entity.position();
      boolean first = previous == null || !previous.isSiblingOf(position);
      unnamedCount = first ? 0 : unnamedCount;
      unnamedCount += appendLabel(entity, unnamedCount, label.clear()) ? 1 : 0;
      Hash128.appendOrderPrefix(term.clear());
      (first ? term.absent() : term.append(previousLabel)).append(label);
      enterScope(position.scope());
      addToSum(0, term);
      previous = position;
      CanonicalBytes spare = previousLabel;
      previousLabel = label;
      label = spare;
    }

    /**
     * Appends the bytes of {@link EntityOrder#label}; returns whether the entity has no stored
     * name.
     */
    private boolean appendLabel(PositionedEntity<K, V> labeled, int number, CanonicalBytes bytes) {
      Position<K> position = labeled.position();
      K key = labeled.key();
      V entity = labeled.entity();
      Optional<String> name = spec.storedName(key, entity);
      if (name.isPresent() && order.repeatedNames().containsKey(spec.nameOwner(key, entity))) {
        bytes.value(order.label(position, model.entities()));
        return false;
      }
      if (position.index() > 0) {
        bytes.sequence(2);
      }
      if (name.isPresent()) {
        bytes.text(name.get());
      } else {
        spec.appendContent(key, entity, bytes.sequence(2));
        bytes.integer(number);
      }
      if (position.index() > 0) {
        bytes.integer(position.index());
      }
      return name.isEmpty();
    }
  }
}
