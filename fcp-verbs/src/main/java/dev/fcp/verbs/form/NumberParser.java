package dev.fcp.verbs.form;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Parses decimal and whole numbers in arguments, and suggests the limit that a number exceeds. */
public final class NumberParser {

  // Bounded, so that a long number or a huge exponent cannot take long to parse. No hexadecimal
  // digits, NaN or suffixes.
  private static final Pattern DECIMAL =
      Pattern.compile(
          "[+-]?(?:[0-9]{1,30}(?:\\.[0-9]{0,30})?|\\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,3})?");
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,18}");

  private NumberParser() {}

  /** Parses a finite decimal number between {@code min} and {@code max}, inclusive. */
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

  /** Parses a whole number between {@code min} and {@code max}, inclusive. */
  public static ParsedArgument<Integer> parseInteger(String text, int min, int max) {
    if (!INTEGER.matcher(text).matches()) {
      return ParsedArgument.invalid("is not a whole number");
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

  private static String toPlainString(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
