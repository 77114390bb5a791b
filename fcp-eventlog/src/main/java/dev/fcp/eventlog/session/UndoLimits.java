package dev.fcp.eventlog.session;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * How far undo reaches: with each step that is made, the oldest ones of the line are no longer
 * undone until all of this holds (SE-29). The newest step always can be undone. What undo no longer
 * reaches stays in the history, with its names, until {@link Session#prune} lets go of it.
 *
 * @param maxSteps so many steps at most, at least 1
 * @param maxBytes so much in all at most, at least 1. A step counts what its events take in the
 *     journal: each one as the codec of the domain gives it, as JSON in UTF-8, without anything
 *     between them
 * @param maxAge how long ago the oldest step was made at most, when the newest one is recorded
 */
public record UndoLimits(int maxSteps, long maxBytes, Duration maxAge) {

  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  /** Refuses limits below 1, and a negative age. */
  public UndoLimits {
    Objects.requireNonNull(maxAge, "maxAge");
    if (maxSteps < 1 || maxBytes < 1 || maxAge.isNegative()) {
      throw new IllegalArgumentException(
          "limits of %d steps, %d bytes, %s: the newest step always can be undone"
              .formatted(maxSteps, maxBytes, maxAge));
    }
  }

  /** Undo reaches back as far as anything is known. */
  public static UndoLimits none() {
    return new UndoLimits(Integer.MAX_VALUE, Long.MAX_VALUE, FOR_EVER);
  }

  /** The same limits, with at most so many steps. */
  public UndoLimits withMaxSteps(int maxSteps) {
    return new UndoLimits(maxSteps, maxBytes, maxAge);
  }

  /** The same limits, with at most so many bytes of events. */
  public UndoLimits withMaxBytes(long maxBytes) {
    return new UndoLimits(maxSteps, maxBytes, maxAge);
  }

  /** The same limits, with steps of at most that age. */
  public UndoLimits withMaxAge(Duration maxAge) {
    return new UndoLimits(maxSteps, maxBytes, maxAge);
  }

  /** Whether bytes have to be counted. */
  boolean hasByteLimit() {
    return maxBytes < Long.MAX_VALUE;
  }

  /** When a step must have been made to be young enough. */
  Instant oldestAllowed(Instant now) {
    try {
      return now.minus(maxAge);
    } catch (DateTimeException | ArithmeticException e) {
      // Longer ago than any time there is.
      return Instant.MIN;
    }
  }
}
