package dev.fcp.eventlog.history;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A step in the tree of a {@link History}.
 *
 * @param loader reads the step; null if the step is unknown
 * @param depth the number of steps from the base up to and including this one
 * @param jump a more distant ancestor, chosen so that any ancestor can be reached in O(log depth)
 *     (Myers, "An applicative random-access stack", 1983)
 */
record HistoryNode<E>(
    StepId id,
    @Nullable Supplier<Step<E>> loader,
    int depth,
    @Nullable HistoryNode<E> parent,
    @Nullable HistoryNode<E> jump) {

  static <E> HistoryNode<E> childOf(
      @Nullable HistoryNode<E> parent, StepId id, Supplier<Step<E>> loader) {
    return new HistoryNode<>(id, loader, depthOf(parent) + 1, parent, jumpFrom(parent));
  }

  /** A node of which only the step id is known. */
  static <E> HistoryNode<E> unknown(StepId id) {
    return new HistoryNode<>(id, null, 0, null, null);
  }

  @Nullable Step<E> step() {
    return loader == null ? null : loader.get();
  }

  /** The ancestor of a node at a depth; the node itself if its depth is not greater. */
  static <E> @Nullable HistoryNode<E> ancestorAt(@Nullable HistoryNode<E> node, int depth) {
    HistoryNode<E> current = node;
    while (current != null && current.depth() > depth) {
      current = depthOf(current.jump()) >= depth ? current.jump() : current.parent();
    }
    return current;
  }

  static int depthOf(@Nullable HistoryNode<?> node) {
    return node == null ? 0 : node.depth;
  }

  static HistoryPoint pointOf(@Nullable HistoryNode<?> node) {
    return node == null ? HistoryPoint.BASE : HistoryPoint.after(node.id());
  }

  private static <E> @Nullable HistoryNode<E> jumpFrom(@Nullable HistoryNode<E> parent) {
    if (parent == null || parent.jump == null) {
      return parent;
    }
    int first = parent.depth - parent.jump.depth;
    int second = parent.jump.depth - depthOf(parent.jump.jump);
    return first == second ? parent.jump.jump : parent;
  }
}
