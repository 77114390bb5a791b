package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.EntityModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the messages of a track to entities, and the entities back to messages in order. */
public final class TrackMessages {

  /**
   * A message of a track with the key of its entity.
   *
   * @param key the key of the note or single message
   * @param position the position in the track
   * @param message the message
   */
  public record PositionedMessage(SongKey key, MessagePosition position, Message message) {}

  /** Receives the messages of a track in order. */
  public interface MessageVisitor {

    /** Called first, with the number of messages. */
    default void begin(int count) {}

    /** Called for a message that is not part of a note. */
    void single(SongKey key, SingleMessage single);

    /** Called for the start of a note. */
    void on(SongKey key, Note note);

    /** Called for the end of a note. */
    void off(SongKey key, Note note);
  }

  private TrackMessages() {}

  /**
   * Creates the entities of a track from the messages in a file. Note-ons and note-offs are paired
   * to notes, first in, first out, by channel and pitch; all other messages become single messages.
   * Ids consist of tick, pitch and ordinal; order keys follow the order of the list.
   *
   * @param track the id of the track
   * @param messages the messages in order
   * @throws IllegalArgumentException if a tick is smaller than the previous one
   */
  public static List<Map.Entry<SongKey, SongEntity>> entities(
      String track, List<TimedMessage> messages) {
    return entities(track, MessageSequence.of(messages));
  }

  /**
   * Creates the entities of a track from the messages in a file, like {@link #entities(String,
   * List)}.
   *
   * @param track the id of the track
   * @param messages the messages in order
   * @throws IllegalArgumentException if a tick is smaller than the previous one
   */
  public static List<Map.Entry<SongKey, SongEntity>> entities(
      String track, MessageSequence messages) {
    return new TrackLoader(track, messages).entities();
  }

  /** The messages of an entity: two of a note, one of another message, otherwise none. */
  public static List<PositionedMessage> of(SongKey key, SongEntity entity) {
    return switch (entity) {
      case Note note ->
          List.of(
              new PositionedMessage(key, note.on(), note.onMessage()),
              new PositionedMessage(key, note.off(), note.offMessage()));
      case SingleMessage single ->
          List.of(new PositionedMessage(key, single.position(), single.message()));
      case SongHeader header -> List.of();
      case Track track -> List.of();
      case Chunk chunk -> List.of();
    };
  }

  /**
   * The messages of a track of a song, in order.
   *
   * @throws IllegalArgumentException if the song has no such track
   */
  public static List<PositionedMessage> of(EntityModel<SongKey, SongEntity> song, String track) {
    List<PositionedMessage> messages = new ArrayList<>();
    visit(
        song,
        track,
        new MessageVisitor() {
          @Override
          public void single(SongKey key, SingleMessage single) {
            messages.add(new PositionedMessage(key, single.position(), single.message()));
          }

          @Override
          public void on(SongKey key, Note note) {
            messages.add(new PositionedMessage(key, note.on(), note.onMessage()));
          }

          @Override
          public void off(SongKey key, Note note) {
            messages.add(new PositionedMessage(key, note.off(), note.offMessage()));
          }
        });
    return messages;
  }

  /**
   * Passes the messages of a track of a song to a visitor, in order.
   *
   * @throws IllegalArgumentException if the song has no such track
   */
  public static void visit(
      EntityModel<SongKey, SongEntity> song, String track, MessageVisitor visitor) {
    requireTrack(song, track);
    new TrackMessageSorter(song, track).visit(visitor);
  }

  /**
   * The tick at which a track ends: the stored end, or the last message if that is later.
   *
   * @throws IllegalArgumentException if the song has no such track
   */
  public static int endTick(EntityModel<SongKey, SongEntity> song, String track) {
    return Math.max(requireTrack(song, track).endTick(), lastTick(song, track));
  }

  /** The tick of the last message of a track; 0 if the track is empty. */
  public static int lastTick(EntityModel<SongKey, SongEntity> song, String track) {
    return song.lastSortKey(SongKey.track(track)).map(sortKey -> (int) sortKey.group()).orElse(0);
  }

  /** The first track-name message of a track, which is its name. */
  public static Optional<Message> nameMessage(EntityModel<SongKey, SongEntity> song, String track) {
    for (SongKey key : song.keysInOrder(SongKey.track(track))) {
      if (song.find(key).orElseThrow() instanceof SingleMessage single
          && single.kind() == MessageKind.TRACK_NAME) {
        return Optional.of(single.message());
      }
    }
    return Optional.empty();
  }

  private static Track requireTrack(EntityModel<SongKey, SongEntity> song, String track) {
    return song.find(SongKey.track(track))
        .map(entity -> (Track) entity)
        .orElseThrow(() -> new IllegalArgumentException("no track " + track));
  }
}
