package dev.fcp.spec.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Folders in memory, where the machine has such a place: for tests that save many times and cut no
 * power.
 */
public final class MemoryFolder implements TempDirFactory {

  private static final Path MEMORY = Path.of("/dev/shm");

  /** Made by the test framework. */
  public MemoryFolder() {}

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    return fresh();
  }

  /**
   * A new folder; whoever asks for it deletes it.
   *
   * @throws IOException if none can be made
   */
  static Path fresh() throws IOException {
    return Files.isWritable(MEMORY)
        ? Files.createTempDirectory(MEMORY, "fcp")
        : Files.createTempDirectory("fcp");
  }
}
