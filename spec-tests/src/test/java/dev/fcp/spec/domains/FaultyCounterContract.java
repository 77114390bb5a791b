package dev.fcp.spec.domains;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.ContractRun;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** The contract over a domain of counters with a fault; run by {@link CounterFaultsTest}. */
final class FaultyCounterContract extends CounterContractTest {

  /** The faults of the current run; static because jqwik creates the contract. */
  private static final AtomicReference<Set<CounterFault>> FAULTS =
      new AtomicReference<>(EnumSet.noneOf(CounterFault.class));

  static ContractRun run(Set<CounterFault> faults, Predicate<String> laws) {
    FAULTS.set(faults);
    try {
      return ContractRun.of(FaultyCounterContract.class, "jqwik", laws);
    } finally {
      FAULTS.set(EnumSet.noneOf(CounterFault.class));
    }
  }

  /** Enough for every fault, and there are many. */
  @Override
  protected int historyCount() {
    return 8;
  }

  @Override
  protected Domain<Counter, CounterEvent> domain() {
    return new FaultyCounterDomain(FAULTS.get());
  }
}
