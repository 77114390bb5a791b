package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What somebody wants to know of what happened to a document (HI-6). What is empty does not
 * restrict. Who asks for an entity or a type of event gets only steps.
 *
 * @param stepFilter by whom and when: of a step, or else of the record
 * @param entity steps with an event that has to do with this entity
 * @param roles and in one of these roles; never none
 * @param eventType steps with an event that is written with this type
 * @param includesRefused whether also what was refused or failed
 */
public record AuditQuery(
    StepFilter stepFilter,
    Optional<EntityRef> entity,
    Set<EntityRole> roles,
    Optional<String> eventType,
    boolean includesRefused) {

  /** All that was done. */
  public static final AuditQuery ALL =
      new AuditQuery(
          StepFilter.ANY, Optional.empty(), Set.of(EntityRole.values()), Optional.empty(), false);

  /** Copies the set; refuses an empty one. */
  public AuditQuery {
    roles = Set.copyOf(roles);
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("an entity in no role");
    }
  }

  /** Only what a filter lets through. */
  public AuditQuery by(StepFilter filter) {
    return new AuditQuery(filter, entity, roles, eventType, includesRefused);
  }

  /** Only steps that have to do with an entity. */
  public AuditQuery about(EntityRef entity) {
    return about(entity, roles);
  }

  /** Only steps that have to do with an entity, in one of these roles. */
  public AuditQuery about(EntityRef entity, Set<EntityRole> roles) {
    return new AuditQuery(stepFilter, Optional.of(entity), roles, eventType, includesRefused);
  }

  /** Only steps with an event of a type, as the codec of the domain writes it. */
  public AuditQuery ofType(String eventType) {
    return new AuditQuery(stepFilter, entity, roles, Optional.of(eventType), includesRefused);
  }

  /** Also what was refused or failed. */
  public AuditQuery includingRefused() {
    return new AuditQuery(stepFilter, entity, roles, eventType, true);
  }

  /** Whether it asks what the events of a step are. */
  public boolean restrictsEvents() {
    return entity.isPresent() || eventType.isPresent();
  }

  /** What an event has to do with an entity. */
  public enum EntityRole {
    /** The event is about it. */
    SUBJECT,
    /** The event changes it besides. */
    TOUCHED,
    /** The event refers to it and does not change it. */
    MENTIONED;

    /** The roles of an entity in an event; none if the event has nothing to do with it. */
    public static Set<EntityRole> of(EntityRef entity, Touches touches) {
      Set<EntityRole> roles = EnumSet.noneOf(EntityRole.class);
      if (touches.subject().stream().anyMatch(unit -> unit.entity().equals(entity))) {
        roles.add(SUBJECT);
      }
      if (touches.sideEffects().stream().anyMatch(unit -> unit.entity().equals(entity))) {
        roles.add(TOUCHED);
      }
      if (touches.mentioned().contains(entity)) {
        roles.add(MENTIONED);
      }
      return roles;
    }
  }
}
