package dev.fcp.verbs.workspace;

import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.BaseFolder.PathResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Resolves paths of files in a workspace. */
record WorkspacePaths<M, E>(OpenDocuments<M, E> documents) {

  /** Runs {@code work} with a typed path. */
  Response withPath(String text, Function<Path, Response> work) {
    return switch (documents.settings().folder().resolve(text)) {
      case PathResult.Allowed(var path) -> work.apply(path);
      case PathResult.Refused(var refusal) -> Response.refused(refusal);
    };
  }

  boolean hasExtension(Path path) {
    String name = nameOf(path).toLowerCase(Locale.ROOT);
    return extensions().stream().anyMatch(extension -> name.endsWith("." + extension));
  }

  List<String> extensions() {
    return documents.language().domain().format().extensions();
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
