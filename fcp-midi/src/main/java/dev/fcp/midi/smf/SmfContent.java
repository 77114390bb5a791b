package dev.fcp.midi.smf;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a file says, without the way it says it.
 *
 * @param format 0 for one track, 1 for tracks that play together, 2 for tracks that are songs of
 *     their own; no number of tracks is refused for it
 * @param division the 16 bits that say what a tick is; any are allowed
 * @param extra the bytes of the header behind those that are known
 * @param chunks what follows the header, in order; at most 65535 tracks
 * @param trailing bytes behind the last whole chunk; never such that they are one themselves
 * @param wrapper what lies around the song, if it is wrapped in RIFF
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
   * What a track says.
   *
   * @param messages its messages, without the end of the track
   * @param endTick when it ends, in ticks; not before the last message, and less than 2<sup>28
   *     </sup> ticks after it
   * @param trailing the bytes behind its end
   */
  public record TrackChunk(MessageList messages, long endTick, ByteRange trailing)
      implements FileChunk {

    /** Refuses an end that no file can say. */
    public TrackChunk {
      Objects.requireNonNull(messages, "messages");
      Objects.requireNonNull(trailing, "trailing");
      MessageList.requireEncodableDelta(messages.lastTick(), endTick);
    }
  }

  /**
   * A chunk that is no track.
   *
   * @param type four bytes; not {@code MTrk}
   * @param data what it holds
   */
  public record OtherChunk(ByteRange type, ByteRange data) implements FileChunk {

    /** Refuses a type that is none. */
    public OtherChunk {
      Objects.requireNonNull(data, "data");
      if (type.sizeBytes() != 4 || type.fileBytes().hasNameAfter(FileBytes.TRACK_CHUNK, 0)) {
        throw new IllegalArgumentException("the type of a chunk that is no track: " + type);
      }
    }
  }

  /**
   * A RIFF file of the form RMID, of which the song is the chunk {@code data}.
   *
   * @param before the chunks before it, whole
   * @param after all behind it and its padding
   */
  public record RmidWrapper(ByteRange before, ByteRange after) {

    /** Refuses bytes that hold anything but whole chunks before the song. */
    public RmidWrapper {
      Objects.requireNonNull(after, "after");
      if (!RiffLayout.areWholeChunksBeforeData(before.fileBytes())) {
        throw new IllegalArgumentException("no whole RIFF chunks before the song: " + before);
      }
    }
  }

  /** Copies the list; refuses what no file can hold. */
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

  /** The tracks in their order. */
  public Stream<TrackChunk> tracks() {
    return chunks.stream().filter(TrackChunk.class::isInstance).map(TrackChunk.class::cast);
  }
}
