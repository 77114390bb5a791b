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

  private final String track;
  private final List<TimedMessage> messages;

  /** The index of the other message of a note, or none. */
  private final int[] partners;

  private final List<OrderKey> orders = new ArrayList<>();

  TrackLoading(String track, List<TimedMessage> messages) {
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
      Message message = messages.get(i).message();
      ids.at(moments[i].tick());
      if (partners[i] == NONE) {
        SingleMessage single = new SingleMessage(moments[i], message);
        entities.add(Map.entry(SongKey.message(track, ids.ofMessage()), single));
      } else if (message.isNoteOn()) {
        Note note = note(message, moments[i], partners[i], moments);
        entities.add(Map.entry(SongKey.message(track, ids.ofNote(note.pitch())), note));
      }
    }
    return entities;
  }

  private Note note(Message on, Moment begin, int end, Moment[] moments) {
    Message off = messages.get(end).message();
    Release release =
        new Release(
            off.status() >> 4 == 0x8 ? Release.Form.NOTE_OFF : Release.Form.NOTE_ON,
            off.bytes().at(2));
    int velocity = on.bytes().at(2);
    return new Note(begin, moments[end], on.channel(), on.bytes().at(1), velocity, release);
  }

  /** First in, first out, by channel and pitch. */
  private void pair() {
    int[] first = new int[16 * PITCHES];
    int[] last = new int[16 * PITCHES];
    int[] next = new int[messages.size()];
    Arrays.fill(first, NONE);
    for (int i = 0; i < next.length; i++) {
      Message message = messages.get(i).message();
      if (!message.isNoteOn() && !message.isNoteOff()) {
        continue;
      }
      int row = message.channel() * PITCHES + message.bytes().at(1);
      if (message.isNoteOff()) {
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
    for (int i = 0; i < moments.length; i++) {
      int tick = messages.get(i).tick();
      int before = i == 0 ? 0 : messages.get(i - 1).tick();
      if (tick < before) {
        throw new IllegalArgumentException(
            "messages: tick " + tick + " of message " + i + " is below " + before);
      }
      ordinal = tick == before ? ordinal : 0;
      moments[i] = new Moment(tick, order(ordinal++));
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
  private static final class Ids {
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

    String ofMessage() {
      return "m" + tick + "." + singles++;
    }

    String ofNote(int pitch) {
      int number = notes[pitch]++;
      return "n" + tick + "." + pitch + (number == 0 ? "" : "." + number);
    }
  }
}
