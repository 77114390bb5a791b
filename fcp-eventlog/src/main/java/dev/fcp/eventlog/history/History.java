package dev.fcp.eventlog.history;

import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
      new History<>(PersistentMap.empty(), PersistentList.empty(), NamedStates.NONE);

  private final PersistentMap<StepId, Node<E>> nodes;

  /** Those with a step, in the order in which they were made. */
  private final PersistentList<Node<E>> made;

  private final NamedStates names;

  History(PersistentMap<StepId, Node<E>> nodes, PersistentList<Node<E>> made, NamedStates names) {
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

  /** The history of a document to which nothing has happened. */
  @SuppressWarnings("unchecked") // it holds no step of any type
  public static <E> History<E> empty() {
    return (History<E>) EMPTY;
  }

  /**
   * This history with one more step. Where the name of a branch stands at its parent it goes with
   * the step (HI-1).
   *
   * @throws IllegalArgumentException if it holds a step of that id, or none of the id of its parent
   */
  public History<E> with(Step<E> step) {
    Node<E> node = Node.below(node(step.parent()), step.id(), () -> step);
    PersistentMap<StepId, Node<E>> more = nodes.with(step.id(), node);
    if (more.size() == nodes.size()) {
      throw new IllegalArgumentException("step " + step.id() + " is there already");
    }
    return new History<>(more, made.append(node), names.following(step.parent(), step.id()));
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
    return new History<>(nodes, made, names.with(state));
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
      kept.add(new Outline<>(node.id(), Node.placeOf(node.parent()), content));
    }
    History<E> history = of(kept);
    for (NamedState name : names.all()) {
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

  private static boolean isSame(@Nullable Node<?> node, @Nullable Node<?> other) {
    return Node.placeOf(node).equals(Node.placeOf(other));
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
    return node == null ? Optional.empty() : Node.placeOf(node.parent());
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
    return names.of(kind);
  }

  /** All named states, in the order of their names. */
  public List<NamedState> named() {
    return names.all();
  }

  /** The newest state of a name, if there is one. */
  public Optional<NamedState> named(String name) {
    return names.find(name);
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
    return ancestor.isEmpty() || Node.placeOf(Node.above(node, depth(ancestor))).equals(ancestor);
  }

  /**
   * The last place on the ways to both: where the branch of one left that of the other.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public Optional<StepId> fork(Optional<StepId> one, Optional<StepId> other) {
    Node<E> a = Node.above(node(one), depth(other));
    Node<E> b = Node.above(node(other), depth(one));
    while (!isSame(a, b)) {
      // Both lie equally deep, and so do the ancestors that they jump to.
      Node<E> jump = a == null ? null : a.jump();
      Node<E> otherJump = b == null ? null : b.jump();
      boolean meet = isSame(jump, otherJump);
      a = meet && a != null ? a.parent() : jump;
      b = meet && b != null ? b.parent() : otherJump;
    }
    return Node.placeOf(a);
  }

  /**
   * How to come from one place to another one.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public Way way(Optional<StepId> from, Optional<StepId> to) {
    Optional<StepId> fork = fork(from, to);
    List<StepId> back = between(fork, from);
    List<StepId> ahead = between(fork, to);
    boolean whole = leads(fork, back, from) && leads(fork, ahead, to);
    return new Way(back.reversed(), fork, ahead, whole);
  }

  /** Whether known steps lead all the way from one place to another one. */
  private boolean leads(Optional<StepId> from, List<StepId> steps, Optional<StepId> to) {
    return steps.isEmpty() ? from.equals(to) : parent(steps.get(0)).equals(from);
  }

  /**
   * The branches: that of the line of undo and redo first, the others newest first (HI-1).
   *
   * @param lineEnd where that line ends
   * @throws IllegalArgumentException if there is no such place
   */
  public List<Branch<E>> branches(Optional<StepId> lineEnd) {
    return new BranchSearch<>(this, made, lineEnd).all();
  }

  /**
   * Where the branch ends that holds a place: the line, if that does, or else the newest one.
   *
   * @param lineEnd where the line of undo and redo ends
   * @throws IllegalArgumentException if there is no such place
   */
  public Optional<StepId> branchEnd(Optional<StepId> place, Optional<StepId> lineEnd) {
    return new BranchSearch<>(this, made, lineEnd).endBeyond(place);
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
}
