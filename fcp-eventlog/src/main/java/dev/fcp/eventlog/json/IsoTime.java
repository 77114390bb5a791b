package dev.fcp.eventlog.json;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Parses times like {@link Instant#parse}, but those in the form of {@link Instant#toString}
 * faster.
 */
final class IsoTime {

  private static final String PATTERN = "0000-00-00T00:00:00";
  private static final int FRACTION_START = PATTERN.length() + 1;
  private static final int NANO_DIGITS = 9;
  private static final int SECONDS_PER_MINUTE = 60;
  private static final int SECONDS_PER_HOUR = 3_600;
  private static final int SECONDS_PER_DAY = 86_400;

  private IsoTime() {}

  /**
   * Parses a time.
   *
   * @throws java.time.DateTimeException if it is not a time in ISO 8601
   */
  static Instant parse(String text) {
    if (!isPlain(text)) {
      return Instant.parse(text);
    }
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, 19);
    boolean isValid =
        month >= 1
            && month <= 12
            && day >= 1
            && day <= YearMonth.of(year, month).lengthOfMonth()
            && hour < 24
            && minute < SECONDS_PER_MINUTE
            && second < SECONDS_PER_MINUTE;
    if (!isValid) {
      // Such as a leap second, or 24:00.
      return Instant.parse(text);
    }
    int nano = 0;
    for (int i = 0; i < NANO_DIGITS; i++) {
      int at = FRACTION_START + i;
      nano = 10 * nano + (at < text.length() - 1 ? text.charAt(at) - '0' : 0);
    }
    int secondOfDay = hour * SECONDS_PER_HOUR + minute * SECONDS_PER_MINUTE + second;
    long epochDay = LocalDate.of(year, month, day).toEpochDay();
    return Instant.ofEpochSecond(epochDay * SECONDS_PER_DAY + secondOfDay, nano);
  }

  /**
   * Whether a text has this form: 2026-11-24T16:19:00Z, or with one to nine digits of a fraction.
   */
  private static boolean isPlain(String text) {
    int last = text.length() - 1;
    boolean isPlain =
        last == PATTERN.length()
            || (last > FRACTION_START
                && last <= FRACTION_START + NANO_DIGITS
                && text.charAt(PATTERN.length()) == '.');
    isPlain = isPlain && text.charAt(last) == 'Z';
    for (int i = 0; i < last && isPlain; i++) {
      char expected = i < PATTERN.length() ? PATTERN.charAt(i) : '0';
      char found = text.charAt(i);
      isPlain =
          i == PATTERN.length()
              || (expected == '0' ? found >= '0' && found <= '9' : found == expected);
    }
    return isPlain;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + (text.charAt(i) - '0');
    }
    return number;
  }
}
