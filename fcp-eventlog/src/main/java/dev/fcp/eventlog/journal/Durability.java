package dev.fcp.eventlog.journal;

import java.time.Duration;

/**
 * When records are forced to disk, so that they survive a power cut. At every level they survive
 * the end of the process (JN-6).
 */
public sealed interface Durability {

  /** Each record is forced before it is acknowledged; those that wait for one force go together. */
  record EveryRecord() implements Durability {}

  /**
   * Records are acknowledged at once and forced a little later.
   *
   * @param idleDelay how long after the last record; 500 ms in {@link #interval}
   * @param maxDelay how long after the first one at most, while records go on; 5 s in {@link
   *     #interval}
   */
  record Interval(Duration idleDelay, Duration maxDelay) implements Durability {

    /** Refuses delays that are not positive. */
    public Interval {
      if (!idleDelay.isPositive() || maxDelay.compareTo(idleDelay) < 0) {
        throw new IllegalArgumentException(
            "interval of %s, at most %s: it is positive, and at most is more"
                .formatted(idleDelay, maxDelay));
      }
    }

    /** When it is due, in the nanoseconds of the two times. */
    public long dueNanos(long firstNanos, long lastNanos) {
      long afterLast = lastNanos - firstNanos + idleDelay.toNanos();
      return firstNanos + Math.min(afterLast, maxDelay.toNanos());
    }
  }

  /** Records are forced only by {@link Journal#flush} and {@link Journal#close}. */
  record None() implements Durability {}

  /** Each record is forced: the level of the program. */
  static Durability everyRecord() {
    return new EveryRecord();
  }

  /** Half a second after the last record, and at most five seconds after the first. */
  static Interval interval() {
    return new Interval(Duration.ofMillis(500), Duration.ofSeconds(5));
  }

  /** Forced only when asked for. */
  static Durability none() {
    return new None();
  }
}
