package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.ParsedArgument;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time in an operation: an age ({@code 30m}, {@code 2h}, {@code 3d}), a time of day ({@code
 * 12:05}), a date, a date with a time, or an ISO 8601 instant. A time without seconds is a whole
 * minute, and a date is a whole day.
 */
sealed interface TimeExpression {

  /** An age: the time this long before now. */
  record Ago(Duration age) implements TimeExpression {}

  /** A time of day: of today, or of yesterday if it is later than now. */
  record TimeOfDay(LocalTime time, Duration precision) implements TimeExpression {}

  /** A date with a time, in the zone of the workspace. */
  record DateAndTime(LocalDateTime time, Duration precision) implements TimeExpression {}

  /** An instant. */
  record ExactTime(Instant instant) implements TimeExpression {}

  /** The first instant of this time. */
  default Instant start(WorkspaceSettings settings) {
    Instant now = settings.clock().instant();
    return switch (this) {
      case Ago(var age) -> now.minus(age);
      case TimeOfDay(var time, var precision) -> lastOccurrence(time, now.atZone(settings.zone()));
      case DateAndTime(var time, var precision) -> time.atZone(settings.zone()).toInstant();
      case ExactTime(var instant) -> instant;
    };
  }

  private static Instant lastOccurrence(LocalTime time, ZonedDateTime now) {
    ZonedDateTime todayTime = now.with(time);
    return (todayTime.isAfter(now) ? todayTime.minusDays(1) : todayTime).toInstant();
  }

  /** The last instant of this time. */
  default Instant end(WorkspaceSettings settings) {
    Duration precision =
        switch (this) {
          case Ago ago -> Duration.ZERO;
          case TimeOfDay(var time, var itsPrecision) -> itsPrecision;
          case DateAndTime(var time, var itsPrecision) -> itsPrecision;
          case ExactTime exact -> Duration.ZERO;
        };
    Instant start = start(settings);
    return precision.isZero() ? start : start.plus(precision).minusNanos(1);
  }

  /** Parses a time. */
  static ParsedArgument<TimeExpression> parse(String text) {
    return tryParse(text.strip())
        .map(ParsedArgument::valid)
        .orElseGet(() ->
            new ParsedArgument.Invalid<>(
                "is not a time; use 2h, 12:05 or 2026-03-04", Optional.of("2h")));
  }

  /** Parses a time; empty if the text is not a time. */
  static Optional<TimeExpression> tryParse(String text) {
    try {
      Optional<Duration> age = tryParseAge(text);
      if (age.isPresent()) {
        return age.map(Ago::new);
      }
      Matcher time = Patterns.TIME.matcher(text);
      if (time.matches()) {
        return Optional.of(new TimeOfDay(parseTime(text), precisionOf(time.group(1))));
      }
      if (Patterns.DAY.matcher(text).matches()) {
        return Optional.of(
            new DateAndTime(LocalDate.parse(text).atStartOfDay(), Duration.ofDays(1)));
      }
      Matcher dateAndTime = Patterns.DAY_AND_TIME.matcher(text);
      if (dateAndTime.matches()) {
        LocalDate day = LocalDate.parse(dateAndTime.group(1));
        LocalDateTime dateTime = day.atTime(parseTime(dateAndTime.group(2)));
        return Optional.of(new DateAndTime(dateTime, precisionOf(dateAndTime.group(3))));
      }
      return text.endsWith("Z")
          ? Optional.of(new ExactTime(Instant.parse(text)))
          : Optional.empty();
    } catch (DateTimeException e) {
      // The text has the form of a time but is not valid, such as 25:00.
      return Optional.empty();
    }
  }

  private static LocalTime parseTime(String text) {
    return LocalTime.parse(text.indexOf(':') == 1 ? "0" + text : text);
  }

  /** One minute for a time without seconds, otherwise one second. */
  private static Duration precisionOf(@Nullable String seconds) {
    return seconds == null ? Duration.ofMinutes(1) : Duration.ofSeconds(1);
  }

  /** The age of a text such as {@code 7d}, {@code 12h} or {@code 30m}; empty if it is not one. */
  static Optional<Duration> tryParseAge(String text) {
    Matcher matcher = Patterns.AGO.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long count = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "d" -> Duration.ofDays(count);
          case "h" -> Duration.ofHours(count);
          default -> Duration.ofMinutes(count);
        });
  }

  /** The patterns of times. */
  final class Patterns {
    private static final String CLOCK_REGEX = "\\d\\d?:\\d\\d(:\\d\\d)?";
    private static final String DATE_REGEX = "\\d{4}-\\d\\d-\\d\\d";
    private static final Pattern AGO = Pattern.compile("(\\d{1,6})([dhm])");
    private static final Pattern TIME = Pattern.compile(CLOCK_REGEX);
    private static final Pattern DAY = Pattern.compile(DATE_REGEX);
    private static final Pattern DAY_AND_TIME =
        Pattern.compile("(" + DATE_REGEX + ")[ T](" + CLOCK_REGEX + ")");

    private Patterns() {}
  }
}
