package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.References;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The checkpoints of a document, as an action names them. */
final class CheckpointNames {

  /** By what an action names one. */
  static final Param<String> TO = Param.text("to", "NAME");

  private CheckpointNames() {}

  /**
   * Does something with the checkpoint that an action names. The name of a branch is refused with
   * what leads there.
   */
  static Answer with(ParsedOp op, Document<?, ?> document, Function<String, Answer> work) {
    String reference = TO.of(op).orElseThrow();
    SessionState<?, ?> state = document.session().state();
    List<NamedState> all = state.history().named();
    if (named(all, reference) instanceof Resolution.Found<NamedState>(var one)
        && one.kind() == NamedState.Kind.BRANCH) {
      return Answer.refused(
          new Refusal(state.noCheckpoint(one.name()).reason(), Optional.of(way(one.name()))));
    }
    return switch (named(state.checkpoints(), reference)) {
      case Resolution.Found<NamedState>(var found) -> work.apply(found.name());
      case Resolution.Ambiguous<NamedState>(var items, var candidates) ->
          Answer.refused(
              Refusal.because(
                  Quoting.quoted(reference) + " may be any of " + quoted(candidates),
                  op.withParam("to", candidates.get(0)).text()));
      case Resolution.Unknown<NamedState>(var nearest) ->
          Answer.refused(
              new Refusal(
                  state.noCheckpoint(OperationText.shown(reference)).reason(),
                  nearest.map(name -> op.withParam("to", name).text())));
    };
  }

  private static Resolution<NamedState> named(List<NamedState> known, String reference) {
    return References.of(known, NamedState::name).resolve(reference);
  }

  /** What leads to a branch. */
  static String way(String branch) {
    return "switch " + Quoting.quote(branch);
  }

  private static String quoted(List<String> names) {
    return names.stream().map(Quoting::quoted).collect(Collectors.joining(", "));
  }
}
