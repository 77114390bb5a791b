package dev.fcp.eventlog.folder;

import java.util.Optional;

/**
 * One pattern of a file {@code .gitignore}. Paths and patterns are texts of bytes: each character
 * is one byte of the UTF-8 form.
 *
 * @param glob what matches the name, or the whole path if the pattern contains a slash
 * @param isOfName whether the pattern matches the name at any depth
 */
record PathPattern(Glob glob, boolean isOfName, boolean isOfFolder, boolean isNegated) {

  /** The pattern of a line; empty if the line contains none. */
  static Optional<PathPattern> ofLine(String line) {
    String text = withoutTrailingSpaces(line);
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.empty();
    }
    boolean isNegated = text.startsWith("!");
    text = isNegated ? text.substring(1) : text;
    boolean isOfFolder = text.endsWith("/");
    text = isOfFolder ? text.substring(0, text.length() - 1) : text;
    boolean isOfName = text.indexOf('/') < 0;
    text = text.startsWith("/") ? text.substring(1) : text;
    return Optional.of(new PathPattern(Glob.of(text), isOfName, isOfFolder, isNegated));
  }

  /** Removes spaces at the end, except an escaped one. */
  private static String withoutTrailingSpaces(String line) {
    int end = 0;
    for (int i = 0; i < line.length(); i++) {
      boolean isEscape = line.charAt(i) == '\\' && i + 1 < line.length();
      if (isEscape) {
        i++;
      }
      if (isEscape || line.charAt(i) != ' ') {
        end = i + 1;
      }
    }
    return line.substring(0, end);
  }

  boolean matches(String path, boolean isFolder) {
    return (isFolder || !isOfFolder)
        && glob.matches(isOfName ? path.substring(path.lastIndexOf('/') + 1) : path);
  }
}
