package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Brings a journal to another folder while it is open. The lock of the folder that it leaves is
 * held; the one of the folder where it goes on is held afterwards.
 *
 * <pre>
 * the other folder: marked unfinished, lock taken, all files copied and forced, the mark taken away
 *    until here it does not count, and a crash leaves the journal where it was
 * from here on both are whole, and the journal goes on in the other one
 * the folder it left, if that shall go: marked unfinished, files deleted, folder deleted
 * </pre>
 */
final class Relocation {

  private static final int CHUNK_BYTES = 1 << 22;

  private final JournalFolder folder;
  private final Segments segments;
  private final ProcessTurn turn;
  private final JournalFolder other;
  private final Disk disk;

  /** Refuses a folder that is the other one, or lies in it. */
  Relocation(JournalFolder folder, Segments segments, ProcessTurn turn, Path other) {
    Path here = folder.path().toAbsolutePath().normalize();
    Path there = other.toAbsolutePath().normalize();
    if (there.startsWith(here) || here.startsWith(there)) {
      throw new IllegalArgumentException("journal %s cannot go to %s".formatted(here, there));
    }
    this.folder = folder;
    this.segments = segments;
    this.turn = turn;
    this.disk = folder.disk();
    this.other = new JournalFolder(disk, other);
  }

  /** Goes on in the other folder; the one it leaves stays as it is. */
  void copy() throws IOException {
    run(true);
  }

  /** Goes on in the other folder; the one it leaves is deleted. */
  void move() throws IOException {
    run(false);
  }

  private void run(boolean keeps) throws IOException {
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
    goOn(there, end, keeps);
  }

  private void requireFree() throws IOException {
    if (!other.isUnfinished() && !other.content().isEmpty()) {
      throw new IOException(
          "it stays where it is: %s holds a journal already".formatted(other.path()));
    }
  }

  /** Everything is there afterwards, or nothing. */
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

  /** If the disk does not let it, what was copied counts as soon as the mark on it is gone. */
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

  private void goOn(ProcessTurn there, Optional<SegmentEnd> end, boolean keeps) throws IOException {
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
          vacate(left, keeps);
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

  private void vacate(JournalFolder left, boolean keeps) throws IOException {
    disk.delete(left.owner());
    if (!keeps) {
      left.vacate();
    }
  }
}
