package dev.fcp.vault;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Map;
import java.util.SortedMap;

/**
 * The content of a folder: its files by path. Immutable.
 *
 * @param files the files by path; a path is relative and separates names by {@code /}
 */
public record FolderContent(SortedMap<String, FileContent> files) {

  /** A folder without files. */
  public static final FolderContent EMPTY = new FolderContent(ImmutableSortedMap.of());

  /** The maximum length of a path in UTF-16 code units. */
  public static final int MAX_PATH_LENGTH = 1_000;

  /**
   * Copies the map.
   *
   * @throws IllegalArgumentException if a path is not valid, or if a file lies below another one
   */
  public FolderContent {
    files = ImmutableSortedMap.copyOf(files);
    for (String path : files.keySet()) {
      requireValidPath(path);
      for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
        if (files.containsKey(path.substring(0, end))) {
          throw new IllegalArgumentException(path + " lies below a file");
        }
      }
    }
  }

  /** A folder with these files. */
  public static FolderContent of(Map<String, ? extends FileContent> files) {
    return new FolderContent(ImmutableSortedMap.copyOf(files));
  }

  /**
   * Rejects what is not the path of a file below a folder.
   *
   * @throws IllegalArgumentException if the path is empty, too long or absolute, if a name in it is
   *     empty, {@code .} or {@code ..}, or if it contains a backslash, a control character or an
   *     unpaired surrogate
   */
  public static void requireValidPath(String path) {
    if (path.length() > MAX_PATH_LENGTH) {
      throw new IllegalArgumentException(
          "a path of %d characters, more than %d".formatted(path.length(), MAX_PATH_LENGTH));
    }
    for (String name : path.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException("not a path in the folder: \"" + path + "\"");
      }
    }
    if (path.indexOf('\\') >= 0 || path.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "a path with a backslash or a control character: \"" + path + "\"");
    }
    TextFile.requireWritable(path);
  }
}
