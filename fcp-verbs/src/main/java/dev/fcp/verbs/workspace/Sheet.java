package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.verbs.run.View;
import java.util.Objects;

/**
 * A document on a desk, the open one or a parked one.
 *
 * @param document the document
 * @param view what the conversation remembers about it
 * @param draft by what name it is known while no file holds it
 * @param meanwhile what others did to it and was not told yet
 * @param <M> the model
 * @param <E> the family of events
 */
record Sheet<M, E>(Document<M, E> document, View view, String draft, Meanwhile meanwhile) {

  Sheet {
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(draft, "draft");
    Objects.requireNonNull(meanwhile, "meanwhile");
  }
}
