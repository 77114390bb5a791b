package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.JournalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The value of a {@link Projection}, kept up to date with a session (PR-1 to PR-5).
 *
 * <p>It is lazy: when read, it applies the steps on the path from the history point that it
 * reflects, through the common ancestor, to the cursor of the published state. The session does no
 * work for it and is not affected by its failures. A {@link SessionChange.Listener} is a good place
 * to read it.
 *
 * <p>Read models are thread-safe; their methods are synchronized.
 *
 * @param <R> the derived value
 */
public final class ReadModel<M, E, R> {

  private final String name;
  private final Session<M, E> session;
  private final Projection<M, E, R> projection;

  /** The model of the newest reading; both fields are guarded by {@code this}. */
  private M model;

  private Reading<R> newest;

  /**
   * A value and the state that it reflects.
   *
   * @param value the value
   * @param point the point whose state it reflects
   * @param recordNumber the last record that it reflects
   * @param failure why the value is out of date, if the projection has failed since
   */
  public record Reading<R>(
      R value, HistoryPoint point, long recordNumber, Optional<Failure> failure) {

    Reading<R> withFailure(Failure failure) {
      return new Reading<>(value, point, recordNumber, Optional.of(failure));
    }

    boolean reflects(SessionState<?, ?> state) {
      return recordNumber == state.recordNumber() && point.equals(state.head());
    }
  }

  /**
   * An exception thrown by a projection.
   *
   * @param name the name of the read model
   * @param recordNumber the record number of the state for which the value was computed
   * @param cause the exception
   */
  public record Failure(String name, long recordNumber, Throwable cause) {

    /** Rejects null. */
    public Failure {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(cause, "cause");
    }
  }

  /** The result of {@link #verify}. */
  public sealed interface Check<R> {

    /**
     * All three values are equal.
     *
     * @param reading that value
     */
    record Holds<R>(Reading<R> reading) implements Check<R> {}

    /**
     * The values differ: the projection violates its contract.
     *
     * @param reading the value that was updated step by step
     * @param fromModel the value computed from the model at the cursor
     * @param fromSteps the value computed from the model at the start of the undo stack and updated
     *     with all steps since
     */
    record Differs<R>(Reading<R> reading, R fromModel, R fromSteps) implements Check<R> {}

    /**
     * The projection threw an exception, now or earlier.
     *
     * @param failure the exception
     */
    record Failed<R>(Failure failure) implements Check<R> {}
  }

  /** The result of calling the projection. */
  private sealed interface Computation<R> {

    record Succeeded<R>(R value) implements Computation<R> {}

    record Failed<R>(Failure failure) implements Computation<R> {}
  }

  private ReadModel(String name, Session<M, E> session, Projection<M, E, R> projection) {
    this.name = Objects.requireNonNull(name, "name");
    this.session = session;
    this.projection = Objects.requireNonNull(projection, "projection");
    SessionState<M, E> state = session.state();
    this.model = state.model();
    this.newest = reading(projection.project(model), state);
  }

  /**
   * Creates a read model of a session. An exception that the projection throws for the current
   * model is passed on to the caller.
   *
   * @param name identifies the read model in failures
   */
  public static <M, E, R> ReadModel<M, E, R> of(
      Session<M, E> session, String name, Projection<M, E, R> projection) {
    return new ReadModel<>(name, session, projection);
  }

  /** Identifies the read model in failures. */
  public String name() {
    return name;
  }

  /**
   * The value for the published state of the session (PR-1, PR-2). If the projection throws an
   * exception, or did so before, the last value is returned with the failure (PR-3).
   *
   * @throws JournalException if a step on the path cannot be read; the read model is then unchanged
   */
  public synchronized Reading<R> now() {
    return readingAt(session.state());
  }

  /**
   * Recomputes the value from the model of the published state; clears a failure if the projection
   * succeeds (PR-3).
   */
  public synchronized Reading<R> rebuild() {
    SessionState<M, E> state = session.state();
    update(state, compute(state, () -> projection.project(state.model())));
    return newest;
  }

