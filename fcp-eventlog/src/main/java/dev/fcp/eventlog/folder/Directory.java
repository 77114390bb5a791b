package dev.fcp.eventlog.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An open directory of a folder. Its methods take names of entries and follow no symbolic link,
 * also if an entry was replaced by one since it was listed.
 */
interface Directory extends Closeable {

  /** The maximum number of bytes that are read at once. */
  int CHUNK_BYTES = 1 << 16;

  /** The maximum size of a file that is read. */
  int MAX_FILE_BYTES = Integer.MAX_VALUE - 8;

  /** The names of the entries, in no order. Called at most once. */
  List<Path> names() throws IOException;

  /** The attributes of an entry; empty if there is none. */
  Optional<FileStat> stat(Path name) throws IOException;

  /** Opens a directory in this one. */
  Directory open(Path name) throws IOException;

  /** Opens a file to read it. */
  SeekableByteChannel read(Path name) throws IOException;

  /**
   * The bytes of a file; empty if its attributes changed since they were asked for.
   *
   * @param stat the attributes of the file
   */
  default Optional<byte[]> read(Path name, FileStat stat) throws IOException {
    if (stat.sizeBytes() > MAX_FILE_BYTES) {
      throw new IOException("%s has %d bytes".formatted(name, stat.sizeBytes()));
    }
    byte[] bytes = new byte[(int) stat.sizeBytes()];
    try (SeekableByteChannel channel = read(name)) {
      // In chunks, because the channel keeps a buffer of the size of the largest read.
      for (int start = 0; start < bytes.length; ) {
        int count =
            channel.read(
                ByteBuffer.wrap(bytes, start, Math.min(CHUNK_BYTES, bytes.length - start)));
        if (count < 0) {
          return Optional.empty();
        }
        start += count;
      }
    }
    return stat(name).equals(Optional.of(stat)) ? Optional.of(bytes) : Optional.empty();
  }

  /** Renames an entry atomically; replaces a file, or an empty directory by another directory. */
  void move(Path name, Directory to, Path newName) throws IOException;

  /** Deletes a file or a symbolic link. */
  void deleteFile(Path name) throws IOException;

  /** Deletes an empty directory. */
  void deleteDirectory(Path name) throws IOException;

  /** Opens the directory at a path. */
  interface Opener {

    /**
     * Opens the directory at a path.
     *
     * @param root a path without symbolic links
     */
    Directory open(Path root) throws IOException;
  }

  /** What an entry of a directory is. */
  enum FileType {
    FILE,
    DIRECTORY,
    LINK,
    OTHER
  }

  /**
   * The attributes of an entry, which distinguish one version of a file from the next.
   *
   * @param modifiedNanos the time of the last write, in nanoseconds since 1970
   * @param key the identity of the file on its disk; empty if the disk has no file keys
   * @param isExecutable whether its owner may execute it
   */
  record FileStat(
      FileType type, long sizeBytes, long modifiedNanos, String key, boolean isExecutable) {

    static FileStat of(BasicFileAttributes found) {
      boolean isExecutable =
          found instanceof PosixFileAttributes posix
              && posix.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
      return new FileStat(
          typeOf(found),
          found.size(),
          found.lastModifiedTime().to(TimeUnit.NANOSECONDS),
          Objects.toString(found.fileKey(), ""),
          isExecutable);
    }

    /** Whether it is the same entry, but maybe another version. */
    boolean isSameEntry(FileStat other) {
      return type == other.type && key.equals(other.key);
    }

    /** On Windows a junction is both a directory and something else. */
    private static FileType typeOf(BasicFileAttributes found) {
      if (found.isSymbolicLink()) {
        return FileType.LINK;
      }
      if (found.isOther()) {
        return FileType.OTHER;
      }
      return found.isDirectory() ? FileType.DIRECTORY : FileType.FILE;
    }
  }
}
