package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.ArchivedHistory;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The archived histories of a file.
 *
 * <pre>
 * .fcp/.former/01J9Z3...-shop.drawio   a ULID of the time of archiving, and the file name
 * </pre>
 *
 * @param target the file, with symbolic links resolved
 */
record HistoryArchive(Path target, FileJournal.Settings settings) {

  /** The maximum number of bytes of the file name in the name of an archive folder. */
  private static final int NAME_BYTES = 200;

  /** The folder for the history that is archived now. */
  Path folderFor(StepId id) {
    return folder().resolve(id.ulid() + suffix());
  }

  /** The folder of an archived history; empty if there is none with that id. */
  Optional<Path> find(String id) {
    return folders().stream().filter(candidate -> id(candidate).equals(id)).findFirst();
  }

  /** All archived histories, newest first. */
  List<ArchivedHistory> histories() {
    return folders().reversed().stream().map(this::history).toList();
  }

  private List<Path> folders() {
    return JournalStore.folders(folder()).stream()
        .filter(candidate ->
            JournalStore.fileName(candidate).endsWith(suffix()) && StepId.isUlid(id(candidate)))
        .filter(candidate -> FileJournal.exists(candidate, settings.disk()))
        .toList();
  }

  private static String id(Path folder) {
    String name = JournalStore.fileName(folder);
    return name.substring(0, Math.max(0, name.indexOf('-')));
  }

  private ArchivedHistory history(Path folder) {
    FileJournal journal =
        FileJournal.openReadOnly(folder, settings, "it is not that of the file any more");
    try {
      List<Journal.StepLocation> steps =
          journal.stepLocations(journal.firstNumber(), journal.lastNumber());
      Optional<String> last =
          steps.isEmpty()
              ? Optional.empty()
              : Optional.of(label(journal, steps.get(steps.size() - 1)));
      StepId id = new StepId(id(folder));
      return new ArchivedHistory(id.ulid(), id.time(), steps.size(), last);
    } finally {
      journal.close();
    }
  }

  private static String label(Journal journal, Journal.StepLocation location) {
    return journal.read(location.recordNumber()).get(0).steps().get(location.index()).label();
  }

  private Path folder() {
    return JournalLayout.archiveOf(target);
  }

  private String suffix() {
    return "-" + truncated(JournalStore.fileName(target));
  }

  /**
   * Truncates a name by bytes without splitting a character, because file systems limit names in
   * bytes.
   */
  private static String truncated(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int end = Math.min(NAME_BYTES, bytes.length);
    while (end < bytes.length && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
