package dev.fcp.eventlog.history;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;

/**
 * Who caused a change. An empty string means unknown.
 *
 * @param actor a person, a program or an agent
 * @param session the connection or run in which the change was made
 * @param message the id of the request, shared by all its changes
 * @param provenance notes that the caller attaches
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

  /** An origin with only an actor. */
  public static Origin of(String actor) {
    return of(actor, "", "");
  }

  /** An origin without provenance notes. */
  public static Origin of(String actor, String session, String message) {
    return new Origin(actor, session, message, ImmutableSortedMap.of());
  }

  /** The same origin with these provenance notes. */
  public Origin withProvenance(Map<String, String> provenance) {
    return new Origin(actor, session, message, ImmutableSortedMap.copyOf(provenance));
  }
}
