package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of records. A thread that asks for one line after the other gets many of them
 * from one read; for who goes back, or elsewhere, the file is read again. Safe for use by several
 * threads.
 */
final class LineReading {

  /** So much is read at a time for who goes on. */
  private static final int CHUNK_BYTES = 1 << 16;

  /** Threads share so many; where two share one, lines may be read one by one. */
  private static final int SLOTS = 8;

  private final JournalFolder folder;
  private final Segments segments;
  private final Ahead[] slots = Stream.generate(Ahead::new).limit(SLOTS).toArray(Ahead[]::new);

  LineReading(JournalFolder folder, Segments segments) {
    this.folder = folder;
    this.segments = segments;
  }

  /** The line of a record, without its line end. */
  byte[] line(long number) throws IOException {
    Ahead ahead = slots[(int) (Thread.currentThread().threadId() & (SLOTS - 1))];
    return folder.reading(() -> ahead.line(number));
  }

  /** The end of the lines that are whole in a file; what stands behind may still change. */
  private int wholeBytes(Path file) {
    LineTable.LineLocation last = segments.place(segments.lastNumber());
    return last.file().equals(file) ? last.endBytes() : Integer.MAX_VALUE;
  }

  /** What was read of a file for a thread, and not yet asked for. */
  private final class Ahead {

    private @Nullable Path file;
    private int startBytes;
    private byte[] chunk = new byte[0];

    /** The line behind the one that was asked for last. */
    private long next;

    synchronized byte[] line(long number) throws IOException {
      LineTable.LineLocation place = segments.place(number);
      if (number != next) {
        file = null;
      }
      if (number == next && !holds(place)) {
        readFrom(place);
      }
      next = number + 1;
      if (!holds(place)) {
        return folder.disk().read(place.file(), place.offsetBytes(), place.lengthBytes());
      }
      int from = place.offsetBytes() - startBytes;
      return Arrays.copyOfRange(chunk, from, from + place.lengthBytes());
    }

    private boolean holds(LineTable.LineLocation place) {
      return file != null
          && LineTable.isSame(file, place.file())
          && place.offsetBytes() >= startBytes
          && place.endBytes() - 1 - startBytes <= chunk.length;
    }

    private void readFrom(LineTable.LineLocation place) throws IOException {
      int whole = wholeBytes(place.file()) - place.offsetBytes();
      startBytes = place.offsetBytes();
      chunk = folder.disk().read(place.file(), startBytes, Math.min(CHUNK_BYTES, whole));
      file = place.file();
    }
  }
}
