package dev.fcp.midi.language;

import dev.fcp.verbs.form.Reading;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pitches as people write them. Middle C, pitch 60, is {@code C4}, so that names go from {@code
 * C-1} to {@code G9}; some programs call the same note C3 or C5.
 */
final class Pitch {

  static final int LAST = 127;

  private static final Pattern NAME =
      Pattern.compile("([A-Ga-g])(##|#|bb|b|\u266f|\u266d)?(-?[0-9]{1,3})");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}");
  private static final List<String> CLASSES =
      List.of("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B");
  private static final int MIDDLE = 60;
  private static final int MIDDLE_OCTAVE = 4;
  private static final int OCTAVE = 12;

  private Pitch() {}

  /** The name of a pitch, with a sharp for a black key. */
  static String name(int pitch) {
    return CLASSES.get(pitch % OCTAVE) + (pitch / OCTAVE - MIDDLE / OCTAVE + MIDDLE_OCTAVE);
  }

  /** The name of a pitch on a channel: on channel 10 pitches are drums. */
  static String name(int channel, int pitch) {
    return channel == Percussion.CHANNEL
        ? Percussion.named(pitch).map(drum -> drum.word()).orElseGet(() -> name(pitch))
        : name(pitch);
  }

  /** A pitch by name, by number, or by the name of a drum. */
  static Reading<Integer> read(String text) {
    Matcher name = NAME.matcher(text);
    if (name.matches()) {
      return inRange(number(name.group(1), name.group(2), Integer.parseInt(name.group(3))));
    }
    if (NUMBER.matcher(text).matches()) {
      return inRange(Integer.parseInt(text));
    }
    Optional<Percussion> drum = Percussion.of(text);
    return drum.isPresent()
        ? Reading.fit(drum.get().pitch())
        : new Reading.Unfit<>("is no pitch; pitches are C4, F#3, Bb5, 60 or kick", nearest(text));
  }

  private static Optional<String> nearest(String text) {
    boolean noOctave = text.matches("[A-Ga-g](#|b)?");
    return noOctave
        ? Optional.of(text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + "4")
        : Percussion.nearest(text).or(() -> Optional.of("C4"));
  }

  private static int number(String letter, String sign, int octave) {
    int step = CLASSES.indexOf(letter.toUpperCase(Locale.ROOT));
    int shift =
        switch (sign == null ? "" : sign) {
          case "##" -> 2;
          case "#", "\u266f" -> 1;
          case "b", "\u266d" -> -1;
          case "bb" -> -2;
          default -> 0;
        };
    return MIDDLE + (octave - MIDDLE_OCTAVE) * OCTAVE + step + shift;
  }

  private static Reading<Integer> inRange(int pitch) {
    if (pitch < 0) {
      return Reading.unfit("is below C-1, the lowest pitch", name(0));
    }
    return pitch > LAST
        ? Reading.unfit("is above G9, the highest pitch", name(LAST))
        : Reading.fit(pitch);
  }
}
