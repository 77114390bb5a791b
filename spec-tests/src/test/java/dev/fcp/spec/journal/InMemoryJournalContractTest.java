package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;

class InMemoryJournalContractTest extends JournalContract {

  @Override
  protected Journal open() {
    return InMemoryJournal.empty();
  }

  @Override
  protected Journal reopen(Journal journal) {
    return journal;
  }
}
