package dev.fcp.spec.document;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SavedMark;
import dev.fcp.eventlog.session.SessionState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * All that can be seen of a document but its model, which the digest stands for. Steps are told by
 * words that a test chooses: their labels, which are the same in every run, or their ids.
 */
public record DocumentView(
    Digest digest,
    List<String> applied,
    List<String> undone,
    List<String> labels,
    Map<String, List<String>> names,
    Optional<List<String>> savedPlace,
    Optional<String> savedHash,
    Optional<String> foreign,
    boolean saved,
    List<String> sources,
    List<String> history) {

  /** What is to be seen of a state. */
  public static <M, E> DocumentView of(SessionState<M, E> state, Function<Step<E>, String> word) {
    Map<String, List<String>> names = new TreeMap<>();
    for (NamedState named : state.history().named()) {
      names.put(named.kind() + " " + named.name(), words(path(state, named.place()), word));
    }
    return new DocumentView(
        state.digest(),
        words(state.recent(state.undoDepth()), word),
        words(state.upcoming(state.redoDepth()), word),
        List.of(
            "undo %s: %s".formatted(state.canUndo(), state.undoLabel()),
            "redo %s: %s".formatted(state.canRedo(), state.redoLabel())),
        names,
        state.savedMark().map(SavedMark::place).map(place -> words(path(state, place), word)),
        state.savedMark().map(SavedMark::hash),
        state.foreignVersion().map(version -> version.source().id() + " " + version.fit()),
        state.isSaved(),
        state.sourcesForWriting().stream().map(Source::id).toList(),
        words(state.history().steps(), word));
  }

  private static <M, E> List<Step<E>> path(SessionState<M, E> state, Optional<StepId> place) {
    return state.history().path(place);
  }

  private static <E> List<String> words(List<Step<E>> steps, Function<Step<E>, String> word) {
    return steps.stream().map(word).toList();
  }

  /** The same without what is known of the file. */
  DocumentView unmarked() {
    return new DocumentView(
        digest,
        applied,
        undone,
        labels,
        names,
        Optional.empty(),
        Optional.empty(),
        foreign,
        false,
        sources,
        history);
  }
}
