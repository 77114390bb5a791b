package dev.fcp.verbs.form;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as people type them. */
public final class NumberParser {

  // Bounded, so that a huge exponent cannot cost time; no hexadecimal, no NaN, no suffixes.
  private static final Pattern DECIMAL =
      Pattern.compile(
          "[+-]?(?:[0-9]{1,30}(?:\\.[0-9]{0,30})?|\\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,3})?");
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,18}");

  private NumberParser() {}

  /** A finite decimal number within limits, both included. */
  public static ParsedArgument<Double> parseDecimal(String text, double min, double max) {
    if (!DECIMAL.matcher(text).matches()) {
      return ParsedArgument.invalid("is not a number");
    }
    double value = Double.parseDouble(text);
    if (value < min || value > max) {
      double nearest = value < min ? min : max;
      return ParsedArgument.invalid(
          "must be between " + toPlainString(min) + " and " + toPlainString(max),
          toPlainString(nearest));
    }
    return ParsedArgument.valid(value);
  }

  /**
   * A finite decimal number within limits, both included.
   *
   * @param fallback a number within the limits, for the suggestion in place of what is none
   */
  public static ParsedArgument<Double> parseDecimal(
      String text, double min, double max, double fallback) {
    return DECIMAL.matcher(text).matches()
        ? parseDecimal(text, min, max)
        : ParsedArgument.invalid(
            "is not a number", toPlainString(leadingNumber(text, min, max, fallback)));
  }

  /** A whole number within limits, both included. */
  public static ParsedArgument<Integer> parseInteger(String text, int min, int max) {
    return parseInteger(text, min, max, Math.clamp(0, min, max));
  }

  /**
   * A whole number within limits, both included.
   *
   * @param fallback a number within the limits, for the suggestion in place of what is none
   */
  public static ParsedArgument<Integer> parseInteger(String text, int min, int max, int fallback) {
    if (!INTEGER.matcher(text).matches()) {
      long nearest = Math.round(leadingNumber(text, min, max, fallback));
      return ParsedArgument.invalid("is not a whole number", Long.toString(nearest));
    }
    long value = Long.parseLong(text);
    if (value < min || value > max) {
      long nearest = value < min ? min : max;
      String reason =
          max == Integer.MAX_VALUE
              ? "must be at least " + min
              : "must be between %d and %d".formatted(min, max);
      return ParsedArgument.invalid(reason, Long.toString(nearest));
    }
    return ParsedArgument.valid((int) value);
  }

  /** The number with which a text begins, as far as it is within limits; else the usual one. */
  private static double leadingNumber(String text, double min, double max, double fallback) {
    Matcher matcher = DECIMAL.matcher(text);
    return matcher.lookingAt()
        ? Math.clamp(Double.parseDouble(matcher.group()), min, max)
        : fallback;
  }

  private static String toPlainString(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
