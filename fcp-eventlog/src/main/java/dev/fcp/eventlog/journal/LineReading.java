package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of records. If a thread reads consecutive lines, forward or backward, many of
 * them are read from the file at once; any other line is read separately. Thread-safe.
 */
final class LineReading {

  /** The number of bytes to read ahead for consecutive lines. */
  private static final int CHUNK_BYTES = 1 << 16;

  /** The number of read-ahead buffers. If two threads share one, lines may be read one by one. */
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

  /** The end of the complete lines of a file; bytes after it may still change. */
  private int wholeBytes(Path file) {
    LineTable.LineLocation last = segments.place(segments.lastNumber());
    return last.file().equals(file) ? last.endBytes() : Integer.MAX_VALUE;
  }

  /** A part of a file that was read ahead for a thread. */
  private final class Ahead {

    private @Nullable Path file;
    private int startBytes;
    private byte[] chunk = new byte[0];

    /** The number of the line read last; negative before that. */
    private long last = -1;

    synchronized byte[] line(long number) throws IOException {
      LineTable.LineLocation place = segments.place(number);
      boolean isBackward = number == last - 1;
      if (number != last + 1 && !isBackward) {
        file = null;
      } else if (!holds(place)) {
        readChunk(place, isBackward);
      }
      last = number;
      if (!holds(place)) {
        return folder.lines(place.file()).read(place.offsetBytes(), place.lengthBytes());
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

    /** Reads many lines from this one on, or up to this one. */
    private void readChunk(LineTable.LineLocation place, boolean isBackward) throws IOException {
      int endBytes = isBackward ? place.endBytes() : wholeBytes(place.file());
      startBytes = isBackward ? Math.max(0, endBytes - CHUNK_BYTES) : place.offsetBytes();
      int sizeBytes = Math.min(CHUNK_BYTES, endBytes - startBytes);
      chunk = folder.lines(place.file()).read(startBytes, sizeBytes);
      file = place.file();
    }
  }
}
