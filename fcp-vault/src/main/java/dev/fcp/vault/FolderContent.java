package dev.fcp.vault;

import com.google.common.collect.ImmutableSortedMap;
import dev.fcp.eventlog.domain.FolderManifest;
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

  /**
   * Copies the map.
   *
   * @throws IllegalArgumentException if a path is not valid, or if a file lies below another one
   */
  public FolderContent {
    files = ImmutableSortedMap.copyOf(files);
    for (String path : files.keySet()) {
      FolderManifest.requireValidPath(path);
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
}
