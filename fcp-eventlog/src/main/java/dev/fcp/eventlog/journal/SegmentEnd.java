package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The segment to which records are appended: an open file, the end of its lines, and preallocated
 * blanks after them.
 *
 * <pre>
 * line line line | preallocated blanks        |
 *                ^ endBytes                    ^ sizeBytes
 * </pre>
 *
 * <p>Modified by one thread at a time, which holds the lock.
 */
final class SegmentEnd {

  /** The number of preallocated blanks; forcing a growing file would cost more. */
  static final int RESERVE_BYTES = 1 << 18;

  private final Path path;
  private final Disk.Handle file;
  private volatile long endBytes;
  private long sizeBytes;

  /** Whether everything written is durable. */
  private boolean lasting;

  /** Whether the file could not be truncated to its last valid line. */
  private boolean broken;

  /** Whether there was no disk space for blanks. */
  private boolean crowded;

  /** An open file whose valid lines end at an offset. */
  SegmentEnd(Path path, Disk.Handle file, long endBytes) {
    this.path = path;
    this.file = file;
    this.endBytes = endBytes;
    this.sizeBytes = endBytes;
  }

  Path path() {
    return path;
  }

  long endBytes() {
    return endBytes;
  }

  boolean isBroken() {
    return broken;
  }

  /** Whether the path still refers to the open file. */
  boolean stands() throws IOException {
    return file.isStillAt(path);
  }

  /** The byte after the last line; null at the end of the file. Called by any thread. */
  @Nullable Byte behind() throws IOException {
    byte[] behind = file.read(endBytes, 1);
    return behind.length == 0 ? null : behind[0];
  }

  /** All bytes after the last line, including blanks. */
  byte[] rest() throws IOException {
    sizeBytes = file.sizeBytes();
    return file.read(endBytes, (int) Math.max(0, sizeBytes - endBytes));
  }

  /** Continues after lines that others have written, which may not be durable. */
  void goOnAt(long endBytes) {
    this.endBytes = endBytes;
    lasting = false;
  }

  /**
   * Writes lines after the last one. If that fails, the file is truncated to its old end, and if
   * blanks were to be written, the write is retried without them, because the disk may have space
   * for the lines only.
   *
   * @param reserves whether to preallocate blanks
   * @param forces whether the lines may be forced by the same write, if that makes them durable
   * @return whether the lines are durable
   * @throws Disk.NotForcedException if they were written, but it is unknown whether they are
   *     durable
   * @throws IOException if they could not be written; {@link #isBroken} returns whether the file
   *     could not be truncated either
   */
  boolean write(byte[] lines, boolean reserves, boolean forces) throws IOException {
    boolean blanks = reserves && !crowded && endBytes + lines.length > sizeBytes;
    try {
      return writeOnce(lines, blanks, forces);
    } catch (Disk.NotForcedException e) {
      throw e;
    } catch (IOException e) {
      if (!blanks || broken) {
        throw e;
      }
      crowded = true;
      try {
        return writeOnce(lines, false, forces);
      } catch (IOException second) {
        second.addSuppressed(e);
        throw second;
      }
    }
  }

  private boolean writeOnce(byte[] lines, boolean blanks, boolean forces) throws IOException {
    long end = endBytes + lines.length;
    boolean fits = end <= sizeBytes;
    boolean lasts = forces && fits && lasting;
    try {
      if (lasts) {
        file.writeForced(endBytes, lines);
      } else {
        lasting = false;
        file.write(endBytes, blanks ? withBlanks(lines) : lines);
      }
    } catch (Disk.NotForcedException e) {
      endBytes = end;
      throw e;
    } catch (IOException e) {
      cutBack(e);
      throw e;
    }
    endBytes = end;
    sizeBytes = fits ? sizeBytes : end + (blanks ? RESERVE_BYTES : 0);
    return lasts;
  }

  private static byte[] withBlanks(byte[] lines) {
    byte[] longer = Arrays.copyOf(lines, lines.length + RESERVE_BYTES);
    Arrays.fill(longer, lines.length, longer.length, (byte) ' ');
    return longer;
  }

  private void cutBack(IOException reason) {
    try {
      file.truncate(endBytes);
      sizeBytes = endBytes;
    } catch (IOException e) {
      broken = true;
      reason.addSuppressed(e);
    }
  }

  /** Truncates blanks and everything else after the last line. */
  void trim() throws IOException {
    if (file.sizeBytes() > endBytes) {
      file.truncate(endBytes);
    }
    sizeBytes = endBytes;
  }

  void force() throws IOException {
    file.force();
    lasting = true;
  }

  /** Truncates the blanks, forces everything and closes the file, even after a failure. */
  void close() throws IOException {
    try (Disk.Handle closed = file) {
      if (!broken) {
        trim();
      }
      closed.force();
    }
  }

  /** Closes the file without changing it. */
  void abandon() throws IOException {
    file.close();
  }
}
