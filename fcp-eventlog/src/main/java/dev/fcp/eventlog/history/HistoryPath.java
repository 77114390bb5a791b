package dev.fcp.eventlog.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How to come from one place of a history to another one.
 *
 * @param undoSteps the known steps to take back, newest first
 * @param fork where the ways to both places part
 * @param redoSteps the known steps to make then, oldest first
 * @param isComplete whether all steps of the way are known
 */
public record HistoryPath(
    List<StepId> undoSteps, Optional<StepId> fork, List<StepId> redoSteps, boolean isComplete) {

  /** Copies the lists. */
  public HistoryPath {
    undoSteps = List.copyOf(undoSteps);
    Objects.requireNonNull(fork, "fork");
    redoSteps = List.copyOf(redoSteps);
  }

  /** All steps, in the order of going. */
  public List<StepId> steps() {
    List<StepId> steps = new ArrayList<>(undoSteps);
    steps.addAll(redoSteps);
    return List.copyOf(steps);
  }
}
