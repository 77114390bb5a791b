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
 * All steps ever made, as a tree: the parent of a step is the step after which it was made. Steps
 * that left the undo stack remain here, and so do named states.
 *
 * <p>A history point is the step after which a state exists, or empty for the base. A history is an
 * immutable value; adding to it returns a new one in O(log size).
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
   * A step whose parent is known, and whose content is read from the journal on demand.
   *
   * @param <E> the events of the step
   * @param id its id
   * @param parent the step after which it was made; empty for the base
   * @param loader reads the step
   */
  public record LazyStep<E>(StepId id, Optional<StepId> parent, Supplier<Step<E>> loader) {}

  /** A history without steps. */
  @SuppressWarnings("unchecked") // it holds no step of any type
  public static <E> History<E> empty() {
    return (History<E>) EMPTY;
  }

  /**
   * This history with one more step. A branch name at its parent moves on to the step (HI-1).
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
   * A history of steps that are read on demand, each after its parent. A parent that is not among
   * them becomes a history point whose step is unknown.
   *
   * @throws IllegalArgumentException if two have one id
   */
  public static <E> History<E> of(Iterable<LazyStep<E>> lazySteps) {
    return new HistoryTreeBuilder<E>().build(lazySteps);
  }

  /**
   * This history with a name for a state; an older use of the name is forgotten.
   *
   * @throws IllegalArgumentException if it has no such history point
   */
  public History<E> with(NamedState state) {
    node(state.point());
    return new History<>(nodes, stepNodes, namedStates.with(state));
  }

  /** This history with a history point whose step is unknown, unless it contains the point. */
  public History<E> withPoint(Optional<StepId> point) {
    return contains(point)
        ? this
        : new History<>(
            nodes.with(point.orElseThrow(), HistoryNode.unknown(point.orElseThrow())),
            stepNodes,
            namedStates);
  }

  /**
   * This history without the steps that were made before one of them. Names of such steps keep
   * their history points, whose steps are then unknown. Costs O(steps that stay).
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
   * The known steps that lead from one history point to another, oldest first; not from as far back
   * if steps between are not known.
   *
   * @throws IllegalArgumentException if there is no such history point
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

  /** Whether the history contains a point: the base, a step, or a point whose step is unknown. */
  public boolean contains(Optional<StepId> point) {
    return point.isEmpty() || nodes.containsKey(point.get());
  }

  /** Whether the step of a history point is known. */
  public boolean isKnown(StepId id) {
    HistoryNode<E> node = nodes.get(id);
    return node != null && node.loader() != null;
  }

  /** Whether the state at a history point can be computed: at the base, or after a known step. */
  public boolean isKnown(Optional<StepId> point) {
    return point.isEmpty() || isKnown(point.get());
  }

  /**
   * The history point before a step: that of its parent.
   *
   * @throws IllegalArgumentException if there is no such history point
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
   * The number of steps that lead to a history point; 0 for the base.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public int depth(Optional<StepId> point) {
    return HistoryNode.depthOf(node(point));
  }

  /**
   * The steps that lead to a history point, oldest first.
   *
   * @throws IllegalArgumentException if there is no such history point
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
   * Whether one history point is an ancestor of another. Each point is an ancestor of itself, and
   * the base is one of all points.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public boolean isAncestor(Optional<StepId> ancestor, Optional<StepId> point) {
    HistoryNode<E> node = node(point);
    return ancestor.isEmpty()
        || HistoryNode.pointOf(HistoryNode.ancestorAt(node, depth(ancestor))).equals(ancestor);
  }

  /**
   * The last common ancestor of two history points, where their branches part.
   *
   * @throws IllegalArgumentException if there is no such history point
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
   * The path from one history point to another.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public HistoryPath path(Optional<StepId> from, Optional<StepId> to) {
    Optional<StepId> fork = fork(from, to);
    List<StepId> undoSteps = between(fork, from);
    List<StepId> redoSteps = between(fork, to);
    boolean isComplete = connects(fork, undoSteps, from) && connects(fork, redoSteps, to);
    return new HistoryPath(undoSteps.reversed(), fork, redoSteps, isComplete);
  }

  /** Whether known steps connect one history point to another. */
  private boolean connects(Optional<StepId> from, List<StepId> steps, Optional<StepId> to) {
    return steps.isEmpty() ? from.equals(to) : parent(steps.get(0)).equals(from);
  }

  /**
   * The branches: first that of the undo stack, then the others, newest first (HI-1).
   *
   * @param stackEnd where the undo stack ends
   * @throws IllegalArgumentException if there is no such history point
   */
  public List<Branch<E>> branches(Optional<StepId> stackEnd) {
    return new BranchSearch<>(this, stepNodes, stackEnd).branches();
  }

  /**
   * The end of the branch that contains a history point: that of the undo stack if it contains the
   * point, otherwise the newest one.
   *
   * @param stackEnd where the undo stack ends
   * @throws IllegalArgumentException if there is no such history point
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
   * A branch of the document: a step that no other one follows, or a history point with the name of
   * a branch (HI-1).
   *
   * @param end the history point where it ends; empty for the base
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
   * The path from one history point to another.
   *
   * @param undoSteps the known steps to undo, newest first
   * @param fork the last common ancestor of both points
   * @param redoSteps the known steps to reapply then, oldest first
   * @param isComplete whether all steps of the path are known
   */
  public record HistoryPath(
      List<StepId> undoSteps, Optional<StepId> fork, List<StepId> redoSteps, boolean isComplete) {

    /** Copies the lists. */
    public HistoryPath {
      undoSteps = List.copyOf(undoSteps);
      redoSteps = List.copyOf(redoSteps);
    }

    /** All steps, in the order in which the cursor passes them. */
    public List<StepId> steps() {
      List<StepId> steps = new ArrayList<>(undoSteps);
      steps.addAll(redoSteps);
      return List.copyOf(steps);
    }
  }
}
