package dev.fcp.benchmarks.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A new folder that is deleted with its contents when it is closed. */
record TemporaryFolder(Path path) implements AutoCloseable {

  /** Creates a folder in another one, which selects the disk. */
  static TemporaryFolder in(String parent) throws IOException {
    return new TemporaryFolder(
        Files.createTempDirectory(Path.of(parent).toAbsolutePath(), "benchmark"));
  }

  /** Returns the total size of the files whose name has this end, in bytes. */
  static long bytes(Path folder, String nameEnd) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> Files.isRegularFile(file) && file.toString().endsWith(nameEnd))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(file -> {
            try {
              Files.delete(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }
}
