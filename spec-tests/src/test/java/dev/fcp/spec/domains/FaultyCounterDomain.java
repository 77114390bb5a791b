package dev.fcp.spec.domains;

import static dev.fcp.spec.domains.CounterFault.*;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A correct domain of counters, except for the given faults. */
final class FaultyCounterDomain extends ForwardingDomain<Counter, CounterEvent> {

  private final Set<CounterFault> faults;
  private final AtomicInteger checked = new AtomicInteger();
  private final Set<CounterEvent> inverted = Collections.newSetFromMap(new IdentityHashMap<>());

  FaultyCounterDomain(Set<CounterFault> faults) {
    super(new CounterDomain());
    this.faults = faults;
  }

  private boolean has(CounterFault fault) {
    return faults.contains(fault);
  }

  @Override
  public CounterEvent invert(CounterEvent event) {
    return switch (event) {
      case CounterEvent.Added added -> invert(added);
      case CounterEvent.Set(var before, var after) -> {
        if (has(INVERT_SET_ADDS)) {
          yield new CounterEvent.Added(before - after);
        }
        yield has(INVERT_SET_SAME) ? event : super.invert(event);
      }
    };
  }

  private CounterEvent invert(CounterEvent.Added added) {
    if (has(REPLAY_SKIPS_INVERTED)) {
      inverted.add(added);
    }
    if (has(INVERT_SUBTRACTS_MORE)) {
      return new CounterEvent.Added(-added.n() - 1);
    }
    return has(INVERT_ADDED_SAME) ? added : super.invert(added);
  }

  @Override
  public Optional<Conflict> check(CounterEvent event, Counter model) {
    Optional<Conflict> conflict = super.check(event, model);
    checked.addAndGet(conflict.isEmpty() ? 1 : 0);
    return has(CHECK_TAKES_ALL) ? Optional.empty() : conflict;
  }

  @Override
  public Counter replay(CounterEvent event, Counter model) {
    if (has(FAILS_FOREVER) && checked.getAndSet(0) > 1) {
      throw new IllegalStateException("checked twice");
    }
    if (inverted.contains(event)) {
      return model;
    }
    if (super.check(event, model).isPresent()) {
      if (has(REPLAY_SKIPS_REFUSED)) {
        return model;
      }
      if (has(REPLAY_TAKES_REFUSED) && event instanceof CounterEvent.Set(var before, var after)) {
        return new Counter(after);
      }
    }
    if (has(REPLAY_STOPS_AT_BOUND)
        && event instanceof CounterEvent.Added(var n)
        && (long) model.value() + n > Integer.MAX_VALUE) {
      return new Counter(Integer.MAX_VALUE);
    }
    return super.replay(event, model);
  }

  @Override
  public List<CounterEvent> diff(Counter from, Counter to) {
    if (has(DIFF_OF_EQUALS) && from.equals(to)) {
      return List.of(new CounterEvent.Set(from.value(), to.value()));
    }
    if (has(DIFF_SKIPS_SIGN) && from.value() == -to.value()) {
      return List.of();
    }
    return has(DIFF_BACKWARDS) ? super.diff(to, from) : super.diff(from, to);
  }

  @Override
  public Digest digest(Counter model) {
    if (has(DIGEST_BEHIND) && model.value() < 0) {
      return super.digestFromScratch(new Counter(model.value() - 1));
    }
    return digestFromScratch(model);
  }

  @Override
  public Digest digestFromScratch(Counter model) {
    return super.digestFromScratch(
        has(DIGEST_SKIPS_SIGN) ? new Counter(Math.abs(model.value())) : model);
  }

  @Override
  public Touches touches(CounterEvent event) {
    if (event instanceof CounterEvent.Added) {
      if (has(TOUCHES_NOTHING)) {
        return new Touches(Set.of(), Set.of(), Set.of());
      }
      if (has(TOUCHES_ANOTHER)) {
        return new Touches(
            Set.of(new Unit(CounterDomain.VALUE.entity(), "colour")), Set.of(), Set.of());
      }
    }
    return super.touches(event);
  }

  @Override
  public Optional<CounterEvent> without(CounterEvent event, Set<Unit> units) {
    if (has(SPLIT_LEAVES_NONE) && units.isEmpty()) {
      return Optional.empty();
    }
    return has(SPLIT_LEAVES_ALL) ? Optional.of(event) : super.without(event, units);
  }

  @Override
  public EventMerge<CounterEvent> merge(CounterEvent first, CounterEvent second) {
    if (first instanceof CounterEvent.Added && second instanceof CounterEvent.Added) {
      if (has(MERGE_KEEPS_FIRST)) {
        return new EventMerge.MergedInto<>(first);
      }
      if (has(MERGE_CANCELS_EQUALS) && first.equals(second)) {
        return new EventMerge.CancelledOut<>();
      }
    }
    if (has(MERGE_BEGINS_BETWEEN)
        && first instanceof CounterEvent.Set
        && second instanceof CounterEvent.Set) {
      return new EventMerge.MergedInto<>(second);
    }
    return super.merge(first, second);
  }

  @Override
  public List<DanglingReference> danglingReferences(CounterEvent event, Counter model) {
    EntityRef counter = CounterDomain.VALUE.entity();
    return has(DEPENDENTS_INVENTED) && event instanceof CounterEvent.Set
        ? List.of(
            new DanglingReference.TargetMissing(counter, new EntityRef("counter", "other"), "next"))
        : super.danglingReferences(event, model);
  }

  @Override
  public Effect effect(CounterEvent event) {
    return has(EFFECT_CREATES) && event instanceof CounterEvent.Set
        ? Effect.CREATES
        : super.effect(event);
  }

  @Override
  public Optional<CounterEvent> rebase(CounterEvent event, Counter model) {
    if (event instanceof CounterEvent.Set(var before, var after)) {
      if (has(REBASE_GOES_BACK) && before != model.value()) {
        return Optional.of(new CounterEvent.Set(model.value(), before));
      }
      if (has(REBASE_AGAIN) && after == model.value()) {
        return Optional.of(new CounterEvent.Set(after, after));
      }
    }
    return super.rebase(event, model);
  }

  @Override
  public EventCodec<CounterEvent> eventCodec() {
    return FaultyCounterCodecs.events(faults, super.eventCodec());
  }

  @Override
  public ModelCodec<Counter> modelCodec() {
    return FaultyCounterCodecs.models(faults, super.modelCodec());
  }

  @Override
  public DocumentFormat<Counter> format() {
    return FaultyCounterCodecs.files(faults, super.format());
  }
}
