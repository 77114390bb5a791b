package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Resolves the checkpoint that an action names in {@code to:}. */
final class CheckpointParam {

  private CheckpointParam() {}

  /**
   * Runs {@code work} with the checkpoint that an action names. The name of a branch is refused;
   * the suggestion is to switch to it.
   */
  static Response withCheckpoint(
      ParsedOperation op, Document<?, ?> document, Function<String, Response> work) {
    String reference = SessionForms.TO.valueIn(op).orElseThrow();
    SessionState<?, ?> state = document.session().state();
    List<NamedState> namedStates = state.history().named();
    if (resolve(namedStates, reference) instanceof Resolution.Found<NamedState>(var namedState)
        && namedState.kind() == NamedState.Kind.BRANCH) {
      return Response.refused(
          new Refusal(
              state.checkpointConflict(namedState.name()).reason(),
              Optional.of(switchAction(namedState.name()))));
    }
    return switch (resolve(state.checkpoints(), reference)) {
      case Resolution.Found<NamedState>(var found) -> work.apply(found.name());
      case Resolution.Ambiguous<NamedState>(var items, var uniqueNames) ->
          Response.refused(
              Refusal.because(
                  Quoting.quoteAlways(reference) + " may be any of " + quoted(uniqueNames)));
      case Resolution.Unknown<NamedState>(var nearest, var unusedKnown) ->
          Response.refused(
              new Refusal(
                  state.checkpointConflict(OperationText.abbreviate(reference)).reason(),
                  nearest.map(name -> op.withParam("to", name).canonicalText())));
    };
  }

  private static Resolution<NamedState> resolve(List<NamedState> known, String reference) {
    return NameResolver.of(known, NamedState::name).resolve(reference);
  }

  /** The action that switches to a branch. */
  static String switchAction(String branch) {
    return "switch " + Quoting.quoteIfNeeded(branch);
  }

  private static String quoted(List<String> names) {
    return names.stream().map(Quoting::quoteAlways).collect(Collectors.joining(", "));
  }
}
