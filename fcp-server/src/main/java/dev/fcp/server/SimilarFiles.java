package dev.fcp.server;

import dev.fcp.verbs.names.Suggestions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds a file with a similar name beside a missing one. */
final class SimilarFiles {

  /** The maximum number of files compared. */
  private static final int MAX_SIBLINGS = 1000;

  private SimilarFiles() {}

  /** The lines for a missing file, with the most similar name if there is one. */
  static List<String> missingFileLines(String name, Path path) {
    List<String> lines = new ArrayList<>();
    lines.add("! there is no file " + name);
    mostSimilar(path).map("! did you mean %s?"::formatted).ifPresent(lines::add);
    return lines;
  }

  /** The most similar name of a file with the same extension in the same folder. */
  private static Optional<String> mostSimilar(Path missing) {
    Path folder = missing.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return Optional.empty();
    }
    Map<String, String> names = new TreeMap<>();
    String extension = extensionWithDot(fileName(missing));
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(folder, "*" + extension)) {
      for (Path sibling : siblings) {
        if (names.size() < MAX_SIBLINGS) {
          names.put(stem(fileName(sibling)), fileName(sibling));
        }
      }
    } catch (IOException e) {
      // Without a list of names, the message only says that the file is missing.
      return Optional.empty();
    }
    return Suggestions.findSimilar(stem(fileName(missing)), names.keySet()).map(names::get);
  }

  private static String fileName(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static String extensionWithDot(String name) {
    return name.substring(stem(name).length());
  }

  private static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
