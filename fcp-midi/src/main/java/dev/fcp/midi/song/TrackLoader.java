package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Creates the entities of one track from its messages. */
final class TrackLoader {

  private static final int PITCH_COUNT = 128;
  private static final int NONE = -1;
  private static final int NOTE_OFF = 0x8;
  private static final int NOTE_ON = 0x9;

  private final String track;
  private final MessageSequence messages;

  /** For each message, the index of the other message of its note, or {@link #NONE}. */
  private final int[] partners;

  private final List<OrderKey> orderKeys = new ArrayList<>();
  private final Release[] releaseCache = new Release[PITCH_COUNT];

  TrackLoader(String track, MessageSequence messages) {
    this.track = track;
    this.messages = messages;
    this.partners = new int[messages.size()];
    Arrays.fill(partners, NONE);
  }

  List<Map.Entry<SongKey, SongEntity>> entities() {
    pairNotes();
    MessagePosition[] positions = positions();
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>(positions.length);
    KeyGenerator keyGenerator = new KeyGenerator();
    for (int i = 0; i < positions.length; i++) {
      keyGenerator.startTick(positions[i].tick());
      int partner = partners[i];
      if (partner == NONE) {
        SingleMessage single = new SingleMessage(positions[i], messages.message(i));
        entities.add(Map.entry(keyGenerator.messageKey(), single));
      } else if (i < partner) {
        Note note = note(i, partner, positions);
        entities.add(Map.entry(keyGenerator.noteKey(note.pitch()), note));
      }
    }
    return entities;
  }

  private Note note(int onIndex, int offIndex, MessagePosition[] positions) {
    return new Note(
        positions[onIndex],
        positions[offIndex],
        messages.status(onIndex) & 0x0F,
        messages.byteAt(onIndex, 1),
        messages.byteAt(onIndex, 2),
        release(messages.status(offIndex), messages.byteAt(offIndex, 2)));
  }

  /** There are few distinct releases, so instances are shared. */
  private Release release(int status, int velocity) {
    if (status >> 4 == NOTE_ON) {
      return Release.OF_NOTE_ON;
    }
    Release cached = releaseCache[velocity];
    if (cached == null) {
      cached = new Release(Release.ReleaseForm.NOTE_OFF, velocity);
      releaseCache[velocity] = cached;
    }
    return cached;
  }

  /** Pairs note-ons and note-offs first in, first out, by channel and pitch. */
  private void pairNotes() {
    int[] firstOpen = new int[16 * PITCH_COUNT];
    int[] lastOpen = new int[16 * PITCH_COUNT];
    int[] nextOpen = new int[messages.size()];
    Arrays.fill(firstOpen, NONE);
    for (int i = 0; i < nextOpen.length; i++) {
      int status = messages.status(i);
      if (status >> 4 != NOTE_ON && status >> 4 != NOTE_OFF) {
        continue;
      }
      int channelAndPitch = (status & 0x0F) * PITCH_COUNT + messages.byteAt(i, 1);
      if (status >> 4 == NOTE_OFF || messages.byteAt(i, 2) == 0) {
        int onIndex = firstOpen[channelAndPitch];
        if (onIndex != NONE) {
          firstOpen[channelAndPitch] = nextOpen[onIndex];
          partners[onIndex] = i;
          partners[i] = onIndex;
        }
      } else {
        nextOpen[i] = NONE;
        if (firstOpen[channelAndPitch] == NONE) {
          firstOpen[channelAndPitch] = i;
        } else {
          nextOpen[lastOpen[channelAndPitch]] = i;
        }
        lastOpen[channelAndPitch] = i;
      }
    }
  }

  private MessagePosition[] positions() {
    MessagePosition[] positions = new MessagePosition[messages.size()];
    int ordinal = 0;
    int previousTick = 0;
    for (int i = 0; i < positions.length; i++) {
      int tick = messages.tick(i);
      if (tick < previousTick) {
        throw new IllegalArgumentException(
            "messages: tick " + tick + " of message " + i + " is below " + previousTick);
      }
      ordinal = tick == previousTick ? ordinal : 0;
      positions[i] = new MessagePosition(tick, orderKey(ordinal++));
      previousTick = tick;
    }
    return positions;
  }

  /** Most ticks have few messages, so order keys are shared between ticks. */
  private OrderKey orderKey(int ordinal) {
    if (ordinal == orderKeys.size()) {
      orderKeys.add(OrderKey.initial(ordinal));
    }
    return orderKeys.get(ordinal);
  }

  /** Generates keys that are unique within the track. */
  private final class KeyGenerator {
    private int tick = NONE;
    private int messageCount;
    private final int[] noteCounts = new int[PITCH_COUNT];

    void startTick(int newTick) {
      if (newTick != this.tick) {
        this.tick = newTick;
        messageCount = 0;
        Arrays.fill(noteCounts, 0);
      }
    }

    SongKey messageKey() {
      return SongKey.loadedMessage(track, tick, messageCount++);
    }

    SongKey noteKey(int pitch) {
      return SongKey.loadedNote(track, tick, pitch, noteCounts[pitch]++);
    }
  }
}
