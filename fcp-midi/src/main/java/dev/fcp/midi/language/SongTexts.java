package dev.fcp.midi.language;

import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.function.Function;

/** Formats texts for results, and checks texts that become part of a file. */
final class SongTexts {

  private static final int MAX_DISPLAY_LENGTH = 60;

  private SongTexts() {}

  /** A text in quotes on one line, abbreviated for display. */
  static String display(String text) {
    if (text.length() <= MAX_DISPLAY_LENGTH) {
      return Quoting.quoteAlways(text);
    }
    boolean endsInSurrogatePair = Character.isHighSurrogate(text.charAt(MAX_DISPLAY_LENGTH - 1));
    return Quoting.quoteAlways(
        text.substring(0, endsInSurrogatePair ? MAX_DISPLAY_LENGTH - 1 : MAX_DISPLAY_LENGTH)
            + "...");
  }

  static String noteCount(long count) {
    return Phrases.count(count, "note", "notes");
  }

  /**
   * Returns a text that becomes part of the file.
   *
   * @param withReplacement creates the operation with another text
   * @throws OperationRefusedException if the text has unpaired surrogates, which UTF-8 cannot
   *     encode
   */
  static String requireWritable(
      String label, String text, Function<String, ParsedOperation> withReplacement) {
    StringBuilder writable = new StringBuilder(text.length());
    text.codePoints().filter(SongTexts::isNoSurrogate).forEach(writable::appendCodePoint);
    if (writable.length() < text.length()) {
      throw OperationRefusedException.because(
          label + " " + display(text) + " holds half a character",
          withReplacement.apply(writable.toString()).canonicalText());
    }
    return text;
  }

  /**
   * Returns a word that becomes a name; refuses it if it is blank.
   *
   * @param fallbackName the name in the suggestion
   */
  static String requireName(String label, ParsedOperation op, int positional, String fallbackName) {
    if (op.words().get(positional).isBlank()) {
      throw OperationRefusedException.because(
          label + " is empty", op.withWord(positional, fallbackName).canonicalText());
    }
    return requireWritable(
        label,
        op.words().get(positional),
        replacement -> op.withWord(positional, replacement.isBlank() ? fallbackName : replacement));
  }

  private static boolean isNoSurrogate(int codePoint) {
    return codePoint > Character.MAX_VALUE || !Character.isSurrogate((char) codePoint);
  }
}
