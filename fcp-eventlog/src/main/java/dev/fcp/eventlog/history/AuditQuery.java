package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Selects entries of the audit log (HI-6). An empty component does not restrict the result. A query
 * for an entity or an event type selects only steps.
 *
 * @param stepFilter restricts the origin and time of a step, or of a record without steps
 * @param entity selects steps with an event that involves this entity
 * @param roles the roles in which the event may involve the entity; never empty
 * @param eventType selects steps with an event that the codec of the domain encodes with this type
 * @param includesRefused whether refused and failed operations are included
 */
public record AuditQuery(
    StepFilter stepFilter,
    Optional<EntityRef> entity,
    Set<EntityRole> roles,
    Optional<String> eventType,
    boolean includesRefused) {

  /** All entries except refused and failed operations. */
  public static final AuditQuery ALL =
      new AuditQuery(
          StepFilter.ANY, Optional.empty(), Set.of(EntityRole.values()), Optional.empty(), false);

  /** Copies the set; rejects an empty one. */
  public AuditQuery {
    roles = Set.copyOf(roles);
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("an audit query needs at least one role");
    }
  }

  /** This query with another filter for origin and time. */
  public AuditQuery by(StepFilter filter) {
    return new AuditQuery(filter, entity, roles, eventType, includesRefused);
  }

  /** This query, restricted to steps that involve an entity. */
  public AuditQuery about(EntityRef entity) {
    return about(entity, roles);
  }

  /** This query, restricted to steps that involve an entity in one of these roles. */
  public AuditQuery about(EntityRef entity, Set<EntityRole> roles) {
    return new AuditQuery(stepFilter, Optional.of(entity), roles, eventType, includesRefused);
  }

  /**
   * This query, restricted to steps with an event that the codec of the domain encodes with this
   * type.
   */
  public AuditQuery ofType(String eventType) {
    return new AuditQuery(stepFilter, entity, roles, Optional.of(eventType), includesRefused);
  }

  /** This query, including refused and failed operations. */
  public AuditQuery includingRefused() {
    return new AuditQuery(stepFilter, entity, roles, eventType, true);
  }

  /** Whether the query depends on the events of a step. */
  public boolean restrictsEvents() {
    return entity.isPresent() || eventType.isPresent();
  }

  /** The role of an entity in an event. */
  public enum EntityRole {
    /** The entity is the subject of the event, which changes it. */
    SUBJECT,
    /** The event changes the entity as a side effect. */
    TOUCHED,
    /** The event refers to the entity without changing it. */
    MENTIONED;

    /** The roles of an entity in an event; empty if the event does not involve it. */
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
