package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Merge;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The counter domain, for tests that change one thing about it. */
public class ForwardingDomain implements Domain<Counter, CounterEvent> {

  private final CounterDomain real = new CounterDomain();

  @Override
  public String name() {
    return real.name();
  }

  @Override
  public Counter empty() {
    return real.empty();
  }

  @Override
  public Counter replay(CounterEvent event, Counter model) {
    return real.replay(event, model);
  }

  @Override
  public CounterEvent invert(CounterEvent event) {
    return real.invert(event);
  }

  @Override
  public Optional<Conflict> check(CounterEvent event, Counter model) {
    return real.check(event, model);
  }

  @Override
  public List<Dependent> dependents(CounterEvent event, Counter model) {
    return real.dependents(event, model);
  }

  @Override
  public Touches touches(CounterEvent event) {
    return real.touches(event);
  }

  @Override
  public List<CounterEvent> diff(Counter from, Counter to) {
    return real.diff(from, to);
  }

  @Override
  public Digest digest(Counter model) {
    return real.digest(model);
  }

  @Override
  public Digest digestFromScratch(Counter model) {
    return real.digestFromScratch(model);
  }

  @Override
  public Optional<CounterEvent> without(CounterEvent event, Set<Unit> units) {
    return real.without(event, units);
  }

  @Override
  public Merge<CounterEvent> merge(CounterEvent first, CounterEvent second) {
    return real.merge(first, second);
  }

  @Override
  public EventCodec<CounterEvent> eventCodec() {
    return real.eventCodec();
  }

  @Override
  public ModelCodec<Counter> modelCodec() {
    return real.modelCodec();
  }

  @Override
  public DocumentFormat<Counter> format() {
    return real.format();
  }
}
