package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a document stood at some moment of its history.
 *
 * @param point the step after which it stood; empty for the base
 * @param recordNumber the last record that counts then
 */
public record StatePosition(Optional<StepId> point, long recordNumber) {

  /** Refuses null. */
  public StatePosition {
    Objects.requireNonNull(point, "point");
  }
}
