package dev.fcp.verbs.workspace;

import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.workspace.Folder.Located;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The names of files in the folder of a desk. */
record FileNames<M, E>(Desk<M, E> desk) {

  /** Does something at a path that was typed. */
  Answer at(String text, Function<Path, Answer> work) {
    return switch (desk.settings().folder().locate(text)) {
      case Located.At(var path) -> work.apply(path);
      case Located.Refused(var refusal) -> Answer.refused(refusal);
    };
  }

  boolean hasExtension(Path path) {
    String name = nameOf(path).toLowerCase(Locale.ROOT);
    return extensions().stream().anyMatch(extension -> name.endsWith("." + extension));
  }

  List<String> extensions() {
    return desk.language().domain().format().extensions();
  }

  static String nameOf(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }

  static Path folderOf(Path path) {
    Path folder = path.getParent();
    return folder == null ? path : folder;
  }
}
