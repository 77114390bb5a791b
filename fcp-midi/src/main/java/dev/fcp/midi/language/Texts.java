package dev.fcp.midi.language;

import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.Quoting;
import java.nio.charset.StandardCharsets;

/** Words for answers, and words that become part of a file. */
final class Texts {

  private static final int LONGEST_SHOWN = 60;

  private Texts() {}

  /** A text in quotes on one line, shortened for showing. */
  static String shown(String text) {
    if (text.length() <= LONGEST_SHOWN) {
      return Quoting.quoted(text);
    }
    boolean half = Character.isHighSurrogate(text.charAt(LONGEST_SHOWN - 1));
    return Quoting.quoted(text.substring(0, half ? LONGEST_SHOWN - 1 : LONGEST_SHOWN) + "...");
  }

  static String notes(long count) {
    return Phrases.counted(count, "note", "notes");
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
