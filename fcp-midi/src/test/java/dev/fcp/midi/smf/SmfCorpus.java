package dev.fcp.midi.smf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The corpus of real files, if it is available. */
public final class SmfCorpus {

  private static final Set<String> DAMAGED =
      Set.of(
          "test-not-a-midi-file.mid",
          "test-corrupt-file-missing-byte.mid",
          "test-illegal-message-all.mid",
          "test-illegal-message-f2-xx-xx.mid",
          "test-illegal-message-f4.mid",
          "test-illegal-message-f6.mid",
          "test-illegal-message-f9.mid",
          "test-illegal-message-fb.mid",
          "test-illegal-message-fd.mid");

  private SmfCorpus() {}

  /** The folder of the corpus, if it is available. */
  public static Optional<Path> folder() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path corpus = at.resolve("shared/corpus/midi");
      if (Files.isDirectory(corpus)) {
        return Optional.of(corpus);
      }
    }
    return Optional.empty();
  }

  /** The readable files; empty if the corpus is not available. */
  public static List<Path> readable() {
    return all().filter(file -> !DAMAGED.contains(name(file))).toList();
  }

  /** The files that must be refused; empty if the corpus is not available. */
  public static List<Path> damaged() {
    return all().filter(file -> DAMAGED.contains(name(file))).toList();
  }

  /** The bytes of a file. */
  public static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static Stream<Path> all() {
    return folder().stream().flatMap(SmfCorpus::filesIn);
  }

  private static Stream<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
