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
 * <p>A history is an immutable value: what adds to it answers a new one, in O(log size).
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
   * @param parent the point at which it was made
   * @param loader reads the step
   */
  public record LazyStep<E>(StepId id, HistoryPoint parent, Supplier<Step<E>> loader) {}

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
  public History<E> withPoint(HistoryPoint point) {
    if (contains(point)) {
      return this;
    }
    StepId id = point.step().orElseThrow();
    return new History<>(nodes.with(id, HistoryNode.unknown(id)), stepNodes, namedStates);
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
  public List<StepId> between(HistoryPoint from, HistoryPoint to) {
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
   * Whether this is a point of the tree: the base, or after a step of which at least the id is
   * known.
   */
  public boolean contains(HistoryPoint point) {
    return point.step().map(nodes::containsKey).orElse(true);
  }

  /** Whether the state at a point is known: the base, or after a known step. */
  public boolean isKnown(HistoryPoint point) {
    return point.isBase()
        || point.step().map(nodes::get).filter(node -> node.loader() != null).isPresent();
  }

  /**
   * The point at which a step was made.
   *
   * @throws IllegalArgumentException if there is no such step
   */
  public HistoryPoint parent(StepId id) {
    return HistoryNode.pointOf(node(id).parent());
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
  public int depth(HistoryPoint point) {
    return HistoryNode.depthOf(node(point));
  }

  /**
   * The steps that lead to a history point, oldest first.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public List<Step<E>> stepsTo(HistoryPoint point) {
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
  public boolean isAncestor(HistoryPoint ancestor, HistoryPoint point) {
    HistoryNode<E> node = node(point);
    return ancestor.isBase()
        || HistoryNode.pointOf(HistoryNode.ancestorAt(node, depth(ancestor))).equals(ancestor);
  }

  /**
   * The last common ancestor of two history points, where their branches part.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public HistoryPoint fork(HistoryPoint first, HistoryPoint second) {
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
  public HistoryPath path(HistoryPoint from, HistoryPoint to) {
    HistoryPoint fork = fork(from, to);
    List<StepId> undoSteps = between(fork, from);
    List<StepId> redoSteps = between(fork, to);
    boolean isComplete = connects(fork, undoSteps, from) && connects(fork, redoSteps, to);
    return new HistoryPath(undoSteps.reversed(), fork, redoSteps, isComplete);
  }

  /** Whether known steps connect one history point to another. */
  private boolean connects(HistoryPoint from, List<StepId> steps, HistoryPoint to) {
    return steps.isEmpty() ? from.equals(to) : parent(steps.get(0)).equals(from);
  }

  /**
   * The branches: first that of the undo stack, then the others, newest first (HI-1).
   *
   * @param stackEnd where the undo stack ends
   * @throws IllegalArgumentException if there is no such history point
   */
  public List<Branch<E>> branches(HistoryPoint stackEnd) {
    return new BranchSearch<>(this, stepNodes, stackEnd).branches();
  }

  /**
   * The end of the branch that contains a history point: that of the undo stack if it contains the
   * point, otherwise the newest one.
   *
   * @param stackEnd where the undo stack ends
   * @throws IllegalArgumentException if there is no such history point
   */
  public HistoryPoint branchEnd(HistoryPoint point, HistoryPoint stackEnd) {
    return new BranchSearch<>(this, stepNodes, stackEnd).branchEnd(point);
  }

  private @Nullable HistoryNode<E> node(HistoryPoint point) {
    return point.isBase() ? null : node(point.step().orElseThrow());
  }

  private HistoryNode<E> node(StepId id) {
    HistoryNode<E> last = stepNodes.isEmpty() ? null : stepNodes.get(stepNodes.size() - 1);
    if (last != null && last.id().equals(id)) {
      return last;
    }
    HistoryNode<E> node = nodes.get(id);
    if (node == null) {
      throw new IllegalArgumentException("no step " + id + " in this history");
    }
    return node;
  }

  /**
   * A way that a document went: a last step that no other one follows, or a point with the name of
   * a branch (HI-1).
   *
   * @param end the point where it ends
   * @param lastStep the step there, which says when and by whom; empty for the base, and if it was
   *     pruned
   * @param names its names, sorted; mostly none or one
   * @param fork where it left the line of undo and redo; its end if it lies on that
   * @param stepCount how many steps it went on from there
   * @param isCurrent whether it is that line
   * @param <E> the events
   */
  public record Branch<E>(
      HistoryPoint end,
      Optional<Step<E>> lastStep,
      List<String> names,
      HistoryPoint fork,
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
   * @param point the point at which the document was in that state
   */
  public record NamedState(Kind kind, String name, HistoryPoint point) {

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
      List<StepId> undoSteps, HistoryPoint fork, List<StepId> redoSteps, boolean isComplete) {

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
