package dev.fcp.eventlog.history;

import java.util.Objects;
import java.util.Optional;

/**
 * A state of the document that someone gave a name.
 *
 * @param kind what the name is for
 * @param name the name
 * @param point the step after which the state stands; empty for the base
 */
public record NamedState(Kind kind, String name, Optional<StepId> point) {

  /** What a name is for. */
  public enum Kind {
    /** A state to return to. */
    CHECKPOINT,
    /** The last state of a branch. */
    BRANCH
  }

  /** Refuses null. */
  public NamedState {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(point, "point");
  }
}
