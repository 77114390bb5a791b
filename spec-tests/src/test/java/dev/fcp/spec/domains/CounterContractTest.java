package dev.fcp.spec.domains;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Generator;
import java.util.Map;
import java.util.Set;

/** A domain that is written by hand obeys the laws, too. */
class CounterContractTest extends DomainContract<Counter, CounterEvent> {

  private static final Generator<Integer> NUMBERS =
      Generator.oneOf(
          Generator.integers(-3, 3), Generator.of(Integer.MIN_VALUE, Integer.MAX_VALUE));

  @Override
  protected Domain<Counter, CounterEvent> domain() {
    return new CounterDomain();
  }

  @Override
  protected Generator<Counter> models() {
    return NUMBERS.map(Counter::new);
  }

  @Override
  protected Generator<CounterEvent> events(Counter model) {
    Generator<Integer> before = choices -> choices.percent(20) ? 7 : model.value();
    return Generator.oneOf(
        NUMBERS.map(CounterEvent.Added::new),
        before.flatMap(b -> NUMBERS.map(after -> new CounterEvent.Set(b, after))));
  }

  @Override
  protected Generator<byte[]> files() {
    return Generator.of("", "7", " 0042  # answers\n", "+5\n\n", "12x", "99999999999")
        .map(text -> text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  @Override
  protected Map<Unit, Value> units(Counter model) {
    return Map.of(CounterDomain.VALUE, Value.of(model.value()));
  }

  @Override
  protected Set<DanglingReference.TargetMissing> danglingReferences(Counter model) {
    return Set.of();
  }

  @Override
  protected Set<String> clausesWithoutCases() {
    return Set.of("DM-10", "DM-12", "RB-5");
  }

  @Override
  protected String goldenEventsResource() {
    return "/counter-events.jsonl";
  }
}
