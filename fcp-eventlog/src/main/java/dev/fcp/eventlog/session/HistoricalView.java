package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.StepId;
import java.util.Objects;
import java.util.Optional;

/**
 * The document as it is or was at a place of its history.
 *
 * @param point the step after which it stands; empty for the base
 * @param recordNumber the last record that counts for it
 * @param model the document
 * @param digest its digest
 * @param <M> the model
 */
public record HistoricalView<M>(Optional<StepId> point, long recordNumber, M model, Digest digest) {

  /** Refuses null. */
  public HistoricalView {
    Objects.requireNonNull(point, "point");
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(digest, "digest");
  }
}
