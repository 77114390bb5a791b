package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Touches;
import java.util.EnumSet;
import java.util.Set;

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
