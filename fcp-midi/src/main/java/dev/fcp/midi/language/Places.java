package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Moment;
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
final class Places {

  private final SongKey track;
  private final Map<Integer, TreeMap<OrderKey, TrackMessages.Entry>> byTick = new HashMap<>();

  private Places(SongKey track) {
    this.track = track;
  }

  /** The places of a track as it stands. */
  static Places of(EntityModel<SongKey, SongEntity> song, SongKey track) {
    Places places = new Places(track);
    TrackMessages.of(song, track.track()).forEach(places::take);
    return places;
  }

  SongKey track() {
    return track;
  }

  private void take(TrackMessages.Entry entry) {
    byTick
        .computeIfAbsent(entry.at().tick(), tick -> new TreeMap<>())
        .put(entry.at().order(), entry);
  }

  /** Takes the places of a note that was put there. */
  void take(SongKey key, Note note) {
    take(new TrackMessages.Entry(key, note.on(), note.onMessage()));
    take(new TrackMessages.Entry(key, note.off(), note.offMessage()));
  }

  /** Frees the places of a note that goes elsewhere. */
  void free(Note note) {
    for (Moment moment : List.of(note.on(), note.off())) {
      Map<OrderKey, TrackMessages.Entry> tick = byTick.get(moment.tick());
      if (tick != null) {
        tick.remove(moment.order());
      }
    }
  }

  /** Behind all that stands at a tick. */
  Moment beginning(int tick) {
    TreeMap<OrderKey, TrackMessages.Entry> there = at(tick);
    Optional<OrderKey> last = there.isEmpty() ? Optional.empty() : Optional.of(there.lastKey());
    return new Moment(tick, OrderKey.between(last, Optional.empty()));
  }

  /** Before all that stands in the track. */
  Moment first() {
    return before(0, entry -> true);
  }

  /** Before the notes that begin at a tick. */
  Moment beforeNotes(int tick) {
    return before(tick, entry -> entry.message().isNoteOn());
  }

  /**
   * Where a note can end: before the notes that begin at that tick, and before the ends of those of
   * the same pitch that began later, because the first one to begin is the first one to end.
   */
  Moment end(int tick, Moment on, int channel, int pitch, EntityModel<SongKey, SongEntity> song) {
    Message own = Message.noteOff(channel, pitch, 0);
    return before(
        tick,
        entry ->
            entry.message().isNoteOn()
                || (isSameSound(entry.message(), own)
                    && song.find(entry.key()).orElse(null) instanceof Note other
                    && other.on().compareTo(on) > 0));
  }

  private static boolean isSameSound(Message message, Message off) {
    return message.isNoteOff()
        && message.channel() == off.channel()
        && message.bytes().at(1) == off.bytes().at(1);
  }

  private Moment before(int tick, Predicate<TrackMessages.Entry> limit) {
    Optional<OrderKey> low = Optional.empty();
    Optional<OrderKey> high = Optional.empty();
    for (Map.Entry<OrderKey, TrackMessages.Entry> entry : at(tick).entrySet()) {
      if (limit.test(entry.getValue())) {
        high = Optional.of(entry.getKey());
        break;
      }
      low = Optional.of(entry.getKey());
    }
    return new Moment(tick, OrderKey.between(low, high));
  }

  private TreeMap<OrderKey, TrackMessages.Entry> at(int tick) {
    return byTick.getOrDefault(tick, new TreeMap<>());
  }
}
