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
final class NearFiles {

  /** In a folder of more files than these the first ones are compared. */
  private static final int SIBLINGS = 1000;

  private NearFiles() {}

  /** That a file is not there, and which one is that may be meant. */
  static String missing(String name, Path path) {
    return "there is no file "
        + name
        + nearest(path).map(near -> "\n! there is " + near).orElse("");
  }

  /** The name of the file in the same folder and of the same kind whose name is most alike. */
  private static Optional<String> nearest(Path missing) {
    Path folder = missing.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return Optional.empty();
    }
    Map<String, String> names = new TreeMap<>();
    String ending = ending(name(missing));
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(folder, "*" + ending)) {
      for (Path sibling : siblings) {
        if (names.size() < SIBLINGS) {
          names.put(stem(name(sibling)), name(sibling));
        }
      }
    } catch (IOException e) {
      // A folder that cannot be listed has no names to offer; that the file is missing stays true.
      return Optional.empty();
    }
    return Suggestions.nearest(stem(name(missing)), names.keySet()).map(names::get);
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static String ending(String name) {
    return name.substring(stem(name).length());
  }

  private static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
