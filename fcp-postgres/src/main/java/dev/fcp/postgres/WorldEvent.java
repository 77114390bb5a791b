package dev.fcp.postgres;

import com.google.common.collect.ImmutableSortedMap;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

/**
 * An event in the audit of a world.
 *
 * @param seq its number in the world; events of later commits have greater numbers
 * @param turn the turn that its attempt produced or would have produced
 * @param attemptStatus whether that attempt was committed or failed
 * @param simulationTime the time in the world at the end of the turn
 * @param type the type of the event
 * @param actor who made it: the actor of its step, or who undid it; of an event without a step who
 *     reported it; the worker of the attempt if nobody else is known
 * @param entityId the entity that it is about
 * @param profileLabel the profile under which it ran; empty if it carries no components
 * @param step the step in the journal that contains it; empty if it changed nothing
 * @param entities the entities with their roles
 * @param components what it ran under: hashes of components by kind
 * @param event its content
 */
public record WorldEvent(
    long seq,
    long turn,
    UUID attempt,
    Attempt.Status attemptStatus,
    long simulationTime,
    String type,
    String actor,
    Optional<String> entityId,
    Optional<String> profileLabel,
    Optional<String> step,
    List<EntityRole> entities,
    SortedMap<String, String> components,
    CanonicalJson event,
    Instant occurredAt) {

  /** Copies the collections. */
  public WorldEvent {
    entities = List.copyOf(entities);
    components = ImmutableSortedMap.copyOf(components);
  }

  /**
   * An entity of an event.
   *
   * @param entityId the entity, such as {@code cell page-1/7}
   * @param role {@code subject}, {@code touched} or {@code mentioned}
   */
  public record EntityRole(String entityId, String role) {}

  /**
   * Some events in the order of their numbers.
   *
   * @param events the events
   * @param nextCursor the number after which the next page begins; empty if this page is not full
   */
  public record Page(List<WorldEvent> events, Optional<Long> nextCursor) {

    /** No events. */
    static final Page EMPTY = new Page(List.of(), Optional.empty());

    /** Copies the list. */
    public Page {
      events = List.copyOf(events);
    }
  }
}
