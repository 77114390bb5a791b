package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.lang.ref.SoftReference;

/**
 * Reads the steps of a journal one by one (HI-10). Keeps the record that was read last, because a
 * record can contain many steps, which are usually requested one after the other. Thread-safe.
 */
final class StepReader<E> {

  private final Domain<?, E> domain;
  private final Journal journal;

  /** Softly reachable, because a record can be large. */
  private volatile SoftReference<NumberedRecord> last = new SoftReference<>(null);

  private record NumberedRecord(long number, JournalRecord record) {}

  StepReader(Domain<?, E> domain, Journal journal) {
    this.domain = domain;
    this.journal = journal;
  }

  /** Reads a step by the number of its record and its index there. */
  Step<E> step(long number, int index) {
    JournalRecord record = record(number);
    if (record.steps().size() <= index) {
      throw new DamagedRecordException(number, "it no longer holds step " + (index + 1));
    }
    return Replay.decode(domain, number, record.steps().get(index));
  }

  private JournalRecord record(long number) {
    NumberedRecord known = last.get();
    if (known != null && known.number() == number) {
      return known.record();
    }
    JournalRecord record = journal.read(number).get(0);
    if (record.steps().size() > 1) {
      last = new SoftReference<>(new NumberedRecord(number, record));
    }
    return record;
  }
}
