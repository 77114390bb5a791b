package dev.fcp.eventlog.domain;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What an event writes and what it only mentions.
 *
 * @param subject the units the event is about; written
 * @param touched units the event changes besides; written
 * @param mentioned entities the event refers to without changing them, for instance the ends of an
 *     edge; mentioning makes no writer
 */
public record Touches(Set<Unit> subject, Set<Unit> touched, Set<EntityRef> mentioned) {

  public Touches {
    subject = Set.copyOf(subject);
    touched = Set.copyOf(touched);
    mentioned = Set.copyOf(mentioned);
  }

  /** All units that the event writes. */
  public Set<Unit> written() {
    if (touched.isEmpty()) {
      return subject;
    }
    Set<Unit> written = new LinkedHashSet<>(subject);
    written.addAll(touched);
    return Set.copyOf(written);
  }
}
