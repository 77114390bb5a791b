package dev.fcp.drawio.language;

import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.function.Function;

/** The parameters that several verbs share. Coordinates and sizes are in px on the page. */
final class DiagramParams {

  /** Larger coordinates are considered mistakes. */
  private static final double MAX_COORDINATE = 1_000_000;

  private static final double MAX_SIZE = 100_000;

  /** Two numbers, separated by a comma or an {@code x}. */
  record NumberPair(double first, double second) {}

  static final Param<String> PAGE = textParam("page", "NAME");
  static final Param<NumberPair> AT =
      numberPair("at", "x,y", ',', new NumberRange("40,40", -MAX_COORDINATE, MAX_COORDINATE));
  static final Param<NumberPair> TO =
      numberPair("to", "x,y", ',', new NumberRange("40,40", -MAX_COORDINATE, MAX_COORDINATE));
  static final Param<NumberPair> BY =
      numberPair("by", "dx,dy", ',', new NumberRange("40,0", -MAX_COORDINATE, MAX_COORDINATE));
  static final Param<NumberPair> SIZE =
      numberPair("size", "WxH", 'x', new NumberRange("120x60", 1, MAX_SIZE));
  static final Param<Double> GAP = Param.decimal("gap", "PX", 0, MAX_SIZE);
  static final Param<String> IN = textParam("in", "REF");
  static final Param<String> LAYER = textParam("layer", "NAME");

  private DiagramParams() {}

  /** A parameter for any text that a file can contain. */
  static Param<String> textParam(String key, String hint) {
    return Param.of(
        key,
        hint,
        text ->
            writableText(text).equals(text)
                ? ParsedArgument.valid(text)
                : ParsedArgument.invalid(
                    "holds what no file can hold",
                    writableText(text).isBlank() ? hint : writableText(text)));
  }

  /**
   * The range of two numbers.
   *
   * @param example a valid pair, for suggestions
   */
  private record NumberRange(String example, double min, double max) {

    ParsedArgument<Double> parse(String text) {
      return NumberParser.parseDecimal(text, min, max);
    }
  }

  private static Param<NumberPair> numberPair(
      String key, String hint, char separator, NumberRange range) {
    return Param.of(key, hint, text -> parsePair(text, separator, range));
  }

  private static ParsedArgument<NumberPair> parsePair(
      String text, char separator, NumberRange range) {
    int separatorIndex = text.indexOf(separator);
    if (separatorIndex < 0) {
      boolean isOneNumber = range.parse(text) instanceof ParsedArgument.Valid<Double>;
      return ParsedArgument.invalid(
          "is not two numbers with " + Quoting.quoteAlways("" + separator) + " between them",
          isOneNumber ? text + separator + text : range.example());
    }
    String secondPart = text.substring(separatorIndex);
    return switch (range.parse(text.substring(0, separatorIndex))) {
      case ParsedArgument.Invalid<Double>(var reason, var suggestion) ->
          ParsedArgument.invalid(
              reason,
              suggestion.map(replacement -> replacement + secondPart).orElse(range.example()));
      case ParsedArgument.Valid<Double>(Double first) ->
          switch (range.parse(secondPart.substring(1))) {
            case ParsedArgument.Invalid<Double>(var reason, var suggestion) ->
                ParsedArgument.invalid(
                    reason,
                    suggestion
                        .map(replacement -> text.substring(0, separatorIndex + 1) + replacement)
                        .orElse(range.example()));
            case ParsedArgument.Valid<Double>(Double second) ->
                ParsedArgument.valid(new NumberPair(first, second));
          };
    };
  }

  /**
   * Returns a word that becomes part of the file; refuses characters that are not allowed in XML.
   */
  static String requireWritable(String label, ParsedOperation op, int positional) {
    return requireWritable(
        label, op.words().get(positional), replacement -> op.withWord(positional, replacement));
  }

  /** Returns a word that becomes a name; refuses it if it is blank. */
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

  /**
   * Returns a text that becomes part of the file; refuses characters that are not allowed in XML.
   *
   * @param withReplacement creates the operation with another text
   */
  static String requireWritable(
      String label, String text, Function<String, ParsedOperation> withReplacement) {
    String writable = writableText(text);
    if (!writable.equals(text)) {
      throw OperationRefusedException.because(
          label + " " + Labels.display(text) + " holds what no file can hold",
          withReplacement.apply(writable).canonicalText());
    }
    return text;
  }

  /** A text without the characters that are not allowed in XML 1.0. */
  static String writableText(String text) {
    StringBuilder writable = new StringBuilder(text.length());
    text.codePoints().filter(DiagramParams::isXmlCharacter).forEach(writable::appendCodePoint);
    return writable.toString();
  }

  private static boolean isXmlCharacter(int codePoint) {
    boolean isControl =
        codePoint < ' ' && codePoint != '\t' && codePoint != '\n' && codePoint != '\r';
    boolean isSurrogate =
        codePoint <= Character.MAX_VALUE && Character.isSurrogate((char) codePoint);
    return !isControl && !isSurrogate && codePoint != '\uFFFE' && codePoint != '\uFFFF';
  }
}
