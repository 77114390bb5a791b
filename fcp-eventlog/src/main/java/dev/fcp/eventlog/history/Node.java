package dev.fcp.eventlog.history;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A step in the tree of a {@link History}.
 *
 * @param content gives the step; null if it is no longer known
 * @param depth how many steps lead to the state after it, itself included
 * @param jump an ancestor further up; the distances make any ancestor reachable in O(log depth)
 *     (Myers, "An applicative random-access stack", 1983)
 */
record Node<E>(
    StepId id,
    @Nullable Supplier<Step<E>> content,
    int depth,
    @Nullable Node<E> parent,
    @Nullable Node<E> jump) {

  static <E> Node<E> below(@Nullable Node<E> parent, StepId id, Supplier<Step<E>> content) {
    return new Node<>(id, content, depthOf(parent) + 1, parent, jumpFrom(parent));
  }

  /** A place of which no more than its id is known. */
  static <E> Node<E> unknown(StepId id) {
    return new Node<>(id, null, 0, null, null);
  }

  @Nullable Step<E> step() {
    return content == null ? null : content.get();
  }

  /** The ancestor of a node at a depth, or the node itself if it does not lie deeper. */
  static <E> @Nullable Node<E> above(@Nullable Node<E> node, int depth) {
    Node<E> at = node;
    while (at != null && at.depth() > depth) {
      at = depthOf(at.jump()) >= depth ? at.jump() : at.parent();
    }
    return at;
  }

  static int depthOf(@Nullable Node<?> node) {
    return node == null ? 0 : node.depth;
  }

  static Optional<StepId> placeOf(@Nullable Node<?> node) {
    return Optional.ofNullable(node).map(Node::id);
  }

  private static <E> @Nullable Node<E> jumpFrom(@Nullable Node<E> parent) {
    if (parent == null || parent.jump == null) {
      return parent;
    }
    int first = parent.depth - parent.jump.depth;
    int second = parent.jump.depth - depthOf(parent.jump.jump);
    return first == second ? parent.jump.jump : parent;
  }
}
