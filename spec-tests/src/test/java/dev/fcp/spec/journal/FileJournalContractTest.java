package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileJournalContractTest extends JournalContract {

  @TempDir private Path folder;

  @Override
  protected Journal open() {
    return FileJournal.open(
        folder.resolve(".fcp/a b \u00e4.counter"), FileJournal.Settings.defaults());
  }

  @Override
  protected Journal reopen(Journal journal) {
    journal.close();
    return open();
  }
}
