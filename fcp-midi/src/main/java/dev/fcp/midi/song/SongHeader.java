package dev.fcp.midi.song;

import java.util.Objects;
import java.util.Optional;

/**
 * The header of a song. The number of tracks is not stored but counted.
 *
 * @param format 0 (a single track), 1 (tracks that are played together) or 2 (independent tracks);
 *     it does not restrict the number of tracks
 * @param division the length of a tick
 * @param extra the bytes of the header chunk after the six known ones
 * @param trailing the bytes after the last chunk; they must not begin with a complete chunk,
 *     because that would be read as one
 * @param wrapper the RIFF file that contains the song, if any
 */
public record SongHeader(
    int format, Division division, Bytes extra, Bytes trailing, Optional<Wrapper> wrapper)
    implements SongEntity {

  /** The header of a new song: format 1, 480 ticks per quarter note. */
  public static final SongHeader NEW =
      new SongHeader(1, Division.metrical(480), Bytes.NONE, Bytes.NONE, Optional.empty());

  /**
   * A RIFF file of the form {@code RMID}, whose {@code data} chunk is the song. The sizes in its
   * headers are computed from the bytes.
   *
   * @param before the complete chunks before the {@code data} chunk: each a name of four bytes, a
   *     size of four bytes in little-endian order, and the data, padded to an even length
   * @param after all bytes after the {@code data} chunk and its padding
   */
  public record Wrapper(Bytes before, Bytes after) {
    public Wrapper {
      Objects.requireNonNull(after, "after");
      if (!areWholeChunks(before)) {
        throw new IllegalArgumentException("before: not a sequence of complete chunks: " + before);
      }
    }

    private static boolean areWholeChunks(Bytes bytes) {
      long offset = 0;
      while (bytes.size() - offset >= CHUNK_HEADER_BYTES && int32(bytes, (int) offset) != DATA) {
        long size = Integer.toUnsignedLong(Integer.reverseBytes(int32(bytes, (int) offset + 4)));
        offset += CHUNK_HEADER_BYTES + size + (size & 1);
      }
      return offset == bytes.size();
    }
  }

  private static final int CHUNK_HEADER_BYTES = 8;
  private static final int DATA = 0x64617461;
  private static final int TRACK = 0x4D54726B;

  private static int int32(Bytes bytes, int offset) {
    return bytes.at(offset) << 24
        | bytes.at(offset + 1) << 16
        | bytes.at(offset + 2) << 8
        | bytes.at(offset + 3);
  }

  private static boolean beginsWithChunk(Bytes bytes) {
    return bytes.size() >= CHUNK_HEADER_BYTES
        && (int32(bytes, 0) == TRACK
            || Integer.toUnsignedLong(int32(bytes, 4)) <= bytes.size() - CHUNK_HEADER_BYTES);
  }

  public SongHeader {
    if (format < 0 || format > 2) {
      throw new IllegalArgumentException("format: " + format + " is not 0, 1 or 2");
    }
    Objects.requireNonNull(division, "division");
    Objects.requireNonNull(extra, "extra");
    Objects.requireNonNull(wrapper, "wrapper");
    if (beginsWithChunk(trailing)) {
      throw new IllegalArgumentException("trailing: " + trailing + " begins with a chunk");
    }
  }

  /** A copy with another format. */
  public SongHeader withFormat(int format) {
    return new SongHeader(format, division, extra, trailing, wrapper);
  }

  /** A copy with another division. */
  public SongHeader withDivision(Division division) {
    return new SongHeader(format, division, extra, trailing, wrapper);
  }
}
