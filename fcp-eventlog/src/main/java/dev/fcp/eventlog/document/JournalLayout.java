package dev.fcp.eventlog.document;

import dev.fcp.eventlog.journal.FileJournal;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Where the journals of documents lie: that of {@code shop.drawio} in {@code .fcp/shop.drawio}
 * beside it, that of a document without a file among the drafts.
 *
 * @param settings how journals are written
 * @param draftsFolder the folder of the journals of documents that no file holds yet; made when the
 *     first one is
 */
public record JournalLayout(FileJournal.Settings settings, Path draftsFolder) {

  private static final String HISTORY_FOLDER = ".fcp";
  private static final String DRAFTS_FOLDER = ".drafts";
  private static final String ARCHIVE_FOLDER = ".former";

  /** Names among the histories that are none of a history; some disks ignore case. */
  private static final Set<String> RESERVED_NAMES =
      Set.of(DRAFTS_FOLDER, ARCHIVE_FOLDER, ".gitignore");

  /** What the folder of a document begins with whose name is one of those. */
  private static final String ESCAPE_PREFIX = ".of";

  /** Journals by the standard settings, with the drafts of a folder in its {@code .fcp/.drafts}. */
  public static JournalLayout standard(Path folder) {
    return new JournalLayout(
        FileJournal.Settings.defaults(), folder.resolve(HISTORY_FOLDER).resolve(DRAFTS_FOLDER));
  }

  /**
   * Whether a file lies among the histories. Such a file is never opened: closing it again would
   * drop the lock that this process has on it.
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
   * The folder of the journal of a file, whose links are resolved. Where one of that name has
   * another use, or would be taken for such a folder, it has a longer one.
   */
  static Path folderOf(Path target) {
    String name = String.valueOf(target.getFileName());
    boolean isReserved =
        RESERVED_NAMES.contains(name.toLowerCase(Locale.ROOT)) || name.startsWith(ESCAPE_PREFIX);
    return target.resolveSibling(HISTORY_FOLDER).resolve(isReserved ? ESCAPE_PREFIX + name : name);
  }

  /** Where histories lie that were replaced by another one. */
  static Path archiveOf(Path target) {
    return target.resolveSibling(HISTORY_FOLDER).resolve(ARCHIVE_FOLDER);
  }
}
