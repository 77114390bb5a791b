package dev.fcp.checklist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of this module. */
final class ModuleFiles {

  private ModuleFiles() {}

  /** All files below a folder of the module. */
  static List<Path> of(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
