package dev.fcp.eventlog.document;

import dev.fcp.eventlog.journal.FileJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * The folders of journals: that of {@code shop.drawio} is {@code .fcp/shop.drawio} beside it; those
 * of drafts are in a common folder. That of a folder is {@code .fcp/.folder} in it.
 *
 * @param settings the settings of all journals
 * @param draftsFolder the folder of the journals of drafts; created with the first draft
 */
public record JournalLayout(FileJournal.Settings settings, Path draftsFolder) {

  private static final String HISTORY_FOLDER = ".fcp";
  private static final String DRAFTS_FOLDER = ".drafts";
  private static final String ARCHIVE_FOLDER = ".former";

  /** The journal of the folder itself, which is inside it. */
  private static final String OWN_FOLDER = ".folder";

  /**
   * Names in the history folder that are not histories; compared without case, because some disks
   * ignore case.
   */
  private static final Set<String> RESERVED_NAMES =
      Set.of(DRAFTS_FOLDER, ARCHIVE_FOLDER, OWN_FOLDER, ".gitignore");

  /** The prefix of the journal folder of a document whose name is reserved. */
  private static final String ESCAPE_PREFIX = ".of";

  /** Journals with the default settings, and drafts in {@code .fcp/.drafts} of a folder. */
  public static JournalLayout standard(Path folder) {
    return new JournalLayout(
        FileJournal.Settings.defaults(), folder.resolve(HISTORY_FOLDER).resolve(DRAFTS_FOLDER));
  }

  /**
   * Whether a file is inside a history folder. Such a file is never opened, because closing it
   * would release a lock that this process has on it.
   */
  static boolean isInsideHistory(Path target) {
    for (Path name : target) {
      if (name.toString().equals(HISTORY_FOLDER)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The folder of the journal of a file, with symbolic links resolved. If the name is reserved or
   * begins with the escape prefix, it gets the escape prefix. The journal of a folder is inside it.
   */
  static Path folderOf(Path target) {
    if (Files.isDirectory(target)) {
      return target.resolve(HISTORY_FOLDER).resolve(OWN_FOLDER);
    }
    String name = String.valueOf(target.getFileName());
    boolean isReserved =
        RESERVED_NAMES.contains(name.toLowerCase(Locale.ROOT)) || name.startsWith(ESCAPE_PREFIX);
    return target.resolveSibling(HISTORY_FOLDER).resolve(isReserved ? ESCAPE_PREFIX + name : name);
  }

  /** The folder of archived histories. */
  static Path archiveOf(Path target) {
    Path histories =
        Files.isDirectory(target)
            ? target.resolve(HISTORY_FOLDER)
            : target.resolveSibling(HISTORY_FOLDER);
    return histories.resolve(ARCHIVE_FOLDER);
  }
}
