package dev.fcp.midi.language;

import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.names.Suggestions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parses velocities: numbers from 1 to 127, or dynamics such as {@code mf}. */
final class Velocity {

  static final int MIN = 1;
  static final int MAX = 127;
  static final int DEFAULT = 80;

  private static final Map<String, Integer> VELOCITY_BY_WORD = velocityByWord();

  private Velocity() {}

  private static Map<String, Integer> velocityByWord() {
    Map<String, Integer> words = new LinkedHashMap<>();
    int velocity = 16;
    for (String word : List.of("ppp", "pp", "p", "mp", "mf", "f", "ff", "fff")) {
      words.put(word, velocity);
      velocity = Math.min(velocity + 16, MAX);
    }
    return words;
  }

  /** Parses a word or number. */
  static ParsedArgument<Integer> parse(String text) {
    Integer known = VELOCITY_BY_WORD.get(text.toLowerCase(Locale.ROOT));
    if (known != null) {
      return ParsedArgument.valid(known);
    }
    if (text.chars().noneMatch(Character::isLetter)) {
      return NumberParser.parseInteger(text, MIN, MAX);
    }
    Optional<String> nearest = Suggestions.findSimilar(text, VELOCITY_BY_WORD.keySet());
    return new ParsedArgument.Invalid<>(
        "is not a velocity; velocities are 1 to 127 or "
            + String.join(", ", VELOCITY_BY_WORD.keySet()),
        nearest);
  }

  /** The words with their velocities, for the reference card. */
  static String cardText() {
    StringBuilder text = new StringBuilder();
    VELOCITY_BY_WORD.forEach((word, velocity) ->
        text.append(text.isEmpty() ? "" : ", ").append(word).append(' ').append(velocity));
    return text.toString();
  }
}
