package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a segment, from its file, from the compressed file if it was compressed, or from the
 * archive if it was moved there. Offsets are those of the lines, so they stay valid. Used by one
 * thread.
 */
final class SegmentFile {

  private static final String COMPRESSED = ".gz";
  private static final String ARCHIVED = ".archived";

  private final JournalFolder folder;
  private final Disk disk;
  private final Path path;
  private @Nullable CompressedSegment opened;

  /**
   * Creates a reader.
   *
   * @param path the file that is not compressed, whether it exists or not
   */
  SegmentFile(JournalFolder folder, Path path) {
    this.folder = folder;
    this.disk = folder.disk();
    this.path = path;
  }

  /** The path of the compressed file of a segment. */
  static Path compressed(Path segment) {
    return segment.resolveSibling(JournalFolder.name(segment) + COMPRESSED);
  }

  /** The path of what is kept of a segment in the archive. */
  static Path archived(Path segment) {
    return segment.resolveSibling(JournalFolder.name(segment) + ARCHIVED);
  }

  /** Whether a file with this name is compressed, even if it was set aside. */
  static boolean isCompressed(Path file) {
    return JournalFolder.name(file).contains(COMPRESSED);
  }

  /** Whether a file with this name says what is in the archive, even if it was set aside. */
  static boolean isArchived(Path file) {
    return JournalFolder.name(file).contains(ARCHIVED);
  }

  /** Whether the segment in a file with this name is never appended to. */
  static boolean isClosed(Path file) {
    return isCompressed(file) || isArchived(file);
  }

  /** The file that contains the lines, or says where they are; the compressed one of two. */
  Path path() throws IOException {
    if (has(compressed(path))) {
      return compressed(path);
    }
    return !has(path) && has(archived(path)) ? archived(path) : path;
  }

  private boolean has(Path file) throws IOException {
    return disk.sizeBytes(file).isPresent();
  }

  boolean exists() throws IOException {
    return isLocal() || has(archived(path));
  }

  /** Whether the lines are in the folder of the journal. */
  boolean isLocal() throws IOException {
    return has(path) || has(compressed(path));
  }

  /** What is kept of the segment if it is in the archive; empty if it is not, or damaged. */
  Optional<ArchivedSegment> archived() throws IOException {
    return has(archived(path))
        ? ArchivedSegment.read(folder.read(archived(path)), false)
        : Optional.empty();
  }

  /** The size of the lines, and of blanks after them. */
  int sizeBytes() throws IOException {
    OptionalLong plain = disk.sizeBytes(path);
    if (plain.isPresent()) {
      return Math.toIntExact(plain.getAsLong());
    }
    // Nothing of the archive is read for this.
    Optional<ArchivedSegment> archived = isLocal() ? Optional.empty() : archived();
    return archived.isPresent() ? archived.get().sizeBytes() : compressed().sizeBytes();
  }

  /** Reads up to {@code sizeBytes} bytes of the lines from an offset; fewer at their end. */
  byte[] read(long offsetBytes, int sizeBytes) throws IOException {
    byte[] plain = opened == null ? disk.read(path, offsetBytes, sizeBytes) : new byte[0];
    // Another process may compress or move the segment at any time, and deletes this file last.
    return plain.length > 0 ? plain : compressed().read(offsetBytes, sizeBytes);
  }

  byte[] read() throws IOException {
    return read(0, sizeBytes());
  }

  private CompressedSegment compressed() throws IOException {
    if (opened == null) {
      Optional<ArchivedSegment> archived = has(compressed(path)) ? Optional.empty() : archived();
      opened =
          archived.isPresent()
              ? folder.archived().open(folder, archived.get().object())
              : CompressedSegment.in(disk, compressed(path));
    }
    return opened;
  }

  /** Deletes the segment; of pruned records in the archive, the name of their object is kept. */
  void delete() throws IOException {
    if (!isLocal() && archived().isPresent()) {
      byte[] kept = folder.read(archived(path));
      folder.replace(folder.pruned(Segments.firstOf(path)), kept);
    }
    disk.delete(archived(path));
    disk.delete(compressed(path));
    disk.delete(path);
  }
}
