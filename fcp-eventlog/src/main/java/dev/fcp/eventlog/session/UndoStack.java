package dev.fcp.eventlog.session;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StoredSteps;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The steps that can be undone and redone, within the history of all steps; immutable.
 *
 * @param base the digest of the document before any step
 * @param start where the undo stack begins
 * @param steps the applied and the undone steps, with the cursor between them
 * @param history all steps
 * @param unverifiedPoints the history points whose digest was recomputed
 * @param ignored the steps that undo and redo skip
 */
record UndoStack<E>(
    Digest base,
    Start start,
    LogState<StepId> steps,
    History<E> history,
    PersistentList<HistoryPoint> unverifiedPoints,
    IgnoredSteps ignored) {

  /**
   * The steps that undo and redo skip (SE-31).
   *
   * @param steps all of them
   * @param carriedCount how many of the last steps before the cursor are carried steps; the redo
   *     tail follows the step before them
   */
  record IgnoredSteps(PersistentMap<StepId, StepId> steps, int carriedCount) {

    static final IgnoredSteps NONE = new IgnoredSteps(PersistentMap.empty(), 0);

    IgnoredSteps with(Step<?> step) {
      return step.isIgnored()
          ? new IgnoredSteps(steps.with(step.id(), step.id()), carriedCount)
          : this;
    }

    IgnoredSteps withCarriedCount(int count) {
      return count == carriedCount ? this : new IgnoredSteps(steps, count);
    }

    boolean contains(StepId step) {
      return steps.containsKey(step);
    }
  }

  /** The history point at which the undo stack begins, and its digest. */
  record Start(HistoryPoint point, Digest digest) {}

  /** The location of a history point relative to the cursor. */
  enum Direction {
    BEFORE_CURSOR,
    AT_CURSOR,
    AFTER_CURSOR,
    OFF_STACK
  }

  static <E> UndoStack<E> empty(Digest base) {
    return new UndoStack<>(
        base,
        new Start(HistoryPoint.BASE, base),
        LogState.empty(),
        History.empty(),
        PersistentList.empty(),
        IgnoredSteps.NONE);
  }

  UndoStack<E> with(Step<E> step) {
    return new UndoStack<>(
        base,
        start,
        steps.append(step.id()),
        history.with(step),
        unverifiedPoints,
        ignored.with(step).withCarriedCount(0));
  }

  /** Returns this stack with a carried step before the cursor; the redo tail stays (SE-31). */
  UndoStack<E> withCarried(Step<E> step) {
    List<StepId> ids = new ArrayList<>(steps.applied());
    ids.add(step.id());
    ids.addAll(steps.undone());
    LogState<StepId> newSteps = LogState.of(ids, steps.appliedCount() + 1);
    IgnoredSteps newIgnored = ignored.with(step).withCarriedCount(ignored.carriedCount() + 1);
    return new UndoStack<>(base, start, newSteps, history.with(step), unverifiedPoints, newIgnored);
  }

  /** Returns this stack with an ignored step after the redo tail (SE-31). */
  UndoStack<E> withRedoable(Step<E> step) {
    List<StepId> ids = new ArrayList<>(steps.applied());
    ids.addAll(steps.undone());
    ids.add(step.id());
    LogState<StepId> newSteps = LogState.of(ids, steps.appliedCount());
    return new UndoStack<>(
        base, start, newSteps, history.with(step), unverifiedPoints, ignored.with(step));
  }

  /** The carried steps before the redo tail, oldest first. */
  List<StepId> carriedSteps() {
    return steps.applied().drop(uncarriedCount()).stream().toList();
  }

  /** How many steps before the cursor are not carried steps. */
  int uncarriedCount() {
    return steps.appliedCount() - ignored.carriedCount();
  }

  /** The undo stack without the carried steps. */
  LogState<StepId> uncarriedSteps() {
    if (ignored.carriedCount() == 0) {
      return steps;
    }
    List<StepId> ids = new ArrayList<>(steps.applied().take(uncarriedCount()));
    ids.addAll(steps.undone());
    return LogState.of(ids, uncarriedCount());
  }

  /** A path without the ignored steps that are undone and redone on it. */
  HistoryPath withoutRoundTrips(HistoryPath path) {
    if (ignored.steps().isEmpty()) {
      return path;
    }
    Set<StepId> roundTrips = originals(path.undoSteps());
    roundTrips.retainAll(originals(path.redoSteps()));
    return roundTrips.isEmpty()
        ? path
        : new HistoryPath(
            withoutRoundTrips(path.undoSteps(), roundTrips),
            path.fork(),
            withoutRoundTrips(path.redoSteps(), roundTrips),
            path.isComplete());
  }

  private Set<StepId> originals(List<StepId> steps) {
    return steps.stream()
        .filter(ignored::contains)
        .map(this::firstOriginalId)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private List<StepId> withoutRoundTrips(List<StepId> steps, Set<StepId> originals) {
    return steps.stream()
        .filter(step -> !ignored.contains(step) || !originals.contains(firstOriginalId(step)))
        .toList();
  }

  /** The original of a carried step; any other step is its own original. */
  StepId originalId(StepId step) {
    return history.step(step).originalId();
  }

  /** The step as it was made: a carried step may have been carried again after a new step. */
  private StepId firstOriginalId(StepId step) {
    StepId id = step;
    Optional<Step<E>> copy = history.find(id).filter(Step::isCarried);
    while (copy.isPresent()) {
      id = copy.get().originalId();
      copy = history.find(id).filter(Step::isCarried);
    }
    return id;
  }

  /**
   * The applied copy of an ignored step, made under another id when undo or redo moved the cursor.
   * Any other step is returned as it is.
   */
  StepId appliedCopyOf(StepId step) {
    if (!ignored.contains(step)) {
      return step;
    }
    StepId original = firstOriginalId(step);
    return ignored.steps().keys().stream()
        .filter(other -> firstOriginalId(other).equals(original))
        .filter(other -> history.isAncestor(HistoryPoint.after(other), head()))
        .findFirst()
        .orElse(step);
  }

  UndoStack<E> with(NamedState state) {
    return new UndoStack<>(base, start, steps, history.with(state), unverifiedPoints, ignored);
  }

  /** Whether no operation moved the cursor or named a state since this stack or the other one. */
  @SuppressWarnings("ReferenceEquality") // Undo and redo lead to equal steps in another object.
  boolean isSameAs(UndoStack<?> other) {
    return steps == other.steps && history.named().equals(other.history.named());
  }

  /** The same stack, in whose history the oldest steps in memory are read from now on. */
  UndoStack<E> withStored(StoredSteps<E> stored) {
    return new UndoStack<>(
        base, start, steps, history.withStored(stored), unverifiedPoints, ignored);
  }

  UndoStack<E> with(LogState<StepId> newSteps) {
    return new UndoStack<>(
        base, start, newSteps, history, unverifiedPoints, ignored.withCarriedCount(0));
  }

  UndoStack<E> with(IgnoredSteps ignored) {
    int carriedCount = steps.canRedo() ? Math.min(ignored.carriedCount(), steps.appliedCount()) : 0;
    return new UndoStack<>(
        base, start, steps, history, unverifiedPoints, ignored.withCarriedCount(carriedCount));
  }

  UndoStack<E> withUnverified(HistoryPoint point) {
    return new UndoStack<>(base, start, steps, history, unverifiedPoints.append(point), ignored);
  }

  /** Returns this stack with its last steps replaced by one step or by none. */
  UndoStack<E> withReplaced(List<StepId> replacedSteps, Optional<Step<E>> replacement) {
    LogState<StepId> newSteps =
        replacement
            .map(step -> steps.replaceLast(replacedSteps.size(), step.id()))
            .orElseGet(() -> steps.replaceLast(replacedSteps.size()));
    History<E> newHistory = replacement.map(history::with).orElse(history);
    HistoryPoint from = HistoryPoint.after(replacedSteps.get(replacedSteps.size() - 1));
    HistoryPoint to = newSteps.lastApplied().map(HistoryPoint::after).orElse(start.point());
    for (NamedState name : newHistory.named()) {
      if (name.point().equals(from)) {
        newHistory = newHistory.with(new NamedState(name.kind(), name.name(), to));
      }
    }
    IgnoredSteps newIgnored = replacement.map(ignored::with).orElse(ignored);
    return new UndoStack<>(base, start, newSteps, newHistory, unverifiedPoints, newIgnored);
  }

  /**
   * Returns the undo stack that leads to a history point, with an empty redo tail. It begins where
   * this stack begins or, if the path to the point branches off before that, at the fork.
   */
  UndoStack<E> switchedTo(HistoryPoint point) {
    HistoryPoint fork = history.fork(end(), point);
    OptionalInt position = positionOf(fork);
    if (position.isEmpty()) {
      List<StepId> newPath = history.between(fork, point);
      Start newStart = new Start(fork, digestAt(fork));
      LogState<StepId> newSteps = LogState.of(newPath, newPath.size());
      return new UndoStack<>(
          base, newStart, newSteps, history, unverifiedPoints, ignored.withCarriedCount(0));
    }
    LogState<StepId> newPath = uncarriedSteps().moveTo(position.getAsInt()).truncate();
    for (StepId step : history.between(fork, point)) {
      newPath = newPath.append(step);
    }
    return with(newPath);
  }

  /**
   * The last steps of the undo stack, oldest first; empty if there are fewer, or if any step is
   * undone.
   */
  Optional<List<StepId>> lastSteps(int count) {
    int applied = steps.appliedCount();
    return count > applied || steps.undoneCount() > 0
        ? Optional.empty()
        : Optional.of(steps.recent(count));
  }

  /** The undo stack without its first steps; the history keeps them. */
  UndoStack<E> withoutFirst(int count) {
    HistoryPoint point = pointAt(count);
    Start newStart = new Start(point, digestAt(point));
    return new UndoStack<>(
        base, newStart, steps.dropFirst(count), history, unverifiedPoints, ignored);
  }

  /**
   * The undo stack without any steps, after its redo tail was discarded; the history keeps them.
   */
  UndoStack<E> cleared() {
    return withoutFirst(steps.appliedCount());
  }

  /**
   * Discards the steps before the given one from the history; the undo stack must not begin
   * earlier.
   */
  UndoStack<E> withoutStepsBefore(StepId step) {
    return new UndoStack<>(base, start, steps, history.startingAt(step), unverifiedPoints, ignored);
  }

  /**
   * The oldest step of the history, if it is before the start of the undo stack and the steps in
   * between are still there.
   */
  Optional<StepId> oldestBeforeStart() {
    return start
        .point()
        .step()
        .filter(id -> history.isKnown(start.point()))
        .map(id -> history.stepIds().get(0))
        .filter(oldest -> !start.point().isAfter(oldest));
  }

  UndoStack<E> withUnverified(PersistentList<HistoryPoint> points) {
    return new UndoStack<>(base, start, steps, history, points, ignored);
  }

  /**
   * Returns this stack with history points that can be referred to even if their steps were pruned.
   */
  UndoStack<E> withPoints(List<HistoryPoint> points) {
    History<E> newHistory = history;
    for (HistoryPoint point : points) {
      newHistory = newHistory.withPoint(point);
    }
    return new UndoStack<>(base, start, steps, newHistory, unverifiedPoints, ignored);
  }

  HistoryPoint head() {
    return steps.lastApplied().map(HistoryPoint::after).orElse(start.point());
  }

  /** The history point after all steps of the undo stack, including undone ones. */
  HistoryPoint end() {
    return pointAt(length());
  }

  /** Whether the digest at a history point is known, so that a model can be verified. */
  boolean hasDigest(HistoryPoint point) {
    return point.equals(start.point()) || history.isKnown(point);
  }

  /** Whether known steps lead from the cursor to a history point, and each can be verified. */
  boolean isReachable(HistoryPoint point) {
    HistoryPath path = history.path(head(), point);
    return path.isComplete() && hasDigest(path.fork());
  }

  Digest digestAt(HistoryPoint point) {
    if (point.equals(start.point())) {
      return start.digest();
    }
    return point.step().map(id -> history.step(id).digestAfter()).orElse(base);
  }

  /** The steps with these ids; each is read when it is accessed. */
  List<Step<E>> stepsOf(List<StepId> ids) {
    return Lists.transform(ids, history::step);
  }

  boolean contains(HistoryPoint point) {
    return history.contains(point);
  }

  /** The last point before the cursor that precedes another one too; the base if none is known. */
  HistoryPoint before(HistoryPoint point) {
    return history.isKnown(point) ? history.fork(point, head()) : HistoryPoint.BASE;
  }

  /** The location of a history point relative to the cursor. */
  Direction directionOf(HistoryPoint point) {
    if (point.equals(head())) {
      return Direction.AT_CURSOR;
    }
    OptionalInt position = positionOf(point);
    if (position.isEmpty()) {
      return Direction.OFF_STACK;
    }
    return position.getAsInt() <= uncarriedCount()
        ? Direction.BEFORE_CURSOR
        : Direction.AFTER_CURSOR;
  }

  /**
   * The history point of a checkpoint at or before the cursor.
   *
   * @throws RefusedException if there is no such checkpoint, or if it is elsewhere
   */
  HistoryPoint checkpointPoint(String name) {
    NamedState checkpoint =
        history
            .named(name)
            .filter(named -> named.kind() == NamedState.Kind.CHECKPOINT)
            .orElseThrow(() -> new RefusedException(checkpointConflict(name)));
    return switch (directionOf(checkpoint.point())) {
      case BEFORE_CURSOR, AT_CURSOR -> checkpoint.point();
      case AFTER_CURSOR -> throw new RefusedException(aheadConflict(checkpoint));
      case OFF_STACK -> throw new RefusedException(offStackConflict(checkpoint));
    };
  }

  private Conflict aheadConflict(NamedState checkpoint) {
    int steps = history.depth(checkpoint.point()) - history.depth(head());
    return Conflict.because(
            "checkpoint \"%s\" is among the undone steps; redo to reach it"
                .formatted(checkpoint.name()))
        .withSuggestion(new Suggestion.Redo(steps));
  }

  private Conflict offStackConflict(NamedState checkpoint) {
    if (!history.isKnown(checkpoint.point()) || history.isAncestor(checkpoint.point(), head())) {
      return Conflict.because(
          "checkpoint \"%s\" lies before the oldest step that can be undone"
              .formatted(checkpoint.name()));
    }
    HistoryPoint fork = history.fork(checkpoint.point(), head());
    String forkText =
        fork.step()
            .map(id -> "after step %s \"%s\"".formatted(id, history.step(id).label()))
            .orElse("at the base");
    return Conflict.because(
        "checkpoint \"%s\" lies on another branch, which left this one %s"
            .formatted(checkpoint.name(), forkText));
  }

  /** The path from the cursor of this stack to that of a later one. */
  HistoryPath pathTo(UndoStack<E> later) {
    return later.history.path(head(), later.head());
  }

  /**
   * The selection to restore at the end of a path: that after the last redone step or, if there is
   * none, that before the last undone step.
   */
  Value.Fields editorSelectionAfter(HistoryPath path) {
    List<StepId> redoSteps = path.redoSteps();
    List<StepId> undoSteps = path.undoSteps();
    if (!redoSteps.isEmpty()) {
      return history.step(redoSteps.get(redoSteps.size() - 1)).editorSelection().after();
    }
    return undoSteps.isEmpty()
        ? Value.Fields.EMPTY
        : history.step(undoSteps.get(undoSteps.size() - 1)).editorSelection().before();
  }

  /**
   * How many steps are applied when the cursor is at a history point; empty if the point is not on
   * the undo stack. Carried steps do not count.
   */
  OptionalInt positionOf(HistoryPoint point) {
    if (!contains(point)) {
      return OptionalInt.empty();
    }
    int position = history.depth(point) - history.depth(pointAt(0));
    boolean isOnStack = position >= 0 && position <= length() && pointAt(position).equals(point);
    return isOnStack ? OptionalInt.of(position) : OptionalInt.empty();
  }

  /** The history point at which this many steps are applied; carried steps do not count. */
  HistoryPoint pointAt(int position) {
    return position > 0 ? HistoryPoint.after(idAt(position - 1)) : start.point();
  }

  /** A step of the undo stack by its index; carried steps do not count. */
  StepId idAt(int index) {
    int applied = uncarriedCount();
    return index < applied ? steps.applied().get(index) : steps.undone().get(index - applied);
  }

  /** The number of steps, including undone ones and without carried ones. */
  int length() {
    return uncarriedCount() + steps.undoneCount();
  }

  /** A checkpoint at the cursor. */
  NamedState checkpoint(String name) {
    requireUnused(NamedState.Kind.CHECKPOINT, name);
    return new NamedState(NamedState.Kind.CHECKPOINT, name, head());
  }

  /** A name for the branch that contains a history point. */
  NamedState branch(String name, HistoryPoint point) {
    requireUnused(NamedState.Kind.BRANCH, name);
    requirePoint(point);
    return new NamedState(NamedState.Kind.BRANCH, name, history.branchEnd(point, end()));
  }

  /** The conflict for a name that is not the name of a checkpoint. */
  Conflict checkpointConflict(String name) {
    return history.named(name).filter(named -> named.kind() == NamedState.Kind.BRANCH).isPresent()
        ? Conflict.because("\"%s\" is the name of a branch".formatted(name))
            .withSuggestion(new Suggestion.SwitchTo(name))
        : unknownName("checkpoint", name, history.named(NamedState.Kind.CHECKPOINT));
  }

  /** The conflict for an unknown name. */
  static Conflict unknownName(String nameKind, String name, List<NamedState> known) {
    String names =
        known.stream().map(state -> '"' + state.name() + '"').collect(Collectors.joining(", "));
    return Conflict.because(
        "unknown %s \"%s\": %s"
            .formatted(
                nameKind, name, names.isEmpty() ? "this document has none" : "known are " + names));
  }

  void requirePoint(HistoryPoint point) {
    if (!contains(point)) {
      throw new RefusedException(
          Conflict.because("there is no %s".formatted(point))
              .withSuggestion(new Suggestion.ListBranches()));
    }
  }

  private void requireUnused(NamedState.Kind kind, String name) {
    String kindWord = kind.name().toLowerCase(Locale.ROOT);
    if (name.isBlank()) {
      throw new RefusedException(
          Conflict.because("a %s needs a name".formatted(kindWord))
              .withSuggestion(freeName(kind, "a name")));
    }
    Optional<NamedState> other = history.named(name).filter(state -> state.kind() != kind);
    if (other.isPresent()) {
      String otherKind = other.get().kind().name().toLowerCase(Locale.ROOT);
      throw new RefusedException(
          Conflict.because("\"%s\" is the name of a %s".formatted(name, otherKind))
              .withSuggestion(freeName(kind, name + " 2")));
    }
  }

  private static Suggestion freeName(NamedState.Kind kind, String name) {
    return switch (kind) {
      case CHECKPOINT -> new Suggestion.Checkpoint(name);
      case BRANCH -> new Suggestion.NameBranch(name);
    };
  }
}
