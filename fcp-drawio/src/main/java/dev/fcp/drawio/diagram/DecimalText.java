package dev.fcp.drawio.diagram;

import java.math.BigDecimal;
import java.util.Optional;

/** Parses and formats the decimal numbers in diagram files. */
public final class DecimalText {

  private DecimalText() {}

  /** Parses a number in plain or scientific notation; empty if the text is not a finite number. */
  public static Optional<Double> parse(String text) {
    if (text.isEmpty() || !isPlainNotation(text)) {
      return Optional.empty();
    }
    try {
      double number = Double.parseDouble(text);
      return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Excludes syntax that only Java accepts: hexadecimal digits, type suffixes, names, white space.
   */
  private static boolean isPlainNotation(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isDigit = c >= '0' && c <= '9';
      if (!isDigit && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
        return false;
      }
    }
    return true;
  }

  /**
   * Formats a number as its shortest text, without an exponent and without {@code .0}.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public static String format(double number) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException("not a finite number: " + number);
    }
    if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      return Long.toString((long) number);
    }
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
