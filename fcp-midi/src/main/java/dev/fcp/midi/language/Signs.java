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

/** What messages say, in words. */
final class Signs {

  static final int BEND_CENTER = 8192;

  private static final int SEQUENCER_SPECIFIC = 0x7F;

  /** The maker's number that is free for use in schools and research. */
  private static final int MAKER = 0x7D;

  /** The names of the meta messages of text, from type 1. */
  private static final List<String> TEXTS =
      List.of("text", "copyright", "track-name", "instrument", "lyric", "marker", "cue");

  private static final int FIRST_TEXT = 1;

  /** No message holds a slower tempo, in quarter notes a minute. */
  private static final BigDecimal SLOWEST = new BigDecimal("3.6");

  private Signs() {}

  static boolean isProgram(Message message) {
    return message.status() >> 4 == 0xC;
  }

  /** Whether it is a meta message of text: a name, a marker, a lyric and so on. */
  static boolean isText(Message message) {
    return message.isMeta() && message.bytes().at(1) >= FIRST_TEXT && message.bytes().at(1) <= 0xF;
  }

  /** A message of our own, which other programs ignore: {@code FF 7F 7D} and a text. */
  static Message own(String text) {
    return Message.meta(
        SEQUENCER_SPECIFIC,
        Bytes.of(MAKER).plus(Bytes.copyOf(text.getBytes(StandardCharsets.US_ASCII))));
  }

  /** The value of a pitch bend, from 0 to 16383. */
  static int bend(Message message) {
    return message.data().at(0) | message.data().at(1) << 7;
  }

  /** A message in words. */
  static String told(Message message) {
    return switch (message.kind()) {
      case CONTROL_CHANGE ->
          "cc " + Controller.shown(message.data().at(0)) + " = " + message.data().at(1);
      case PITCH_BEND -> "bend " + signed(bend(message) - BEND_CENTER);
      case TEMPO -> "tempo " + bpm(Tempo.of(message));
      case TIME_SIGNATURE -> "time-sig " + shown(TimeSignature.of(message));
      case KEY_SIGNATURE -> "key-sig " + shown(KeySignature.of(message));
      case TRACK_NAME, MARKER -> text(message);
      case OPAQUE -> opaque(message);
    };
  }

  /** Quarter notes a minute: the shortest number that means this tempo. */
  static String bpm(Tempo tempo) {
    if (tempo.microsecondsPerQuarter() == 0) {
      return tempo.bpm();
    }
    BigDecimal exact = new BigDecimal(tempo.bpm());
    for (int digits = 0; digits < exact.scale(); digits++) {
      BigDecimal shorter = exact.setScale(digits, RoundingMode.HALF_EVEN);
      if (shorter.compareTo(SLOWEST) >= 0 && Tempo.ofBpm(shorter).equals(tempo)) {
        return shorter.toPlainString();
      }
    }
    return tempo.bpm();
  }

  static String shown(TimeSignature signature) {
    return signature.numerator() + "/" + signature.denominator();
  }

  static String shown(KeySignature signature) {
    return signature.key() + " " + signature.mode().name().toLowerCase(Locale.ROOT);
  }

  /** A number with its sign. */
  static String signed(int number) {
    return number > 0 ? "+" + number : "" + number;
  }

  private static String text(Message message) {
    int index = message.bytes().at(1) - FIRST_TEXT;
    String name = index < TEXTS.size() ? TEXTS.get(index) : "text-" + (index + FIRST_TEXT);
    return name + " " + Texts.shown(message.text());
  }

  private static String opaque(Message message) {
    Bytes bytes = message.bytes();
    return switch (message.status() >> 4) {
      case 0x8 -> "note-off " + Pitch.name(message.channel(), bytes.at(1)) + " without a note-on";
      case 0x9 ->
          (message.isNoteOn() ? "note-on " : "note-off ")
              + Pitch.name(message.channel(), bytes.at(1))
              + (message.isNoteOn() ? " without an end" : " without a note-on");
      case 0xA -> "aftertouch " + Pitch.name(message.channel(), bytes.at(1)) + " " + bytes.at(2);
      case 0xC -> "program " + GeneralMidi.shown(message.channel(), bytes.at(1));
      case 0xD -> "aftertouch " + bytes.at(1);
      default -> system(message);
    };
  }

  private static String system(Message message) {
    if (isText(message)) {
      return text(message);
    }
    for (Flag flag : Flag.values()) {
      if (flag.message().equals(message)) {
        return flag.word();
      }
    }
    String name =
        message.isMeta()
            ? "meta " + String.format(Locale.ROOT, "%02x", message.bytes().at(1))
            : message.status() == Message.SYSTEM_EXCLUSIVE ? "sysex" : "escape";
    return name + " of " + Phrases.counted(message.data().size(), "byte", "bytes");
  }

  /** What a track can be marked with for programs that know these words. */
  enum Flag {
    MUTE,
    SOLO;

    Message message() {
      return own("fcp " + word());
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
