package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The disk operations that a file journal needs. Tests implement disks that fail, lose unforced
 * bytes, or stop in the middle of an operation.
 *
 * <p>What was written survives a crash only if it was forced: bytes by {@link Handle#force}, names
 * by {@link #forceFolder}. A crash may drop, tear and reorder everything else. Files and folders
 * are made private to the user where the disk can do that. An exception may occur before, during or
 * after the operation.
 */
public interface Disk {

  /** The file system of the machine. */
  static Disk system() {
    return new FileDisk();
  }

  /** Opens a file for reading and writing, and makes an empty one if there is none. */
  Handle open(Path file) throws IOException;

  /**
   * The bytes of a file from an offset on, at most so many; fewer where it ends, none if there is
   * no such file.
   */
  byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException;

  /** The size of a file in bytes; empty if there is none. */
  OptionalLong sizeBytes(Path file) throws IOException;

  /** Makes a folder and those above it, if they are not there. */
  void createFolder(Path folder) throws IOException;

  /** The names in a folder, in their order; none if there is no such folder. */
  List<String> list(Path folder) throws IOException;

  /** Gives a file another name, at once; what had that name is gone. */
  void rename(Path from, Path to) throws IOException;

  /** Gives a file a second name, which must be free. */
  void link(Path existing, Path link) throws IOException;

  /** Takes a name away, if it is there; that of a folder only if the folder is empty. */
  void delete(Path file) throws IOException;

  /** Makes the names of a folder last. */
  void forceFolder(Path folder) throws IOException;

  /** Whether this user may change a file, or the names of a folder. It is no promise. */
  default boolean isWritable(Path file) {
    return true;
  }

  /** The lock of a file, which is made if it is not there. No lock is taken yet. */
  Lock lock(Path file) throws IOException;

  /** Something was written, and nobody knows whether it lasts. */
  final class NotForcedException extends IOException {
    private static final long serialVersionUID = 1;

    /** An exception with the failure that was found. */
    public NotForcedException(IOException cause) {
      super(cause.toString(), cause);
    }
  }

  /**
   * An open file. Writing, truncating and forcing are done by one thread at a time; reading by any.
   * An interrupt of the thread changes nothing of it.
   */
  interface Handle extends AutoCloseable {

    /** The size in bytes. */
    long sizeBytes() throws IOException;

    /** The bytes from an offset on, at most so many; fewer where the file ends. */
    byte[] read(long offsetBytes, int sizeBytes) throws IOException;

    /** Writes all these bytes at an offset. */
    void write(long offsetBytes, byte[] bytes) throws IOException;

    /**
     * Writes all these bytes at an offset and makes them last, and nothing else.
     *
     * @throws NotForcedException if they were written and nobody knows whether they last
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

    /** Cuts the file to a size. */
    void truncate(long sizeBytes) throws IOException;

    /** Makes the bytes and the size last. After a failure nobody knows which of them do. */
    void force() throws IOException;

    /** Whether this name still stands for this file. */
    boolean isStillAt(Path file) throws IOException;

    @Override
    void close() throws IOException;
  }

  /** A lock that one holder in all processes of the machine can have. */
  interface Lock extends AutoCloseable {

    /** Takes the lock if it is free, and returns whether it did. Does not wait. */
    boolean tryAcquire() throws IOException;

    /** Gives the lock back; does nothing if it is not held. */
    void release() throws IOException;

    /**
     * Whether its file is still the one that has its name. If not, others who look for the lock
     * find another one, and holding this one keeps nobody out.
     */
    boolean isCurrent() throws IOException;

    /** Gives the lock back for good. */
    @Override
    void close() throws IOException;
  }
}
