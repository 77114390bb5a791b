package dev.fcp.midi.language;

import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.KeySignature.Mode;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys as people write them: {@code C}, {@code F# minor}, {@code Bbm}. */
final class KeyName {

  private static final Pattern NAME =
      Pattern.compile("([A-Ga-g])([#b]?)[ -]?(|m|min|minor|maj|major)");
  private static final List<String> SHARPS =
      List.of("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B");
  private static final List<String> FLATS =
      List.of("C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "Cb");

  private KeyName() {}

  /** The key of a name; major unless it says otherwise. */
  static Reading<KeySignature> read(String text) {
    Matcher name = NAME.matcher(text);
    if (!name.matches()) {
      return Reading.unfit("is no key; keys are C, F# minor, Bbm", "C major");
    }
    Mode mode = name.group(3).matches("m|min|minor") ? Mode.MINOR : Mode.MAJOR;
    String tonic = name.group(1).toUpperCase(Locale.ROOT) + name.group(2);
    return named(tonic, mode)
        .<Reading<KeySignature>>map(Reading::fit)
        .orElseGet(() -> Reading.unfit("has no key signature", alike(tonic, mode)));
  }

  private static Optional<KeySignature> named(String tonic, Mode mode) {
    for (int sharps = -7; sharps <= 7; sharps++) {
      KeySignature key = new KeySignature(sharps, mode);
      if (key.key().equals(tonic)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /** A key that sounds the same and has a signature. */
  private static String alike(String tonic, Mode mode) {
    int pitch = Math.max(SHARPS.indexOf(tonic), FLATS.indexOf(tonic));
    List<String> names = new ArrayList<>();
    if (pitch >= 0) {
      names.add(FLATS.get(pitch));
      names.add(SHARPS.get(pitch));
    } else {
      // E#, B#, Fb: the neighbour without a sign.
      names.add(tonic.startsWith("E") ? "F" : tonic.startsWith("B") ? "C" : "E");
    }
    return names.stream()
        .flatMap(name -> named(name, mode).stream())
        .findFirst()
        .map(Signs::shown)
        .orElse("C major");
  }

  /** An operation with another key in its words. */
  static ParsedOp repaired(ParsedOp op, String key) {
    List<Positional> words = new ArrayList<>();
    for (String word : key.split(" ", -1)) {
      words.add(new Positional(word, Positional.Kind.WORD));
    }
    return op.withPositionals(words);
  }
}
