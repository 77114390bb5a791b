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
import java.util.function.Supplier;

/**
 * What a {@link Projection} makes of a session, kept in step with it (PR-1 to PR-5).
 *
 * <p>It moves when it is asked: from the step that it reflects by the common ancestor to the cursor
 * of the published state, whatever brought that there. So the session does no work for it and is
 * not touched by its failures. A {@link SessionChange.Listener} is a good place to ask.
 *
 * <p>Any number of threads may use it; they come one after another.
 *
 * @param <M> the model
 * @param <E> the events
 * @param <R> what is read
 */
public final class ReadModel<M, E, R> {

  private final String name;
  private final Session<M, E> session;
  private final Projection<M, E, R> projection;

  /** The model that the newest reading is of; guarded by this, as that. */
  private M model;

  private Reading<R> newest;

  /**
   * A value, and what it is the value of.
   *
   * @param value the value
   * @param point the point whose state it reflects
   * @param recordNumber the last record that it reflects
   * @param failure why it is no newer, if the projection failed since
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
   * What a projection threw.
   *
   * @param name the name of the read model
   * @param recordNumber the last record of the state that it was to reflect
   * @param cause what was thrown
   */
  public record Failure(String name, long recordNumber, Throwable cause) {

    /** Refuses null. */
    public Failure {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(cause, "cause");
    }
  }

  /** What {@link #verify} found. */
  public sealed interface Check<R> {

    /**
     * All ways lead to the same value.
     *
     * @param reading that value
     */
    record Holds<R>(Reading<R> reading) implements Check<R> {}

    /**
     * The projection does not do what it should.
     *
     * @param reading the value that was kept in step
     * @param fromModel the value of the model at the cursor
     * @param fromSteps the value of the first model of the line, after all steps since
     */
    record Differs<R>(Reading<R> reading, R fromModel, R fromSteps) implements Check<R> {}

    /**
     * The projection failed, now or before.
     *
     * @param failure how
     */
    record Failed<R>(Failure failure) implements Check<R> {}
  }

  /** What came of asking the projection. */
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
   * Begins to read a session. What the projection throws for its model goes to the caller, and
   * there is no read model then.
   *
   * @param name what failures are told under
   */
  public static <M, E, R> ReadModel<M, E, R> of(
      Session<M, E> session, String name, Projection<M, E, R> projection) {
    return new ReadModel<>(name, session, projection);
  }

  /** What failures are told under. */
  public String name() {
    return name;
  }

  /**
   * The value for the published state of the session (PR-1, PR-2). If the projection fails, or
   * failed before, the last value that it gave, with the failure (PR-3).
   *
   * @throws JournalException if a step on the way cannot be read; nothing has moved then
   */
  public synchronized Reading<R> now() {
    return readingAt(session.state());
  }

  /**
   * The value of the model of the published state, from that alone; ends a failure if the
   * projection works again (PR-3).
   */
  public synchronized Reading<R> rebuild() {
    SessionState<M, E> state = session.state();
    update(state, compute(state, () -> projection.project(state.model())));
    return newest;
  }

  /**
   * Compares the value with that of the model, and with the one that all steps of the line lead to
   * from its beginning (PR-4). Changes nothing that {@link #now} does not.
   *
   * @throws JournalException if a step of the line cannot be read
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

  /** The value at the end of a way to a state; the model there is the one of the state. */
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

  /** Asks the projection; what it throws stays here. */
  private Computation<R> compute(SessionState<M, E> state, Supplier<R> calculation) {
    try {
      return new Computation.Succeeded<>(Objects.requireNonNull(calculation.get(), "the value"));
    } catch (RuntimeException | Error failure) {
      return new Computation.Failed<>(new Failure(name, state.recordNumber(), failure));
    }
  }
}
