package dev.fcp.eventlog.session;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Derives a value from a model, such as a search index, a count per kind or a list of layers. A
 * {@link ReadModel} keeps the value up to date with a session.
 *
 * <p>The value must depend on the model alone: if some events lead from the model {@code m} to
 * {@code n}, then {@code apply(project(m), events, n)} equals {@code project(n)} (PR-1). Who
 * changed something, and when, belongs to the history.
 *
 * <p>Values are immutable and comparable with {@code equals}; the collections of {@link
 * dev.fcp.eventlog.persistent} make modified copies cheap. A projection is called by one thread at
 * a time and must not use the session.
 *
 * @param <M> the model
 * @param <E> the events
 * @param <R> the derived value
 */
public interface Projection<M, E, R> {

  /** Computes the value from a model. */
  R project(M model);

  /**
   * Updates the value with the events of one step, or, if a step was undone, with the inverses of
   * its events in reverse order.
   *
   * @param value the value before the events
   * @param events the events, in order; never empty
   * @param model the model after the events
   */
  R apply(R value, List<E> events, M model);

  /**
   * A projection that recomputes the value from the whole model, for small models or infrequent
   * reads.
   */
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