  /**
   * Compares the value with one computed from the model, and with one computed from all steps of
   * the undo stack (PR-4). Has no side effects beyond those of {@link #now}.
   *
   * @throws JournalException if a step of the undo stack cannot be read
   */
  public synchronized Check<R> verify() {
    SessionState<M, E> state = session.state();
    Reading<R> reading = readingAt(state);
    if (reading.failure().isPresent()) {
      return new Check.Failed<>(reading.failure().get());
    }
    return switch (compute(state, () -> projection.project(state.model()))) {
      case Computation.Failed<R>(var failure) -> new Check.Failed<>(failure);
      case Computation.Succeeded<R>(var fromModel) ->
          switch (valueFromSteps(state)) {
            case Computation.Failed<R>(var failure) -> new Check.Failed<>(failure);
            case Computation.Succeeded<R>(var fromSteps) ->
                reading.value().equals(fromModel) && reading.value().equals(fromSteps)
                    ? new Check.Holds<>(reading)
                    : new Check.Differs<>(reading, fromModel, fromSteps);
          };
    };
  }

  private Computation<R> valueFromSteps(SessionState<M, E> state) {
    HistoryPoint start = state.stack().start().point();
    M startModel = state.modelAt(start).orElseThrow();
    HistoryPath path = state.history().path(start, state.head());
    return switch (compute(state, () -> projection.project(startModel))) {
      case Computation.Failed<R> failed -> failed;
      case Computation.Succeeded<R>(var value) -> foldPath(value, startModel, path, state);
    };
  }

  private Reading<R> readingAt(SessionState<M, E> state) {
    if (newest.failure().isEmpty() && !newest.reflects(state)) {
      Optional<HistoryPath> path =
          state.history().contains(newest.point())
              ? Optional.of(state.history().path(newest.point(), state.head()))
              : Optional.empty();
      update(
          state,
          path.filter(HistoryPath::isComplete).isPresent()
              ? foldPath(newest.value(), model, path.get(), state)
              : compute(state, () -> projection.project(state.model())));
    }
    return newest;
  }

  private void update(SessionState<M, E> state, Computation<R> computation) {
    switch (computation) {
      case Computation.Succeeded<R>(var value) -> {
        newest = reading(value, state);
        model = state.model();
      }
      case Computation.Failed<R>(var failure) -> newest = newest.withFailure(failure);
    }
  }

  private static <R> Reading<R> reading(R value, SessionState<?, ?> state) {
    return new Reading<>(value, state.head(), state.recordNumber(), Optional.empty());
  }

  /** The value at the end of a path that leads to a state. */
  private Computation<R> foldPath(
      R start, M startModel, HistoryPath path, SessionState<M, E> state) {
    Computation<R> computation = new Computation.Succeeded<>(start);
    M current = startModel;
    int count = path.undoSteps().size() + path.redoSteps().size();
    for (int i = 0; i < count && computation instanceof Computation.Succeeded<R>(var value); i++) {
      List<E> events = eventsAt(path, i, state);
      M next = i + 1 == count ? state.model() : replayed(events, current, state);
      computation = compute(state, () -> projection.apply(value, events, next));
      current = next;
    }
    return computation;
  }

  private List<E> eventsAt(HistoryPath path, int index, SessionState<M, E> state) {
    int undoCount = path.undoSteps().size();
    if (index >= undoCount) {
      return state.history().step(path.redoSteps().get(index - undoCount)).events();
    }
    Step<E> step = state.history().step(path.undoSteps().get(index));
    List<E> inverses = new ArrayList<>();
    step.events().reversed().forEach(event -> inverses.add(state.domain().invert(event)));
    return List.copyOf(inverses);
  }

  private M replayed(List<E> events, M start, SessionState<M, E> state) {
    Domain<M, E> domain = state.domain();
    M current = start;
    for (E event : events) {
      current = domain.replay(event, current);
    }
    return current;
  }

  /** Calls the projection and turns an exception into a failure. */
  private Computation<R> compute(SessionState<M, E> state, Supplier<R> calculation) {
    try {
      return new Computation.Succeeded<>(Objects.requireNonNull(calculation.get(), "the value"));
    } catch (RuntimeException | Error failure) {
      return new Computation.Failed<>(new Failure(name, state.recordNumber(), failure));
    }
  }

  /**
   * Derives a value from a model, such as a search index, a count per kind or a list of layers. A
   * {@link ReadModel} keeps the value up to date with a session.
   *
   * <p>The value must depend on the model alone: if some events lead from the model {@code m} to
   * {@code n}, then {@code apply(project(m), events, n)} equals {@code project(n)} (PR-1). Who
   * changed something, and when, belongs to the history.
   *
   * <p>Values are immutable and comparable with {@code equals}; the collections of {@link
   * dev.fcp.eventlog.persistent} make modified copies cheap. A projection is called by one thread
   * at a time and must not use the session.
   *
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
}
