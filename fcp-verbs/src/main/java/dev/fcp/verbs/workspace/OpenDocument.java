package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.verbs.run.ViewState;
import java.util.Objects;

/**
 * A document on a desk, the open one or a parked one.
 *
 * @param document the document
 * @param viewState what the conversation remembers about it
 * @param draftName by what name it is known while no file holds it
 * @param externalChanges what others did to it and was not reported yet
 * @param <M> the model
 * @param <E> the family of events
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
