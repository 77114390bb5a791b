package dev.fcp.spec.document;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The observable state of a document except its model, which the digest represents. Steps are
 * represented by texts that a test chooses: their labels, which are the same in every run, or their
 * ids.
 */
public record DocumentView(
    Digest digest,
    List<String> applied,
    List<String> undone,
    List<String> undoRedoLabels,
    Map<String, List<String>> checkpoints,
    Optional<List<String>> savedPath,
    Optional<String> savedHash,
    Optional<String> externalVersion,
    boolean isSaved,
    List<String> sources,
    List<String> history) {

  /** Returns the view of a state. */
  public static <M, E> DocumentView of(
      SessionState<M, E> state, Function<Step<E>, String> describe) {
    Map<String, List<String>> checkpoints = new TreeMap<>();
    for (NamedState named : state.history().named()) {
      checkpoints.put(
          named.kind() + " " + named.name(), describeAll(path(state, named.point()), describe));
    }
    return new DocumentView(
        state.digest(),
        describeAll(state.undoableSteps(state.undoDepth()), describe),
        describeAll(state.redoableSteps(state.redoDepth()), describe),
        List.of(
            "undo %s: %s".formatted(state.canUndo(), state.undoLabel()),
            "redo %s: %s".formatted(state.canRedo(), state.redoLabel())),
        checkpoints,
        state
            .savedMark()
            .map(SavedMark::point)
            .map(point -> describeAll(path(state, point), describe)),
        state.savedMark().map(SavedMark::hash),
        state.externalVersion().map(version -> version.source().id() + " " + version.mergeExtent()),
        state.isSaved(),
        state.sourcesForWriting().stream().map(Source::id).toList(),
        describeAll(state.history().steps(), describe));
  }

  private static <M, E> List<Step<E>> path(SessionState<M, E> state, HistoryPoint point) {
    return state.history().stepsTo(point);
  }

  private static <E> List<String> describeAll(
      List<Step<E>> steps, Function<Step<E>, String> describe) {
    return steps.stream().map(describe).toList();
  }

  /** Returns this view without the state of the file. */
  DocumentView withoutFileState() {
    return new DocumentView(
        digest,
        applied,
        undone,
        undoRedoLabels,
        checkpoints,
        Optional.empty(),
        Optional.empty(),
        externalVersion,
        false,
        sources,
        history);
  }
}
