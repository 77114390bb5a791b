package dev.fcp.midi.song;

import java.util.Objects;
import java.util.Optional;

/**
 * What a song says of itself as a whole. How many tracks it has is counted, not stored.
 *
 * @param format 0 (one track of all channels), 1 (tracks that sound together) or 2 (tracks that are
 *     songs of their own); no number of tracks is refused for it
 * @param division what a tick is
 * @param extra bytes of the header chunk behind the six that are known
 * @param trailing bytes behind the last chunk; they do not begin with a whole chunk, which would be
 *     one more
 * @param wrapper the RIFF file around the song, if there is one
 */
public record SongHeader(
    int format, Division division, Bytes extra, Bytes trailing, Optional<Wrapper> wrapper)
    implements SongEntity {

  /** A new song: tracks that sound together, 480 ticks to the quarter note. */
  public static final SongHeader NEW =
      new SongHeader(1, Division.metrical(480), Bytes.NONE, Bytes.NONE, Optional.empty());

  /**
   * A RIFF file of the form {@code RMID}, of which the song is the {@code data} chunk. The sizes
   * that its headers hold follow from the bytes.
   *
   * @param before the chunks before the {@code data} chunk, whole: each a name of four bytes, a
   *     size of four, the least first, and the data, padded to an even number
   * @param after all behind the {@code data} chunk and its padding
   */
  public record Wrapper(Bytes before, Bytes after) {
    public Wrapper {
      Objects.requireNonNull(after, "after");
      if (!areWholeChunks(before)) {
        throw new IllegalArgumentException("before: no whole chunks before the song: " + before);
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

  /** The same song under another format. */
  public SongHeader withFormat(int format) {
    return new SongHeader(format, division, extra, trailing, wrapper);
  }

  /** The same song with ticks of another length. */
  public SongHeader withDivision(Division division) {
    return new SongHeader(format, division, extra, trailing, wrapper);
  }
}
