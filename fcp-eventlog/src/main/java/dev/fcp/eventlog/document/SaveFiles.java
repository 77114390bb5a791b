package dev.fcp.eventlog.document;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.fcp.eventlog.journal.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * The two files of a save under way. They lie in the folder of the history, where whoever looks at
 * the document next finds what an interrupted save left (DO-12); without such a folder, or where
 * the document lies on another disk, beside the document.
 *
 * <pre>
 * .fcp/shop.drawio/save.tmp      what will be in the file
 *                  replaced.old  a second name for what is replaced, until it was looked at
 * </pre>
 *
 * @param replacement the bytes that will take the name of the document
 * @param replaced what they take the place of
 */
record SaveFiles(Disk disk, Path replacement, Path replaced) {

  /** Those of the document whose history lies in a folder. */
  static SaveFiles inHistory(Path history, Disk disk) {
    return new SaveFiles(disk, history.resolve("save.tmp"), history.resolve("replaced.old"));
  }

  /** Some beside a file. Not made from its name, which may be as long as the disk allows. */
  static SaveFiles beside(Path target, Disk disk) {
    String name = "fcp-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return new SaveFiles(
        disk, target.resolveSibling(name + ".tmp"), target.resolveSibling(name + ".old"));
  }

  /**
   * The bytes that were replaced, if their hash is one that is asked for; empty also where the disk
   * cannot keep them.
   */
  Optional<byte[]> replacedBytes(Predicate<String> hashFilter) throws IOException {
    if (!Files.isRegularFile(replaced)) {
      return Optional.empty();
    }
    String hash = MoreFiles.asByteSource(replaced).hash(Hashing.sha256()).toString();
    return hashFilter.test(hash) ? Optional.of(Files.readAllBytes(replaced)) : Optional.empty();
  }

  /** Whether a save left one of them. */
  boolean exists() {
    return Files.exists(replaced) || Files.exists(replacement);
  }

  void delete() throws IOException {
    disk.delete(replaced);
    disk.delete(replacement);
  }
}
