package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TrackMessages;
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
 *
 * @param moved a note whose own positions are free, because it will be moved
 */
record PositionAllocator(
    EntityModel<SongKey, SongEntity> song, SongKey track, Optional<SongKey> moved) {

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
  MessagePosition noteEnd(int tick, MessagePosition noteStart, int channel, int pitch) {
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
    TreeMap<OrderKey, TrackMessages.PositionedMessage> messages = new TreeMap<>();
    for (SongKey key : song.keysInOrder(track, tick, tick + 1L)) {
      if (!moved.equals(Optional.of(key))) {
        TrackMessages.of(key, song.at(key)).stream()
            .filter(message -> message.position().tick() == tick)
            .forEach(message -> messages.put(message.position().order(), message));
      }
    }
    return messages;
  }
}
