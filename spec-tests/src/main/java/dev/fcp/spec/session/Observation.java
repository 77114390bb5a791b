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
    List<String> everMade,
    Map<String, List<String>> branchNames,
    List<List<String>> branches) {

  /** What an editor shows: where the cursor is, how far undo and redo go, and what is next. */
  record Reach(int cursor, Next undo, Next redo) {}

  /** One direction of the two. */
  record Next(boolean can, int depth, Optional<String> label) {}

  /** What a listener hears: what happened, and where the user was. */
  record Told(SessionChange.Kind kind, Value.Fields focus) {}

  static Observation of(SessionState<?, ?> state) {
    History<?> history = state.history();
    Optional<StepId> lineEnd =
        state.upcoming(state.redoDepth()).stream()
            .reduce((first, second) -> second)
            .<StepId>map(Step::id)
            .or(state::head);
    return new Observation(
        state.model(),
        state.digest(),
        new Reach(
            state.line().cursor(),
            new Next(state.canUndo(), state.undoDepth(), state.undoLabel()),
            new Next(state.canRedo(), state.redoDepth(), state.redoLabel())),
        labels(state.recent(state.undoDepth())),
        labels(state.upcoming(state.redoDepth())),
        places(history, NamedState.Kind.CHECKPOINT),
        state.savedMark().map(SavedMark::place).map(place -> path(state.history(), place)),
        state.isSaved(),
        labels(history.steps()),
        places(history, NamedState.Kind.BRANCH),
        history.branches(lineEnd).stream().map(branch -> path(history, branch.end())).toList());
  }

  private static Map<String, List<String>> places(History<?> history, NamedState.Kind kind) {
    Map<String, List<String>> places = new TreeMap<>();
    history.named(kind).forEach(named -> places.put(named.name(), path(history, named.place())));
    return places;
  }

  private static List<String> path(History<?> history, Optional<StepId> place) {
    return labels(history.path(place));
  }

  private static List<String> labels(List<? extends Step<?>> steps) {
    return steps.stream().map(Step::label).toList();
  }
}
