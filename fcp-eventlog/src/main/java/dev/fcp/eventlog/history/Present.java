package dev.fcp.eventlog.history;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a document stands, for a plan to be made on.
 *
 * @param history all steps
 * @param steps the steps of the line up to the cursor, oldest first
 * @param head the place of the cursor; empty for the base
 * @param model the model there
 * @param <M> the model
 * @param <E> the events
 */
public record Present<M, E>(
    History<E> history, List<StepId> steps, Optional<StepId> head, M model) {

  /** Refuses null. */
  public Present {
    Objects.requireNonNull(history, "history");
    Objects.requireNonNull(steps, "steps");
    Objects.requireNonNull(head, "head");
    Objects.requireNonNull(model, "model");
  }
}
