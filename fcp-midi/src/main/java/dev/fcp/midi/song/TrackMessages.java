package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.EntityModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages of a track as entities, and the entities as messages in order. */
public final class TrackMessages {

  /**
   * A message of a track with the name of the entity that it is, or is a part of.
   *
   * @param key of a note or a single message
   * @param position where it stands
   * @param message what it says
   */
  public record PositionedMessage(SongKey key, MessagePosition position, Message message) {}

  /** Takes the messages of a track one after the other. */
  public interface MessageVisitor {

    /** Comes first: how many messages there will be. */
    default void begin(int count) {}

    /** A message that is no part of a note. */
    void single(SongKey key, SingleMessage single);

    /** A note begins. */
    void on(SongKey key, Note note);

    /** A note ends. */
    void off(SongKey key, Note note);
  }

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
    return entities(track, MessageSequence.of(messages));
  }

  /**
   * The entities of a track that a file was read from, as of a list of messages.
   *
   * @param track the id of the track
   * @param messages in order
   * @throws IllegalArgumentException if a tick is below the one before it
   */
  public static List<Map.Entry<SongKey, SongEntity>> entities(
      String track, MessageSequence messages) {
    return new TrackLoader(track, messages).entities();
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
   * Sends the messages of a track of a song, in order.
   *
   * @throws IllegalArgumentException if the song has no such track
   */
  public static void visit(
      EntityModel<SongKey, SongEntity> song, String track, MessageVisitor visitor) {
    requireTrack(song, track);
    new TrackMessageSorter(song, track).visit(visitor);
  }

  /**
   * Where a track ends: where the file put its end, but not before its last message.
   *
   * @throws IllegalArgumentException if the song has no such track
   */
  public static int endTick(EntityModel<SongKey, SongEntity> song, String track) {
    return Math.max(requireTrack(song, track).endTick(), lastTick(song, track));
  }

  /** The tick of the last message of a track; 0 if there is none. */
  public static int lastTick(EntityModel<SongKey, SongEntity> song, String track) {
    return song.lastSortKey(SongKey.track(track)).map(sortKey -> (int) sortKey.group()).orElse(0);
  }

  /** The message that names a track: the first track-name message in it. */
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
