package dev.fcp.eventlog.folder;

import java.util.List;

/**
 * Which files below a directory belong to a folder. Symbolic links, {@code .git} and {@code .fcp}
 * never do. Immutable.
 *
 * @param includes patterns of the files that belong to it; empty for all
 * @param excludes patterns of the files and directories that do not, whatever the includes
 * @param respectsGitIgnore whether what Git ignores does not belong to it: by {@code .gitignore} in
 *     the directory and below, and by {@code .git/info/exclude} in it
 * @param maxFileBytes the maximum size of a file
 * @param maxFiles the maximum number of files
 */
public record FolderSettings(
    List<String> includes,
    List<String> excludes,
    boolean respectsGitIgnore,
    long maxFileBytes,
    int maxFiles) {

  /** Backups and locks of common editors. */
  private static final List<String> EDITOR_FILES = List.of("*~", ".*.sw?", ".#*", "\\#*#");

  private static final long DEFAULT_MAX_FILE_BYTES = 1L << 26;
  private static final int DEFAULT_MAX_FILES = 100_000;

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if a limit is negative, or if a file would not fit into an
   *     array
   */
  public FolderSettings {
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
    if (maxFileBytes < 0 || maxFileBytes > Directory.MAX_FILE_BYTES || maxFiles < 0) {
      throw new IllegalArgumentException(
          "a limit of %d bytes or %d files".formatted(maxFileBytes, maxFiles));
    }
  }

  /**
   * All files up to 64 MiB that Git does not ignore, except backups of editors, and at most 100,000
   * of them.
   */
  public static FolderSettings defaults() {
    return new FolderSettings(
        List.of(), EDITOR_FILES, true, DEFAULT_MAX_FILE_BYTES, DEFAULT_MAX_FILES);
  }

  /** The same settings with other includes, in the format of {@link PathPatterns}. */
  public FolderSettings withIncludes(List<String> patterns) {
    return new FolderSettings(patterns, excludes, respectsGitIgnore, maxFileBytes, maxFiles);
  }

  /** The same settings with other excludes, in the format of {@link PathPatterns}. */
  public FolderSettings withExcludes(List<String> patterns) {
    return new FolderSettings(includes, patterns, respectsGitIgnore, maxFileBytes, maxFiles);
  }

  /** The same settings that respect or disregard what Git ignores. */
  public FolderSettings withGitIgnore(boolean isRespected) {
    return new FolderSettings(includes, excludes, isRespected, maxFileBytes, maxFiles);
  }

  /** The same settings with other limits. */
  public FolderSettings withLimits(long fileBytes, int files) {
    return new FolderSettings(includes, excludes, respectsGitIgnore, fileBytes, files);
  }
}
