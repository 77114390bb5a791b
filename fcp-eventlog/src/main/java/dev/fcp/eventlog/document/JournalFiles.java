package dev.fcp.eventlog.document;

import dev.fcp.eventlog.journal.FileJournal;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Where the journals of documents lie: that of {@code shop.drawio} in {@code .fcp/shop.drawio}
 * beside it, that of a document without a file among the drafts.
 *
 * @param settings how journals are written
 * @param drafts the folder of the journals of documents that no file holds yet; made when the first
 *     one is
 */
public record JournalFiles(FileJournal.Settings settings, Path drafts) {

  private static final String HOME = ".fcp";
  private static final String DRAFTS = ".drafts";
  private static final String FORMER = ".former";

  /** Names among the histories that are none of a history; some disks do not tell case. */
  private static final Set<String> TAKEN = Set.of(DRAFTS, FORMER, ".gitignore");

  /** What the folder of a document begins with whose name is one of those. */
  private static final String OF = ".of";

  /** Refuses null. */
  public JournalFiles {
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(drafts, "drafts");
  }

  /** Journals by the standard settings, with the drafts of a folder in its {@code .fcp/.drafts}. */
  public static JournalFiles standard(Path folder) {
    return new JournalFiles(FileJournal.Settings.standard(), folder.resolve(HOME).resolve(DRAFTS));
  }

  /**
   * Whether a file lies among the histories. Such a file is never opened: closing it again would
   * drop the lock that this process has on it.
   */
  static boolean isHistory(Path target) {
    for (Path name : target) {
      if (name.toString().equals(HOME)) {
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
    boolean isTaken = TAKEN.contains(name.toLowerCase(Locale.ROOT)) || name.startsWith(OF);
    return target.resolveSibling(HOME).resolve(isTaken ? OF + name : name);
  }

  /** Where histories lie that were replaced by another one. */
  static Path formerOf(Path target) {
    return target.resolveSibling(HOME).resolve(FORMER);
  }
}
