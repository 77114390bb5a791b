package dev.fcp.eventlog.history;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.Lists;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

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

  private static final History<?> EMPTY = of(List.of());

  private final StepSequence<E> steps;

  /** The tree: the runs in the order of their first steps. */
  private final PersistentList<HistoryRun> runs;

  /** The history points whose steps are unknown. */
  private final PersistentMap<StepId, HistoryPoint> unknownPoints;

  private final NamedStates namedStates;

  private History(
      StepSequence<E> steps,
      PersistentList<HistoryRun> runs,
      PersistentMap<StepId, HistoryPoint> unknownPoints,
      NamedStates namedStates) {
    this.steps = steps;
    this.runs = runs;
    this.unknownPoints = unknownPoints;
    this.namedStates = namedStates;
  }

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
    int end = steps.end();
    int parent = position(step.parent());
    if (steps.positionOf(step.id()) >= 0 || unknownPoints.containsKey(step.id())) {
      throw new IllegalArgumentException("step " + step.id() + " is there already");
    }
    boolean follows = parent >= 0 && parent == end - 1;
    return new History<>(
        steps.with(step),
        follows ? runs : runs.append(run(end, step.parent(), parent)),
        unknownPoints,
        namedStates.withBranchesAdvanced(step.parent(), step.id()));
  }

  private HistoryRun run(int start, HistoryPoint parent, int position) {
    return position < 0
        ? HistoryRun.fromRoot(start, parent)
        : runAt(position).branch(start, position);
  }

  /**
   * A history of steps that are read on demand. Each step follows its parent in the sequence; a
   * parent that does not occur in it becomes a history point whose step is unknown.
   *
   * @throws IllegalArgumentException if two steps have the same id
   */
  public static <E> History<E> of(List<? extends StoredSteps<E>> parts) {
    return of(StepSequence.of(parts));
  }

  private static <E> History<E> of(StepSequence<E> steps) {
    History<E> history =
        new History<>(steps, PersistentList.empty(), PersistentMap.empty(), NamedStates.NONE);
    int start = steps.first();
    while (start < steps.end()) {
      HistoryPoint point = steps.parent(start);
      int parent = point.step().map(steps::positionOf).orElse(-1);
      if (parent >= start) {
        throw new IllegalArgumentException("step " + steps.id(start) + " precedes its parent");
      }
      history = parent < 0 ? history.withPoint(point) : history;
      PersistentList<HistoryRun> runs = history.runs.append(history.run(start, point, parent));
      history = new History<>(steps, runs, history.unknownPoints, NamedStates.NONE);
      start = steps.nextRun(start + 1);
    }
    return history;
  }

  /**
   * This history with a named state, which replaces an older one with the same name.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public History<E> with(NamedState state) {
    position(state.point());
    return new History<>(steps, runs, unknownPoints, namedStates.with(state));
  }

  /**
   * The same history, in which the oldest steps in memory are read when they are accessed.
   * Unchanged if they are not among the stored ones.
   */
  public History<E> withStored(StoredSteps<E> stored) {
    return new History<>(steps.withStored(stored), runs, unknownPoints, namedStates);
  }

  /** This history with a history point whose step is unknown, unless it contains the point. */
  public History<E> withPoint(HistoryPoint point) {
    if (contains(point)) {
      return this;
    }
    StepId id = point.step().orElseThrow();
    return new History<>(steps, runs, unknownPoints.with(id, point), namedStates);
  }

  /**
   * This history without the steps made before a given one. Named states keep their history points,
   * even if the steps there are then unknown. Takes time proportional to the number of remaining
   * steps.
   *
   * @throws IllegalArgumentException if there is no such step
   */
  public History<E> startingAt(StepId first) {
    int position = steps.positionOf(first);
    if (position < 0) {
      throw new IllegalArgumentException("no step " + first + " in this history");
    }
    if (position == steps.first()) {
      return this;
    }
    History<E> history = of(steps.startingAt(position));
    for (NamedState named : namedStates.all()) {
      history = history.withPoint(named.point()).with(named);
    }
    return history;
  }

  /** All steps in the order in which they were made; each is read when it is accessed. */
  public List<Step<E>> steps() {
    return Lists.transform(positions(), steps::step);
  }

  /** The ids of all steps in the order in which they were made. */
  public List<StepId> stepIds() {
    return Lists.transform(positions(), steps::id);
  }

  private List<Integer> positions() {
    return ContiguousSet.closedOpen(steps.first(), steps.end()).asList();
  }

  /** The step with an id; empty if there is none or its content is unknown. */
  public Optional<Step<E>> find(StepId id) {
    int position = steps.positionOf(id);
    return position < 0 ? Optional.empty() : Optional.of(steps.step(position));
  }

  /**
   * The steps that lead from a history point to a later one, oldest first; each is searched when it
   * is accessed. If some steps in between are unknown, only those after the last unknown step.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public List<StepId> between(HistoryPoint from, HistoryPoint to) {
    return Lists.transform(path(isAncestor(from, to) ? depth(from) : 0, to), steps::id);
  }

  /** The positions of the known steps on the path to a history point after a depth. */
  private List<Integer> path(int depthBefore, HistoryPoint to) {
    int last = position(to);
    if (last < 0) {
      return List.of();
    }
    HistoryRun run = runAt(last);
    return Lists.transform(
        ContiguousSet.closedOpen(depthBefore + 1, run.depthAt(last) + 1).asList(), run::positionAt);
  }

  /**
   * Whether the history contains a point: the base, or the point after a step of which at least the
   * id is known.
   */
  public boolean contains(HistoryPoint point) {
    return isKnown(point) || point.step().filter(unknownPoints::containsKey).isPresent();
  }

  /** Whether the history contains a point and its step is known. The base is always known. */
  public boolean isKnown(HistoryPoint point) {
    return point.step().map(steps::positionOf).orElse(0) >= 0;
  }

  /**
   * The point at which a step was made.
   *
   * @throws IllegalArgumentException if there is no such step
   */
  public HistoryPoint parent(StepId id) {
    int position = position(HistoryPoint.after(id));
    return position < 0 ? HistoryPoint.BASE : steps.parent(position);
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
    int position = position(point);
    return position < 0 ? 0 : runAt(position).depthAt(position);
  }

  /**
   * The known steps from the base to a history point, oldest first.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public List<Step<E>> stepsTo(HistoryPoint point) {
    return path(0, point).stream().map(steps::step).toList();
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
    int depth = depth(ancestor);
    return depth <= depth(point) && ancestorAt(point, depth).equals(ancestor);
  }

  /** The ancestor of a history point at a depth that is not greater than its own. */
  private HistoryPoint ancestorAt(HistoryPoint point, int depth) {
    int position = position(point);
    if (position < 0) {
      return point;
    }
    HistoryRun run = runAt(position);
    return depth == 0 ? run.root() : HistoryPoint.after(steps.id(run.positionAt(depth)));
  }

  /**
   * The last common ancestor of two history points, where their branches part.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  public HistoryPoint fork(HistoryPoint first, HistoryPoint second) {
    int low = 0;
    int high = Math.min(depth(first), depth(second));
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (ancestorAt(first, middle).equals(ancestorAt(second, middle))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    HistoryPoint fork = ancestorAt(first, low);
    return fork.equals(ancestorAt(second, low)) ? fork : HistoryPoint.BASE;
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
    return new BranchSearch<>(this, steps, runs, stackEnd).branches();
  }

  /**
   * The end of the branch that contains a history point: that of the undo stack if it contains the
   * point, otherwise the newest one.
   *
   * @param stackEnd where the undo stack ends
   * @throws IllegalArgumentException if there is no such history point
   */
  public HistoryPoint branchEnd(HistoryPoint point, HistoryPoint stackEnd) {
    return new BranchSearch<>(this, steps, runs, stackEnd).branchEnd(point);
  }

  /** The position of the step before a history point; negative if it is unknown or the base. */
  private int position(HistoryPoint point) {
    int last = steps.end() - 1;
    if (last >= steps.first() && point.isAfter(steps.id(last))) {
      return last;
    }
    int position = point.step().map(steps::positionOf).orElse(-1);
    if (position < 0 && !contains(point)) {
      throw new IllegalArgumentException("no " + point + " in this history");
    }
    return position;
  }

  private HistoryRun runAt(int position) {
    int low = 0;
    int high = runs.size() - 1;
    if (runs.get(high).start() <= position) {
      return runs.get(high);
    }
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (runs.get(middle).start() <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return runs.get(low);
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
