package dev.fcp.eventlog.domain;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What an event writes and what it only mentions.
 *
 * @param subject the units the event is about; written
 * @param sideEffects units the event changes besides; written
 * @param mentioned entities the event refers to without changing them, for instance the ends of an
 *     edge; mentioning makes no writer
 */
public record Touches(Set<Unit> subject, Set<Unit> sideEffects, Set<EntityRef> mentioned) {

  /** What an event touches that writes {@link Unit#DOCUMENT}. */
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
