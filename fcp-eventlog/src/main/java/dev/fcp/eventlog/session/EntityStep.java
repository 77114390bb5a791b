package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.EntityRole;
import dev.fcp.eventlog.history.Step;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A step that had to do with an entity, as it stands now.
 *
 * @param recordNumber the number of its record, which orders all that happened
 * @param step the step
 * @param isApplied whether it lies on the way to the cursor: it is not undone, and on no other
 *     branch
 * @param events those of its events that have to do with the entity; never none
 * @param <E> the events
 */
public record EntityStep<E>(
    long recordNumber, Step<E> step, boolean isApplied, List<RelatedEvent> events) {

  /** Copies the list. */
  public EntityStep {
    Objects.requireNonNull(step, "step");
    events = List.copyOf(events);
  }

  /**
   * An event that has to do with the entity.
   *
   * @param eventIndex its place among the events of the step; the first has 0
   * @param roles what it has to do with the entity; never none
   * @param isInEffect whether it is applied, and no rollback took it back
   */
  public record RelatedEvent(int eventIndex, Set<EntityRole> roles, boolean isInEffect) {

    /** Copies the set. */
    public RelatedEvent {
      roles = Set.copyOf(roles);
    }
  }
}
