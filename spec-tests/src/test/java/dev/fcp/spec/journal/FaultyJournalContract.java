package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.spec.ContractRun;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** The contract over a journal with a fault; run by {@link JournalFaultsTest}. */
final class FaultyJournalContract extends JournalContract {

  /** The faults of the current run; static because the test framework creates the contract. */
  private static final AtomicReference<Set<JournalFault>> FAULTS =
      new AtomicReference<>(EnumSet.noneOf(JournalFault.class));

  static ContractRun run(Set<JournalFault> faults, Predicate<String> laws) {
    FAULTS.set(faults);
    try {
      return ContractRun.of(FaultyJournalContract.class, "junit-jupiter", laws);
    } finally {
      FAULTS.set(EnumSet.noneOf(JournalFault.class));
    }
  }

  @Override
  protected Journal open() {
    return new FaultyJournal(FAULTS.get());
  }

  @Override
  protected Journal reopen(Journal journal) {
    return ((FaultyJournal) journal).reopened();
  }
}
