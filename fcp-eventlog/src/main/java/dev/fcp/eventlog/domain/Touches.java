package dev.fcp.eventlog.domain;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The units that an event writes and the entities that it mentions.
 *
 * @param subject the units that the event is about; written
 * @param sideEffects other units that the event changes; written
 * @param mentioned entities to which the event refers without changing them, such as the ends of an
 *     edge; they are not written
 */
public record Touches(Set<Unit> subject, Set<Unit> sideEffects, Set<EntityRef> mentioned) {

  /** The touches of an event that writes {@link Unit#DOCUMENT}. */
  public static final Touches DOCUMENT = new Touches(Set.of(Unit.DOCUMENT), Set.of(), Set.of());

  public Touches {
    subject = Set.copyOf(subject);
    sideEffects = Set.copyOf(sideEffects);
    mentioned = Set.copyOf(mentioned);
  }

  /** All units that the event writes. */
  public Set<Unit> written() {
    if (sideEffects.isEmpty()) {
      return subject;
    }
    Set<Unit> written = new LinkedHashSet<>(subject);
    written.addAll(sideEffects);
    return Set.copyOf(written);
  }
}
