package dev.fcp.eventlog.history;

import com.google.common.collect.ImmutableSortedMap;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Selects steps by origin and time. An empty component does not restrict the selection.
 *
 * @param actor who made the steps
 * @param session the connection or run in which they were made
 * @param message the id of the request for which they were made
 * @param since the earliest time of a step
 * @param until the latest time of a step
 * @param provenance provenance notes; a step must have all of them
 */
public record StepFilter(
    Optional<String> actor,
    Optional<String> session,
    Optional<String> message,
    Optional<Instant> since,
    Optional<Instant> until,
    SortedMap<String, String> provenance) {

  /** Accepts all steps. */
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

  /** Accepts the steps of the same actor in the same session, as far as these are known. */
  public static StepFilter sameActorAndSession(Origin origin) {
    StepFilter filter = ANY;
    if (!origin.actor().isEmpty()) {
      filter = filter.withActor(origin.actor());
    }
    return origin.session().isEmpty() ? filter : filter.withSession(origin.session());
  }

  /** This filter, restricted to the steps of an actor. */
  public StepFilter withActor(String actor) {
    return new StepFilter(Optional.of(actor), session, message, since, until, provenance);
  }

  /** This filter, restricted to the steps of a session. */
  public StepFilter withSession(String session) {
    return new StepFilter(actor, Optional.of(session), message, since, until, provenance);
  }

  /** This filter, restricted to the steps of a request. */
  public StepFilter withMessage(String message) {
    return new StepFilter(actor, session, Optional.of(message), since, until, provenance);
  }

  /** This filter, restricted to the steps made at or after a time. */
  public StepFilter since(Instant time) {
    return new StepFilter(actor, session, message, Optional.of(time), until, provenance);
  }

  /** This filter, restricted to the steps made at or before a time. */
  public StepFilter until(Instant time) {
    return new StepFilter(actor, session, message, since, Optional.of(time), provenance);
  }

  /** This filter, restricted to the steps with all of these provenance notes. */
  public StepFilter withProvenance(Map<String, String> provenance) {
    return new StepFilter(
        actor, session, message, since, until, ImmutableSortedMap.copyOf(provenance));
  }

  /** Whether it accepts a step with this origin and time. */
  public boolean accepts(Origin origin, Instant time) {
    return actor.filter(name -> !name.equals(origin.actor())).isEmpty()
        && session.filter(name -> !name.equals(origin.session())).isEmpty()
        && message.filter(name -> !name.equals(origin.message())).isEmpty()
        && since.filter(time::isBefore).isEmpty()
        && until.filter(time::isAfter).isEmpty()
        && origin.provenance().entrySet().containsAll(provenance.entrySet());
  }
}
