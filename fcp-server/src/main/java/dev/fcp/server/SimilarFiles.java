package dev.fcp.server;

import dev.fcp.verbs.names.Suggestions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The files beside one that is not there, by the names that somebody may have meant. */
final class SimilarFiles {

  /** In a folder of more files than these the first ones are compared. */
  private static final int MAX_SIBLINGS = 1000;

  private SimilarFiles() {}

  /** That a file is not there, and which one is that may be meant. */
  static String missingFileMessage(String name, Path path) {
    return "there is no file "
        + name
        + mostSimilar(path).map(similar -> "\n! did you mean %s?".formatted(similar)).orElse("");
  }

  /** The name of the file in the same folder and of the same kind whose name is most alike. */
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
      // A folder that cannot be listed has no names to offer; that the file is missing stays true.
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
