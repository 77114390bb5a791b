package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Reading;
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
 * A time as people type it: how long ago ({@code 30m}, {@code 2h}, {@code 3d}), a time of the day
 * ({@code 12:05}), a day, a day and a time of it, or an instant as ISO 8601 writes it. What is
 * written without seconds is a whole minute, and a day is a whole day.
 */
sealed interface TimeText {

  /** What a time may look like. */
  String HINT = "2h|12:05|2026-03-04";

  /** So long ago. */
  record Ago(Duration age) implements TimeText {}

  /** A time of today, or of yesterday if it is still to come today. */
  record OfDay(LocalTime time, Duration length) implements TimeText {}

  /** A time of a certain day, in the zone in which times are shown. */
  record OfDate(LocalDateTime time, Duration length) implements TimeText {}

  /** A moment. */
  record Moment(Instant instant) implements TimeText {}

  /** The moment at which it begins. */
  default Instant begin(WorkspaceSettings settings) {
    Instant now = settings.clock().instant();
    return switch (this) {
      case Ago(var age) -> now.minus(age);
      case OfDay(var time, var length) -> last(time, now.atZone(settings.zone()));
      case OfDate(var time, var length) -> time.atZone(settings.zone()).toInstant();
      case Moment(var instant) -> instant;
    };
  }

  private static Instant last(LocalTime time, ZonedDateTime now) {
    ZonedDateTime today = now.with(time);
    return (today.isAfter(now) ? today.minusDays(1) : today).toInstant();
  }

  /** The last moment that belongs to it. */
  default Instant end(WorkspaceSettings settings) {
    Duration length =
        switch (this) {
          case Ago ago -> Duration.ZERO;
          case OfDay(var time, var own) -> own;
          case OfDate(var time, var own) -> own;
          case Moment moment -> Duration.ZERO;
        };
    Instant begin = begin(settings);
    return length.isZero() ? begin : begin.plus(length).minusNanos(1);
  }

  /** Reads a time. */
  static Reading<TimeText> read(String text) {
    return parsed(text.strip())
        .map(Reading::fit)
        .orElseGet(() -> new Reading.Unfit<>("is no time", Optional.of("2h")));
  }

  /** The time of a text; empty if it is none. */
  static Optional<TimeText> parsed(String text) {
    try {
      Matcher age = Forms.AGO.matcher(text);
      if (age.matches()) {
        return Optional.of(new Ago(age(Long.parseLong(age.group(1)), age.group(2))));
      }
      Matcher time = Forms.TIME.matcher(text);
      if (time.matches()) {
        return Optional.of(new OfDay(time(text), length(time.group(1))));
      }
      if (Forms.DAY.matcher(text).matches()) {
        return Optional.of(new OfDate(LocalDate.parse(text).atStartOfDay(), Duration.ofDays(1)));
      }
      Matcher both = Forms.DAY_AND_TIME.matcher(text);
      if (both.matches()) {
        LocalDate day = LocalDate.parse(both.group(1));
        LocalDateTime at = day.atTime(time(both.group(2)));
        return Optional.of(new OfDate(at, length(both.group(3))));
      }
      return text.endsWith("Z") ? Optional.of(new Moment(Instant.parse(text))) : Optional.empty();
    } catch (DateTimeException e) {
      // It has the form of a time and is none, such as 25:00.
      return Optional.empty();
    }
  }

  private static LocalTime time(String text) {
    return LocalTime.parse(text.indexOf(':') == 1 ? "0" + text : text);
  }

  /** A time without seconds is a minute long. */
  private static Duration length(@Nullable String seconds) {
    return seconds == null ? Duration.ofMinutes(1) : Duration.ofSeconds(1);
  }

  private static Duration age(long count, String unit) {
    return unit.equals("d")
        ? Duration.ofDays(count)
        : unit.equals("h") ? Duration.ofHours(count) : Duration.ofMinutes(count);
  }

  /** How times are written. */
  final class Forms {
    private static final String CLOCK = "\\d\\d?:\\d\\d(:\\d\\d)?";
    private static final String DATE = "\\d{4}-\\d\\d-\\d\\d";
    private static final Pattern AGO = Pattern.compile("(\\d{1,6})([dhm])");
    private static final Pattern TIME = Pattern.compile(CLOCK);
    private static final Pattern DAY = Pattern.compile(DATE);
    private static final Pattern DAY_AND_TIME =
        Pattern.compile("(" + DATE + ")[ T](" + CLOCK + ")");

    private Forms() {}
  }
}
