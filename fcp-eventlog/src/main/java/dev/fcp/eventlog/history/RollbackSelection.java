package dev.fcp.eventlog.history;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The steps of the undo stack to roll back (RB-1). */
public sealed interface RollbackSelection {

  /** These steps. */
  static RollbackSelection of(StepId... steps) {
    return new Steps(new LinkedHashSet<>(List.of(steps)));
  }

  /**
   * Some steps, by their ids.
   *
   * @param steps their ids
   */
  record Steps(Set<StepId> steps) implements RollbackSelection {

    /** Copies the set. */
    public Steps {
      steps = Set.copyOf(steps);
    }
  }

  /**
   * The steps that a filter accepts.
   *
   * @param filter which
   */
  record Matching(StepFilter filter) implements RollbackSelection {}

  /**
   * The first step that a filter accepts, and all later ones of the same actor and session,
   * whatever their message: what an agent did from one request on.
   *
   * @param filter which step is the first
   */
  record From(StepFilter filter) implements RollbackSelection {}
}
