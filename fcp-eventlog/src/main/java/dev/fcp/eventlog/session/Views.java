package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks at a document as it was, and compares; nothing changes by it (HI-4, HI-5). Each step on the
 * way to what is looked at is verified as by undo and redo.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Views<M, E> {

  private final Domain<M, E> domain;
  private final Journal journal;
  private final SessionState<M, E> state;

  Views(Domain<M, E> domain, Journal journal, SessionState<M, E> state) {
    this.domain = domain;
    this.journal = journal;
    this.state = state;
  }

  /**
   * The document at a place, on the line or off it (HI-4).
   *
   * @param place a step, or empty for the base
   * @return empty if there is no such place, or steps on the way there were let go
   * @throws DriftException if the model would not be what it was
   */
  public Optional<View<M>> viewAt(Optional<StepId> place) {
    return viewAt(place, state.recordNumber());
  }

  /**
   * The document as it was at a time: after the last record that is not later. Records count in
   * their order and not by their clocks, and undo counts as it did then (HI-4).
   *
   * @return empty if it was not opened yet, or what leads there was let go
   * @throws DriftException if the model would not be what it was
   * @throws JournalException if the journal cannot be read
   */
  public Optional<View<M>> viewAt(Instant time) {
    return momentAt(time).flatMap(this::view);
  }

  /**
   * Where the document stood at a time, as by {@link #viewAt(Instant)}; no model is made for it.
   *
   * @return empty if it was not opened yet, or what leads there was let go
   * @throws JournalException if the journal cannot be read
   */
  public Optional<Moment> momentAt(Instant time) {
    Objects.requireNonNull(time, "time");
    List<JournalRecord> records = records();
    int count = records.size();
    while (count > 0 && records.get(count - 1).time().isAfter(time)) {
      count--;
    }
    return momentAfter(records, count);
  }

  /**
   * The document as it was after a record (HI-4).
   *
   * @param recordNumber the number of the record
   * @return empty if there is no such record, or what leads there was let go
   * @throws DriftException if the model would not be what it was
   * @throws JournalException if the journal cannot be read
   */
  public Optional<View<M>> viewAfter(long recordNumber) {
    List<JournalRecord> records = records();
    long count = recordNumber - journal.firstNumber() + 1;
    return count > records.size()
        ? Optional.empty()
        : momentAfter(records, (int) count).flatMap(this::view);
  }

  /**
   * What leads from the document at one place to that at another one (HI-5).
   *
   * @return empty if one of them cannot be told; no events if both are the same
   * @throws DriftException if a model would not be what it was
   */
  public Optional<List<E>> compare(Optional<StepId> from, Optional<StepId> to) {
    Optional<View<M>> before = viewAt(from);
    Optional<View<M>> after = viewAt(to);
    return before.flatMap(one -> after.map(other -> domain.diff(one.model(), other.model())));
  }

  private List<JournalRecord> records() {
    long first = journal.firstNumber();
    return journal.read(first).subList(0, (int) (state.recordNumber() - first + 1));
  }

  private Optional<Moment> momentAfter(List<JournalRecord> records, int count) {
    for (int i = count - 1; i >= 0; i--) {
      Cursor cursor = cursor(records.get(i));
      if (cursor.isTold()) {
        return Optional.of(new Moment(cursor.place(), journal.firstNumber() + count - 1))
            .filter(moment -> isReached(moment.place()));
      }
    }
    return Optional.empty();
  }

  private boolean isReached(Optional<StepId> place) {
    return state.history().holds(place) && state.timeline().leadsTo(place);
  }

  private Optional<View<M>> view(Moment moment) {
    return viewAt(moment.place(), moment.recordNumber());
  }

  private Optional<View<M>> viewAt(Optional<StepId> place, long recordNumber) {
    Optional<M> model = isReached(place) ? state.modelAt(place) : Optional.empty();
    return model.map(found -> new View<>(place, recordNumber, found, domain.digest(found)));
  }

  /**
   * What a record tells of the cursor.
   *
   * @param isTold whether it says where the cursor stands then
   */
  private record Cursor(boolean isTold, Optional<StepId> place) {

    static final Cursor UNTOLD = new Cursor(false, Optional.empty());

    static Cursor at(Optional<StepId> place) {
      return new Cursor(true, place);
    }
  }

  private Cursor cursor(JournalRecord record) {
    if (!record.steps().isEmpty()) {
      return Cursor.at(Optional.of(record.steps().get(record.steps().size() - 1).id()));
    }
    return switch (record) {
      case JournalRecord.Opened opened -> Cursor.at(Optional.empty());
      case JournalRecord.Moved moved -> Cursor.at(moved.place());
      case JournalRecord.Replaced replaced -> before(replaced.replaced().get(0));
      case JournalRecord.Committed committed -> Cursor.UNTOLD;
      case JournalRecord.External external -> Cursor.UNTOLD;
      case JournalRecord.Named named -> Cursor.UNTOLD;
      case JournalRecord.Saving saving -> Cursor.UNTOLD;
      case JournalRecord.Saved saved -> Cursor.UNTOLD;
      case JournalRecord.Refused refused -> Cursor.UNTOLD;
      case JournalRecord.Retained retained -> Cursor.UNTOLD;
    };
  }

  /** A step that was let go leads nowhere. */
  private Cursor before(StepId step) {
    return Cursor.at(
        state.history().knows(step) ? state.history().parent(step) : Optional.of(step));
  }
}
