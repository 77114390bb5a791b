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
  private final long itemNumber;

  private final @Nullable String itemText;

  /**
   * A name of two parts.
   *
   * @param track the id of the track; empty for the header and for a chunk
   * @param item the id of a message, a note or a chunk; empty for the header and for a track
   */
  public SongKey(String track, String item) {
    this.track = Objects.requireNonNull(track, "track");
    this.itemNumber = LoadedId.parse(item);
    this.itemText = itemNumber == LoadedId.NONE ? item : null;
  }

  private SongKey(String track, long number) {
    this.track = track;
    this.itemNumber = number;
    this.itemText = null;
  }

  /** The name of the header. */
  public static SongKey header() {
    return HEADER;
  }

  /** The name of a track. */
  public static SongKey track(String id) {
    return new SongKey(requireId(id, "track"), "");
  }

  /** The name of a chunk that is no track. */
  public static SongKey chunk(String id) {
    return new SongKey("", requireId(id, "chunk"));
  }

  /** The name of a note or another message of a track. */
  public static SongKey message(String track, String id) {
    return new SongKey(requireId(track, "track"), requireId(id, "message"));
  }

  /** The name that a note gets on reading: the nth of its pitch that begins at a tick, from 0. */
  static SongKey loadedNote(String track, int tick, int pitch, int ordinal) {
    return ordinal <= LoadedId.MAX_ORDINAL
        ? new SongKey(track, LoadedId.ofNote(tick, pitch, ordinal))
        : new SongKey(track, LoadedId.textOfNote(tick, pitch, ordinal));
  }

  /** The name that the nth message without partner at a tick gets on reading, from 0. */
  static SongKey loadedMessage(String track, int tick, int ordinal) {
    return ordinal <= LoadedId.MAX_ORDINAL
        ? new SongKey(track, LoadedId.ofMessage(tick, ordinal))
        : new SongKey(track, LoadedId.textOfMessage(tick, ordinal));
  }

  /** The id of the track; empty for the header and for a chunk. */
  public String track() {
    return track;
  }

  /** The id of a message, a note or a chunk; empty for the header and for a track. */
  public String item() {
    return itemText == null ? LoadedId.format(itemNumber) : itemText;
  }

  /** Whether this names the header. */
  public boolean isHeader() {
    return track.isEmpty() && hasNoItem();
  }

  /** Whether this names a track. */
  public boolean isTrack() {
    return !track.isEmpty() && hasNoItem();
  }

  /** Whether this names a chunk that is no track. */
  public boolean isChunk() {
    return track.isEmpty() && !hasNoItem();
  }

  /** Whether this names a note or another message of a track. */
  public boolean isMessage() {
    return !track.isEmpty() && !hasNoItem();
  }

  private boolean hasNoItem() {
    return itemText != null && itemText.isEmpty();
  }

  /**
   * The name of the track in which this stands, or of this track.
   *
   * @throws IllegalArgumentException if this stands in no track
   */
  public SongKey trackKey() {
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
    if (itemText != null && other.itemText != null) {
      return itemText.compareTo(other.itemText);
    }
    // The item of a track is empty and comes before all that stands in it.
    if (itemText != null || other.itemText != null) {
      return hasNoItem()
          ? -1
          : other.hasNoItem() ? 1 : Boolean.compare(itemText != null, other.itemText != null);
    }
    return Long.compare(itemNumber, other.itemNumber);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SongKey key
        && itemNumber == key.itemNumber
        && track.equals(key.track)
        && Objects.equals(itemText, key.itemText);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * track.hashCode() + Long.hashCode(itemNumber)) + Objects.hashCode(itemText);
  }

  @Override
  public String toString() {
    if (isHeader()) {
      return "header";
    }
    return isTrack() ? "track " + track : isChunk() ? "chunk " + item() : track + "/" + item();
  }

  private static String requireId(String id, String kind) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("an empty " + kind + " id");
    }
    return id;
  }
}
