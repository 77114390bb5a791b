package dev.fcp.eventlog.folder;

import dev.fcp.eventlog.folder.Directory.FileStat;
import dev.fcp.eventlog.folder.Directory.FileType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What Git ignores in a directory. The patterns of inner directories come before those of outer
 * ones. Immutable.
 *
 * @param outer the rules of the directory around it
 * @param prefixLength the length of the path of the directory with its slash
 */
record IgnoreRules(@Nullable IgnoreRules outer, int prefixLength, PathPatterns patterns) {

  /** No rules. */
  static final IgnoreRules NONE = new IgnoreRules(null, 0, PathPatterns.NONE);

  static final Path FILE_NAME = Path.of(".gitignore");

  private static final int MAX_FILE_BYTES = 1 << 20;

  /** The rules of {@code .git/info/exclude}, which come after all others. */
  static IgnoreRules ofRepository(Directory root) throws IOException {
    return new IgnoreRules(
        null, 0, patterns(root, List.of(Path.of(".git"), Path.of("info"), Path.of("exclude"))));
  }

  private static PathPatterns patterns(Directory directory, List<Path> names) throws IOException {
    Path name = names.getFirst();
    Optional<FileStat> stat = directory.stat(name);
    if (names.size() == 1) {
      return stat.isPresent() ? patterns(directory, name, stat.get()) : PathPatterns.NONE;
    }
    if (stat.isEmpty() || stat.get().type() != FileType.DIRECTORY) {
      return PathPatterns.NONE;
    }
    try (Directory child = directory.open(name)) {
      return patterns(child, names.subList(1, names.size()));
    }
  }

  private static PathPatterns patterns(Directory directory, Path name, FileStat stat)
      throws IOException {
    if (stat.type() != FileType.FILE) {
      return PathPatterns.NONE;
    }
    if (stat.sizeBytes() > MAX_FILE_BYTES) {
      throw new IOException(
          "%s has %d bytes, more than the limit of %d"
              .formatted(name, stat.sizeBytes(), MAX_FILE_BYTES));
    }
    byte[] bytes =
        directory
            .read(name, stat)
            .orElseThrow(() -> new IOException(name + " changed while it was read"));
    return PathPatterns.ofFile(bytes);
  }

  /**
   * The rules of a directory in this one.
   *
   * @param prefix its path with a slash; empty for the folder itself
   * @param stat the attributes of its {@code .gitignore}
   */
  IgnoreRules inside(Directory directory, String prefix, FileStat stat) throws IOException {
    PathPatterns own = patterns(directory, FILE_NAME, stat);
    return new IgnoreRules(this, prefix.length(), own);
  }

  /** Whether a path in the directory is ignored, if the directory is not. */
  boolean isIgnored(String path, boolean isDirectory) {
    for (IgnoreRules rules = this; rules != null; rules = rules.outer()) {
      Optional<Boolean> decision =
          rules.patterns().decide(path.substring(rules.prefixLength()), isDirectory);
      if (decision.isPresent()) {
        return decision.get();
      }
    }
    return false;
  }
}
