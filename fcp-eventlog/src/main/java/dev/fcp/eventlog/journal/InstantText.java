package dev.fcp.eventlog.journal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;

/**
 * Parses the times of records. Nearly all have one of these forms, for which a general parser would
 * take longer than the rest of a record:
 *
 * <pre>
 * 2026-01-01T12:00:00Z
 * 2026-01-01T12:00:00.123456Z   with 1 to 9 fractional digits
 * </pre>
 */
final class InstantText {

  private static final String FORM = "0000-00-00T00:00:00";
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int SECONDS_PER_HOUR = 3600;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int NANO_DIGITS = 9;

  private InstantText() {}

  /**
   * Parses a time in ISO 8601 and UTC.
   *
   * @throws DateTimeParseException if the text is not a time
   */
  static Instant parse(String text) {
    return isOfForm(text) ? read(text) : Instant.parse(text);
  }

  private static boolean isOfForm(String text) {
    int end = text.length() - 1;
    if (end < FORM.length() || end > FORM.length() + 1 + NANO_DIGITS || text.charAt(end) != 'Z') {
      return false;
    }
    for (int i = 0; i < FORM.length(); i++) {
      char form = FORM.charAt(i);
      if (form == '0' ? !isDigit(text.charAt(i)) : text.charAt(i) != form) {
        return false;
      }
    }
    boolean isFraction = end > FORM.length() + 1 && text.charAt(FORM.length()) == '.';
    for (int i = FORM.length() + 1; i < end; i++) {
      isFraction &= isDigit(text.charAt(i));
    }
    // Invalid times of day, and leap seconds, are left to the general parser.
    return (end == FORM.length() || isFraction)
        && number(text, 11, 13) < 24
        && number(text, 14, 16) < SECONDS_PER_MINUTE
        && number(text, 17, 19) < SECONDS_PER_MINUTE;
  }

  private static Instant read(String text) {
    try {
      LocalDate date = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
      int second =
          number(text, 11, 13) * SECONDS_PER_HOUR
              + number(text, 14, 16) * SECONDS_PER_MINUTE
              + number(text, 17, 19);
      return Instant.ofEpochSecond(date.toEpochDay() * SECONDS_PER_DAY + second, nanos(text));
    } catch (DateTimeException e) {
      throw new DateTimeParseException("no such day", text, 0, e);
    }
  }

  private static int nanos(String text) {
    int nanos = 0;
    for (int i = 0; i < NANO_DIGITS; i++) {
      int at = FORM.length() + 1 + i;
      nanos = 10 * nanos + (at < text.length() - 1 ? text.charAt(at) - '0' : 0);
    }
    return nanos;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }

  private static boolean isDigit(char unit) {
    return unit >= '0' && unit <= '9';
  }
}
