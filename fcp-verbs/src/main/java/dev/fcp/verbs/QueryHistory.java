package dev.fcp.verbs;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ReferenceArgument;
import java.util.List;

/**
 * The history that a query or a verb reads.
 *
 * @param <M> the model
 */
public interface QueryHistory<M> {

  /** The applied steps with their events, oldest first, as far as they are kept. */
  List<? extends Step<?>> steps();

  /**
   * The document as it was at a checkpoint, the tip of a branch, a step or a time; {@code here} is
   * the current state. By default no such state can be read.
   *
   * @throws OperationRefusedException if the reference names none of these, or a state that is no
   *     longer kept
   */
  default M modelAt(ReferenceArgument reference) {
    throw OperationRefusedException.because("no former state of this document can be read");
  }

  /**
   * The value of a projection for the current state.
   *
   * @param model the current state
   */
  default <R> R read(Projection<M, ?, R> projection, M model) {
    return projection.project(model);
  }

  /** The history of a model that has none. */
  static <M> QueryHistory<M> none() {
    return List::of;
  }
}
