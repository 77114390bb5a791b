package dev.fcp.eventlog.history;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;

/**
 * A pattern for files of a folder, by their paths below it: {@code *} stands for any characters of
 * a name, {@code **} also for several names, {@code ?} for one character, {@code {a,b}} for one of
 * two. A pattern without {@code /} is compared with the names of files and folders, any other one
 * with paths. A pattern that matches a folder matches all files in it.
 *
 * @param text the pattern
 */
public record PathGlob(String text) {

  /**
   * Rejects what is no pattern.
   *
   * @throws IllegalArgumentException if it is empty or has a syntax error
   */
  public PathGlob {
    if (text.isBlank()) {
      throw new IllegalArgumentException("an empty pattern for paths");
    }
    matcher(text);
  }

  private static PathMatcher matcher(String text) {
    String pattern = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
  }

  /**
   * Whether a file matches.
   *
   * @param path the path below the folder, with {@code /} between names
   */
  public boolean matches(String path) {
    PathMatcher matcher = matcher(text);
    boolean comparesNames = text.indexOf('/') < 0 || text.indexOf('/') == text.length() - 1;
    for (Path part = Path.of(path); part != null; part = part.getParent()) {
      if (matcher.matches(comparesNames ? part.getFileName() : part)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return text;
  }
}
