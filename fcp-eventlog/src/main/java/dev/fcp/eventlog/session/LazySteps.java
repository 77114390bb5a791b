package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;

/** The steps that the records of a journal tell of; each is read when it is asked for. */
final class LazySteps {

  private LazySteps() {}

  /** All steps up to a record, without names. */
  static <E> History<E> upTo(Domain<?, E> domain, Journal journal, long recordNumber) {
    List<StepLocation> locations = journal.stepLocations(recordNumber);
    return History.of(() ->
        locations.stream()
            .map(location ->
                new History.LazyStep<>(
                    location.id(), location.parent(), () -> step(domain, journal, location)))
            .iterator());
  }

  private static <E> Step<E> step(Domain<?, E> domain, Journal journal, StepLocation location) {
    JournalRecord record = journal.read(location.recordNumber()).get(0);
    if (record.steps().size() <= location.index()) {
      throw new DamagedRecordException(
          location.recordNumber(), "it no longer holds step " + location.id());
    }
    return decode(domain, location.recordNumber(), record.steps().get(location.index()));
  }

  /** A step of a record, with the events of the domain. */
  static <E> Step<E> decode(Domain<?, E> domain, long recordNumber, Step<Value.Fields> recorded) {
    try {
      return recorded.map(domain.eventCodec()::decode);
    } catch (MalformedValueException e) {
      throw new DamagedRecordException(
          recordNumber, "step %s: %s".formatted(recorded.id(), e.getMessage()), e);
    }
  }
}
