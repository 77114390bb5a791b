package dev.fcp.eventlog.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How to come from one place of a history to another one.
 *
 * @param back the known steps to take back, newest first
 * @param fork where the ways to both places part
 * @param ahead the known steps to make then, oldest first
 * @param isWhole whether all steps of the way are known
 */
public record Way(List<StepId> back, Optional<StepId> fork, List<StepId> ahead, boolean isWhole) {

  /** Copies the lists. */
  public Way {
    back = List.copyOf(back);
    Objects.requireNonNull(fork, "fork");
    ahead = List.copyOf(ahead);
  }

  /** All steps, in the order of going. */
  public List<StepId> steps() {
    List<StepId> steps = new ArrayList<>(back);
    steps.addAll(ahead);
    return List.copyOf(steps);
  }
}
