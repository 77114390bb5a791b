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
public final class InMemoryTempDir implements TempDirFactory {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** Made by the test framework. */
  public InMemoryTempDir() {}

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    return create();
  }

  /**
   * A new folder; whoever asks for it deletes it.
   *
   * @throws IOException if none can be made
   */
  static Path create() throws IOException {
    return Files.isWritable(SHARED_MEMORY)
        ? Files.createTempDirectory(SHARED_MEMORY, "fcp")
        : Files.createTempDirectory("fcp");
  }
}
