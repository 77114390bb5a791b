package dev.fcp.eventlog.history;

import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
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

  /** Those with a step, in the order in which they were made. */
  private final PersistentList<Node<E>> made;

  private final PersistentMap<String, NamedState> names;

  private History(
      PersistentMap<StepId, Node<E>> nodes,
      PersistentList<Node<E>> made,
      PersistentMap<String, NamedState> names) {
    this.nodes = nodes;
    this.made = made;
    this.names = names;
  }

  /**
   * A step of which a journal knows the place, and can tell the rest when it is asked.
   *
   * @param <E> the events of the step
   * @param id its id
   * @param parent the step after which it was made; empty for the base
   * @param content reads the step
   */
  public record Outline<E>(StepId id, Optional<StepId> parent, Supplier<Step<E>> content) {

    /** Refuses null. */
    public Outline {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(parent, "parent");
      Objects.requireNonNull(content, "content");
    }
  }

  /**
   * A step in the tree.
   *
   * @param content gives the step; null if it is no longer known
   * @param depth how many steps lead to the state after it, itself included
   * @param jump an ancestor further up; the distances make any ancestor reachable in O(log depth)
   *     (Myers, "An applicative random-access stack", 1983)
   */
  private record Node<E>(
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
    Node<E> node = Node.below(node(step.parent()), step.id(), () -> step);
    PersistentMap<StepId, Node<E>> more = nodes.with(step.id(), node);
    if (more.size() == nodes.size()) {
      throw new IllegalArgumentException("step " + step.id() + " is there already");
    }
    return new History<>(more, made.append(node), names);
  }

  /**
   * A history of steps that are read when they are asked for, each behind its parent. A parent that
   * is not among them becomes a place of which nothing else is known.
   *
   * @throws IllegalArgumentException if two have one id
   */
  public static <E> History<E> of(Iterable<Outline<E>> outlines) {
    return new HistoryLoad<E>().of(outlines);
  }

  /**
   * This history with a name for a state; an older use of the name is forgotten.
   *
   * @throws IllegalArgumentException if it has no such place
   */
  public History<E> with(NamedState state) {
    node(state.place());
    return new History<>(nodes, made, names.with(state.name(), state));
  }

  /** This history with a place of which nothing is known, unless it is there. */
  public History<E> withPlace(Optional<StepId> place) {
    return holds(place)
        ? this
        : new History<>(
            nodes.with(place.orElseThrow(), Node.unknown(place.orElseThrow())), made, names);
  }

  /**
   * This history without the steps that were made before one of them. Names that lead to such keep
   * their places, of which nothing else is known then. Costs O(steps that stay).
   *
   * @throws IllegalArgumentException if there is no such step
   */
  public History<E> startingAt(StepId first) {
    int index = 0;
    while (index < made.size() && !made.get(index).id().equals(first)) {
      index++;
    }
    if (index == made.size()) {
      throw new IllegalArgumentException("no step " + first + " in this history");
    }
    if (index == 0) {
      return this;
    }
    List<Outline<E>> kept = new ArrayList<>();
    for (Node<E> node : made.drop(index)) {
      Supplier<Step<E>> content = Objects.requireNonNull(node.content());
      kept.add(new Outline<>(node.id(), placeOf(node.parent()), content));
    }
    History<E> history = of(kept);
    for (NamedState name : names.values()) {
      history = history.withPlace(name.place()).with(name);
    }
    return history;
  }

  /** All steps in the order in which they were made; each is read when it is asked for. */
  public List<Step<E>> steps() {
    return new AbstractList<>() {
      @Override
      public Step<E> get(int index) {
        return Objects.requireNonNull(made.get(index).step());
      }

      @Override
      public int size() {
        return made.size();
      }
    };
  }

  /** The step of an id, if there is one. */
  public Optional<Step<E>> find(StepId id) {
    return Optional.ofNullable(nodes.get(id)).map(Node::step);
  }

  /**
   * The known steps that lead from one place to another one, oldest first; not from as far back if
   * steps between are not known.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public List<StepId> between(Optional<StepId> from, Optional<StepId> to) {
    List<StepId> ids = new ArrayList<>();
    Node<E> end = node(from);
    Node<E> at = node(to);
    while (at != null && at.content() != null && !isSame(at, end)) {
      ids.add(at.id());
      at = at.parent();
    }
    Collections.reverse(ids);
    return ids;
  }

  private static boolean isSame(Node<?> node, @Nullable Node<?> other) {
    return other != null && node.id().equals(other.id());
  }

  /**
   * Whether this is a place of the tree: the base, a step, or one of which only the id is known.
   */
  public boolean holds(Optional<StepId> place) {
    return place.isEmpty() || nodes.containsKey(place.get());
  }

  /** Whether the step of a place is known, and not only that there was one. */
  public boolean knows(StepId id) {
    Node<E> node = nodes.get(id);
    return node != null && node.content() != null;
  }

  /** Whether the state at a place can be told: the base, or a step that is known. */
  public boolean canTell(Optional<StepId> place) {
    return place.isEmpty() || knows(place.get());
  }

  /**
   * The place before a step: that of its parent.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public Optional<StepId> parent(StepId id) {
    Node<E> node = node(Optional.of(id));
    return node == null ? Optional.empty() : placeOf(node.parent());
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

  /** All named states, in the order of their names. */
  public List<NamedState> named() {
    return List.copyOf(names.values());
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
      Step<E> step = node.step();
      if (step != null) {
        path.add(step);
      }
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
    Node<E> node = node(place);
    return ancestor.isEmpty() || placeOf(above(node, depth(ancestor))).equals(ancestor);
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

  /** Puts many steps into a tree at once. */
  private static final class HistoryLoad<E> {

    private final List<Node<E>> made = new ArrayList<>();
    private final List<Node<E>> unknown = new ArrayList<>();

    /** Made when the first step comes that does not stand below the one before it. */
    private @Nullable Map<StepId, Node<E>> byId;

    History<E> of(Iterable<Outline<E>> outlines) {
      for (Outline<E> outline : outlines) {
        Node<E> node = Node.below(parent(outline.parent()), outline.id(), outline.content());
        made.add(node);
        if (byId != null) {
          byId.put(node.id(), node);
        }
      }
      List<Node<E>> sorted = new ArrayList<>(made);
      sorted.addAll(unknown);
      sorted.sort(Comparator.comparing(Node::id));
      List<Map.Entry<StepId, Node<E>>> entries = new ArrayList<>(sorted.size());
      sorted.forEach(node -> entries.add(Map.entry(node.id(), node)));
      return new History<>(
          PersistentMap.ofSorted(Comparator.<StepId>naturalOrder(), entries),
          PersistentList.copyOf(made),
          PersistentMap.empty());
    }

    private @Nullable Node<E> parent(Optional<StepId> place) {
      if (place.isEmpty()) {
        return null;
      }
      Node<E> last = made.isEmpty() ? null : made.get(made.size() - 1);
      if (last != null && last.id().equals(place.get())) {
        return last;
      }
      if (byId == null) {
        byId = new HashMap<>();
        made.forEach(node -> byId.put(node.id(), node));
      }
      return byId.computeIfAbsent(
          place.get(),
          id -> {
            unknown.add(Node.unknown(id));
            return unknown.get(unknown.size() - 1);
          });
    }
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
    Node<E> last = made.isEmpty() ? null : made.get(made.size() - 1);
    if (last != null && last.id().equals(place.get())) {
      return last;
    }
    Node<E> node = nodes.get(place.get());
    if (node == null) {
      throw new IllegalArgumentException("no step " + place.get() + " in this history");
    }
    return node;
  }

  private static Optional<StepId> placeOf(@Nullable Node<?> node) {
    return Optional.ofNullable(node).map(Node::id);
  }
}
