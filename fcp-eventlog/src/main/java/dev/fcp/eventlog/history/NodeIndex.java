package dev.fcp.eventlog.history;

import dev.fcp.eventlog.persistent.PersistentMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a {@link History} by step id; immutable. The last ones are kept apart, so that a new
 * step copies a small array instead of a path of the large tree.
 *
 * @param older all nodes but the recent ones
 * @param recent at most {@value #MAX_RECENT} nodes
 */
record NodeIndex<E>(
    PersistentMap<StepId, HistoryNode<E>> older, PersistentMap<StepId, HistoryNode<E>> recent) {

  private static final int MAX_RECENT = 16;

  static <E> NodeIndex<E> of(PersistentMap<StepId, HistoryNode<E>> nodes) {
    return new NodeIndex<>(nodes, PersistentMap.empty());
  }

  @Nullable HistoryNode<E> get(StepId id) {
    HistoryNode<E> node = recent.get(id);
    return node == null ? older.get(id) : node;
  }

  /** This index with a node whose step id it does not contain. */
  NodeIndex<E> with(HistoryNode<E> node) {
    return recent.size() < MAX_RECENT
        ? new NodeIndex<>(older, recent.with(node.id(), node))
        : of(older.withAll(recent)).with(node);
  }
}
