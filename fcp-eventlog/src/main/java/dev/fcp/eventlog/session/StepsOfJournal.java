package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.StepPlace;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;

/** The steps that the records of a journal tell of; each is read when it is asked for. */
final class StepsOfJournal {

  private StepsOfJournal() {}

  /** All steps up to a record, without names. */
  static <E> History<E> until(Domain<?, E> domain, Journal journal, long number) {
    List<StepPlace> places = journal.stepPlaces(number);
    return History.of(() ->
        places.stream()
            .map(place ->
                new History.Outline<>(
                    place.id(), place.parent(), () -> step(domain, journal, place)))
            .iterator());
  }

  private static <E> Step<E> step(Domain<?, E> domain, Journal journal, StepPlace place) {
    JournalRecord record = journal.read(place.record()).get(0);
    if (record.steps().size() <= place.index()) {
      throw new DamagedRecordException(place.record(), "it no longer holds step " + place.id());
    }
    return decoded(domain, place.record(), record.steps().get(place.index()));
  }

  /** A step of a record, with the events of the domain. */
  static <E> Step<E> decoded(Domain<?, E> domain, long number, Step<Value.Fields> recorded) {
    try {
      return recorded.map(domain.eventCodec()::decode);
    } catch (MalformedValueException e) {
      throw new DamagedRecordException(
          number, "step %s: %s".formatted(recorded.id(), e.getMessage()), e);
    }
  }
}
