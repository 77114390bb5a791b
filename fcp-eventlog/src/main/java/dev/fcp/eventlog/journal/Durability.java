package dev.fcp.eventlog.journal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;

/**
 * When records are forced to disk, so that they survive a power cut. With every setting they
 * survive the end of the process (JN-6).
 */
public sealed interface Durability {

  /**
   * Each record is forced before it is acknowledged; records that wait at the same time share one
   * force.
   */
  record EveryRecord() implements Durability {}

  /**
   * Records are acknowledged at once and forced a little later.
   *
   * @param idleDelay the delay after the last record; 500 ms in {@link #interval}
   * @param maxDelay the maximum delay after the first unforced record, while more records follow; 5
   *     s in {@link #interval}
   */
  record Interval(Duration idleDelay, Duration maxDelay) implements Durability {

    /** Rejects delays that are not positive, and a maximum less than the idle delay. */
    public Interval {
      if (!idleDelay.isPositive() || maxDelay.compareTo(idleDelay) < 0) {
        throw new IllegalArgumentException(
            "interval of %s, at most %s: the delay must be positive and the maximum not less"
                .formatted(idleDelay, maxDelay));
      }
    }

    /**
     * The time of the next force, in nanoseconds like the times of the first and the last record.
     */
    public long dueNanos(long firstNanos, long lastNanos) {
      long max = NANOSECONDS.convert(maxDelay);
      long idle = Math.min(NANOSECONDS.convert(idleDelay), max);
      return firstNanos + Math.min(lastNanos - firstNanos, max - idle) + idle;
    }
  }

  /** Records are forced only by {@link Journal#flush} and {@link Journal#close}. */
  record None() implements Durability {}

  /** Each record is forced before it is acknowledged; the default of the program. */
  static Durability everyRecord() {
    return new EveryRecord();
  }

  /** Half a second after the last record, and at most five seconds after the first. */
  static Interval interval() {
    return new Interval(Duration.ofMillis(500), Duration.ofSeconds(5));
  }

  /** Records are forced only on request. */
  static Durability none() {
    return new None();
  }
}
