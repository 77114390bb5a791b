package dev.fcp.spec.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Creates temporary folders in memory where the machine has a memory file system, for tests that
 * save often and cut no power.
 */
public final class InMemoryTempDir implements TempDirFactory {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** Called by the test framework. */
  public InMemoryTempDir() {}

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    return create();
  }

  /**
   * Creates a folder; the caller deletes it.
   *
   * @throws IOException if the folder cannot be created
   */
  static Path create() throws IOException {
    return Files.isWritable(SHARED_MEMORY)
        ? Files.createTempDirectory(SHARED_MEMORY, "fcp")
        : Files.createTempDirectory("fcp");
  }
}
