package dev.fcp.eventlog.history;

import com.google.common.collect.ImmutableSortedMap;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Selects steps by their origin and time. An empty component does not restrict.
 *
 * @param actor who made them
 * @param session the connection or run in which they were made
 * @param message the request that asked for them
 * @param since not made before this
 * @param until not made after this
 * @param provenance what the caller kept with them, all of it
 */
public record StepFilter(
    Optional<String> actor,
    Optional<String> session,
    Optional<String> message,
    Optional<Instant> since,
    Optional<Instant> until,
    SortedMap<String, String> provenance) {

  /** All steps. */
  public static final StepFilter ANY =
      new StepFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          ImmutableSortedMap.of());

  /** Copies the provenance. */
  public StepFilter {
    provenance = ImmutableSortedMap.copyOf(provenance);
  }

  /** The steps of the same actor in the same session, if these are known. */
  public static StepFilter sameActorAndSession(Origin origin) {
    StepFilter filter = ANY;
    if (!origin.actor().isEmpty()) {
      filter = filter.withActor(origin.actor());
    }
    return origin.session().isEmpty() ? filter : filter.withSession(origin.session());
  }

  /** Only those of an actor. */
  public StepFilter withActor(String actor) {
    return new StepFilter(Optional.of(actor), session, message, since, until, provenance);
  }

  /** Only those of a session. */
  public StepFilter withSession(String session) {
    return new StepFilter(actor, Optional.of(session), message, since, until, provenance);
  }

  /** Only those of a message. */
  public StepFilter withMessage(String message) {
    return new StepFilter(actor, session, Optional.of(message), since, until, provenance);
  }

  /** Only those that were not made before a time. */
  public StepFilter since(Instant time) {
    return new StepFilter(actor, session, message, Optional.of(time), until, provenance);
  }

  /** Only those that were not made after a time. */
  public StepFilter until(Instant time) {
    return new StepFilter(actor, session, message, since, Optional.of(time), provenance);
  }

  /** Only those with all of this provenance. */
  public StepFilter withProvenance(Map<String, String> provenance) {
    return new StepFilter(
        actor, session, message, since, until, ImmutableSortedMap.copyOf(provenance));
  }

  /** Whether it lets a step of this origin and time through. */
  public boolean accepts(Origin origin, Instant time) {
    return actor.filter(name -> !name.equals(origin.actor())).isEmpty()
        && session.filter(name -> !name.equals(origin.session())).isEmpty()
        && message.filter(name -> !name.equals(origin.message())).isEmpty()
        && since.filter(time::isBefore).isEmpty()
        && until.filter(time::isAfter).isEmpty()
        && origin.provenance().entrySet().containsAll(provenance.entrySet());
  }
}
