package dev.fcp.midi.language;

import dev.fcp.verbs.form.ParsedArgument;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses and formats pitch names. Middle C, pitch 60, is {@code C4}, so that names range from
 * {@code C-1} to {@code G9}; some programs call middle C C3 or C5.
 */
final class Pitch {

  static final int MAX = 127;

  private static final Pattern NAME =
      Pattern.compile("([A-Ga-g])(##|#|bb|b|\u266f|\u266d)?(-?[0-9]{1,3})");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}");
  private static final List<String> NAMES =
      List.of("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B");
  private static final int MIDDLE_C = 60;
  private static final int MIDDLE_OCTAVE = 4;
  private static final int OCTAVE = 12;

  private Pitch() {}

  /** The name of a pitch, with sharps for black keys. */
  static String name(int pitch) {
    return NAMES.get(pitch % OCTAVE) + (pitch / OCTAVE - MIDDLE_C / OCTAVE + MIDDLE_OCTAVE);
  }

  /** The name of a pitch on a channel; on channel 10, the name of the drum. */
  static String name(int channel, int pitch) {
    return channel == Drum.CHANNEL
        ? Drum.forPitch(pitch).map(drum -> drum.keyword()).orElseGet(() -> name(pitch))
        : name(pitch);
  }

  /** Parses a pitch name, a number, or the name of a drum. */
  static ParsedArgument<Integer> parse(String text) {
    Matcher match = NAME.matcher(text);
    if (match.matches()) {
      return inRange(pitchNumber(match.group(1), match.group(2), Integer.parseInt(match.group(3))));
    }
    if (NUMBER.matcher(text).matches()) {
      return inRange(Integer.parseInt(text));
    }
    Optional<Drum> drum = Drum.forWord(text);
    return drum.isPresent()
        ? ParsedArgument.valid(drum.get().pitch())
        : new ParsedArgument.Invalid<>(
            "is not a pitch; pitches are C4, F#3, Bb5, 60 or kick", nearest(text));
  }

  /** Whether a text is the name of a drum rather than a pitch name or a number. */
  static boolean isDrum(String text) {
    return !NAME.matcher(text).matches()
        && !NUMBER.matcher(text).matches()
        && Drum.forWord(text).isPresent();
  }

  private static Optional<String> nearest(String text) {
    boolean lacksOctave = text.matches("[A-Ga-g](#|b)?");
    return lacksOctave
        ? Optional.of(text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + "4")
        : Drum.nearest(text).or(() -> Optional.of("C4"));
  }

  private static int pitchNumber(String letter, String accidental, int octave) {
    int step = NAMES.indexOf(letter.toUpperCase(Locale.ROOT));
    int alteration =
        switch (accidental == null ? "" : accidental) {
          case "##" -> 2;
          case "#", "\u266f" -> 1;
          case "b", "\u266d" -> -1;
          case "bb" -> -2;
          default -> 0;
        };
    return MIDDLE_C + (octave - MIDDLE_OCTAVE) * OCTAVE + step + alteration;
  }

  private static ParsedArgument<Integer> inRange(int pitch) {
    if (pitch < 0) {
      return ParsedArgument.invalid("is below C-1, the lowest pitch", name(0));
    }
    return pitch > MAX
        ? ParsedArgument.invalid("is above G9, the highest pitch", name(MAX))
        : ParsedArgument.valid(pitch);
  }
}
