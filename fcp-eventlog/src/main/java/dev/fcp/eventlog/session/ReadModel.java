package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.Way;
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
 * not touched by its failures. A {@link SessionListener} is a good place to ask.
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
   * @param place the step that it reflects; empty for the base
   * @param recordNumber the last record that it reflects
   * @param failure why it is no newer, if the projection failed since
   */
  public record Reading<R>(
      R value, Optional<StepId> place, long recordNumber, Optional<Failure> failure) {

    /** Refuses null. */
    public Reading {
      Objects.requireNonNull(value, "value");
      Objects.requireNonNull(place, "place");
      Objects.requireNonNull(failure, "failure");
    }

    Reading<R> failed(Failure why) {
      return new Reading<>(value, place, recordNumber, Optional.of(why));
    }

    boolean isOf(SessionState<?, ?> state) {
      return recordNumber == state.recordNumber() && place.equals(state.head());
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
     * @param ofModel the value of the model at the cursor
     * @param ofSteps the value of the first model of the line, after all steps since
     */
    record Differs<R>(Reading<R> reading, R ofModel, R ofSteps) implements Check<R> {}

    /**
     * The projection failed, now or before.
     *
     * @param failure how
     */
    record Failed<R>(Failure failure) implements Check<R> {}
  }

  /** What came of asking the projection. */
  private sealed interface Told<R> {

    record Value<R>(R value) implements Told<R> {}

    record Nothing<R>(Failure failure) implements Told<R> {}
  }

  private ReadModel(String name, Session<M, E> session, Projection<M, E, R> projection) {
    this.name = Objects.requireNonNull(name, "name");
    this.session = session;
    this.projection = Objects.requireNonNull(projection, "projection");
    SessionState<M, E> state = session.state();
    this.model = state.model();
    this.newest = reading(projection.of(model), state);
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
    return readingOf(session.state());
  }

  /**
   * The value of the model of the published state, from that alone; ends a failure if the
   * projection works again (PR-3).
   */
  public synchronized Reading<R> rebuild() {
    SessionState<M, E> state = session.state();
    keep(state, told(state, () -> projection.of(state.model())));
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
    Reading<R> reading = readingOf(state);
    if (reading.failure().isPresent()) {
      return new Check.Failed<>(reading.failure().get());
    }
    return switch (told(state, () -> projection.of(state.model()))) {
      case Told.Nothing<R>(var failure) -> new Check.Failed<>(failure);
      case Told.Value<R>(var ofModel) ->
          switch (ofSteps(state)) {
            case Told.Nothing<R>(var failure) -> new Check.Failed<>(failure);
            case Told.Value<R>(var ofSteps) ->
                reading.value().equals(ofModel) && reading.value().equals(ofSteps)
                    ? new Check.Holds<>(reading)
                    : new Check.Differs<>(reading, ofModel, ofSteps);
          };
    };
  }

  private Told<R> ofSteps(SessionState<M, E> state) {
    Optional<StepId> start = state.timeline().start().place();
    M first = state.modelAt(start).orElseThrow();
    Way line = state.history().way(start, state.head());
    return switch (told(state, () -> projection.of(first))) {
      case Told.Nothing<R> nothing -> nothing;
      case Told.Value<R>(var value) -> moved(value, first, line, state);
    };
  }

  private Reading<R> readingOf(SessionState<M, E> state) {
    if (newest.failure().isEmpty() && !newest.isOf(state)) {
      Optional<Way> way =
          state.history().holds(newest.place())
              ? Optional.of(state.history().way(newest.place(), state.head()))
              : Optional.empty();
      keep(
          state,
          way.filter(Way::isWhole).isPresent()
              ? moved(newest.value(), model, way.get(), state)
              : told(state, () -> projection.of(state.model())));
    }
    return newest;
  }

  private void keep(SessionState<M, E> state, Told<R> told) {
    switch (told) {
      case Told.Value<R>(var value) -> {
        newest = reading(value, state);
        model = state.model();
      }
      case Told.Nothing<R>(var failure) -> newest = newest.failed(failure);
    }
  }

  private static <R> Reading<R> reading(R value, SessionState<?, ?> state) {
    return new Reading<>(value, state.head(), state.recordNumber(), Optional.empty());
  }

  /** The value at the end of a way to a state; the model there is the one of the state. */
  private Told<R> moved(R from, M at, Way way, SessionState<M, E> state) {
    Told<R> told = new Told.Value<>(from);
    M reached = at;
    int count = way.back().size() + way.ahead().size();
    for (int i = 0; i < count && told instanceof Told.Value<R>(var value); i++) {
      List<E> events = events(way, i, state);
      M next = i + 1 == count ? state.model() : replayed(events, reached, state);
      told = told(state, () -> projection.after(value, events, next));
      reached = next;
    }
    return told;
  }

  private List<E> events(Way way, int index, SessionState<M, E> state) {
    int back = way.back().size();
    if (index >= back) {
      return state.history().step(way.ahead().get(index - back)).events();
    }
    Step<E> step = state.history().step(way.back().get(index));
    List<E> inverses = new ArrayList<>();
    step.events().reversed().forEach(event -> inverses.add(state.domain().invert(event)));
    return List.copyOf(inverses);
  }

  private M replayed(List<E> events, M from, SessionState<M, E> state) {
    Domain<M, E> domain = state.domain();
    M reached = from;
    for (E event : events) {
      reached = domain.replay(event, reached);
    }
    return reached;
  }

  /** Asks the projection; what it throws stays here. */
  private Told<R> told(SessionState<M, E> state, Supplier<R> question) {
    try {
      return new Told.Value<>(Objects.requireNonNull(question.get(), "the value"));
    } catch (RuntimeException | Error failure) {
      return new Told.Nothing<>(new Failure(name, state.recordNumber(), failure));
    }
  }
}
