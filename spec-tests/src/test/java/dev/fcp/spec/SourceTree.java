package dev.fcp.spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The checkout that these tests run in. */
public final class SourceTree {

  private SourceTree() {}

  /** The folder of all modules: the nearest one above that holds {@code spec-tests/SPEC.md}. */
  public static Path root() {
    return folderWith("spec-tests/SPEC.md")
        .orElseThrow(() -> new IllegalStateException("no folder above has spec-tests/SPEC.md"));
  }

  /** A file that is not part of the checkout, in the nearest folder above that holds it. */
  public static Optional<Path> above(String path) {
    return folderWith(path).map(folder -> folder.resolve(path));
  }

  private static Optional<Path> folderWith(String path) {
    return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
        .filter(folder -> Files.exists(folder.resolve(path)))
        .findFirst();
  }

  /** The text of a file of the checkout. */
  public static String text(String path) {
    return read(root().resolve(path));
  }

  /** The texts of all Java sources of all modules, below {@code src/main} or {@code src/test}. */
  public static List<String> javaSources(String... kinds) {
    return Stream.of(kinds).flatMap(kind -> javaFiles(root(), kind)).map(SourceTree::read).toList();
  }

  /** The texts of the Java sources of one module. */
  public static List<String> javaSourcesOf(String module, String kind) {
    return javaFiles(root().resolve(module), kind).map(SourceTree::read).toList();
  }

  private static Stream<Path> javaFiles(Path folder, String kind) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().replace('\\', '/').contains("/src/" + kind + "/java/"))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
