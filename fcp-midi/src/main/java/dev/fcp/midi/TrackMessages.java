package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntityModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The messages of a track as entities, and the entities as messages in order. */
public final class TrackMessages {

  /**
   * A message of a track with the name of the entity that it is, or is a part of.
   *
   * @param key of a note or a single message
   * @param at where it stands
   * @param message what it says
   */
  public record Entry(SongKey key, Moment at, Message message) {}

  private TrackMessages() {}

  /**
   * The entities of a track that a file was read from: notes where a note-on finds its note-off,
   * first in first out by channel and pitch, and single messages for all others. Their ids are made
   * of tick, pitch and number; order keys follow the order of the list.
   *
   * @param track the id of the track
   * @param messages in order
   * @throws IllegalArgumentException if a tick is below the one before it
   */
  public static List<Map.Entry<SongKey, SongEntity>> entities(
      String track, List<TimedMessage> messages) {
    return new TrackLoading(track, messages).entities();
  }

  /**
   * The messages of a track of a song, in order.
   *
   * @throws IllegalArgumentException if the song has no such track
   */
  public static List<Entry> of(EntityModel<SongKey, SongEntity> song, String track) {
    requireTrack(song, track);
    List<Entry> messages = new ArrayList<>();
    for (Map.Entry<SongKey, SongEntity> entry : song.entities().from(SongKey.track(track))) {
      SongKey key = entry.getKey();
      if (!key.track().equals(track)) {
        break;
      }
      switch (entry.getValue()) {
        case Note note -> {
          messages.add(new Entry(key, note.on(), note.onMessage()));
          messages.add(new Entry(key, note.off(), note.offMessage()));
        }
        case SingleMessage single -> messages.add(new Entry(key, single.at(), single.message()));
        case Track self -> {}
        case SongHeader header -> throw new IllegalStateException("a header in " + key);
        case Chunk chunk -> throw new IllegalStateException("a chunk in " + key);
      }
    }
    // Stable, so that a note that ends where it begins still begins first.
    messages.sort(Comparator.comparing(Entry::at).thenComparing(Entry::key));
    return messages;
  }

  /**
   * Where a track ends: where the file put its end, but not before its last message.
   *
   * @throws IllegalArgumentException if the song has no such track
   */
  public static int endTick(EntityModel<SongKey, SongEntity> song, String track) {
    Track self = requireTrack(song, track);
    List<Entry> messages = of(song, track);
    int last = messages.isEmpty() ? 0 : messages.get(messages.size() - 1).at().tick();
    return Math.max(self.endTick(), last);
  }

  private static Track requireTrack(EntityModel<SongKey, SongEntity> song, String track) {
    return song.find(SongKey.track(track))
        .map(entity -> (Track) entity)
        .orElseThrow(() -> new IllegalArgumentException("no track " + track));
  }
}
