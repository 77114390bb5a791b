package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The segment to which records go: an open file, where its lines end, and the blanks behind them.
 *
 * <pre>
 * line line line | blanks, written beforehand |
 *                ^ endBytes                    ^ sizeBytes
 * </pre>
 *
 * <p>Changed by one thread at a time, while the lock is held.
 */
final class SegmentEnd {

  /** So many blanks are written beforehand, because forcing a file that grows costs more. */
  static final int RESERVE_BYTES = 1 << 18;

  private final Path path;
  private final Disk.Handle file;
  private volatile long endBytes;
  private long sizeBytes;

  /** Whether all that is written lasts. */
  private boolean lasting;

  /** Whether the file could not be brought back to its last good line. */
  private boolean broken;

  /** Whether there was no space for blanks. */
  private boolean crowded;

  /** An open file of which only the bytes up to an end are known. */
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

  /** Whether its name still stands for it. */
  boolean stands() throws IOException {
    return file.isStillAt(path);
  }

  /** The byte behind the last line; null where the file ends. Asked by any thread. */
  @Nullable Byte behind() throws IOException {
    byte[] behind = file.read(endBytes, 1);
    return behind.length == 0 ? null : behind[0];
  }

  /** All that stands behind the last line, blanks included. */
  byte[] rest() throws IOException {
    sizeBytes = file.sizeBytes();
    return file.read(endBytes, (int) Math.max(0, sizeBytes - endBytes));
  }

  /** Others have written so far; whether that lasts nobody knows. */
  void goOnAt(long endBytes) {
    this.endBytes = endBytes;
    lasting = false;
  }

  /**
   * Writes lines behind the last one. If that fails the file is brought back to where it was, and
   * if there were blanks to be written it is tried again without them: they may be all that the
   * disk has no space for.
   *
   * @param reserves whether to write blanks beforehand
   * @param forces whether the lines may be forced at once, if that is all it takes for them to last
   * @return whether they last
   * @throws Disk.NotForcedException if they were written and nobody knows whether they last
   * @throws IOException if they could not be written; {@link #isBroken} says if the file could not
   *     be brought back either
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

  /** Takes back the blanks, and whatever else stands behind the last line. */
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

  /** Takes back the blanks, forces all and closes the file, which is closed in any case. */
  void close() throws IOException {
    try (Disk.Handle closed = file) {
      if (!broken) {
        trim();
      }
      closed.force();
    }
  }

  /** Closes the file as it is. */
  void abandon() throws IOException {
    file.close();
  }
}
