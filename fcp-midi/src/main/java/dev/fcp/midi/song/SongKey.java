package dev.fcp.midi.song;

import java.util.Objects;

/**
 * The name of an entity within a song: the header, a track, a foreign chunk, or what stands in a
 * track. No file holds these names: they are made on reading, and stay with the entity.
 *
 * @param track the id of the track; empty for the header and for a chunk
 * @param item the id of a message, a note or a chunk; empty for the header and for a track
 */
public record SongKey(String track, String item) implements Comparable<SongKey> {

  private static final SongKey HEADER = new SongKey("", "");

  public SongKey {
    Objects.requireNonNull(track, "track");
    Objects.requireNonNull(item, "item");
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

  /** Whether this names the header. */
  public boolean isHeader() {
    return track.isEmpty() && item.isEmpty();
  }

  /** Whether this names a track. */
  public boolean isTrack() {
    return !track.isEmpty() && item.isEmpty();
  }

  /** Whether this names a chunk that is no track. */
  public boolean isChunk() {
    return track.isEmpty() && !item.isEmpty();
  }

  /** Whether this names a note or another message of a track. */
  public boolean isMessage() {
    return !track.isEmpty() && !item.isEmpty();
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
    int order = track.compareTo(other.track);
    return order != 0 ? order : item.compareTo(other.item);
  }

  @Override
  public String toString() {
    if (isHeader()) {
      return "header";
    }
    return isTrack() ? "track " + track : isChunk() ? "chunk " + item : track + "/" + item;
  }

  private static String requireText(String id, String what) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("an empty " + what + " id");
    }
    return id;
  }
}
