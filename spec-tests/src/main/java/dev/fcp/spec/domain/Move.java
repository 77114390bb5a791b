package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Conflict;

/**
 * One thing that happened on a {@link Walk}.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public sealed interface Move<M, E> {

  /** The model it happened to. */
  M before();

  /** The event. */
  E event();

  /** The event was checked and applied. */
  record Applied<M, E>(M before, E event, M after) implements Move<M, E> {
    @Override
    public String toString() {
      return "applied " + event;
    }
  }

  /** The event was checked and does not apply. */
  record Refused<M, E>(M before, E event, Conflict conflict) implements Move<M, E> {
    @Override
    public String toString() {
      return "refused " + event + ": " + conflict;
    }
  }

  /** Checking, inverting or applying the event ended in an exception. */
  record Failed<M, E>(M before, E event, RuntimeException failure) implements Move<M, E> {
    @Override
    public String toString() {
      return "failed " + event + ": " + failure;
    }
  }
}
