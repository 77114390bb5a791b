package dev.fcp.midi.smf;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The content of a file, without its encoding.
 *
 * @param format 0 (a single track), 1 (tracks that are played together) or 2 (independent tracks);
 *     it does not restrict the number of tracks
 * @param division the 16 bits that define the length of a tick; every value is allowed
 * @param extra the bytes of the header after the known ones
 * @param chunks the chunks after the header, in order; at most 65535 tracks
 * @param trailing the bytes after the last complete chunk; they must not begin with a chunk
 * @param wrapper the RIFF file that contains the song, if any
 */
public record SmfContent(
    int format,
    int division,
    ByteRange extra,
    List<FileChunk> chunks,
    ByteRange trailing,
    Optional<RmidWrapper> wrapper) {

  /** A chunk of a file. */
  public sealed interface FileChunk permits TrackChunk, OtherChunk {}

  /**
   * The content of a track.
   *
   * @param messages the messages, without the end-of-track message
   * @param endTick the tick of the end-of-track message; not before the last message, and less than
   *     2<sup>28</sup> ticks after it
   * @param trailing the bytes of the chunk after the end-of-track message
   */
  public record TrackChunk(MessageList messages, long endTick, ByteRange trailing)
      implements FileChunk {

    /** Rejects an end that a file cannot represent. */
    public TrackChunk {
      Objects.requireNonNull(messages, "messages");
      Objects.requireNonNull(trailing, "trailing");
      MessageList.requireEncodableDelta(messages.lastTick(), endTick);
    }
  }

  /**
   * A chunk that is not a track.
   *
   * @param type four bytes; not {@code MTrk}
   * @param data the bytes after the chunk header
   */
  public record OtherChunk(ByteRange type, ByteRange data) implements FileChunk {

    /** Rejects an invalid type. */
    public OtherChunk {
      Objects.requireNonNull(data, "data");
      if (type.sizeBytes() != 4 || type.fileBytes().hasNameAfter(FileBytes.TRACK_CHUNK, 0)) {
        throw new IllegalArgumentException("not the type of a foreign chunk: " + type);
      }
    }
  }

  /**
   * A RIFF file of the form RMID, whose {@code data} chunk is the song.
   *
   * @param before the complete chunks before the {@code data} chunk
   * @param after all bytes after the {@code data} chunk and its padding
   */
  public record RmidWrapper(ByteRange before, ByteRange after) {

    /** Rejects {@code before} if it is not a sequence of complete chunks. */
    public RmidWrapper {
      Objects.requireNonNull(after, "after");
      if (!RiffLayout.areWholeChunksBeforeData(before.fileBytes())) {
        throw new IllegalArgumentException("not a sequence of complete RIFF chunks: " + before);
      }
    }
  }

  /** Copies the list and rejects values that a file cannot represent. */
  public SmfContent {
    Objects.requireNonNull(extra, "extra");
    Objects.requireNonNull(wrapper, "wrapper");
    chunks = List.copyOf(chunks);
    if (format < 0 || format > 2) {
      throw new IllegalArgumentException("format: " + format + " is not 0, 1 or 2");
    }
    if (division < 0 || division > 0xFFFF) {
      throw new IllegalArgumentException("division: " + division + " is not from 0 to 65535");
    }
    long count = chunks.stream().filter(TrackChunk.class::isInstance).count();
    if (count > 0xFFFF) {
      throw new IllegalArgumentException("%d tracks, a file has at most 65535".formatted(count));
    }
    if (trailing.fileBytes().hasChunk(0)) {
      throw new IllegalArgumentException("trailing bytes that are a chunk: " + trailing);
    }
  }

  /** The tracks in order. */
  public Stream<TrackChunk> tracks() {
    return chunks.stream().filter(TrackChunk.class::isInstance).map(TrackChunk.class::cast);
  }
}
