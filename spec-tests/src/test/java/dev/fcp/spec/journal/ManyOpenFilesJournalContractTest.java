package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The disk closes the files of the journals before each use. */
class ManyOpenFilesJournalContractTest extends SharedFileJournalContractTest {

  @TempDir private Path others;
  private final List<OtherOpenFiles> files = new ArrayList<>();

  @Override
  FileJournal.Settings settings() {
    files.add(new OtherOpenFiles(others));
    return super.settings()
        .withDisk(files.getLast().disk())
        .withDurability(Durability.everyRecord());
  }

  @Override
  @AfterEach
  void closeAll() {
    super.closeAll();
    files.forEach(OtherOpenFiles::close);
  }
}
