package dev.fcp.eventlog.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What distinguishes one version of a file from the next without reading it.
 *
 * @param fileKey the identity of the file on its disk; empty where the disk has none
 * @param modified when it was last written
 * @param sizeBytes how large it is
 */
record FileStamp(String fileKey, FileTime modified, long sizeBytes) {

  /** A file may be written twice within one tick of the clock of its disk. */
  private static final Duration TICK = Duration.ofSeconds(2);

  static Optional<FileStamp> of(Path path) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      String key = Objects.toString(found.fileKey(), "");
      return found.isRegularFile()
          ? Optional.of(new FileStamp(key, found.lastModifiedTime(), found.size()))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Whether another write would give another stamp. */
  boolean isSettled() {
    return modified.toInstant().isBefore(Instant.now().minus(TICK));
  }
}
