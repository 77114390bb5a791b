package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.HistoricalViews;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.QueryHistory;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.workspace.HistoryPointResolver.ResolvedPoint;
import java.util.List;

/** The history of a document, as queries read it. */
final class DocumentHistory<M, E> implements QueryHistory<M> {

  private final Document<M, E> document;
  private final HistoryPointResolver<M, E> resolver;

  DocumentHistory(Document<M, E> document, WorkspaceSettings settings) {
    this.document = document;
    this.resolver = new HistoryPointResolver<>(document, settings);
  }

  @Override
  public List<Step<E>> steps() {
    SessionState<M, E> state = document.session().state();
    return state.history().stepsTo(state.head());
  }

  @Override
  public M modelAt(ReferenceArgument reference) {
    if (isHere(reference)) {
      return document.session().model();
    }
    ResolvedPoint resolved = resolve(reference);
    return resolved
        .name()
        .flatMap(document.session()::modelNamed)
        .or(() ->
            document.session().views().viewAt(resolved.point()).map(HistoricalViews.View::model))
        .orElseThrow(() ->
            OperationRefusedException.because(
                "%s is no longer kept".formatted(resolver.describe(resolved))));
  }

  @Override
  @SuppressWarnings("unchecked") // The queries of a language are about the events of its domain.
  public <R> R read(Projection<M, ?, R> projection, M model) {
    return document.session().readModel((Projection<M, E, R>) projection).now().value();
  }

  /** Describes a state that {@link #modelAt} found. */
  String describe(ReferenceArgument reference) {
    return isHere(reference) ? "the current state" : resolver.describe(resolve(reference));
  }

  private ResolvedPoint resolve(ReferenceArgument reference) {
    return resolver.resolve(reference.reference(), reference.withReference());
  }

  private static boolean isHere(ReferenceArgument reference) {
    return reference.reference().equalsIgnoreCase(HistoryPointResolver.HERE);
  }
}
