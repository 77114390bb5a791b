package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Tempo;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.midi.song.TimedMessage;
import dev.fcp.midi.song.Track;
import dev.fcp.midi.song.TrackMessages;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Generates small songs with few ticks, pitches and channels, so that notes overlap, note-ons and
 * note-offs are unpaired, and several messages have the same tick.
 */
final class SongGenerator {

  private SongGenerator() {}

  static Generator<EntityModel<SongKey, SongEntity>> models() {
    return choices -> SongDomain.song(entities(choices));
  }

  private static List<Map.Entry<SongKey, SongEntity>> entities(Choices choices) {
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
    entities.add(Map.entry(SongKey.header(), header(choices)));
    int roots = choices.upTo(4);
    for (int i = 0; i < roots; i++) {
      OrderKey order = OrderKey.initial(i);
      if (choices.percent(20)) {
        entities.add(Map.entry(SongKey.chunk("c" + i), chunk(choices, order)));
      } else {
        String track = "t" + i;
        entities.add(Map.entry(SongKey.track(track), track(choices, order)));
        entities.addAll(TrackMessages.entities(track, messages().generate(choices)));
      }
    }
    return entities;
  }

  static SongHeader header(Choices choices) {
    Division division =
        choices.percent(30)
            ? Division.smpte(choices.pick(List.of(24, 25, 29, 30)), choices.upTo(255))
            : Division.metrical(choices.pick(List.of(480, 96, 0)));
    Optional<SongHeader.Wrapper> wrapper =
        choices.percent(20)
            ? Optional.of(new SongHeader.Wrapper(displayChunk(choices), bytes(choices)))
            : Optional.empty();
    return new SongHeader(choices.upTo(2), division, bytes(choices), bytes(choices), wrapper);
  }

  private static Bytes displayChunk(Choices choices) {
    return choices.percent(50)
        ? Bytes.NONE
        : Bytes.of('D', 'I', 'S', 'P', 1, 0, 0, 0, choices.upTo(255), 0);
  }

  static Chunk chunk(Choices choices, OrderKey order) {
    Bytes type = choices.pick(List.of(Bytes.of('X', 'F', 'I', 'H'), Bytes.of(0, 255, 'x', 7)));
    return new Chunk(type, bytes(choices), order);
  }

  static Track track(Choices choices, OrderKey order) {
    return new Track(choices.upTo(20), bytes(choices), order);
  }

  static Bytes bytes(Choices choices) {
    return choices.percent(70) ? Bytes.NONE : Bytes.of(choices.upTo(255), choices.upTo(255));
  }

  static Generator<List<TimedMessage>> messages() {
    return choices -> {
      List<TimedMessage> messages = new ArrayList<>();
      int tick = 0;
      int count = choices.upTo(14);
      for (int i = 0; i < count; i++) {
        tick += choices.percent(50) ? choices.upTo(3) : 0;
        messages.add(new TimedMessage(tick, message(choices)));
      }
      return List.copyOf(messages);
    };
  }

  static Message message(Choices choices) {
    int channel = channel(choices);
    return switch (choices.upTo(14)) {
      case 0, 1, 2, 3 -> Message.noteOn(channel, pitch(choices), velocity(choices));
      case 4, 5, 6 -> Message.noteOff(channel, pitch(choices), choices.upTo(127));
      case 7 -> Message.noteOn(channel, pitch(choices), 0);
      case 8 -> Message.controlChange(channel, choices.pick(List.of(7, 64)), choices.upTo(127));
      case 9 -> Message.pitchBend(channel, choices.upTo(0x3FFF));
      case 10 -> entry(choices);
      case 11 -> Message.marker(choices.pick(List.of("A", "B", "\u00e4\u4e2d")));
      case 12 -> Message.meta(0x06, Bytes.of(0xE4, choices.upTo(255)));
      default -> opaque(choices, channel);
    };
  }

  static Message entry(Choices choices) {
    return switch (choices.upTo(3)) {
      case 0 -> new Tempo(choices.pick(List.of(500_000, 0, 0xFF_FFFF))).message();
      case 1 -> TimeSignature.of(choices.upTo(12), 1 << choices.upTo(5)).message();
      case 2 ->
          new KeySignature(
                  choices.upTo(14) - 7, choices.pick(List.of(KeySignature.KeyMode.values())))
              .message();
      default -> Message.trackName(choices.pick(List.of("Piano", "Bass", "")));
    };
  }

  static Message opaque(Choices choices, int channel) {
    return choices.pick(
        List.of(
            Message.programChange(channel, choices.upTo(127)),
            Message.of(0xA0 | channel, pitch(choices), 3),
            Message.of(0xD0 | channel, 9),
            Message.of(0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7),
            Message.of(0xF7, 0xF3, 0x01),
            Message.of(0xF7),
            Message.meta(Message.META & 0x7F, Bytes.of(0x7D)),
            Message.meta(0x51, Bytes.of(1, 2)),
            Message.meta(0x58, Bytes.of(4, 200, 24, 8)),
            Message.meta(0x59, Bytes.of(9, 0)),
            Message.text(0x05, "la")));
  }

  static int channel(Choices choices) {
    return choices.percent(80) ? 0 : choices.upTo(15);
  }

  static int pitch(Choices choices) {
    return choices.percent(80) ? 60 : choices.upTo(127);
  }

  static int velocity(Choices choices) {
    return choices.between(1, 127);
  }

  static MessagePosition position(Choices choices) {
    return MessagePosition.atLoading(choices.upTo(12), choices.upTo(5));
  }
}
