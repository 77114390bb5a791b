package dev.fcp.eventlog.session;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * How far back undo can go. With each new step, the oldest steps are removed from the undo stack
 * until all limits are met (SE-29). The newest step can always be undone. Removed steps stay in the
 * history, with their names, until {@link Session#prune} discards them.
 *
 * @param maxSteps the maximum number of steps, at least 1
 * @param maxBytes the maximum total size of the steps, at least 1. The size of a step is the sum of
 *     the sizes of its events, each encoded by the codec of the domain as JSON in UTF-8
 * @param maxAge the maximum age of the oldest step when the newest one is recorded
 */
public record UndoLimits(int maxSteps, long maxBytes, Duration maxAge) {

  private static final Duration UNLIMITED_AGE = Duration.ofSeconds(Long.MAX_VALUE);

  /** Rejects limits below 1 and a negative age. */
  public UndoLimits {
    Objects.requireNonNull(maxAge, "maxAge");
    if (maxSteps < 1 || maxBytes < 1 || maxAge.isNegative()) {
      throw new IllegalArgumentException(
          "limits of %d steps, %d bytes, %s: the newest step always can be undone"
              .formatted(maxSteps, maxBytes, maxAge));
    }
  }

  /** No limits. */
  public static UndoLimits none() {
    return new UndoLimits(Integer.MAX_VALUE, Long.MAX_VALUE, UNLIMITED_AGE);
  }

  /** The same limits with this maximum number of steps. */
  public UndoLimits withMaxSteps(int maxSteps) {
    return new UndoLimits(maxSteps, maxBytes, maxAge);
  }

  /** The same limits with this maximum size of the events. */
  public UndoLimits withMaxBytes(long maxBytes) {
    return new UndoLimits(maxSteps, maxBytes, maxAge);
  }

  /** The same limits with this maximum age of steps. */
  public UndoLimits withMaxAge(Duration maxAge) {
    return new UndoLimits(maxSteps, maxBytes, maxAge);
  }

  /** Whether the size of steps is limited. */
  boolean hasByteLimit() {
    return maxBytes < Long.MAX_VALUE;
  }

  /** The earliest time at which a step is within the maximum age. */
  Instant oldestAllowed(Instant now) {
    return Duration.between(Instant.MIN, now).compareTo(maxAge) > 0
        ? now.minus(maxAge)
        : Instant.MIN;
  }
}
