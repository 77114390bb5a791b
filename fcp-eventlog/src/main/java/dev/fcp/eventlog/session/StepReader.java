package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.StepLocation;
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

  Step<E> step(StepLocation location) {
    JournalRecord record = record(location.recordNumber());
    if (record.steps().size() <= location.index()) {
      throw new DamagedRecordException(
          location.recordNumber(), "it no longer holds step " + location.id());
    }
    return Replay.decode(domain, location.recordNumber(), record.steps().get(location.index()));
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
