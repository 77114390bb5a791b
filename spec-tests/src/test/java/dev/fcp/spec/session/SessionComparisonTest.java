package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Generator;

/** Sessions of counters, compared with the naive model after every operation of random programs. */
@Clause({"SE-29", "RB-8", "RB-10"})
class SessionComparisonTest extends SessionContract<Counter, CounterEvent> {

  SessionComparisonTest() {
    super(true);
  }

  @Override
  protected Domain<Counter, CounterEvent> domain() {
    return CounterProgramEvents.EVENTS.domain();
  }

  @Override
  protected Generator<Counter> models() {
    return Generator.integers(-3, 3).map(Counter::new);
  }

  @Override
  protected Generator<CounterEvent> events(Counter model) {
    return CounterProgramEvents.events(model);
  }

  @Override
  protected Generator<CounterEvent> mergeableEvents(Counter model) {
    return CounterProgramEvents.events(model);
  }
}
