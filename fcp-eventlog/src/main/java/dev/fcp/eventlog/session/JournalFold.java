package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Snapshot;
import java.util.List;
import java.util.Optional;

/** The state that a journal tells of: from its first record, or from a snapshot on. */
final class JournalFold {

  private JournalFold() {}

  /**
   * From the newest snapshot on that can be used (SE-21).
   *
   * @throws IllegalArgumentException if the journal holds no record
   * @throws JournalException if it is damaged or cannot be read
   */
  static <M, E> SessionState<M, E> newest(Domain<M, E> domain, Journal journal) {
    requireRecord(journal);
    return fromSnapshot(domain, journal, journal.snapshots().reversed())
        .orElseGet(() -> fromFirstRecord(domain, journal));
  }

  /** From as far back as the journal reaches. */
  static <M, E> SessionState<M, E> whole(Domain<M, E> domain, Journal journal) {
    requireRecord(journal);
    if (journal.firstNumber() == 1) {
      return fromFirstRecord(domain, journal);
    }
    return fromSnapshot(domain, journal, journal.snapshots())
        .orElseGet(() -> fromFirstRecord(domain, journal));
  }

  private static void requireRecord(Journal journal) {
    if (journal.lastNumber() == 0) {
      throw new IllegalArgumentException("the journal holds no record");
    }
  }

  private static <M, E> Optional<SessionState<M, E>> fromSnapshot(
      Domain<M, E> domain, Journal journal, List<Long> numbers) {
    for (long number : numbers) {
      Optional<Snapshot> snapshot = journal.snapshot(number);
      Optional<SessionState<M, E>> state =
          snapshot.flatMap(found -> StateSnapshot.read(domain, journal, found));
      if (state.isPresent()) {
        return Optional.of(after(state.get(), journal.read(number + 1)));
      }
    }
    return Optional.empty();
  }

  private static <M, E> SessionState<M, E> fromFirstRecord(Domain<M, E> domain, Journal journal) {
    long first = journal.firstNumber();
    if (first > 1) {
      throw new JournalException(
          "the journal begins with record %d, and no snapshot leads there".formatted(first));
    }
    List<JournalRecord> records = journal.read(1);
    if (!(records.get(0) instanceof JournalRecord.Opened opened)) {
      throw new DamagedRecordException(1, "a journal begins with \"opened\"");
    }
    return after(FirstRecord.state(domain, opened), records.subList(1, records.size()));
  }

  private static <M, E> SessionState<M, E> after(
      SessionState<M, E> state, List<JournalRecord> records) {
    SessionState<M, E> next = state;
    for (JournalRecord record : records) {
      next = next.after(record);
    }
    return next;
  }
}
