package dev.fcp.verbs;

import dev.fcp.eventlog.session.Projection;

/**
 * The model and the view state that a query reads.
 *
 * @param <M> the model
 */
public interface QueryContext<M> {

  /** The current model. */
  M model();

  /** The value of a key in the view state; the initial value of the key if none was set. */
  <V> V view(ViewKey<V> key);

  /** The history of the document; for a verb, only the steps before the operation. */
  default QueryHistory<M> history() {
    return QueryHistory.none();
  }

  /**
   * The value of a projection for the {@link #model}. For a query about a document, the session
   * keeps it up to date, so that only the steps since the last query are considered.
   *
   * @param projection a projection of the domain of the document
   */
  default <R> R read(Projection<M, ?, R> projection) {
    return projection.project(model());
  }

  /** How many lines of the answer are used; a query may leave out the lines after these. */
  default int maxLines() {
    return Integer.MAX_VALUE;
  }
}
