package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The disk operations that a file journal needs. Tests implement disks that fail, lose unforced
 * bytes, or stop in the middle of an operation.
 *
 * <p>Writes survive a crash only if they were forced: bytes by {@link Handle#force}, names by
 * {@link #forceFolder}. A crash may drop, tear and reorder all other writes. Files and folders are
 * created with access for the user only, if the disk supports that. An exception may occur before,
 * during or after the operation.
 */
public interface Disk {

  /** The file system of the machine. */
  static Disk system() {
    return new FileDisk();
  }

  /** Opens a file for reading and writing; creates an empty one if it does not exist. */
  Handle open(Path file) throws IOException;

  /**
   * Reads up to {@code sizeBytes} bytes of a file from an offset; fewer at the end of the file,
   * none if the file does not exist.
   */
  byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException;

  /** The size of a file in bytes; empty if it does not exist. */
  OptionalLong sizeBytes(Path file) throws IOException;

  /** Creates a folder and its parents, if they do not exist. */
  void createFolder(Path folder) throws IOException;

  /** The names in a folder, sorted; empty if the folder does not exist. */
  List<String> list(Path folder) throws IOException;

  /** Renames a file atomically; replaces an existing file with the new name. */
  void rename(Path from, Path to) throws IOException;

  /** Creates a hard link with a name that does not exist yet. */
  void link(Path existing, Path link) throws IOException;

  /** Deletes a file or an empty folder, if it exists. */
  void delete(Path file) throws IOException;

  /** Forces the names of a folder. */
  void forceFolder(Path folder) throws IOException;

  /**
   * A stamp of a folder, compared with {@code equals}, that changes with each change of its names;
   * empty if there is none. It saves looking for each name again.
   */
  default Optional<Object> stamp(Path folder) throws IOException {
    return Optional.empty();
  }

  /** Whether this user may change a file, or the names in a folder. A write may fail even so. */
  default boolean isWritable(Path file) {
    return true;
  }

  /** The lock of a file, which is created if it does not exist. Does not acquire the lock. */
  Lock lock(Path file) throws IOException;

  /** Thrown if bytes were written, but it is unknown whether they are durable. */
  final class NotForcedException extends IOException {
    private static final long serialVersionUID = 1;

    /** Creates an exception with the failure of the force. */
    public NotForcedException(IOException cause) {
      super(cause.toString(), cause);
    }
  }

  /**
   * An open file. One thread at a time writes, truncates and forces; any thread may read.
   * Interrupting a thread does not affect the file. If the file is moved or deleted while it is not
   * used, reads may return nothing and everything else may fail from then on.
   */
  interface Handle extends AutoCloseable {

    /** The size in bytes. */
    long sizeBytes() throws IOException;

    /** Reads up to {@code sizeBytes} bytes from an offset; fewer at the end of the file. */
    byte[] read(long offsetBytes, int sizeBytes) throws IOException;

    /** Writes bytes at an offset. */
    void write(long offsetBytes, byte[] bytes) throws IOException;

    /**
     * Writes bytes at an offset and forces them, but not necessarily earlier writes.
     *
     * @throws NotForcedException if they were written, but it is unknown whether they are durable
     * @throws IOException if they could not be written
     */
    default void writeForced(long offsetBytes, byte[] bytes) throws IOException {
      write(offsetBytes, bytes);
      try {
        force();
      } catch (IOException e) {
        throw new NotForcedException(e);
      }
    }

    /** Truncates the file to a size. */
    void truncate(long sizeBytes) throws IOException;

    /** Forces all bytes and the size. After a failure, it is unknown which of them are durable. */
    void force() throws IOException;

    /** Whether a path still refers to this file. */
    boolean isStillAt(Path file) throws IOException;

    @Override
    void close() throws IOException;
  }

  /** A lock with at most one holder among all processes of the machine. */
  interface Lock extends AutoCloseable {

    /** Acquires the lock if it is free, and returns whether it did. Does not wait. */
    boolean tryAcquire() throws IOException;

    /** Releases the lock; does nothing if it is not held. */
    void release() throws IOException;

    /**
     * Whether the path of the lock file still refers to it. If not, other processes use another
     * file, and this lock excludes nobody.
     */
    boolean isCurrent() throws IOException;

    /** Releases the lock and closes its file. */
    @Override
    void close() throws IOException;
  }
}
