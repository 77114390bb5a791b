package dev.fcp.eventlog.history;

import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Generates step ids, each greater than the one before it, even if the clock stops or goes back.
 * Thread-safe.
 *
 * <pre>
 * milliseconds since 1970 : 48   random : 80     in 26 digits of 5 bits, the first of 3
 * </pre>
 */
public final class StepIdGenerator implements Supplier<StepId> {

  private static final long MAX_MILLIS = (1L << 48) - 1;
  private static final int RANDOM_HIGH_MASK = 0xFFFF;

  private final InstantSource clock;
  private final RandomGenerator random;
  private long lastMillis = -1;
  private int lastHigh;
  private long lastLow;

  /**
   * Creates a generator that takes the time from a clock and the random bits from a random
   * generator.
   */
  public StepIdGenerator(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** The next id. */
  @Override
  public synchronized StepId get() {
    long millis = Math.clamp(clock.millis(), 0, MAX_MILLIS);
    if (millis > lastMillis) {
      long high = random.nextLong();
      long low = random.nextLong();
      set(millis, (int) high & RANDOM_HIGH_MASK, low);
    } else {
      increment();
    }
    return new StepId(lastMillis << 16 | lastHigh, lastLow);
  }

  /** Increments the random part; if it overflows, increments the time by a millisecond. */
  private void increment() {
    long low = lastLow + 1;
    int high = low == 0 ? (lastHigh + 1) & RANDOM_HIGH_MASK : lastHigh;
    boolean wrapped = low == 0 && high == 0;
    if (wrapped && lastMillis == MAX_MILLIS) {
      throw new IllegalStateException(
          "no step id is left: the clock has reached the last millisecond");
    }
    set(wrapped ? lastMillis + 1 : lastMillis, high, low);
  }

  private void set(long millis, int high, long low) {
    lastMillis = millis;
    lastHigh = high;
    lastLow = low;
  }
}
