package dev.fcp.eventlog.history;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A way that a document went: a last step that no other one follows, or a place with the name of a
 * branch (HI-1).
 *
 * @param end the place where it ends; empty for the base
 * @param lastStep the step there, which tells when and by whom; empty for the base, and if it was
 *     let go
 * @param names its names, sorted; mostly none or one
 * @param fork where it left the line of undo and redo; its end if it lies on that
 * @param stepCount how many steps it went on from there
 * @param isCurrent whether it is that line
 * @param <E> the events
 */
public record Branch<E>(
    Optional<StepId> end,
    Optional<Step<E>> lastStep,
    List<String> names,
    Optional<StepId> fork,
    int stepCount,
    boolean isCurrent) {

  /** Copies the list. */
  public Branch {
    Objects.requireNonNull(end, "end");
    Objects.requireNonNull(lastStep, "lastStep");
    names = List.copyOf(names);
    Objects.requireNonNull(fork, "fork");
  }
}
