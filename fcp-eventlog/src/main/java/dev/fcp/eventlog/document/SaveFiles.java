package dev.fcp.eventlog.document;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.fcp.eventlog.journal.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * The two temporary files of a save. They are in the folder of the history, so that the next check
 * of the document finds them after an interrupted save (DO-12); without such a folder, or if the
 * document is on another disk, they are beside the document.
 *
 * <pre>
 * .fcp/shop.drawio/save.tmp      the new bytes of the file
 *                  replaced.old  a second name for the replaced version, until it was checked
 * </pre>
 *
 * @param replacement contains the new bytes, and is renamed to the document
 * @param replaced a second name for the replaced version
 */
record SaveFiles(Disk disk, Path replacement, Path replaced) {

  /** The files of a document whose history is in a folder. */
  static SaveFiles inHistory(Path history, Disk disk) {
    return new SaveFiles(disk, history.resolve("save.tmp"), history.resolve("replaced.old"));
  }

  /** The files of the save of a file of a folder, by its number among those that are saved. */
  static SaveFiles inHistory(Path history, int number, Disk disk) {
    return new SaveFiles(
        disk,
        history.resolve("save-%d.tmp".formatted(number)),
        history.resolve("replaced-%d.old".formatted(number)));
  }

  /**
   * Files beside a document. Their names do not contain its name, which may have the maximum
   * length.
   */
  static SaveFiles beside(Path target, Disk disk) {
    String name = "fcp-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return new SaveFiles(
        disk, target.resolveSibling(name + ".tmp"), target.resolveSibling(name + ".old"));
  }

  /**
   * The bytes that were replaced, if the filter accepts their hash; empty also if the disk has no
   * hard links.
   */
  Optional<byte[]> replacedBytes(Predicate<String> hashFilter) throws IOException {
    if (!Files.isRegularFile(replaced, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    String hash = MoreFiles.asByteSource(replaced).hash(Hashing.sha256()).toString();
    return hashFilter.test(hash) ? Optional.of(Files.readAllBytes(replaced)) : Optional.empty();
  }

  /** Whether a save left one of the files. */
  boolean exists() {
    return Files.exists(replaced, LinkOption.NOFOLLOW_LINKS)
        || Files.exists(replacement, LinkOption.NOFOLLOW_LINKS);
  }

  void delete() throws IOException {
    disk.delete(replaced);
    disk.delete(replacement);
  }
}
