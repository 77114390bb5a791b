package dev.fcp.eventlog.history;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tree of all steps of a document: the parent of a step is the history point at which it was
 * made. It also contains the steps that left the undo stack, and the named states.
 *
 * <p>A history is an immutable value; each method that adds to it returns a new one, in O(log
 * size).
 *
 * @param <E> the events of the steps
 */
public final class History<E> {

  private static final History<?> EMPTY =
      new History<>(NodeIndex.of(PersistentMap.empty()), PersistentList.empty(), NamedStates.NONE);

  private final NodeIndex<E> nodes;

  /** The nodes whose steps are known, in the order in which the steps were made. */
  private final PersistentList<HistoryNode<E>> stepNodes;

  private final NamedStates namedStates;

  History(NodeIndex<E> nodes, PersistentList<HistoryNode<E>> stepNodes, NamedStates namedStates) {
    this.nodes = nodes;
    this.stepNodes = stepNodes;
    this.namedStates = namedStates;
  }

  /**
   * A step with a known id and parent whose content is read from the journal on demand.
   *
   * @param <E> the events of the step
   * @param id its id
   * @param parent the history point at which it was made
   * @param loader reads the step
   */
  public record LazyStep<E>(StepId id, HistoryPoint parent, Supplier<Step<E>> loader) {}

  /** A history without steps. */
  @SuppressWarnings("unchecked") // An empty history contains no events.
  public static <E> History<E> empty() {
    return (History<E>) EMPTY;
  }

  /**
   * This history with another step. Branch names at its parent move to the step (HI-1).
   *
   * @throws IllegalArgumentException if the history already contains the step, or does not contain
   *     its parent
   */
  public History<E> with(Step<E> step) {
    HistoryNode<E> node = HistoryNode.childOf(node(step.parent()), step.id(), () -> step);
    if (nodes.get(step.id()) != null) {
      throw new IllegalArgumentException("step " + step.id() + " is there already");
    }
    return new History<>(
        nodes.with(node),
        stepNodes.append(node),
        namedStates.withBranchesAdvanced(step.parent(), step.id()));
  }

  /**
   * A history of steps that are read on demand. Each step follows its parent in the sequence; a
   * parent that does not occur in it becomes a history point whose step is unknown.
   *
   * @throws IllegalArgumentException if two steps have the same id
   */
  public static <E> History<E> of(Iterable<LazyStep<E>> lazySteps) {
    return new HistoryTreeBuilder<E>().build(lazySteps);
  }

  /**
   * This history with a named state, which replaces an older one with the same name.
   *
   * @throws IllegalArgumentException if there is no such history point
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
    return new History<>(nodes.with(HistoryNode.unknown(id)), stepNodes, namedStates);
  }

  /**
   * This history without the steps made before a given one. Named states keep their history points,
   * even if the steps there are then unknown. Takes time proportional to the number of remaining
   * steps.
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

  /** All steps in the order in which they were made; each is read when it is accessed. */
  public List<Step<E>> steps() {
    return Lists.transform(stepNodes, node -> Objects.requireNonNull(node.step()));
  }

  /** The ids of all steps in the order in which they were made. */
  public List<StepId> stepIds() {
    return Lists.transform(stepNodes, HistoryNode::id);
  }

  /** The step with an id; empty if there is none or its content is unknown. */
  public Optional<Step<E>> find(StepId id) {
    return Optional.ofNullable(nodes.get(id)).map(HistoryNode::step);
  }

