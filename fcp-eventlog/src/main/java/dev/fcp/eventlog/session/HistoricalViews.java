package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Views and compares earlier states of a document; the session does not change (HI-4, HI-5). Each
 * step on the path to a viewed state is verified as in undo and redo.
 */
public final class HistoricalViews<M, E> {

  private final Domain<M, E> domain;
  private final Journal journal;
  private final SessionState<M, E> state;

  HistoricalViews(Domain<M, E> domain, Journal journal, SessionState<M, E> state) {
    this.domain = domain;
    this.journal = journal;
    this.state = state;
  }

  /**
   * The document at a history point, on the undo stack or on another branch (HI-4).
   *
   * @return empty if there is no such point, or if steps on the path to it were pruned
   * @throws DriftException if the resulting model does not match the recorded digest
   */
  public Optional<View<M>> viewAt(HistoryPoint point) {
    return viewAt(point, state.recordNumber());
  }

  /**
   * The document as it was at a time: after the last record that is not later than that time. Steps
   * that were undone then are undone in the view. Records are taken in journal order, even if their
   * clocks differ (HI-4).
   *
   * @return empty if the document did not exist yet, or if steps on the path to that state were
   *     pruned
   * @throws DriftException if the resulting model does not match the recorded digest
   * @throws JournalException if the journal cannot be read
   */
  public Optional<View<M>> viewAt(Instant time) {
    return positionAt(time).flatMap(this::view);
  }

  /**
   * The position of the cursor at a time, as for {@link #viewAt(Instant)}, without computing the
   * model.
   *
   * @return empty if the document did not exist yet, or if steps on the path to that state were
   *     pruned
   * @throws JournalException if the journal cannot be read
   */
  public Optional<Position> positionAt(Instant time) {
    Objects.requireNonNull(time, "time");
    List<JournalRecord> records = records();
    int count = records.size();
    while (count > 0 && records.get(count - 1).time().isAfter(time)) {
      count--;
    }
    return positionAfter(records, count);
  }

  /**
   * The document as it was after a record (HI-4).
   *
   * @param recordNumber the number of the record
   * @return empty if there is no such record, or if steps on the path to that state were pruned
   * @throws DriftException if the resulting model does not match the recorded digest
   * @throws JournalException if the journal cannot be read
   */
  public Optional<View<M>> viewAfter(long recordNumber) {
    List<JournalRecord> records = records();
    long count = recordNumber - journal.firstNumber() + 1;
    return count > records.size()
        ? Optional.empty()
        : positionAfter(records, (int) count).flatMap(this::view);
  }

  /**
   * The events that turn the document at one history point into the document at another (HI-5).
   *
   * @return empty if one of the states cannot be computed; an empty list if both are equal
   * @throws DriftException if a model does not match the recorded digest
   */
  public Optional<List<E>> compare(HistoryPoint from, HistoryPoint to) {
    Optional<View<M>> before = viewAt(from);
    Optional<View<M>> after = viewAt(to);
    return before.flatMap(first -> after.map(second -> domain.diff(first.model(), second.model())));
  }

  private List<JournalRecord> records() {
    long first = journal.firstNumber();
    return journal.read(first).subList(0, (int) (state.recordNumber() - first + 1));
  }

  private Optional<Position> positionAfter(List<JournalRecord> records, int count) {
    for (int i = count - 1; i >= 0; i--) {
      Optional<HistoryPoint> head = headAfter(records.get(i));
      if (head.isPresent()) {
        return head.filter(this::isReachable)
            .map(point -> new Position(point, journal.firstNumber() + count - 1));
      }
    }
    return Optional.empty();
  }

  private boolean isReachable(HistoryPoint point) {
    return state.history().contains(point) && state.stack().isReachable(point);
  }

  private Optional<View<M>> view(Position position) {
    return viewAt(position.point(), position.recordNumber());
  }

  private Optional<View<M>> viewAt(HistoryPoint point, long recordNumber) {
    Optional<M> model = isReachable(point) ? state.modelAt(point) : Optional.empty();
    return model.map(found -> new View<>(point, recordNumber, found, domain.digest(found)));
  }

  /** The head after a record; empty if the record does not determine it. */
  private Optional<HistoryPoint> headAfter(JournalRecord record) {
    if (!record.steps().isEmpty()) {
      return Optional.of(HistoryPoint.after(record.steps().get(record.steps().size() - 1).id()));
    }
    return switch (record) {
      case JournalRecord.Opened opened -> Optional.of(HistoryPoint.BASE);
      case JournalRecord.Moved moved -> Optional.of(moved.point());
      case JournalRecord.Replaced replaced -> Optional.of(before(replaced.replaced().get(0)));
      case JournalRecord.Committed committed -> Optional.empty();
      case JournalRecord.External external -> Optional.empty();
      case JournalRecord.Named named -> Optional.empty();
      case JournalRecord.Saving saving -> Optional.empty();
      case JournalRecord.Saved saved -> Optional.empty();
      case JournalRecord.Failed failed -> Optional.empty();
      case JournalRecord.Refused refused -> Optional.empty();
      case JournalRecord.PassedOver passedOver -> Optional.empty();
      case JournalRecord.Marked marked -> Optional.empty();
      case JournalRecord.Pruned retained -> Optional.empty();
      case JournalRecord.Redacted redacted -> Optional.empty();
    };
  }

  /** The point before a step; for a pruned step, the point after it, which is not reachable. */
  private HistoryPoint before(StepId step) {
    HistoryPoint point = HistoryPoint.after(step);
    return state.history().isKnown(point) ? state.history().parent(step) : point;
  }

  /**
   * The document at a history point.
   *
   * @param point the point
   * @param recordNumber the number of the last record taken into account
   * @param model the document
   * @param digest its digest
   */
  public record View<M>(HistoryPoint point, long recordNumber, M model, Digest digest) {}

  /**
   * The position of the cursor at some moment.
   *
   * @param point the point at the cursor
   * @param recordNumber the number of the last record taken into account
   */
  public record Position(HistoryPoint point, long recordNumber) {}
}
