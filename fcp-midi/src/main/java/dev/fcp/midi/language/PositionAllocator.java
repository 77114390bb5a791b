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
 * Allocates positions for new messages of a track. Within a tick, messages are in the order that
 * players expect: first settings, then note-offs, then note-ons.
 *
 * <pre>
 * tick 480:   program, controllers, ...  |  note-offs  |  note-ons
 *                                        ^             ^         ^
 *                              (messages and note-offs)        (note-ons)
 * </pre>
 */
final class PositionAllocator {

  private final SongKey track;
  private final Map<Integer, TreeMap<OrderKey, TrackMessages.PositionedMessage>> messagesByTick =
      new HashMap<>();

  private PositionAllocator(SongKey track) {
    this.track = track;
  }

  /** Creates an allocator with the current messages of a track. */
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

  /** Marks the positions of a note as occupied. */
  void occupy(SongKey key, Note note) {
    occupy(new TrackMessages.PositionedMessage(key, note.on(), note.onMessage()));
    occupy(new TrackMessages.PositionedMessage(key, note.off(), note.offMessage()));
  }

  /** Frees the positions of a note that will be moved. */
  void release(Note note) {
    for (MessagePosition position : List.of(note.on(), note.off())) {
      Map<OrderKey, TrackMessages.PositionedMessage> tick = messagesByTick.get(position.tick());
      if (tick != null) {
        tick.remove(position.order());
      }
    }
  }

  /** A position after all messages of a tick. */
  MessagePosition afterAll(int tick) {
    TreeMap<OrderKey, TrackMessages.PositionedMessage> messages = messagesAt(tick);
    Optional<OrderKey> lastKey =
        messages.isEmpty() ? Optional.empty() : Optional.of(messages.lastKey());
    return new MessagePosition(tick, OrderKey.between(lastKey, Optional.empty()));
  }

  /** A position before all messages of the track. */
  MessagePosition beforeAll() {
    return before(0, entry -> true);
  }

  /** A position before the note-ons of a tick. */
  MessagePosition beforeNoteOns(int tick) {
    return before(tick, entry -> entry.message().isNoteOn());
  }

  /**
   * A position for a note-off: before the note-ons of the tick, and before the note-offs of notes
   * with the same pitch that began later, because notes are paired first in, first out.
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
