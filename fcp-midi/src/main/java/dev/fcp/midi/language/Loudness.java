package dev.fcp.midi.language;

import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.names.Suggestions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How hard a note is struck: a velocity from 1 to 127, or a word for one. */
final class Loudness {

  static final int LEAST = 1;
  static final int MOST = 127;
  static final int USUAL = 80;

  private static final Map<String, Integer> WORDS = words();

  private Loudness() {}

  private static Map<String, Integer> words() {
    Map<String, Integer> words = new LinkedHashMap<>();
    int velocity = 16;
    for (String word : List.of("ppp", "pp", "p", "mp", "mf", "f", "ff", "fff")) {
      words.put(word, velocity);
      velocity = Math.min(velocity + 16, MOST);
    }
    return words;
  }

  /** The velocity of a word or number. */
  static Reading<Integer> read(String text) {
    Integer named = WORDS.get(text.toLowerCase(Locale.ROOT));
    if (named != null) {
      return Reading.fit(named);
    }
    if (text.chars().noneMatch(Character::isLetter)) {
      return Numbers.whole(text, LEAST, MOST);
    }
    Optional<String> nearest = Suggestions.closest(text, WORDS.keySet());
    return new Reading.Unfit<>(
        "is no velocity; velocities are 1 to 127 or " + String.join(", ", WORDS.keySet()), nearest);
  }

  /** The words with their velocities, for the card. */
  static String shown() {
    StringBuilder shown = new StringBuilder();
    WORDS.forEach((word, velocity) ->
        shown.append(shown.isEmpty() ? "" : ", ").append(word).append(' ').append(velocity));
    return shown.toString();
  }
}
