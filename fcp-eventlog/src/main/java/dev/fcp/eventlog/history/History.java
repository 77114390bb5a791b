package dev.fcp.eventlog.history;

import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All steps ever made, as a tree: a step stands below the one after which it was made. Steps that
 * left the line of undo and redo stay here, and so do the states that were given a name.
 *
 * <p>A place in the tree is the step after which a state stands, or empty for the base. A history
 * is an immutable value: what adds to it answers a new one, in O(log size).
 *
 * @param <E> the events of the steps
 */
public final class History<E> {

  private static final History<?> EMPTY =
      new History<>(PersistentMap.empty(), PersistentList.empty(), PersistentMap.empty());

  private final PersistentMap<StepId, Node<E>> nodes;
  private final PersistentList<Step<E>> steps;
  private final PersistentMap<String, NamedState> names;

  private History(
      PersistentMap<StepId, Node<E>> nodes,
      PersistentList<Step<E>> steps,
      PersistentMap<String, NamedState> names) {
    this.nodes = nodes;
    this.steps = steps;
    this.names = names;
  }

  /**
   * A step in the tree.
   *
   * @param depth how many steps lead to the state after it, itself included
   * @param jump an ancestor further up; the distances make any ancestor reachable in O(log depth)
   *     (Myers, "An applicative random-access stack", 1983)
   */
  private record Node<E>(
      Step<E> step, int depth, @Nullable Node<E> parent, @Nullable Node<E> jump) {

    static <E> Node<E> below(@Nullable Node<E> parent, Step<E> step) {
      return new Node<>(step, depthOf(parent) + 1, parent, jumpFrom(parent));
    }

    static int depthOf(@Nullable Node<?> node) {
      return node == null ? 0 : node.depth;
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

  /** The history of a document to which nothing has happened. */
  @SuppressWarnings("unchecked") // it holds no step of any type
  public static <E> History<E> empty() {
    return (History<E>) EMPTY;
  }

  /**
   * This history with one more step.
   *
   * @throws IllegalArgumentException if it holds a step of that id, or none of the id of its parent
   */
  public History<E> with(Step<E> step) {
    if (nodes.containsKey(step.id())) {
      throw new IllegalArgumentException("step " + step.id() + " is there already");
    }
    Node<E> node = Node.below(node(step.parent()), step);
    return new History<>(nodes.with(step.id(), node), steps.append(step), names);
  }

  /**
   * This history with a name for a state; an older use of the name is forgotten.
   *
   * @throws IllegalArgumentException if it has no such place
   */
  public History<E> with(NamedState state) {
    node(state.place());
    return new History<>(nodes, steps, names.with(state.name(), state));
  }

  /** All steps in the order in which they were made. */
  public PersistentList<Step<E>> steps() {
    return steps;
  }

  /** The step of an id, if there is one. */
  public Optional<Step<E>> find(StepId id) {
    return Optional.ofNullable(nodes.get(id)).map(Node::step);
  }

  /**
   * The step of an id that must be there.
   *
   * @throws NoSuchElementException if it is not
   */
  public Step<E> step(StepId id) {
    return find(id).orElseThrow(() -> new NoSuchElementException("no step " + id));
  }

  /** The named states of a kind, in the order of their names. */
  public List<NamedState> named(NamedState.Kind kind) {
    return names.values().stream().filter(state -> state.kind() == kind).toList();
  }

  /** The newest state of a name, if there is one. */
  public Optional<NamedState> named(String name) {
    return Optional.ofNullable(names.get(name));
  }

  /**
   * How many steps lead to a place; 0 for the base.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public int depth(Optional<StepId> place) {
    return Node.depthOf(node(place));
  }

  /**
   * The steps that lead to a place, oldest first.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public List<Step<E>> path(Optional<StepId> place) {
    List<Step<E>> path = new ArrayList<>();
    for (Node<E> node = node(place); node != null; node = node.parent()) {
      path.add(node.step());
    }
    Collections.reverse(path);
    return List.copyOf(path);
  }

  /**
   * Whether one place lies on the way to another; each place lies on the way to itself, and the
   * base on the way to all.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public boolean isAncestor(Optional<StepId> ancestor, Optional<StepId> place) {
    return placeOf(above(node(place), depth(ancestor))).equals(ancestor);
  }

  /**
   * The last place on the ways to both: where the branch of one left that of the other.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public Optional<StepId> fork(Optional<StepId> one, Optional<StepId> other) {
    Node<E> a = above(node(one), depth(other));
    Node<E> b = above(node(other), depth(one));
    while (!placeOf(a).equals(placeOf(b))) {
      a = a == null ? null : a.parent();
      b = b == null ? null : b.parent();
    }
    return placeOf(a);
  }

  /** The ancestor of a node at a depth, or the node itself if it does not lie deeper. */
  private static <E> @Nullable Node<E> above(@Nullable Node<E> node, int depth) {
    Node<E> at = node;
    while (at != null && at.depth() > depth) {
      at = Node.depthOf(at.jump()) >= depth ? at.jump() : at.parent();
    }
    return at;
  }

  private @Nullable Node<E> node(Optional<StepId> place) {
    if (place.isEmpty()) {
      return null;
    }
    Node<E> node = nodes.get(place.get());
    if (node == null) {
      throw new IllegalArgumentException("no step " + place.get() + " in this history");
    }
    return node;
  }

  private static Optional<StepId> placeOf(@Nullable Node<?> node) {
    return Optional.ofNullable(node).map(found -> found.step().id());
  }
}
