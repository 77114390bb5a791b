package dev.fcp.eventlog.session;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * How to get from a document what some reader wants of it: a search index, a count for each kind, a
 * list of layers. A {@link ReadModel} keeps that in step with a session.
 *
 * <p>A projection tells nothing but what the model holds, so that both ways lead to the same:
 * whatever the events, {@code apply(of(m), events, n)} equals {@code project(n)} if the events lead
 * from the model {@code m} to {@code n} (PR-1). Who did something, and when, is asked of the
 * history.
 *
 * <p>Values are immutable and comparable with {@code equals}; the collections of {@link
 * dev.fcp.eventlog.persistent} make a changed copy cheap. A projection is called by one thread at a
 * time, and does not work with the session.
 *
 * @param <M> the model
 * @param <E> the events
 * @param <R> what is read
 */
public interface Projection<M, E, R> {

  /** The value of a document, from nothing but its model. */
  R project(M model);

  /**
   * The value after the events of one step, or, where a step was taken back, after the inverses of
   * its events, last one first.
   *
   * @param value the value before them
   * @param events what happened, in order; never none
   * @param model the model that they lead to
   */
  R apply(R value, List<E> events, M model);

  /** A projection that looks at the whole model each time, for small models and rare readers. */
  static <M, E, R> Projection<M, E, R> recomputing(Function<? super M, ? extends R> function) {
    Objects.requireNonNull(function, "function");
    return new Projection<>() {
      @Override
      public R project(M model) {
        return function.apply(model);
      }

      @Override
      public R apply(R value, List<E> events, M model) {
        return function.apply(model);
      }
    };
  }
}
