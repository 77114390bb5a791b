package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a segment, from its file or, if it was compressed, from the compressed file. Offsets
 * are those of the lines, so they stay valid when a segment is compressed. Used by one thread.
 */
final class SegmentFile {

  private static final String COMPRESSED = ".gz";

  private final Disk disk;
  private final Path path;
  private @Nullable CompressedSegment opened;

  /**
   * Creates a reader.
   *
   * @param path the file that is not compressed, whether it exists or not
   */
  SegmentFile(Disk disk, Path path) {
    this.disk = disk;
    this.path = path;
  }

  /** The path of the compressed file of a segment. */
  static Path compressed(Path segment) {
    return segment.resolveSibling(JournalFolder.name(segment) + COMPRESSED);
  }

  /** Whether a file with this name is compressed, even if it was set aside. */
  static boolean isCompressed(Path file) {
    return JournalFolder.name(file).contains(COMPRESSED);
  }

  /** The file that contains the lines; the compressed one if both exist. */
  Path path() throws IOException {
    return disk.sizeBytes(compressed(path)).isPresent() ? compressed(path) : path;
  }

  boolean exists() throws IOException {
    return disk.sizeBytes(path).isPresent() || disk.sizeBytes(compressed(path)).isPresent();
  }

  /** The size of the lines, and of blanks after them. */
  int sizeBytes() throws IOException {
    OptionalLong plain = disk.sizeBytes(path);
    return plain.isPresent() ? Math.toIntExact(plain.getAsLong()) : compressed().sizeBytes();
  }

  /** Reads up to {@code sizeBytes} bytes of the lines from an offset; fewer at their end. */
  byte[] read(long offsetBytes, int sizeBytes) throws IOException {
    byte[] plain = opened == null ? disk.read(path, offsetBytes, sizeBytes) : new byte[0];
    // Another process may compress the segment at any time, and deletes this file last.
    return plain.length > 0 ? plain : compressed().read(offsetBytes, sizeBytes);
  }

  byte[] read() throws IOException {
    return read(0, sizeBytes());
  }

  private CompressedSegment compressed() throws IOException {
    if (opened == null) {
      opened = CompressedSegment.in(disk, compressed(path));
    }
    return opened;
  }

  /** Deletes the segment. */
  void delete() throws IOException {
    disk.delete(compressed(path));
    disk.delete(path);
  }
}
