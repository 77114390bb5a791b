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
 * The attributes that distinguish one version of a file from the next without reading it.
 *
 * @param fileKey the identity of the file on its disk; empty if the disk has no file keys
 * @param modified the time of the last write
 * @param sizeBytes the size of the file
 */
record FileStamp(String fileKey, FileTime modified, long sizeBytes) {

  /** The maximum resolution of file times: two writes within it may have the same time. */
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

  /** Whether the file is old enough that another write would change the stamp. */
  boolean isSettled() {
    return modified.toInstant().isBefore(Instant.now().minus(TICK));
  }
}
