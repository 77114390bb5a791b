package dev.fcp.postgres;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.session.SessionContract;

/** Runs random programs on sessions whose records are rows. */
class PostgresSessionTest extends SessionContract<Counter, CounterEvent> {

  private static final PostgresJournals JOURNALS = PostgresServer.journals();

  PostgresSessionTest() {
    super(Tries.areAll());
  }

  @Override
  protected Journal newJournal() {
    return JOURNALS.openOrCreate(PostgresServer.newName());
  }

  @Override
  protected Domain<Counter, CounterEvent> domain() {
    return Counters.DOMAIN;
  }

  @Override
  protected Generator<Counter> models() {
    return Generator.integers(-3, 3).map(Counter::new);
  }

  @Override
  protected Generator<CounterEvent> events(Counter model) {
    return choices ->
        switch (choices.upTo(9)) {
          case 0, 1, 2, 3, 4 -> new CounterEvent.Added(choices.between(-9, 9));
          case 5, 6, 7, 8 -> new CounterEvent.Set(model.value(), choices.between(-9, 9));
          default -> new CounterEvent.Set(model.value() + 1, 0);
        };
  }

  @Override
  protected Generator<CounterEvent> mergeableEvents(Counter model) {
    return events(model);
  }
}
