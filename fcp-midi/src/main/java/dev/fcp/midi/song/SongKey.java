package dev.fcp.midi.song;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of an entity in a song: of the header, a track, a foreign chunk, or a note or message of
 * a track. Files do not contain keys: they are assigned on reading and stay with the entity.
 * Because a song has very many of them, a key assigned on reading is stored as a number instead of
 * text.
 *
 * <p>Keys are ordered by track, then by item: first the keys assigned on reading, by the tick at
 * which the entity was read, then all others as text. Immutable.
 */
public final class SongKey implements Comparable<SongKey> {

  private static final SongKey HEADER = new SongKey("", "");

  private final String track;

  /** The item as a number; {@link LoadedId#NONE} if the item is stored as text. */
  private final long itemNumber;

  private final @Nullable String itemText;

  /**
   * Creates a key from its two parts.
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

  /** The key of the header. */
  public static SongKey header() {
    return HEADER;
  }

  /** The key of a track. */
  public static SongKey track(String id) {
    return new SongKey(requireId(id, "track"), "");
  }

  /** The key of a foreign chunk. */
  public static SongKey chunk(String id) {
    return new SongKey("", requireId(id, "chunk"));
  }

  /** The key of a note or another message of a track. */
  public static SongKey message(String track, String id) {
    return new SongKey(requireId(track, "track"), requireId(id, "message"));
  }

  /**
   * The key assigned on reading to the nth note of a pitch that begins at a tick, counted from 0.
   */
  static SongKey loadedNote(String track, int tick, int pitch, int ordinal) {
    return ordinal <= LoadedId.MAX_ORDINAL
        ? new SongKey(track, LoadedId.ofNote(tick, pitch, ordinal))
        : new SongKey(track, LoadedId.textOfNote(tick, pitch, ordinal));
  }

  /** The key assigned on reading to the nth unpaired message at a tick, counted from 0. */
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

  /** Whether this is the key of the header. */
  public boolean isHeader() {
    return track.isEmpty() && hasNoItem();
  }

  /** Whether this is the key of a track. */
  public boolean isTrack() {
    return !track.isEmpty() && hasNoItem();
  }

  /** Whether this is the key of a foreign chunk. */
  public boolean isChunk() {
    return track.isEmpty() && !hasNoItem();
  }

  /** Whether this is the key of a note or another message of a track. */
  public boolean isMessage() {
    return !track.isEmpty() && !hasNoItem();
  }

  private boolean hasNoItem() {
    return itemText != null && itemText.isEmpty();
  }

  /**
   * The key of the track that contains this message, or this key if it is a track.
   *
   * @throws IllegalArgumentException if this is the key of the header or of a chunk
   */
  public SongKey trackKey() {
    return isTrack() ? this : track(track);
  }

  @Override
  public int compareTo(SongKey other) {
    int byTrack = compareTracks(other);
    return byTrack != 0 ? byTrack : compareItems(other);
  }

  /** Compares only the tracks. */
  public int compareTracks(SongKey other) {
    // Equal track ids within a song are mostly the same object, which equals() checks first.
    return track.equals(other.track) ? 0 : track.compareTo(other.track);
  }

  /** Compares only the items. */
  public int compareItems(SongKey other) {
    if (itemText != null && other.itemText != null) {
      return itemText.compareTo(other.itemText);
    }
    // The item of a track is empty and sorts before the items in the track.
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
