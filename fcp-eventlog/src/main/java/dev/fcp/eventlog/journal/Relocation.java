package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Moves or copies an open journal to another folder. The caller holds the lock of the old folder;
 * afterwards it holds that of the new folder.
 *
 * <pre>
 * new folder: marked unfinished, lock acquired, all files copied and forced, mark removed
 *    until here it is ignored, and a crash leaves the journal in the old folder
 * from here on both are complete, and the journal continues in the new folder
 * old folder, if moved: marked unfinished, files deleted, folder deleted
 * </pre>
 */
final class Relocation {

  private static final int CHUNK_BYTES = 1 << 22;

  private final JournalFolder folder;
  private final Segments segments;
  private final ProcessTurn turn;
  private final JournalFolder other;
  private final boolean keeps;
  private final Disk disk;

  /**
   * Rejects the same folder, and folders of which one is inside the other.
   *
   * @param keeps whether the old folder keeps its journal; otherwise it is deleted
   */
  Relocation(JournalFolder folder, Segments segments, ProcessTurn turn, Path other, boolean keeps) {
    Path here = folder.path().toAbsolutePath().normalize();
    Path there = other.toAbsolutePath().normalize();
    if (there.startsWith(here) || here.startsWith(there)) {
      throw new IllegalArgumentException("journal %s cannot go to %s".formatted(here, there));
    }
    this.folder = folder;
    this.segments = segments;
    this.turn = turn;
    this.keeps = keeps;
    this.disk = folder.disk();
    this.other = new JournalFolder(disk, other);
  }

  void run() throws IOException {
    requireFree();
    ProcessTurn there = ProcessTurn.takenIn(other, turn.patience());
    Optional<SegmentEnd> end;
    try {
      requireFree();
      end = fill();
    } catch (IOException | RuntimeException e) {
      there.close();
      throw e;
    }
    goOn(there, end);
  }

  private void requireFree() throws IOException {
    if (!other.isUnfinished() && !other.content().isEmpty()) {
      throw new IOException(
          "it stays where it is: %s holds a journal already".formatted(other.path()));
    }
  }

  /** Copies all files, or none. */
  private Optional<SegmentEnd> fill() throws IOException {
    Optional<SegmentEnd> end = Optional.empty();
    try {
      other.clear();
      other.begin();
      segments.trim();
      for (String name : folder.content()) {
        copy(folder.file(name), other.file(name));
      }
      turn.signIn(other);
      end = segments.openEnd(other);
      other.finish();
      return end;
    } catch (IOException e) {
      takeBack(end, e);
      throw e;
    }
  }

  private void copy(Path from, Path to) throws IOException {
    try (Disk.Handle copy = disk.open(to)) {
      long offset = 0;
      byte[] chunk;
      do {
        chunk = disk.read(from, offset, CHUNK_BYTES);
        copy.write(offset, chunk);
        offset += chunk.length;
      } while (chunk.length == CHUNK_BYTES);
      copy.force();
    }
  }

  /** Deletes the incomplete copy; if that fails, the mark still makes it invalid. */
  private void takeBack(Optional<SegmentEnd> end, IOException reason) {
    try {
      if (end.isPresent()) {
        end.get().abandon();
      }
      other.clear();
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  private void goOn(ProcessTurn there, Optional<SegmentEnd> end) throws IOException {
    JournalFolder left = new JournalFolder(disk, folder.path());
    try {
      folder.changing(() -> {
        Optional<SegmentEnd> old = segments.goOnIn(other.path(), end);
        folder.goOnIn(other.path());
        Disk.Lock lock = turn.goOnWith(there);
        try {
          if (old.isPresent()) {
            old.get().abandon();
          }
          disk.delete(left.owner());
          if (!keeps) {
            left.vacate();
          }
        } finally {
          lock.close();
        }
        if (!keeps) {
          left.deleteIfEmpty();
        }
      });
    } catch (IOException e) {
      throw new IOException(
          "it goes on here, but %s is still there or was left locked: %s".formatted(left.path(), e),
          e);
    }
  }
}
