package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Makes the entities of one track from its messages. */
final class TrackLoading {

  private static final int PITCHES = 128;
  private static final int NONE = -1;
  private static final int NOTE_OFF = 0x8;
  private static final int NOTE_ON = 0x9;

  private final String track;
  private final MessageSequence messages;

  /** The index of the other message of a note, or none. */
  private final int[] partners;

  private final List<OrderKey> orders = new ArrayList<>();
  private final Release[] releases = new Release[PITCHES];

  TrackLoading(String track, MessageSequence messages) {
    this.track = track;
    this.messages = messages;
    this.partners = new int[messages.size()];
    Arrays.fill(partners, NONE);
  }

  List<Map.Entry<SongKey, SongEntity>> entities() {
    pair();
    Moment[] moments = moments();
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>(moments.length);
    Ids ids = new Ids();
    for (int i = 0; i < moments.length; i++) {
      ids.at(moments[i].tick());
      int partner = partners[i];
      if (partner == NONE) {
        SingleMessage single = new SingleMessage(moments[i], messages.message(i));
        entities.add(Map.entry(ids.ofMessage(), single));
      } else if (i < partner) {
        Note note = note(i, partner, moments);
        entities.add(Map.entry(ids.ofNote(note.pitch()), note));
      }
    }
    return entities;
  }

  private Note note(int on, int off, Moment[] moments) {
    return new Note(
        moments[on],
        moments[off],
        messages.status(on) & 0x0F,
        messages.byteAt(on, 1),
        messages.byteAt(on, 2),
        release(messages.status(off), messages.byteAt(off, 2)));
  }

  /** There are few ways for a note to end, so that they can be shared. */
  private Release release(int status, int velocity) {
    if (status >> 4 == NOTE_ON) {
      return Release.OF_NOTE_ON;
    }
    Release known = releases[velocity];
    if (known == null) {
      known = new Release(Release.Form.NOTE_OFF, velocity);
      releases[velocity] = known;
    }
    return known;
  }

  /** First in, first out, by channel and pitch. */
  private void pair() {
    int[] first = new int[16 * PITCHES];
    int[] last = new int[16 * PITCHES];
    int[] next = new int[messages.size()];
    Arrays.fill(first, NONE);
    for (int i = 0; i < next.length; i++) {
      int status = messages.status(i);
      if (status >> 4 != NOTE_ON && status >> 4 != NOTE_OFF) {
        continue;
      }
      int row = (status & 0x0F) * PITCHES + messages.byteAt(i, 1);
      if (status >> 4 == NOTE_OFF || messages.byteAt(i, 2) == 0) {
        int on = first[row];
        if (on != NONE) {
          first[row] = next[on];
          partners[on] = i;
          partners[i] = on;
        }
      } else {
        next[i] = NONE;
        if (first[row] == NONE) {
          first[row] = i;
        } else {
          next[last[row]] = i;
        }
        last[row] = i;
      }
    }
  }

  private Moment[] moments() {
    Moment[] moments = new Moment[messages.size()];
    int ordinal = 0;
    int before = 0;
    for (int i = 0; i < moments.length; i++) {
      int tick = messages.tick(i);
      if (tick < before) {
        throw new IllegalArgumentException(
            "messages: tick " + tick + " of message " + i + " is below " + before);
      }
      ordinal = tick == before ? ordinal : 0;
      moments[i] = new Moment(tick, order(ordinal++));
      before = tick;
    }
    return moments;
  }

  /** Most ticks have few messages, so that their places can be shared. */
  private OrderKey order(int ordinal) {
    if (ordinal == orders.size()) {
      orders.add(OrderKey.atLoading(ordinal));
    }
    return orders.get(ordinal);
  }

  /** Names that no two entities of the track share. */
  private final class Ids {
    private int tick = NONE;
    private int singles;
    private final int[] notes = new int[PITCHES];

    void at(int tick) {
      if (tick != this.tick) {
        this.tick = tick;
        singles = 0;
        Arrays.fill(notes, 0);
      }
    }

    SongKey ofMessage() {
      return SongKey.loadedMessage(track, tick, singles++);
    }

    SongKey ofNote(int pitch) {
      return SongKey.loadedNote(track, tick, pitch, notes[pitch]++);
    }
  }
}
