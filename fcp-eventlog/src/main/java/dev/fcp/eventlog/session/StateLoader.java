package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Loads the state of a journal from its first record or from a snapshot. */
final class StateLoader {

  private StateLoader() {}

  /** Called for each record that is applied, with the states before and after it. */
  @FunctionalInterface
  interface RecordObserver<M, E> {

    void applied(SessionState<M, E> before, JournalRecord record, SessionState<M, E> after);
  }

  /**
   * Loads from the newest usable snapshot (SE-21).
   *
   * @throws IllegalArgumentException if the journal is empty
   * @throws JournalException if it is damaged or cannot be read
   */
  static <M, E> SessionState<M, E> load(Domain<M, E> domain, Journal journal) {
    return load(domain, journal, Long.MAX_VALUE, (before, record, after) -> {});
  }

  /**
   * Loads the same state, starting early enough to apply all records after a known one that the
   * journal still contains.
   *
   * @param knownRecord the number of a record
   * @param observer called for each applied record, possibly also for some before the known one
   * @throws IllegalArgumentException if the journal is empty
   * @throws JournalException if it is damaged or cannot be read
   */
  static <M, E> SessionState<M, E> load(
      Domain<M, E> domain, Journal journal, long knownRecord, RecordObserver<M, E> observer) {
    requireRecord(journal);
    List<Long> numbers = journal.snapshotNumbers();
    List<Long> nearest = new ArrayList<>(numbers.reversed());
    nearest.removeIf(number -> number > knownRecord);
    if (journal.firstNumber() > 1) {
      numbers.stream().filter(number -> number > knownRecord).forEach(nearest::add);
    }
    return fromSnapshot(domain, journal, nearest, observer);
  }

  /**
   * Loads from the oldest possible start: the first record or, in a pruned journal, the oldest
   * snapshot from which only steps that are still there are needed.
   *
   * @param observer called for each applied record
   */
  static <M, E> SessionState<M, E> loadFromStart(
      Domain<M, E> domain, Journal journal, RecordObserver<M, E> observer) {
    requireRecord(journal);
    List<Long> numbers = journal.firstNumber() == 1 ? List.of() : journal.snapshotNumbers();
    return fromSnapshot(domain, journal, numbers, observer);
  }

  /** The snapshots of a pruned journal, in the order in which the oldest start is looked for. */
  static List<Long> startNumbers(Journal journal) {
    return withPrunedLast(journal, journal.snapshotNumbers());
  }

  /**
   * The snapshots in the given order, except that those before the last record that pruned steps
   * come last, newest first: the records after them may need the pruned steps.
   */
  private static List<Long> withPrunedLast(Journal journal, List<Long> numbers) {
    if (journal.firstNumber() == 1 || numbers.isEmpty()) {
      return numbers;
    }
    long pruned = lastPrune(journal, numbers.get(0), Collections.max(numbers));
    List<Long> ordered = new ArrayList<>(numbers);
    ordered.removeIf(number -> number < pruned);
    numbers.stream()
        .filter(number -> number < pruned)
        .sorted(Comparator.reverseOrder())
        .forEach(ordered::add);
    return ordered;
  }

  /**
   * The number of the last record that pruned steps, of those after one record and up to another;
   * otherwise the first number.
   */
  private static long lastPrune(Journal journal, long after, long through) {
    List<JournalRecord> records = journal.read(after + 1);
    long number = through;
    while (number > after
        && !(records.get((int) (number - after) - 1) instanceof JournalRecord.Pruned)) {
      number--;
    }
    return number;
  }

  private static void requireRecord(Journal journal) {
    if (journal.lastNumber() == 0) {
      throw new IllegalArgumentException("the journal holds no record");
    }
  }

  /** Loads from the first of these snapshots that is usable, or from the first record. */
  private static <M, E> SessionState<M, E> fromSnapshot(
      Domain<M, E> domain, Journal journal, List<Long> numbers, RecordObserver<M, E> observer) {
    for (long number : withPrunedLast(journal, numbers)) {
      Optional<Snapshot> snapshot = journal.snapshot(number);
      Optional<SessionState<M, E>> state =
          snapshot.flatMap(found -> StateSnapshot.read(domain, journal, found));
      if (state.isPresent()) {
        return applyAll(state.get(), journal.read(number + 1), observer);
      }
    }
    long first = journal.firstNumber();
    if (first > 1) {
      throw new JournalException(
          "the journal begins with record %d, and no snapshot leads there".formatted(first));
    }
    List<JournalRecord> records = journal.read(1);
    if (!(records.get(0) instanceof JournalRecord.Opened opened)) {
      throw new DamagedRecordException(1, "a journal begins with \"opened\"");
    }
    return applyAll(StateFold.opened(domain, opened), records.subList(1, records.size()), observer);
  }

  private static <M, E> SessionState<M, E> applyAll(
      SessionState<M, E> state, List<JournalRecord> records, RecordObserver<M, E> observer) {
    SessionState<M, E> last = state;
    for (JournalRecord record : records) {
      SessionState<M, E> next = StateFold.apply(last, record);
      observer.applied(last, record, next);
      last = next;
    }
    return last;
  }
}
