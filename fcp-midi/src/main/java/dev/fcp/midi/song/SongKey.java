package dev.fcp.midi.song;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The name of an entity within a song: the header, a track, a foreign chunk, or what stands in a
 * track. No file holds these names: they are made on reading, and stay with the entity. A song has
 * a great many of them, so that a name given on reading is kept as a number and not as text.
 *
 * <p>Names are ordered by track, then by item: first those given on reading, by the tick at which
 * their entity was read, then all others as text. Immutable.
 */
public final class SongKey implements Comparable<SongKey> {

  private static final SongKey HEADER = new SongKey("", "");

  private final String track;

  /** The item as a number, or {@link LoadedId#NONE}, and then there is a text. */
  private final long number;

  private final @Nullable String text;

  /**
   * A name of two parts.
   *
   * @param track the id of the track; empty for the header and for a chunk
   * @param item the id of a message, a note or a chunk; empty for the header and for a track
   */
  public SongKey(String track, String item) {
    this.track = Objects.requireNonNull(track, "track");
    this.number = LoadedId.number(item);
    this.text = number == LoadedId.NONE ? item : null;
  }

  private SongKey(String track, long number) {
    this.track = track;
    this.number = number;
    this.text = null;
  }

  /** The name of the header. */
  public static SongKey header() {
    return HEADER;
  }

  /** The name of a track. */
  public static SongKey track(String id) {
    return new SongKey(requireText(id, "track"), "");
  }

  /** The name of a chunk that is no track. */
  public static SongKey chunk(String id) {
    return new SongKey("", requireText(id, "chunk"));
  }

  /** The name of a note or another message of a track. */
  public static SongKey message(String track, String id) {
    return new SongKey(requireText(track, "track"), requireText(id, "message"));
  }

  /** The name that a note gets on reading: the nth of its pitch that begins at a tick, from 0. */
  static SongKey loadedNote(String track, int tick, int pitch, int ordinal) {
    return ordinal <= LoadedId.LAST_ORDINAL
        ? new SongKey(track, LoadedId.ofNote(tick, pitch, ordinal))
        : new SongKey(track, LoadedId.textOfNote(tick, pitch, ordinal));
  }

  /** The name that the nth message without partner at a tick gets on reading, from 0. */
  static SongKey loadedMessage(String track, int tick, int ordinal) {
    return ordinal <= LoadedId.LAST_ORDINAL
        ? new SongKey(track, LoadedId.ofMessage(tick, ordinal))
        : new SongKey(track, LoadedId.textOfMessage(tick, ordinal));
  }

  /** The id of the track; empty for the header and for a chunk. */
  public String track() {
    return track;
  }

  /** The id of a message, a note or a chunk; empty for the header and for a track. */
  public String item() {
    return text == null ? LoadedId.text(number) : text;
  }

  /** Whether this names the header. */
  public boolean isHeader() {
    return track.isEmpty() && isWhole();
  }

  /** Whether this names a track. */
  public boolean isTrack() {
    return !track.isEmpty() && isWhole();
  }

  /** Whether this names a chunk that is no track. */
  public boolean isChunk() {
    return track.isEmpty() && !isWhole();
  }

  /** Whether this names a note or another message of a track. */
  public boolean isMessage() {
    return !track.isEmpty() && !isWhole();
  }

  private boolean isWhole() {
    return text != null && text.isEmpty();
  }

  /**
   * The name of the track in which this stands, or of this track.
   *
   * @throws IllegalArgumentException if this stands in no track
   */
  public SongKey ofTrack() {
    return isTrack() ? this : track(track);
  }

  @Override
  public int compareTo(SongKey other) {
    int byTrack = compareTracks(other);
    return byTrack != 0 ? byTrack : compareItems(other);
  }

  /** The order of the tracks alone. */
  public int compareTracks(SongKey other) {
    // Within one song the ids of tracks are mostly the same object, which equals() sees at once.
    return track.equals(other.track) ? 0 : track.compareTo(other.track);
  }

  /** The order of the items alone. */
  public int compareItems(SongKey other) {
    if (text != null && other.text != null) {
      return text.compareTo(other.text);
    }
    // The item of a track is empty and comes before all that stands in it.
    if (text != null || other.text != null) {
      return isWhole()
          ? -1
          : other.isWhole() ? 1 : Boolean.compare(text != null, other.text != null);
    }
    return Long.compare(number, other.number);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SongKey key
        && number == key.number
        && track.equals(key.track)
        && Objects.equals(text, key.text);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * track.hashCode() + Long.hashCode(number)) + Objects.hashCode(text);
  }

  @Override
  public String toString() {
    if (isHeader()) {
      return "header";
    }
    return isTrack() ? "track " + track : isChunk() ? "chunk " + item() : track + "/" + item();
  }

  private static String requireText(String id, String what) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("an empty " + what + " id");
    }
    return id;
  }
}
