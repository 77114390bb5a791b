package dev.fcp.postgres;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.spec.journal.JournalContract;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** Reopened by other connections, while the first journal is still open. */
class PostgresJournalContractTest extends JournalContract {

  private final List<AutoCloseable> opened = new ArrayList<>();

  @Override
  protected Journal open() {
    return connected().openOrCreate(PostgresServer.newName());
  }

  @Override
  protected Journal reopen(Journal journal) {
    return connected().open(((PostgresJournal) journal).name());
  }

  @Override
  protected Set<Capability> capabilities() {
    return EnumSet.complementOf(EnumSet.of(Capability.PROJECTIONS));
  }

  private PostgresJournals connected() {
    PostgresJournals journals = PostgresServer.journals();
    opened.add(journals);
    return journals;
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable journals : opened) {
      journals.close();
    }
  }
}
