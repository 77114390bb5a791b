package dev.fcp.verbs.form;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as people type them. */
public final class Numbers {

  // Bounded, so that a huge exponent cannot cost time; no hexadecimal, no NaN, no suffixes.
  private static final Pattern DECIMAL =
      Pattern.compile(
          "[+-]?(?:[0-9]{1,30}(?:\\.[0-9]{0,30})?|\\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,3})?");
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,18}");

  private Numbers() {}

  /** A finite decimal number within limits, both included. */
  public static Reading<Double> decimal(String text, double least, double most) {
    if (!DECIMAL.matcher(text).matches()) {
      return Reading.unfit("is no number");
    }
    double value = Double.parseDouble(text);
    if (value < least || value > most) {
      double near = value < least ? least : most;
      return Reading.unfit("is not within " + plain(least) + " and " + plain(most), plain(near));
    }
    return Reading.fit(value);
  }

  /**
   * A finite decimal number within limits, both included.
   *
   * @param usual a number within the limits, for the suggestion in place of what is none
   */
  public static Reading<Double> decimal(String text, double least, double most, double usual) {
    return DECIMAL.matcher(text).matches()
        ? decimal(text, least, most)
        : Reading.unfit("is no number", plain(meant(text, least, most, usual)));
  }

  /** A whole number within limits, both included. */
  public static Reading<Integer> whole(String text, int least, int most) {
    return whole(text, least, most, Math.clamp(0, least, most));
  }

  /**
   * A whole number within limits, both included.
   *
   * @param usual a number within the limits, for the suggestion in place of what is none
   */
  public static Reading<Integer> whole(String text, int least, int most, int usual) {
    if (!WHOLE.matcher(text).matches()) {
      long near = Math.round(meant(text, least, most, usual));
      return Reading.unfit("is no whole number", Long.toString(near));
    }
    long value = Long.parseLong(text);
    if (value < least || value > most) {
      long near = value < least ? least : most;
      return Reading.unfit("is not within " + least + " and " + most, Long.toString(near));
    }
    return Reading.fit((int) value);
  }

  /** The number with which a text begins, as far as it is within limits; else the usual one. */
  private static double meant(String text, double least, double most, double usual) {
    Matcher start = DECIMAL.matcher(text);
    return start.lookingAt() ? Math.clamp(Double.parseDouble(start.group()), least, most) : usual;
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
