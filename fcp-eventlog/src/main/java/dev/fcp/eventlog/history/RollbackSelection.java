package dev.fcp.eventlog.history;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The steps of the undo stack to roll back (RB-1). */
public sealed interface RollbackSelection {

  /** Selects these steps. */
  static RollbackSelection of(StepId... steps) {
    return new Steps(new LinkedHashSet<>(List.of(steps)));
  }

  /**
   * Selects steps by id.
   *
   * @param steps the ids of the steps
   */
  record Steps(Set<StepId> steps) implements RollbackSelection {

    /** Copies the set. */
    public Steps {
      steps = Set.copyOf(steps);
    }
  }

  /**
   * Selects the steps that a filter accepts.
   *
   * @param filter accepts the steps
   */
  record Matching(StepFilter filter) implements RollbackSelection {}

  /**
   * Selects the first step that a filter accepts, and all later steps of the same session, whatever
   * their message and actor: everything that was done since a request. Without a session, it
   * selects the later steps of the same actor. If a message that the filter accepts was marked
   * before its first step, the selection begins there (RB-11).
   *
   * @param filter accepts the first step
   */
  record From(StepFilter filter) implements RollbackSelection {}
}
