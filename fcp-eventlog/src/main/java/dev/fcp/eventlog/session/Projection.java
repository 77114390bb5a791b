package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.ModelCodec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Derives a value from a model, such as a search index, a count per kind or a list of layers. A
 * session keeps the value up to date as a {@link ReadModel}.
 *
 * <p>The value must depend on the model alone: if some events lead from the model {@code m} to
 * {@code n}, then {@code apply(project(m), events, n)} equals {@code project(n)} (PR-1). Who
 * changed something, and when, belongs to the history.
 *
 * <p>Values are immutable and comparable with {@code equals}; the collections of {@link
 * dev.fcp.eventlog.persistent} make modified copies cheap. A projection is called by one thread at
 * a time and must not use the session.
 *
 * @param <R> the derived value
 */
public interface Projection<M, E, R> {

  /** Identifies the projection in a session and among the stored values of a journal. */
  String name();

  /** Computes the value from a model. */
  R project(M model);

  /**
   * Updates the value with the events that lead from one state of a session to another: those of
   * the steps that were made or redone, and before them, for steps that were undone, the inverses
   * of their events in reverse order.
   *
   * @param value the value before the events
   * @param events the events of one or more steps, in order; never empty
   * @param model the model after all these events
   */
  R apply(R value, List<E> events, M model);

  /**
   * How values are stored, so that a reopened session need not compute them from the whole model
   * (PR-9). Empty by default: values are not stored. A codec is worthwhile if decoding a value is
   * much faster than {@link #project}.
   */
  default Optional<ModelCodec<R>> codec() {
    return Optional.empty();
  }

  /**
   * The version of the code of this projection; values that another version stored are ignored
   * (PR-10). To be increased whenever the same model gives another value, or the codec changes.
   */
  default int version() {
    return 1;
  }

  /**
   * A projection that recomputes the value from the whole model, for small models or infrequent
   * reads. Its values are not stored.
   */
  static <M, E, R> Projection<M, E, R> recomputing(
      String name, Function<? super M, ? extends R> function) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(function, "function");
    return new Projection<>() {
      @Override
      public String name() {
        return name;
      }

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
