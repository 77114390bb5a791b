package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.NamedState.Kind;
import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a name may stand for: a checkpoint or a branch, and never both at once. */
final class Naming {

  private Naming() {}

  /** The name of the state at the cursor. */
  static NamedState checkpoint(SessionState<?, ?> state, String name) {
    requireFree(state.timeline(), Kind.CHECKPOINT, name);
    return new NamedState(Kind.CHECKPOINT, name, state.head());
  }

  /** The name of the branch that holds a place. */
  static NamedState branch(SessionState<?, ?> state, String name, Optional<StepId> place) {
    Timeline<?> timeline = state.timeline();
    requireFree(timeline, Kind.BRANCH, name);
    requirePlace(timeline, place);
    return new NamedState(Kind.BRANCH, name, timeline.history().branchEnd(place, timeline.end()));
  }

  /** Why a name is not that of a checkpoint. */
  static Conflict noCheckpoint(History<?> history, String name) {
    return history.named(name).filter(named -> named.kind() == Kind.BRANCH).isPresent()
        ? Conflict.because("\"%s\" is the name of a branch".formatted(name))
            .suggesting("switch \"%s\"".formatted(name))
        : unknown("checkpoint", name, history.named(Kind.CHECKPOINT));
  }

  /** That nothing has a name. */
  static Conflict unknown(String what, String name, List<NamedState> known) {
    String names =
        known.stream().map(state -> '"' + state.name() + '"').collect(Collectors.joining(", "));
    return Conflict.because(
        "unknown %s \"%s\": %s"
            .formatted(
                what, name, names.isEmpty() ? "this document has none" : "known are " + names));
  }

  static void requirePlace(Timeline<?> timeline, Optional<StepId> place) {
    if (!timeline.holds(place)) {
      throw new RefusedException(
          Conflict.because("there is no %s".formatted(SessionState.words(place)))
              .suggesting("branches"));
    }
  }

  private static void requireFree(Timeline<?> timeline, Kind kind, String name) {
    String word = kind.name().toLowerCase(Locale.ROOT);
    if (name.isBlank()) {
      throw new RefusedException(
          Conflict.because("a %s needs a name".formatted(word)).suggesting(word + " \"a name\""));
    }
    Optional<NamedState> other =
        timeline.history().named(name).filter(state -> state.kind() != kind);
    if (other.isPresent()) {
      String taken = other.get().kind().name().toLowerCase(Locale.ROOT);
      throw new RefusedException(
          Conflict.because("\"%s\" is the name of a %s".formatted(name, taken))
              .suggesting("%s \"%s 2\"".formatted(word, name)));
    }
  }
}
