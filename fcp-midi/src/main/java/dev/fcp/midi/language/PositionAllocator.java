package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TrackMessages;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The free places among the messages of one tick of a track. What is put there follows the order in
 * which players expect it: what sets something, then what ends, then what begins.
 *
 * <pre>
 * tick 480:   program, controllers, ...  |  note-offs  |  note-ons
 *                                        ^             ^         ^
 *                              (messages and ends of notes)    (beginnings)
 * </pre>
 */
final class PositionAllocator {

  private final SongKey track;
  private final Map<Integer, TreeMap<OrderKey, TrackMessages.PositionedMessage>> messagesByTick =
      new HashMap<>();

  private PositionAllocator(SongKey track) {
    this.track = track;
  }

  /** The places of a track as it stands. */
  static PositionAllocator of(EntityModel<SongKey, SongEntity> song, SongKey track) {
    PositionAllocator allocator = new PositionAllocator(track);
    TrackMessages.of(song, track.track()).forEach(allocator::occupy);
    return allocator;
  }

  SongKey track() {
    return track;
  }

  private void occupy(TrackMessages.PositionedMessage entry) {
    messagesByTick
        .computeIfAbsent(entry.position().tick(), tick -> new TreeMap<>())
        .put(entry.position().order(), entry);
  }

  /** Takes the places of a note that was put there. */
  void occupy(SongKey key, Note note) {
    occupy(new TrackMessages.PositionedMessage(key, note.on(), note.onMessage()));
    occupy(new TrackMessages.PositionedMessage(key, note.off(), note.offMessage()));
  }

  /** Frees the places of a note that goes elsewhere. */
  void release(Note note) {
    for (MessagePosition position : List.of(note.on(), note.off())) {
      Map<OrderKey, TrackMessages.PositionedMessage> tick = messagesByTick.get(position.tick());
      if (tick != null) {
        tick.remove(position.order());
      }
    }
  }

  /** Behind all that stands at a tick. */
  MessagePosition afterAll(int tick) {
    TreeMap<OrderKey, TrackMessages.PositionedMessage> messages = messagesAt(tick);
    Optional<OrderKey> lastKey =
        messages.isEmpty() ? Optional.empty() : Optional.of(messages.lastKey());
    return new MessagePosition(tick, OrderKey.between(lastKey, Optional.empty()));
  }

  /** Before all that stands in the track. */
  MessagePosition beforeAll() {
    return before(0, entry -> true);
  }

  /** Before the notes that begin at a tick. */
  MessagePosition beforeNoteOns(int tick) {
    return before(tick, entry -> entry.message().isNoteOn());
  }

  /**
   * Where a note can end: before the notes that begin at that tick, and before the ends of those of
   * the same pitch that began later, because the first one to begin is the first one to end.
   */
  MessagePosition noteEnd(
      int tick,
      MessagePosition noteStart,
      int channel,
      int pitch,
      EntityModel<SongKey, SongEntity> song) {
    Message noteOff = Message.noteOff(channel, pitch, 0);
    return before(
        tick,
        entry ->
            entry.message().isNoteOn()
                || (endsSamePitch(entry.message(), noteOff)
                    && song.find(entry.key()).orElse(null) instanceof Note other
                    && other.on().compareTo(noteStart) > 0));
  }

  private static boolean endsSamePitch(Message message, Message noteOff) {
    return message.isNoteOff()
        && message.channel() == noteOff.channel()
        && message.bytes().at(1) == noteOff.bytes().at(1);
  }

  private MessagePosition before(int tick, Predicate<TrackMessages.PositionedMessage> isLimit) {
    Optional<OrderKey> lowerKey = Optional.empty();
    Optional<OrderKey> upperKey = Optional.empty();
    for (Map.Entry<OrderKey, TrackMessages.PositionedMessage> entry : messagesAt(tick).entrySet()) {
      if (isLimit.test(entry.getValue())) {
        upperKey = Optional.of(entry.getKey());
        break;
      }
      lowerKey = Optional.of(entry.getKey());
    }
    return new MessagePosition(tick, OrderKey.between(lowerKey, upperKey));
  }

  private TreeMap<OrderKey, TrackMessages.PositionedMessage> messagesAt(int tick) {
    return messagesByTick.getOrDefault(tick, new TreeMap<>());
  }
}
