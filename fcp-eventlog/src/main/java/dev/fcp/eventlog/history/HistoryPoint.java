package dev.fcp.eventlog.history;

import java.util.Optional;

/**
 * A position in the history: the base, before any step, or right after a step.
 *
 * @param step the step; empty for the base
 */
public record HistoryPoint(Optional<StepId> step) {

  /** The point before any step. */
  public static final HistoryPoint BASE = new HistoryPoint(Optional.empty());

  /** The point right after a step. */
  public static HistoryPoint after(StepId step) {
    return new HistoryPoint(Optional.of(step));
  }

  /** Whether this is the point before any step. */
  public boolean isBase() {
    return step.isEmpty();
  }

  /** Whether this is the point right after a step. */
  public boolean isAfter(StepId id) {
    return step.isPresent() && step.get().equals(id);
  }

  /** The step in words, such as {@code step 01ARZ3NDEKTSV4RRFFQ69G5FAV}, or {@code the base}. */
  @Override
  public String toString() {
    return step.map(id -> "step " + id).orElse("the base");
  }
}
