package dev.fcp.drawio;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
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

/**
 * The diagram files for tests: the fixtures, and the real files of the corpus if it is available.
 */
public final class DiagramFiles {

  private DiagramFiles() {}

  /** The fixtures, sorted by name. */
  public static List<Path> fixtures() {
    try {
      return filesIn(
          Path.of(
              Objects.requireNonNull(DiagramFiles.class.getResource("/fixtures"), "fixtures")
                  .toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The names of the fixtures. */
  public static List<String> fixtureNames() {
    return fixtures().stream().map(Path::getFileName).map(Path::toString).toList();
  }

  /** The real files of the corpus; empty if it is not available. */
  public static List<Path> corpus() {
    return corpusFolder().map(DiagramFiles::filesIn).orElse(List.of());
  }

  /** The fixtures, the corpus and the example. */
  public static List<Path> all() {
    List<Path> all = new ArrayList<>(fixtures());
    all.addAll(corpus());
    all.add(example());
    return all;
  }

  /** The example diagram of the project. */
  private static Path example() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(folder.resolve("examples/shop.drawio"))) {
      folder =
          Objects.requireNonNull(folder.getParent(), "no example above the folder of the test");
    }
    return folder.resolve("examples/shop.drawio");
  }

  /** The folder of the corpus, if it is available. */
  public static Optional<Path> corpusFolder() {
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

  /** The bytes of a file. */
  public static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The model of a file. */
  public static EntityModel<DiagramKey, DiagramEntity> model(Path file) {
    return switch (new DiagramDomain().format().read(bytes(file))) {
      case ReadResult.Readable<EntityModel<DiagramKey, DiagramEntity>>(var model, var source) ->
          model;
      case ReadResult.Unreadable<EntityModel<DiagramKey, DiagramEntity>> refused ->
          throw new AssertionError(refused.toString());
    };
  }

  /** The bytes of a fixture. */
  public static byte[] fixture(String name) {
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
