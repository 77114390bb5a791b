package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The second one sees what the first one wrote while that is still open. */
class SharedFileJournalContractTest extends JournalContract {

  @TempDir private Path folder;
  private final List<Journal> openJournals = new ArrayList<>();

  FileJournal.Settings settings() {
    return FileJournal.Settings.defaults().withDurability(Durability.none());
  }

  @Override
  protected Journal open() {
    openJournals.add(FileJournal.open(folder.resolve(".fcp/a.counter"), settings()));
    return openJournals.get(openJournals.size() - 1);
  }

  @Override
  protected Journal reopen(Journal journal) {
    // Reading waits until all that was acknowledged is written, though not forced.
    journal.read(journal.firstNumber());
    return open();
  }

  @AfterEach
  void closeAll() {
    openJournals.forEach(Journal::close);
  }
}
