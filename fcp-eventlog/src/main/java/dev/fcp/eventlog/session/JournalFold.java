package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The state that a journal tells of: from its first record, or from a snapshot on. */
final class JournalFold {

  private JournalFold() {}

  /** Hears of each record that is folded in, with the states before and after it. */
  @FunctionalInterface
  interface Witness<M, E> {

    void folded(SessionState<M, E> before, JournalRecord record, SessionState<M, E> after);
  }

  /**
   * From the newest snapshot on that can be used (SE-21).
   *
   * @throws IllegalArgumentException if the journal holds no record
   * @throws JournalException if it is damaged or cannot be read
   */
  static <M, E> SessionState<M, E> newest(Domain<M, E> domain, Journal journal) {
    return newest(domain, journal, Long.MAX_VALUE, JournalFold::unseen);
  }

  /**
   * The same state, on a way that passes all records after a known one that the journal still
   * holds.
   *
   * @param known the number of a record
   * @param witness hears of what is passed, also of some records before it
   * @throws IllegalArgumentException if the journal holds no record
   * @throws JournalException if it is damaged or cannot be read
   */
  static <M, E> SessionState<M, E> newest(
      Domain<M, E> domain, Journal journal, long known, Witness<M, E> witness) {
    requireRecord(journal);
    List<Long> numbers = journal.snapshots();
    List<Long> nearest = new ArrayList<>(numbers.reversed());
    nearest.removeIf(number -> number > known);
    if (journal.firstNumber() > 1) {
      numbers.stream().filter(number -> number > known).forEach(nearest::add);
    }
    return fromSnapshot(domain, journal, nearest, witness)
        .orElseGet(() -> fromFirstRecord(domain, journal, witness));
  }

  private static <M, E> void unseen(
      SessionState<M, E> before, JournalRecord record, SessionState<M, E> after) {}

  /** From as far back as the journal reaches. */
  static <M, E> SessionState<M, E> whole(Domain<M, E> domain, Journal journal) {
    requireRecord(journal);
    if (journal.firstNumber() == 1) {
      return fromFirstRecord(domain, journal, JournalFold::unseen);
    }
    return fromSnapshot(domain, journal, journal.snapshots(), JournalFold::unseen)
        .orElseGet(() -> fromFirstRecord(domain, journal, JournalFold::unseen));
  }

  private static void requireRecord(Journal journal) {
    if (journal.lastNumber() == 0) {
      throw new IllegalArgumentException("the journal holds no record");
    }
  }

  private static <M, E> Optional<SessionState<M, E>> fromSnapshot(
      Domain<M, E> domain, Journal journal, List<Long> numbers, Witness<M, E> witness) {
    for (long number : numbers) {
      Optional<Snapshot> snapshot = journal.snapshot(number);
      Optional<SessionState<M, E>> state =
          snapshot.flatMap(found -> StateSnapshot.read(domain, journal, found));
      if (state.isPresent()) {
        return Optional.of(after(state.get(), journal.read(number + 1), witness));
      }
    }
    return Optional.empty();
  }

  private static <M, E> SessionState<M, E> fromFirstRecord(
      Domain<M, E> domain, Journal journal, Witness<M, E> witness) {
    long first = journal.firstNumber();
    if (first > 1) {
      throw new JournalException(
          "the journal begins with record %d, and no snapshot leads there".formatted(first));
    }
    List<JournalRecord> records = journal.read(1);
    if (!(records.get(0) instanceof JournalRecord.Opened opened)) {
      throw new DamagedRecordException(1, "a journal begins with \"opened\"");
    }
    return after(FirstRecord.state(domain, opened), records.subList(1, records.size()), witness);
  }

  private static <M, E> SessionState<M, E> after(
      SessionState<M, E> state, List<JournalRecord> records, Witness<M, E> witness) {
    SessionState<M, E> last = state;
    for (JournalRecord record : records) {
      SessionState<M, E> next = last.after(record);
      witness.folded(last, record, next);
      last = next;
    }
    return last;
  }
}
