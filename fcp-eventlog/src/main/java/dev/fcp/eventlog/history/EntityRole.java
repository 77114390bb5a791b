package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Touches;
import java.util.EnumSet;
import java.util.Set;

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
