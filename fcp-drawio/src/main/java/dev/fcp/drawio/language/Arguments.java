package dev.fcp.drawio.language;

import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.function.Function;

/** The arguments that several verbs share. Coordinates and sizes are px on the page. */
final class Arguments {

  /** Farther from the corner of a page than this nothing is drawn on purpose. */
  private static final double FARTHEST = 1_000_000;

  private static final double LARGEST = 100_000;

  /** Two numbers, parted by a comma or an {@code x}. */
  record Pair(double first, double second) {}

  static final Param<String> PAGE = text("page", "NAME");
  static final Param<Pair> AT = pair("at", "x,y", ',', new Range("40,40", -FARTHEST, FARTHEST));
  static final Param<Pair> TO = pair("to", "x,y", ',', new Range("40,40", -FARTHEST, FARTHEST));
  static final Param<Pair> BY = pair("by", "dx,dy", ',', new Range("40,0", -FARTHEST, FARTHEST));
  static final Param<Pair> SIZE = pair("size", "WxH", 'x', new Range("120x60", 1, LARGEST));
  static final Param<Double> GAP = Param.number("gap", "PX", 0, LARGEST, 40);
  static final Param<String> IN = text("in", "REF");
  static final Param<String> LAYER = text("layer", "NAME");

  private Arguments() {}

  /** Any text that a file can hold. */
  static Param<String> text(String key, String hint) {
    return Param.of(
        key,
        hint,
        text ->
            writable(text).equals(text)
                ? Reading.fit(text)
                : Reading.unfit(
                    "holds what no file can hold",
                    writable(text).isBlank() ? hint : writable(text)));
  }

  /**
   * What two numbers may be.
   *
   * @param example two that are
   */
  private record Range(String example, double least, double most) {

    Reading<Double> number(String text) {
      return Numbers.decimal(text, least, most);
    }
  }

  private static Param<Pair> pair(String key, String hint, char sign, Range range) {
    return Param.of(key, hint, text -> pair(text, sign, range));
  }

  private static Reading<Pair> pair(String text, char sign, Range range) {
    int at = text.indexOf(sign);
    if (at < 0) {
      boolean isOne = range.number(text) instanceof Reading.Fit<Double>;
      return Reading.unfit(
          "is not two numbers with " + Quoting.quoted("" + sign) + " between them",
          isOne ? text + sign + text : range.example());
    }
    String rest = text.substring(at);
    return switch (range.number(text.substring(0, at))) {
      case Reading.Unfit<Double>(var reason, var instead) ->
          Reading.unfit(reason, instead.map(b -> b + rest).orElse(range.example()));
      case Reading.Fit<Double>(Double one) ->
          switch (range.number(rest.substring(1))) {
            case Reading.Unfit<Double>(var reason, var instead) ->
                Reading.unfit(
                    reason,
                    instead.map(b -> text.substring(0, at + 1) + b).orElse(range.example()));
            case Reading.Fit<Double>(Double two) -> Reading.fit(new Pair(one, two));
          };
    };
  }

  /** A word that becomes part of the file. */
  static String written(String what, ParsedOp op, int word) {
    return written(what, op.words().get(word), better -> op.withWord(word, better));
  }

  /** A word that names something: neither empty nor blank. */
  static String name(String what, ParsedOp op, int word, String usual) {
    if (op.words().get(word).isBlank()) {
      throw NotDone.because(what + " is empty", op.withWord(word, usual).text());
    }
    return written(
        what, op.words().get(word), better -> op.withWord(word, better.isBlank() ? usual : better));
  }

  /**
   * A text that becomes part of the file.
   *
   * @param repaired the operation with another text there
   */
  static String written(String what, String text, Function<String, ParsedOp> repaired) {
    String writable = writable(text);
    if (!writable.equals(text)) {
      throw NotDone.because(
          what + " " + Labels.shown(text) + " holds what no file can hold",
          repaired.apply(writable).text());
    }
    return text;
  }

  /** What XML 1.0 can carry of a text, and carry unchanged. */
  static String writable(String text) {
    StringBuilder writable = new StringBuilder(text.length());
    text.codePoints().filter(Arguments::isWritable).forEach(writable::appendCodePoint);
    return writable.toString();
  }

  private static boolean isWritable(int c) {
    boolean control = c < ' ' && c != '\t' && c != '\n' && c != '\r';
    boolean half = c <= Character.MAX_VALUE && Character.isSurrogate((char) c);
    return !control && !half && c != '\uFFFE' && c != '\uFFFF';
  }

  /** An operation about the page that another one is about. */
  static String onPageOf(ParsedOp op, String operation) {
    return PAGE.of(op)
        .map(name -> operation + " " + Quoting.param(PAGE.key(), name))
        .orElse(operation);
  }
}
