package dev.fcp.drawio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The diagram files that tests read: the fixtures, and a folder of real files where it exists. */
final class DiagramFiles {

  private DiagramFiles() {}

  /** The fixtures, by name. */
  static List<Path> fixtures() {
    try {
      return filesIn(
          Path.of(
              Objects.requireNonNull(DiagramFiles.class.getResource("/fixtures"), "fixtures")
                  .toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Real files; none where the folder does not stand beside the checkout. */
  static List<Path> corpus() {
    return corpusFolder().map(DiagramFiles::filesIn).orElse(List.of());
  }

  /** Fixtures and real files. */
  static List<Path> all() {
    List<Path> all = new ArrayList<>(fixtures());
    all.addAll(corpus());
    all.add(example());
    return all;
  }

  /** The diagram that the project shows as its example. */
  private static Path example() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(folder.resolve("examples/shop.drawio"))) {
      folder =
          Objects.requireNonNull(folder.getParent(), "no example above the folder of the test");
    }
    return folder.resolve("examples/shop.drawio");
  }

  static Optional<Path> corpusFolder() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null) {
      Path corpus = folder.resolve("shared/corpus/drawio");
      if (Files.isDirectory(corpus)) {
        return Optional.of(corpus);
      }
      folder = folder.getParent();
    }
    return Optional.empty();
  }

  static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] fixture(String name) {
    return bytes(
        fixtures().stream()
            .filter(file -> file.getFileName().toString().equals(name))
            .findFirst()
            .orElseThrow());
  }

  private static List<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
