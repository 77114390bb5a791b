package dev.fcp.eventlog.session;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The read models of a session by name (PR-8). Thread-safe. */
final class ReadModelRegistry<M, E> {

  /** How many records there are between a stored value and the one stored when closing. */
  private static final int RECORDS_BEFORE_CLOSE = 100;

  private final Supplier<SessionState<M, E>> states;
  private final Journal journal;

  /** Guarded by itself. */
  private final Map<String, ReadModel<M, E, ?>> readModels = new TreeMap<>();

  ReadModelRegistry(Supplier<SessionState<M, E>> states, Journal journal) {
    this.states = states;
    this.journal = journal;
  }

  /**
   * The read model of a projection.
   *
   * @throws IllegalArgumentException if another projection has the same name
   */
  <R> ReadModel<M, E, R> of(Projection<M, E, R> projection) {
    String name = Objects.requireNonNull(projection.name(), "name");
    synchronized (readModels) {
      ReadModel<M, E, ?> known =
          readModels.computeIfAbsent(name, unused -> new ReadModel<>(projection, states, journal));
      if (!known.projection().equals(projection)) {
        throw new IllegalArgumentException(
            "two projections are named \"%s\": %s and %s"
                .formatted(name, known.projection(), projection));
      }
      @SuppressWarnings("unchecked") // Equal projections have values of the same type.
      ReadModel<M, E, R> readModel = (ReadModel<M, E, R>) known;
      return readModel;
    }
  }

  boolean isEmpty() {
    return all().isEmpty();
  }

  private List<ReadModel<M, E, ?>> all() {
    synchronized (readModels) {
      return List.copyOf(readModels.values());
    }
  }

  /**
   * Stores the values with a snapshot of the session.
   *
   * @return why the first of those that could not be computed or stored was not
   */
  Optional<JournalException> store() {
    return store(1);
  }

  /** Stores the values of which the stored ones are too old, because the session is closed. */
  Optional<JournalException> storeBeforeClose() {
    return store(RECORDS_BEFORE_CLOSE);
  }

  private Optional<JournalException> store(long records) {
    Optional<JournalException> first = Optional.empty();
    for (ReadModel<M, E, ?> readModel : all()) {
      try {
        readModel.store(records);
      } catch (RuntimeException | Error e) {
        String message =
            "projection \"%s\": no value is stored: %s".formatted(readModel.projection().name(), e);
        first = Optional.of(first.orElseGet(() -> new JournalException(message, e)));
      }
    }
    return first;
  }

  /** Forgets all values in memory. */
  void forget() {
    all().forEach(ReadModel::forget);
  }

  /**
   * Forgets all values, also the stored ones, because of what they contain (PR-11).
   *
   * @throws JournalException if a stored one cannot be deleted
   */
  void delete() {
    forget();
    journal.deleteProjections();
  }
}
