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

  private final PersistentMap<StepId, HistoryNode<E>> nodes;

  /** Those with a step, in the order in which they were made. */
  private final PersistentList<HistoryNode<E>> stepNodes;

  private final NamedStates namedStates;

  History(
      PersistentMap<StepId, HistoryNode<E>> nodes,
      PersistentList<HistoryNode<E>> stepNodes,
      NamedStates namedStates) {
    this.nodes = nodes;
    this.stepNodes = stepNodes;
    this.namedStates = namedStates;
  }

  /**
   * A step of which a journal knows the place, and can tell the rest when it is asked.
   *
   * @param <E> the events of the step
   * @param id its id
   * @param parent the step after which it was made; empty for the base
   * @param loader reads the step
   */
  public record LazyStep<E>(StepId id, Optional<StepId> parent, Supplier<Step<E>> loader) {}

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
    HistoryNode<E> node = HistoryNode.childOf(node(step.parent()), step.id(), () -> step);
    PersistentMap<StepId, HistoryNode<E>> newNodes = nodes.with(step.id(), node);
    if (newNodes.size() == nodes.size()) {
      throw new IllegalArgumentException("step " + step.id() + " is there already");
    }
    return new History<>(
        newNodes,
        stepNodes.append(node),
        namedStates.withBranchesAdvanced(step.parent(), step.id()));
  }

  /**
   * A history of steps that are read when they are asked for, each behind its parent. A parent that
   * is not among them becomes a place of which nothing else is known.
   *
   * @throws IllegalArgumentException if two have one id
   */
  public static <E> History<E> of(Iterable<LazyStep<E>> lazySteps) {
    return new HistoryTreeBuilder<E>().build(lazySteps);
  }

  /**
   * This history with a name for a state; an older use of the name is forgotten.
   *
   * @throws IllegalArgumentException if it has no such place
   */
  public History<E> with(NamedState state) {
    node(state.point());
    return new History<>(nodes, stepNodes, namedStates.with(state));
  }

  /** This history with a place of which nothing is known, unless it is there. */
  public History<E> withPoint(Optional<StepId> point) {
    return contains(point)
        ? this
        : new History<>(
            nodes.with(point.orElseThrow(), HistoryNode.unknown(point.orElseThrow())),
            stepNodes,
            namedStates);
  }

  /**
   * This history without the steps that were made before one of them. Names that lead to such keep
   * their places, of which nothing else is known then. Costs O(steps that stay).
   *
   * @throws IllegalArgumentException if there is no such step
   */
  public History<E> startingAt(StepId first) {
    int index = 0;
    while (index < stepNodes.size() && !stepNodes.get(index).id().equals(first)) {
      index++;
    }
    if (index == stepNodes.size()) {
      throw new IllegalArgumentException("no step " + first + " in this history");
    }
    if (index == 0) {
      return this;
    }
    List<LazyStep<E>> lazySteps = new ArrayList<>();
    for (HistoryNode<E> node : stepNodes.drop(index)) {
      Supplier<Step<E>> loader = Objects.requireNonNull(node.loader());
      lazySteps.add(new LazyStep<>(node.id(), HistoryNode.pointOf(node.parent()), loader));
    }
    History<E> history = of(lazySteps);
    for (NamedState named : namedStates.all()) {
      history = history.withPoint(named.point()).with(named);
    }
    return history;
  }

  /** All steps in the order in which they were made; each is read when it is asked for. */
  public List<Step<E>> steps() {
    return new AbstractList<>() {
      @Override
      public Step<E> get(int index) {
        return Objects.requireNonNull(stepNodes.get(index).step());
      }

      @Override
      public int size() {
        return stepNodes.size();
      }
    };
  }

  /** The step of an id, if there is one. */
  public Optional<Step<E>> find(StepId id) {
    return Optional.ofNullable(nodes.get(id)).map(HistoryNode::step);
  }

  /**
   * The known steps that lead from one place to another one, oldest first; not from as far back if
   * steps between are not known.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public List<StepId> between(Optional<StepId> from, Optional<StepId> to) {
    List<StepId> ids = new ArrayList<>();
    HistoryNode<E> stop = node(from);
    HistoryNode<E> current = node(to);
    while (current != null && current.loader() != null && !isSame(current, stop)) {
      ids.add(current.id());
      current = current.parent();
    }
    Collections.reverse(ids);
    return ids;
  }

  private static boolean isSame(@Nullable HistoryNode<?> node, @Nullable HistoryNode<?> other) {
    return HistoryNode.pointOf(node).equals(HistoryNode.pointOf(other));
  }

  /**
   * Whether this is a place of the tree: the base, a step, or one of which only the id is known.
   */
  public boolean contains(Optional<StepId> point) {
    return point.isEmpty() || nodes.containsKey(point.get());
  }

  /** Whether the step of a place is known, and not only that there was one. */
  public boolean isKnown(StepId id) {
    HistoryNode<E> node = nodes.get(id);
    return node != null && node.loader() != null;
  }

  /** Whether the state at a place can be told: the base, or a step that is known. */
  public boolean isKnown(Optional<StepId> point) {
    return point.isEmpty() || isKnown(point.get());
  }

  /**
   * The place before a step: that of its parent.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public Optional<StepId> parent(StepId id) {
    HistoryNode<E> node = node(Optional.of(id));
    return node == null ? Optional.empty() : HistoryNode.pointOf(node.parent());
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
    return namedStates.of(kind);
  }

  /** All named states, in the order of their names. */
  public List<NamedState> named() {
    return namedStates.all();
  }

  /** The newest state of a name, if there is one. */
  public Optional<NamedState> named(String name) {
    return namedStates.find(name);
  }

  /**
   * How many steps lead to a place; 0 for the base.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public int depth(Optional<StepId> point) {
    return HistoryNode.depthOf(node(point));
  }

  /**
   * The steps that lead to a place, oldest first.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public List<Step<E>> stepsTo(Optional<StepId> point) {
    List<Step<E>> path = new ArrayList<>();
    for (HistoryNode<E> node = node(point); node != null; node = node.parent()) {
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
  public boolean isAncestor(Optional<StepId> ancestor, Optional<StepId> point) {
    HistoryNode<E> node = node(point);
    return ancestor.isEmpty()
        || HistoryNode.pointOf(HistoryNode.ancestorAt(node, depth(ancestor))).equals(ancestor);
  }

  /**
   * The last place on the ways to both: where the branch of one left that of the other.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public Optional<StepId> fork(Optional<StepId> first, Optional<StepId> second) {
    HistoryNode<E> left = HistoryNode.ancestorAt(node(first), depth(second));
    HistoryNode<E> right = HistoryNode.ancestorAt(node(second), depth(first));
    while (!isSame(left, right)) {
      // Both lie equally deep, and so do the ancestors that they jump to.
      HistoryNode<E> jump = left == null ? null : left.jump();
      HistoryNode<E> otherJump = right == null ? null : right.jump();
      boolean jumpsMeet = isSame(jump, otherJump);
      left = jumpsMeet && left != null ? left.parent() : jump;
      right = jumpsMeet && right != null ? right.parent() : otherJump;
    }
    return HistoryNode.pointOf(left);
  }

  /**
   * How to come from one place to another one.
   *
   * @throws IllegalArgumentException if there is no such place
   */
  public HistoryPath path(Optional<StepId> from, Optional<StepId> to) {
    Optional<StepId> fork = fork(from, to);
    List<StepId> undoSteps = between(fork, from);
    List<StepId> redoSteps = between(fork, to);
    boolean isComplete = connects(fork, undoSteps, from) && connects(fork, redoSteps, to);
    return new HistoryPath(undoSteps.reversed(), fork, redoSteps, isComplete);
  }

  /** Whether known steps lead all the way from one place to another one. */
  private boolean connects(Optional<StepId> from, List<StepId> steps, Optional<StepId> to) {
    return steps.isEmpty() ? from.equals(to) : parent(steps.get(0)).equals(from);
  }

  /**
   * The branches: that of the line of undo and redo first, the others newest first (HI-1).
   *
   * @param stackEnd where that line ends
   * @throws IllegalArgumentException if there is no such place
   */
  public List<Branch<E>> branches(Optional<StepId> stackEnd) {
    return new BranchSearch<>(this, stepNodes, stackEnd).branches();
  }

  /**
   * Where the branch ends that holds a place: the line, if that does, or else the newest one.
   *
   * @param stackEnd where the line of undo and redo ends
   * @throws IllegalArgumentException if there is no such place
   */
  public Optional<StepId> branchEnd(Optional<StepId> point, Optional<StepId> stackEnd) {
    return new BranchSearch<>(this, stepNodes, stackEnd).branchEnd(point);
  }

  private @Nullable HistoryNode<E> node(Optional<StepId> point) {
    if (point.isEmpty()) {
      return null;
    }
    HistoryNode<E> last = stepNodes.isEmpty() ? null : stepNodes.get(stepNodes.size() - 1);
    if (last != null && last.id().equals(point.get())) {
      return last;
    }
    HistoryNode<E> node = nodes.get(point.get());
    if (node == null) {
      throw new IllegalArgumentException("no step " + point.get() + " in this history");
    }
    return node;
  }

  /**
   * A way that a document went: a last step that no other one follows, or a place with the name of
   * a branch (HI-1).
   *
   * @param end the place where it ends; empty for the base
   * @param lastStep the step there, which tells when and by whom; empty for the base, and if it was
   *     let go
   * @param names its names, sorted; mostly none or one
   * @param fork where it left the line of undo and redo; its end if it lies on that
   * @param stepCount how many steps it went on from there
   * @param isCurrent whether it is that line
   * @param <E> the events
   */
  public record Branch<E>(
      Optional<StepId> end,
      Optional<Step<E>> lastStep,
      List<String> names,
      Optional<StepId> fork,
      int stepCount,
      boolean isCurrent) {

    /** Copies the list. */
    public Branch {
      names = List.copyOf(names);
    }
  }

  /**
   * A state of the document that someone gave a name.
   *
   * @param kind what the name is for
   * @param name the name
   * @param point the step after which the state stands; empty for the base
   */
  public record NamedState(Kind kind, String name, Optional<StepId> point) {

    /** What a name is for. */
    public enum Kind {
      /** A state to return to. */
      CHECKPOINT,
      /** The last state of a branch. */
      BRANCH
    }
  }

  /**
   * How to come from one place of a history to another one.
   *
   * @param undoSteps the known steps to take back, newest first
   * @param fork where the ways to both places part
   * @param redoSteps the known steps to make then, oldest first
   * @param isComplete whether all steps of the way are known
   */
  public record HistoryPath(
      List<StepId> undoSteps, Optional<StepId> fork, List<StepId> redoSteps, boolean isComplete) {

    /** Copies the lists. */
    public HistoryPath {
      undoSteps = List.copyOf(undoSteps);
      redoSteps = List.copyOf(redoSteps);
    }

    /** All steps, in the order of going. */
    public List<StepId> steps() {
      List<StepId> steps = new ArrayList<>(undoSteps);
      steps.addAll(redoSteps);
      return List.copyOf(steps);
    }
  }
}
