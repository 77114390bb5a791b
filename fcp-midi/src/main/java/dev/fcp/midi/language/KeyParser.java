package dev.fcp.midi.language;

import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.KeySignature.KeyMode;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses key names such as {@code C}, {@code F# minor} and {@code Bbm}. */
final class KeyParser {

  private static final Pattern NAME =
      Pattern.compile("([A-Ga-g])([#b]?)[ -]?(|m|min|minor|maj|major)");
  private static final List<String> SHARP_NAMES =
      List.of("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B");
  private static final List<String> FLAT_NAMES =
      List.of("C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "Cb");

  private KeyParser() {}

  /** Parses a key; the default mode is major. */
  static ParsedArgument<KeySignature> parse(String text) {
    Matcher match = NAME.matcher(text);
    if (!match.matches()) {
      return ParsedArgument.invalid("is not a key; keys are C, F# minor, Bbm", "C major");
    }
    KeyMode mode = match.group(3).matches("m|min|minor") ? KeyMode.MINOR : KeyMode.MAJOR;
    String tonic = match.group(1).toUpperCase(Locale.ROOT) + match.group(2);
    return signatureOf(tonic, mode)
        .<ParsedArgument<KeySignature>>map(ParsedArgument::valid)
        .orElseGet(
            () -> ParsedArgument.invalid("has no key signature", enharmonicKey(tonic, mode)));
  }

  private static Optional<KeySignature> signatureOf(String tonic, KeyMode mode) {
    for (int sharps = -7; sharps <= 7; sharps++) {
      KeySignature key = new KeySignature(sharps, mode);
      if (key.key().equals(tonic)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /** A key that sounds the same and has a signature. */
  private static String enharmonicKey(String tonic, KeyMode mode) {
    int pitch = Math.max(SHARP_NAMES.indexOf(tonic), FLAT_NAMES.indexOf(tonic));
    List<String> names = new ArrayList<>();
    if (pitch >= 0) {
      names.add(FLAT_NAMES.get(pitch));
      names.add(SHARP_NAMES.get(pitch));
    } else {
      // E#, B#, Fb: the enharmonic key without an accidental.
      names.add(tonic.startsWith("E") ? "F" : tonic.startsWith("B") ? "C" : "E");
    }
    return names.stream()
        .flatMap(name -> signatureOf(name, mode).stream())
        .findFirst()
        .map(MessageText::format)
        .orElse("C major");
  }

  /** The operation with another key. */
  static ParsedOperation withKey(ParsedOperation op, String key) {
    List<Positional> words = new ArrayList<>();
    for (String word : key.split(" ", -1)) {
      words.add(new Positional(word, Positional.Kind.WORD));
    }
    return op.withPositionals(words);
  }
}