  /**
   * The steps that lead from a history point to a later one, oldest first; each is searched when it
   * is accessed. If some steps in between are unknown, only those after the last unknown step.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public List<StepId> between(HistoryPoint from, HistoryPoint to) {
    HistoryNode<E> end = node(to);
    int size = HistoryNode.depthOf(end) - (isAncestor(from, to) ? depth(from) : 0);
    return new AbstractList<>() {
      @Override
      public StepId get(int index) {
        int stepsAfter = size - 1 - Objects.checkIndex(index, size);
        int depth = HistoryNode.depthOf(end) - stepsAfter;
        return Objects.requireNonNull(HistoryNode.ancestorAt(end, depth)).id();
      }

      @Override
      public Iterator<StepId> iterator() {
        StepId[] ids = new StepId[size];
        HistoryNode<E> current = end;
        for (int i = size - 1; i >= 0 && current != null; i--) {
          ids[i] = current.id();
          current = current.parent();
        }
        return List.of(ids).iterator();
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private static boolean isSame(@Nullable HistoryNode<?> node, @Nullable HistoryNode<?> other) {
    return HistoryNode.pointOf(node).equals(HistoryNode.pointOf(other));
  }

  /**
   * Whether the history contains a point: the base, or the point after a step of which at least the
   * id is known.
   */
  public boolean contains(HistoryPoint point) {
    return point.isBase() || point.step().map(nodes::get).isPresent();
  }

  /** Whether the history contains a point and its step is known. The base is always known. */
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
   * The step with an id.
   *
   * @throws NoSuchElementException if there is no such step
   */
  public Step<E> step(StepId id) {
    return find(id).orElseThrow(() -> new NoSuchElementException("no step " + id));
  }

  /** The named states of a kind, sorted by name. */
  public List<NamedState> named(NamedState.Kind kind) {
    return namedStates.of(kind);
  }

  /** All named states, sorted by name. */
  public List<NamedState> named() {
    return namedStates.all();
  }

  /** The state with a name, if there is one. */
  public Optional<NamedState> named(String name) {
    return namedStates.find(name);
  }

  /**
   * The number of steps from the base to a history point.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public int depth(HistoryPoint point) {
    return HistoryNode.depthOf(node(point));
  }

  /**
   * The known steps from the base to a history point, oldest first.
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
   * the base is an ancestor of all points.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public boolean isAncestor(HistoryPoint ancestor, HistoryPoint point) {
    return isKnownAncestor(ancestor, point) || ancestor.isBase();
  }

  /** Whether known steps lead from one history point to another. */
  private boolean isKnownAncestor(HistoryPoint ancestor, HistoryPoint point) {
    return HistoryNode.pointOf(HistoryNode.ancestorAt(node(point), depth(ancestor)))
        .equals(ancestor);
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
      // Both nodes have the same depth, and so have the ancestors to which they jump.
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
    boolean isComplete = isKnownAncestor(fork, from) && isKnownAncestor(fork, to);
    return new HistoryPath(between(fork, from).reversed(), fork, between(fork, to), isComplete);
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
   * A branch of the history: a step without children, or a point with a branch name (HI-1).
   *
   * @param end the last history point of the branch
   * @param lastStep the step at its end; empty at the base, or if the step was pruned
   * @param names its names, sorted; usually none or one
   * @param fork where it forks from the undo stack; equal to its end if that is on the undo stack
   * @param stepCount the number of steps after the fork
   * @param isCurrent whether it is the branch of the undo stack
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
   * A history point with a name.
   *
   * @param kind what the name identifies
   * @param name the name
   * @param point the history point
   */
  public record NamedState(Kind kind, String name, HistoryPoint point) {

    /** What a name identifies. */
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
   * @param redoSteps the known steps to redo after that, oldest first
   * @param isComplete whether all steps of the path are known
   */
  public record HistoryPath(
      List<StepId> undoSteps, HistoryPoint fork, List<StepId> redoSteps, boolean isComplete) {

    /** All steps, in the order in which the cursor passes them. */
    public List<StepId> steps() {
      if (redoSteps.isEmpty() || undoSteps.isEmpty()) {
        return redoSteps.isEmpty() ? undoSteps : redoSteps;
      }
      List<StepId> steps = new ArrayList<>(undoSteps);
      steps.addAll(redoSteps);
      return List.copyOf(steps);
    }
  }
}
