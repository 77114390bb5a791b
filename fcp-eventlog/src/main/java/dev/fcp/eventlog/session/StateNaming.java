package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.NamedState.Kind;
import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a name may stand for: a checkpoint or a branch, and never both at once. */
final class StateNaming {

  private StateNaming() {}

  /** The name of the state at the cursor. */
  static NamedState checkpoint(SessionState<?, ?> state, String name) {
    requireUnused(state.stack(), Kind.CHECKPOINT, name);
    return new NamedState(Kind.CHECKPOINT, name, state.head());
  }

  /** The name of the branch that holds a place. */
  static NamedState branch(SessionState<?, ?> state, String name, Optional<StepId> point) {
    UndoStack<?> stack = state.stack();
    requireUnused(stack, Kind.BRANCH, name);
    requirePoint(stack, point);
    return new NamedState(Kind.BRANCH, name, stack.history().branchEnd(point, stack.end()));
  }

  /** Why a name is not that of a checkpoint. */
  static Conflict checkpointConflict(History<?> history, String name) {
    return history.named(name).filter(named -> named.kind() == Kind.BRANCH).isPresent()
        ? Conflict.because("\"%s\" is the name of a branch".formatted(name))
            .withSuggestion(new Suggestion.SwitchTo(name))
        : unknownName("checkpoint", name, history.named(Kind.CHECKPOINT));
  }

  /** That nothing has a name. */
  static Conflict unknownName(String nameKind, String name, List<NamedState> known) {
    String names =
        known.stream().map(state -> '"' + state.name() + '"').collect(Collectors.joining(", "));
    return Conflict.because(
        "unknown %s \"%s\": %s"
            .formatted(
                nameKind, name, names.isEmpty() ? "this document has none" : "known are " + names));
  }

  static void requirePoint(UndoStack<?> stack, Optional<StepId> point) {
    if (!stack.contains(point)) {
      throw new RefusedException(
          Conflict.because("there is no %s".formatted(SessionState.describe(point)))
              .withSuggestion(new Suggestion.ListBranches()));
    }
  }

  private static void requireUnused(UndoStack<?> stack, Kind kind, String name) {
    String kindWord = kind.name().toLowerCase(Locale.ROOT);
    if (name.isBlank()) {
      throw new RefusedException(
          Conflict.because("a %s needs a name".formatted(kindWord))
              .withSuggestion(freeName(kind, "a name")));
    }
    Optional<NamedState> other = stack.history().named(name).filter(state -> state.kind() != kind);
    if (other.isPresent()) {
      String otherKind = other.get().kind().name().toLowerCase(Locale.ROOT);
      throw new RefusedException(
          Conflict.because("\"%s\" is the name of a %s".formatted(name, otherKind))
              .withSuggestion(freeName(kind, name + " 2")));
    }
  }

  private static Suggestion freeName(Kind kind, String name) {
    return switch (kind) {
      case CHECKPOINT -> new Suggestion.Checkpoint(name);
      case BRANCH -> new Suggestion.NameBranch(name);
    };
  }
}
