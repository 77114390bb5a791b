package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.spec.Clause;
import dev.fcp.spec.ContractRun;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A journal without optional capabilities passes the contract if it declares that. */
class PlainJournalContractTest extends JournalContract {

  /** A minimal journal. */
  private static final class PlainJournal implements Journal {

    private final List<JournalRecord> records = new ArrayList<>();

    @Override
    public synchronized long lastNumber() {
      return records.size();
    }

    @Override
    public synchronized AppendResult append(long expectedLastNumber, JournalRecord record) {
      if (expectedLastNumber != records.size()) {
        return new AppendResult.Stale(records.size());
      }
      records.add(record);
      return new AppendResult.Written(records.size());
    }

    @Override
    public synchronized List<JournalRecord> read(long fromNumber) {
      if (fromNumber < 1 || fromNumber > records.size() + 1L) {
        throw new IllegalArgumentException("no record " + fromNumber);
      }
      return List.copyOf(records.subList((int) fromNumber - 1, records.size()));
    }
  }

  /** The same journal, without declaring its missing capabilities. */
  static final class OverclaimingContract extends JournalContract {

    @Override
    protected Journal open() {
      return new PlainJournal();
    }

    @Override
    protected Journal reopen(Journal journal) {
      return journal;
    }
  }

  @Override
  protected Journal open() {
    return new PlainJournal();
  }

  @Override
  protected Journal reopen(Journal journal) {
    return journal;
  }

  @Override
  protected Set<Capability> capabilities() {
    return EnumSet.noneOf(Capability.class);
  }

  @Test
  @Clause("JN-4")
  void a_journal_without_snapshots_asks_for_none() {
    try (Journal journal = new PlainJournal()) {
      assertThat(journal.isSnapshotDue()).isFalse();
    }
  }

  @Test
  void a_missing_capability_that_is_not_declared_is_found() {
    assertThat(ContractRun.of(OverclaimingContract.class, "junit-jupiter", law -> true).failed())
        .containsExactly(
            "named_states_are_kept_by_their_names",
            "snapshots_are_kept_by_their_numbers",
            "sources_are_there_after_reopening",
            "values_of_projections_are_kept_by_their_names_until_they_are_deleted");
  }
}
