package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The observable state of a session, in a form that the naive model can produce too: a history
 * point is the list of the labels that lead to it.
 */
record Observation(
    Object model,
    Digest digest,
    UndoStatus undoStatus,
    List<String> applied,
    List<String> undone,
    Map<String, List<String>> checkpoints,
    Optional<List<String>> savedPath,
    boolean isSaved,
    List<String> allSteps,
    Map<String, List<String>> branchNames,
    List<List<String>> branches) {

  /**
   * What an editor shows: the cursor, the depth of undo and redo, and the labels of the next steps.
   */
  record UndoStatus(int cursor, DirectionStatus undo, DirectionStatus redo) {}

  /** The status of undo or redo. */
  record DirectionStatus(boolean isPossible, int depth, Optional<String> label) {}

  /** A notification of a listener. */
  record Notification(SessionChange.Kind kind, Value.Fields editorSelection) {}

  static Observation of(SessionState<?, ?> state) {
    History<?> history = state.history();
    HistoryPoint stackEnd =
        state.redoableSteps(state.redoDepth()).stream()
            .reduce((first, second) -> second)
            .map(step -> HistoryPoint.after(step.id()))
            .orElseGet(state::head);
    return new Observation(
        state.model(),
        state.digest(),
        new UndoStatus(
            state.undoStack().cursor(),
            new DirectionStatus(state.canUndo(), state.undoDepth(), state.undoLabel()),
            new DirectionStatus(state.canRedo(), state.redoDepth(), state.redoLabel())),
        labels(state.undoableSteps(state.undoDepth())),
        labels(state.redoableSteps(state.redoDepth())),
        namedPaths(history, NamedState.Kind.CHECKPOINT),
        state.savedMark().map(SavedMark::point).map(point -> path(state.history(), point)),
        state.isSaved(),
        labels(history.steps()),
        namedPaths(history, NamedState.Kind.BRANCH),
        history.branches(stackEnd).stream().map(branch -> path(history, branch.end())).toList());
  }

  private static Map<String, List<String>> namedPaths(History<?> history, NamedState.Kind kind) {
    Map<String, List<String>> paths = new TreeMap<>();
    history.named(kind).forEach(named -> paths.put(named.name(), path(history, named.point())));
    return paths;
  }

  private static List<String> path(History<?> history, HistoryPoint point) {
    return labels(history.stepsTo(point));
  }

  private static List<String> labels(List<? extends Step<?>> steps) {
    return steps.stream().map(Step::label).toList();
  }
}
