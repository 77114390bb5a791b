package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.References;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The checkpoints of a document, as an action names them. */
final class CheckpointNames {

  /** By what an action names one. */
  static final Param<String> TO = Param.text("to", "NAME");

  private CheckpointNames() {}

  /** Does something with the checkpoint that an action names. */
  static Answer with(ParsedOp op, Document<?, ?> document, Function<String, Answer> work) {
    String reference = TO.of(op).orElseThrow();
    List<String> known =
        document.session().state().checkpoints().stream().map(NamedState::name).toList();
    return switch (References.of(known, name -> name).resolve(reference)) {
      case Resolution.Found<String>(var name) -> work.apply(name);
      case Resolution.Ambiguous<String>(var items, var candidates) ->
          Answer.refused(
              Refusal.because(
                  Quoting.quoted(reference) + " may be any of " + quoted(candidates),
                  op.withParam("to", candidates.get(0)).text()));
      case Resolution.Unknown<String>(var nearest) ->
          Answer.refused(
              new Refusal(
                  "unknown checkpoint %s: %s"
                      .formatted(
                          Quoting.quoted(reference),
                          known.isEmpty()
                              ? "this document has none"
                              : "known are " + quoted(known)),
                  nearest.map(name -> op.withParam("to", name).text())));
    };
  }

  private static String quoted(List<String> names) {
    return names.stream().map(Quoting::quoted).collect(Collectors.joining(", "));
  }
}
