package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Conflict;

/**
 * An event that was tried in a {@link RandomHistory}, with the outcome.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public sealed interface EventAttempt<M, E> {

  /** The model before the event. */
  M before();

  /** The event. */
  E event();

  /** The event was checked and applied. */
  record Applied<M, E>(M before, E event, M after) implements EventAttempt<M, E> {
    @Override
    public String toString() {
      return "applied " + event;
    }
  }

  /** The event was checked and does not apply. */
  record Refused<M, E>(M before, E event, Conflict conflict) implements EventAttempt<M, E> {
    @Override
    public String toString() {
      return "refused " + event + ": " + conflict;
    }
  }

  /** Checking, inverting or applying the event ended in an exception. */
  record Failed<M, E>(M before, E event, RuntimeException failure) implements EventAttempt<M, E> {
    @Override
    public String toString() {
      return "failed " + event + ": " + failure;
    }
  }
}
