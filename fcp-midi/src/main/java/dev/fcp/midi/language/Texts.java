package dev.fcp.midi.language;

import dev.fcp.verbs.syntax.Quoting;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Words for answers, and words that become part of a file. */
final class Texts {

  private static final int LONGEST_SHOWN = 60;
  private static final int SOME = 8;

  private Texts() {}

  /** A text in quotes on one line, shortened for showing. */
  static String shown(String text) {
    if (text.length() <= LONGEST_SHOWN) {
      return Quoting.quoted(text);
    }
    boolean half = Character.isHighSurrogate(text.charAt(LONGEST_SHOWN - 1));
    return Quoting.quoted(text.substring(0, half ? LONGEST_SHOWN - 1 : LONGEST_SHOWN) + "...");
  }

  /** A number with its noun. */
  static String counted(long count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }

  static String notes(long count) {
    return counted(count, "note", "notes");
  }

  /** The first words of a list, with the number of the others. */
  static String some(List<String> words) {
    return words.size() <= SOME
        ? String.join(", ", words)
        : String.join(", ", words.subList(0, SOME)) + " and " + (words.size() - SOME) + " more";
  }

  /**
   * A text that becomes part of the file.
   *
   * @throws NotDone if UTF-8 cannot carry it
   */
  static String written(String what, String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw NotDone.because(what + " " + shown(text) + " holds half a character");
    }
    return text;
  }

  /** A text that names something: neither empty nor blank. */
  static String name(String what, String text) {
    if (text.isBlank()) {
      throw NotDone.because(what + " is empty");
    }
    return written(what, text);
  }
}
