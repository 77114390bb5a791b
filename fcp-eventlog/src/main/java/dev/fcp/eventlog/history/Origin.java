package dev.fcp.eventlog.history;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;

/**
 * Where a change comes from. An empty text means unknown.
 *
 * @param actor who made it: a person, a program, an agent
 * @param session the connection or run in which it was made
 * @param message what was asked for, as an id that groups the changes of one request
 * @param provenance more data that the caller attaches
 */
public record Origin(
    String actor, String session, String message, SortedMap<String, String> provenance) {

  /** Copies the provenance. */
  public Origin {
    Objects.requireNonNull(actor, "actor");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(message, "message");
    provenance = ImmutableSortedMap.copyOf(provenance);
  }

  /** An origin with an actor only. */
  public static Origin of(String actor) {
    return of(actor, "", "");
  }

  /** An origin without further provenance. */
  public static Origin of(String actor, String session, String message) {
    return new Origin(actor, session, message, ImmutableSortedMap.of());
  }

  /** The same origin with this provenance. */
  public Origin withProvenance(Map<String, String> provenance) {
    return new Origin(actor, session, message, ImmutableSortedMap.copyOf(provenance));
  }
}
