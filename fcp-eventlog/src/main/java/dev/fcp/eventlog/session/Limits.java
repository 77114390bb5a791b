package dev.fcp.eventlog.session;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * How far undo reaches: with each step that is made, the oldest ones of the line are no longer
 * undone until all of this holds (SE-29). The newest step always can be undone. What undo no longer
 * reaches stays in the history, with its names, until {@link Session#retain} lets go of it.
 *
 * @param steps so many steps at most, at least 1
 * @param bytes so much in all at most, at least 1. A step counts what its events take in the
 *     journal: each one as the codec of the domain gives it, as JSON in UTF-8, without anything
 *     between them
 * @param age how long ago the oldest step was made at most, when the newest one is recorded
 */
public record Limits(int steps, long bytes, Duration age) {

  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  /** Refuses limits below 1, and a negative age. */
  public Limits {
    Objects.requireNonNull(age, "age");
    if (steps < 1 || bytes < 1 || age.isNegative()) {
      throw new IllegalArgumentException(
          "limits of %d steps, %d bytes, %s: the newest step always can be undone"
              .formatted(steps, bytes, age));
    }
  }

  /** Undo reaches back as far as anything is known. */
  public static Limits none() {
    return new Limits(Integer.MAX_VALUE, Long.MAX_VALUE, FOR_EVER);
  }

  /** The same limits, with at most so many steps. */
  public Limits withSteps(int steps) {
    return new Limits(steps, bytes, age);
  }

  /** The same limits, with at most so many bytes of events. */
  public Limits withBytes(long bytes) {
    return new Limits(steps, bytes, age);
  }

  /** The same limits, with steps of at most that age. */
  public Limits withAge(Duration age) {
    return new Limits(steps, bytes, age);
  }

  /** Whether bytes have to be counted. */
  boolean countsBytes() {
    return bytes < Long.MAX_VALUE;
  }

  /** When a step must have been made to be young enough. */
  Instant oldest(Instant now) {
    try {
      return now.minus(age);
    } catch (DateTimeException | ArithmeticException e) {
      // Longer ago than any time there is.
      return Instant.MIN;
    }
  }
}
