package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FolderArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Journals with an archive in a folder of a simulated disk. */
final class ArchivedJournals {

  static final Path ARCHIVE = Path.of("/cold");

  /** Keeps what undo of two steps needs. */
  static final ArchivePolicy TWO_STEPS = ArchivePolicy.everything().withMinUndoDepth(2);

  private ArchivedJournals() {}

  /** Returns settings with the archive on another disk. */
  static FileJournal.Settings settings(Disk disk, Disk archiveDisk) {
    return JournalFixtures.on(disk)
        .withArchives(place -> new FolderArchive(archiveDisk, Path.of(place)));
  }

  /** Makes the folder an archive. */
  static void create(Disk archiveDisk) {
    try {
      FolderArchive unused = FolderArchive.create(archiveDisk, ARCHIVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens the journal of a folder with an archive. */
  static FileJournal open(FileJournal.Settings settings) {
    FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, settings);
    journal.setArchive(ARCHIVE.toString());
    return journal;
  }
}
