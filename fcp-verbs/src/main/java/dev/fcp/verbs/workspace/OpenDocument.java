package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.verbs.run.ViewState;
import java.util.Objects;

/**
 * An open document of a workspace, active or parked.
 *
 * @param document the document
 * @param viewState its view state
 * @param draftName its name while it has no file
 * @param externalChanges the external changes that are not reported yet
 * @param <M> the model
 * @param <E> the events
 */
record OpenDocument<M, E>(
    Document<M, E> document,
    ViewState viewState,
    String draftName,
    ExternalChanges externalChanges) {

  OpenDocument {
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(viewState, "viewState");
    Objects.requireNonNull(draftName, "draftName");
    Objects.requireNonNull(externalChanges, "externalChanges");
  }
}
