package dev.fcp.midi.language;

import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Tempo;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.verbs.form.Phrases;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Describes messages in words. */
final class MessageText {

  static final int BEND_CENTER = 8192;

  private static final int SEQUENCER_SPECIFIC = 0x7F;

  /** The manufacturer id for non-commercial use. */
  private static final int MANUFACTURER_ID = 0x7D;

  /** The names of the text meta messages, starting with type 1. */
  private static final List<String> TEXT_TYPE_NAMES =
      List.of("text", "copyright", "track-name", "instrument", "lyric", "marker", "cue");

  private static final int FIRST_TEXT_TYPE = 1;

  /** A lower bound for the tempo of a message, in quarter notes per minute. */
  private static final BigDecimal MIN_BPM = new BigDecimal("3.6");

  private MessageText() {}

  static boolean isProgram(Message message) {
    return message.status() >> 4 == 0xC;
  }

  /** Whether this is a text meta message: a name, a marker, a lyric and so on. */
  static boolean isText(Message message) {
    return message.isMeta()
        && message.bytes().at(1) >= FIRST_TEXT_TYPE
        && message.bytes().at(1) <= 0xF;
  }

  /** A private message of FCP, which other programs ignore: {@code FF 7F 7D} and a text. */
  static Message fcpMessage(String text) {
    return Message.meta(
        SEQUENCER_SPECIFIC,
        Bytes.of(MANUFACTURER_ID).append(Bytes.copyOf(text.getBytes(StandardCharsets.US_ASCII))));
  }

  /** The value of a pitch bend, from 0 to 16383. */
  static int bendValue(Message message) {
    return message.data().at(0) | message.data().at(1) << 7;
  }

  /** Describes a message. */
  static String describe(Message message) {
    return switch (message.kind()) {
      case CONTROL_CHANGE ->
          "cc " + Controller.describe(message.data().at(0)) + " = " + message.data().at(1);
      case PITCH_BEND -> "bend " + formatSigned(bendValue(message) - BEND_CENTER);
      case TEMPO -> "tempo " + formatBpm(Tempo.of(message));
      case TIME_SIGNATURE -> "time-sig " + format(TimeSignature.of(message));
      case KEY_SIGNATURE -> "key-sig " + format(KeySignature.of(message));
      case TRACK_NAME, MARKER -> describeText(message);
      case OPAQUE -> describeOpaque(message);
    };
  }

  /** The quarter notes per minute, as the shortest number that is converted to this tempo. */
  static String formatBpm(Tempo tempo) {
    if (tempo.microsecondsPerQuarter() == 0) {
      return tempo.bpm();
    }
    BigDecimal exact = new BigDecimal(tempo.bpm());
    for (int digits = 0; digits < exact.scale(); digits++) {
      BigDecimal rounded = exact.setScale(digits, RoundingMode.HALF_EVEN);
      if (rounded.compareTo(MIN_BPM) >= 0 && Tempo.ofBpm(rounded).equals(tempo)) {
        return rounded.toPlainString();
      }
    }
    return tempo.bpm();
  }

  static String format(TimeSignature signature) {
    return signature.numerator() + "/" + signature.denominator();
  }

  static String format(KeySignature signature) {
    return signature.key() + " " + signature.mode().name().toLowerCase(Locale.ROOT);
  }

  /** Formats a number with its sign. */
  static String formatSigned(int number) {
    return number > 0 ? "+" + number : "" + number;
  }

  private static String describeText(Message message) {
    int index = message.bytes().at(1) - FIRST_TEXT_TYPE;
    String name =
        index < TEXT_TYPE_NAMES.size()
            ? TEXT_TYPE_NAMES.get(index)
            : "text-" + (index + FIRST_TEXT_TYPE);
    return name + " " + SongTexts.display(message.text());
  }

  private static String describeOpaque(Message message) {
    Bytes bytes = message.bytes();
    return switch (message.status() >> 4) {
      case 0x8 -> "note-off " + Pitch.name(message.channel(), bytes.at(1)) + " without a note-on";
      case 0x9 ->
          (message.isNoteOn() ? "note-on " : "note-off ")
              + Pitch.name(message.channel(), bytes.at(1))
              + (message.isNoteOn() ? " without an end" : " without a note-on");
      case 0xA -> "aftertouch " + Pitch.name(message.channel(), bytes.at(1)) + " " + bytes.at(2);
      case 0xC -> "program " + GeneralMidi.describe(message.channel(), bytes.at(1));
      case 0xD -> "aftertouch " + bytes.at(1);
      default -> describeSystem(message);
    };
  }

  private static String describeSystem(Message message) {
    if (isText(message)) {
      return describeText(message);
    }
    for (TrackFlag flag : TrackFlag.values()) {
      if (flag.message().equals(message)) {
        return flag.keyword();
      }
    }
    String name =
        message.isMeta()
            ? "meta " + String.format(Locale.ROOT, "%02x", message.bytes().at(1))
            : message.status() == Message.SYSTEM_EXCLUSIVE ? "sysex" : "escape";
    return name + " of " + Phrases.count(message.data().size(), "byte", "bytes");
  }

  /** The flags of a track that only FCP understands. */
  enum TrackFlag {
    MUTE,
    SOLO;

    Message message() {
      return fcpMessage("fcp " + keyword());
    }

    String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
