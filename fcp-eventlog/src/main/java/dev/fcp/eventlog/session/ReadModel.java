package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.ArchiveUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The value of a {@link Projection}, kept up to date with a session; see {@link Session#readModel}
 * (PR-1 to PR-11).
 *
 * <p>It is lazy: when read, it applies the events on the path from the history point that it
 * reflects, through the common ancestor, to the cursor of the published state. The session does no
 * work for it except to store its value with a snapshot. A {@link SessionChange.Listener} is a good
 * place to read it.
 *
 * <p>Read models are thread-safe; their methods are synchronized.
 *
 * @param <R> the derived value
 */
public final class ReadModel<M, E, R> {

  /** After more steps, the value is computed from the model. */
  private static final int MAX_STEPS = 10_000;

  private final Projection<M, E, R> projection;
  private final Supplier<SessionState<M, E>> states;
  private final Journal journal;

  /** The newest reading; empty before the first one. Guarded by {@code this}, like the next. */
  private Optional<Reading<R>> newest = Optional.empty();

  /** The record that the stored value reflects; 0 if none is known. */
  private long storedNumber;

  /**
   * A value and the state that it reflects.
   *
   * @param value the value
   * @param point the history point whose state it reflects: the last step of the undo stack then
   * @param recordNumber the last record that it reflects
   */
  public record Reading<R>(R value, HistoryPoint point, long recordNumber) {}

  /**
   * The result of {@link #verify}.
   *
   * @param reading the value that was updated with the steps
   * @param fromModel the value computed from the model at the cursor
   * @param fromSteps the value computed from the model at the start of the undo stack and updated
   *     with each step since
   */
  public record Check<R>(Reading<R> reading, R fromModel, R fromSteps) {

    /** Whether all three values are equal; otherwise the projection violates its contract. */
    public boolean isValid() {
      return reading.value().equals(fromModel) && fromModel.equals(fromSteps);
    }
  }

  ReadModel(Projection<M, E, R> projection, Supplier<SessionState<M, E>> states, Journal journal) {
    this.projection = projection;
    this.states = states;
    this.journal = journal;
  }

  /** The projection. */
  public Projection<M, E, R> projection() {
    return projection;
  }

  /**
   * The value for the published state of the session (PR-1, PR-2, PR-7). An exception of the
   * projection is passed on to the caller; the read model is then unchanged (PR-6).
   *
   * @throws JournalException if a step on the path or the stored value cannot be read; the read
   *     model is then unchanged
   */
  public synchronized Reading<R> now() {
    return readingAt(states.get());
  }

  /**
   * Compares the value with one computed from the model, and with one computed from all steps of
   * the undo stack (PR-4). Has no side effects beyond those of {@link #now}.
   *
   * @throws JournalException if a step of the undo stack cannot be read
   */
  public synchronized Check<R> verify() {
    SessionState<M, E> state = states.get();
    Reading<R> reading = readingAt(state);
    return new Check<>(reading, project(state.model()), valueFromSteps(state));
  }

  private R valueFromSteps(SessionState<M, E> state) {
    HistoryPoint start = state.stack().start().point();
    M model = state.modelAt(start).orElseThrow();
    R value = project(model);
    for (StepId step : state.history().path(start, state.head()).redoSteps()) {
      List<E> events = state.history().step(step).events();
      for (E event : events) {
        model = state.domain().replay(event, model);
      }
      value = apply(value, events, model);
    }
    return value;
  }

  private Reading<R> readingAt(SessionState<M, E> state) {
    R value = followed(state).orElseGet(() -> project(state.model()));
    Reading<R> reading = new Reading<>(value, state.head(), state.recordNumber());
    newest = Optional.of(reading);
    return reading;
  }

  /** The value reached by the steps since the known one; empty if it must be computed. */
  private Optional<R> followed(SessionState<M, E> state) {
    try {
      return newest.or(() -> storedReading(state)).flatMap(known -> followed(known, state));
    } catch (ArchiveUnavailableException e) {
      // The model has everything.
      return Optional.empty();
    }
  }

  private Optional<R> followed(Reading<R> start, SessionState<M, E> state) {
    History<E> history = state.history();
    if (start.point().equals(state.head())) {
      return Optional.of(start.value());
    }
    Optional<HistoryPath> path =
        Optional.of(start.point())
            .filter(history::contains)
            .map(point -> history.path(point, state.head()))
            .filter(HistoryPath::isComplete)
            .filter(it -> it.undoSteps().size() + it.redoSteps().size() <= MAX_STEPS);
    return path.map(it -> apply(start.value(), events(it, state), state.model()));
  }

  private static <M, E> List<E> events(HistoryPath path, SessionState<M, E> state) {
    List<E> events = new ArrayList<>();
    for (StepId id : path.undoSteps()) {
      Step<E> step = state.history().step(id);
      step.events().reversed().forEach(event -> events.add(state.domain().invert(event)));
    }
    path.redoSteps().forEach(id -> events.addAll(state.history().step(id).events()));
    return List.copyOf(events);
  }

  private R project(M model) {
    return Objects.requireNonNull(projection.project(model), "the value");
  }

  private R apply(R value, List<E> events, M model) {
    return events.isEmpty()
        ? value
        : Objects.requireNonNull(projection.apply(value, events, model), "the value");
  }

  /**
   * Forgets the value: the next reading begins with the stored one, if there is one, or with the
   * model.
   */
  synchronized void forget() {
    newest = Optional.empty();
    storedNumber = 0;
  }

  /**
   * Stores the value for the published state, if the projection encodes its values and this one was
   * ever read (PR-9).
   *
   * @param records how many records there must be since the stored value
   * @throws JournalException if it cannot be stored
   */
  synchronized void store(long records) {
    SessionState<M, E> state = states.get();
    Optional<ModelCodec<R>> codec = projection.codec();
    if (codec.isPresent() && newest.isPresent() && state.recordNumber() - storedNumber >= records) {
      Reading<R> reading = readingAt(state);
      Value.Fields fields =
          StateSnapshot.place(
              reading.point(),
              Map.of(
                  "domain", Value.of(state.domain().name()),
                  "version", Value.of(projection.version()),
                  "digest", StateSnapshot.encode(state.digest())));
      byte[] bytes = codec.get().encode(reading.value());
      journal.writeProjection(
          projection.name(), Snapshot.of(reading.recordNumber(), fields, bytes));
      storedNumber = reading.recordNumber();
    }
  }

  /** The stored value, if it is of this version and of a point in the history (PR-9, PR-10). */
  private Optional<Reading<R>> storedReading(SessionState<M, E> state) {
    Optional<ModelCodec<R>> codec = projection.codec();
    Optional<Snapshot> stored =
        codec.isEmpty() ? Optional.empty() : journal.projection(projection.name());
    Optional<Reading<R>> reading = stored.flatMap(it -> decoded(it, codec.orElseThrow(), state));
    reading.ifPresent(it -> storedNumber = it.recordNumber());
    return reading;
  }

  private Optional<Reading<R>> decoded(
      Snapshot stored, ModelCodec<R> codec, SessionState<M, E> state) {
    try {
      Value.Fields fields = stored.state();
      HistoryPoint point = StateSnapshot.point(fields, "place");
      boolean isUsable =
          fields.text("domain").equals(state.domain().name())
              && fields.at("version").asLong() == projection.version()
              && state.history().contains(point)
              && state.stack().hasDigest(point)
              && state.digestAt(point).equals(StateSnapshot.digest(fields, "digest"));
      return isUsable
          ? Optional.of(new Reading<>(codec.decode(stored.model()), point, stored.recordNumber()))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      // Written by another release; the value is computed from the model.
      return Optional.empty();
    }
  }
}
