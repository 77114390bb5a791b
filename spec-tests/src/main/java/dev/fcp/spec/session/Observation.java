package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SavedMark;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All that can be seen of a session, in a form that a naive interpreter can give too: a place is
 * the list of the labels that lead to it.
 */
record Observation(
    Object model,
    Digest digest,
    Reach reach,
    List<String> applied,
    List<String> undone,
    Map<String, List<String>> checkpoints,
    Optional<List<String>> savedPlace,
    boolean saved,
    List<String> everMade) {

  /** What an editor shows: where the cursor is, how far undo and redo go, and what is next. */
  record Reach(int cursor, Next undo, Next redo) {}

  /** One direction of the two. */
  record Next(boolean can, int depth, Optional<String> label) {}

  /** What a listener hears: what happened, and where the user was. */
  record Told(SessionChange.Kind kind, Value.Fields focus) {}

  static Observation of(SessionState<?, ?> state) {
    Map<String, List<String>> checkpoints = new TreeMap<>();
    for (NamedState named : state.checkpoints()) {
      checkpoints.put(named.name(), path(state.history(), named.place()));
    }
    return new Observation(
        state.model(),
        state.digest(),
        new Reach(
            state.line().cursor(),
            new Next(state.canUndo(), state.undoDepth(), state.undoLabel()),
            new Next(state.canRedo(), state.redoDepth(), state.redoLabel())),
        labels(state.recent(state.undoDepth())),
        labels(state.upcoming(state.redoDepth())),
        checkpoints,
        state.savedMark().map(SavedMark::place).map(place -> path(state.history(), place)),
        state.isSaved(),
        labels(state.history().steps()));
  }

  private static List<String> path(History<?> history, Optional<StepId> place) {
    return labels(history.path(place));
  }

  private static List<String> labels(List<? extends Step<?>> steps) {
    return steps.stream().map(Step::label).toList();
  }
}
