package dev.fcp.midi.language;

import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.function.Function;

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
   * @param repaired the operation with another text there
   * @throws NotDone if UTF-8 cannot carry it
   */
  static String written(String what, String text, Function<String, ParsedOp> repaired) {
    StringBuilder writable = new StringBuilder(text.length());
    text.codePoints().filter(Texts::isWhole).forEach(writable::appendCodePoint);
    if (writable.length() < text.length()) {
      throw NotDone.because(
          what + " " + shown(text) + " holds half a character",
          repaired.apply(writable.toString()).text());
    }
    return text;
  }

  /**
   * A word that names something: neither empty nor blank.
   *
   * @param usual another name, for the suggestion
   */
  static String name(String what, ParsedOp op, int word, String usual) {
    if (op.words().get(word).isBlank()) {
      throw NotDone.because(what + " is empty", op.withWord(word, usual).text());
    }
    return written(
        what, op.words().get(word), better -> op.withWord(word, better.isBlank() ? usual : better));
  }

  private static boolean isWhole(int codePoint) {
    return codePoint > Character.MAX_VALUE || !Character.isSurrogate((char) codePoint);
  }
}
