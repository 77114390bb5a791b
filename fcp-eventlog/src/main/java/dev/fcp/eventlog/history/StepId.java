package dev.fcp.eventlog.history;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A globally unique step id: a ULID of 26 characters in Crockford's base 32. The ids of a {@link
 * StepIdGenerator} ascend in the order of their creation.
 *
 * <p>Because there may be millions of ids, only the 128 bits are stored, and the text is computed
 * on demand.
 */
public final class StepId implements Comparable<StepId> {

  /** The number of characters. */
  private static final int LENGTH = 26;

  private static final byte[] DIGITS =
      "0123456789ABCDEFGHJKMNPQRSTVWXYZ".getBytes(StandardCharsets.US_ASCII);

  private static final int BITS = 5;

  /** The number of random bits in the upper half; the bits above them contain the time. */
  private static final int RANDOM_BITS = 16;

  /** The value of each ASCII character as a digit; negative if it is not a digit. */
  private static final byte[] DIGIT_VALUES = digitValues();

  private final long high;
  private final long low;

  /** Creates an id from its 128 bits. */
  StepId(long high, long low) {
    this.high = high;
    this.low = low;
  }

  /**
   * Creates an id from its text.
   *
   * @param ulid the 26 characters, in upper case
   * @throws IllegalArgumentException if the text is not a ULID
   */
  public StepId(String ulid) {
    this(checked(ulid));
  }

  /** Decodes characters that were checked before. */
  private StepId(byte[] ascii) {
    long upper = 0;
    long lower = 0;
    for (int i = 0; i < LENGTH; i++) {
      upper = upper << BITS | lower >>> (Long.SIZE - BITS);
      lower = lower << BITS | DIGIT_VALUES[ascii[i]];
    }
    this.high = upper;
    this.low = lower;
  }

  /** The id with these 128 bits. */
  public static StepId ofBits(long high, long low) {
    return new StepId(high, low);
  }

  private static byte[] checked(String ulid) {
    byte[] ascii = ulid.getBytes(StandardCharsets.ISO_8859_1);
    if (!isUlid(ascii)) {
      throw notUlid(ulid);
    }
    return ascii;
  }

  private static IllegalArgumentException notUlid(String text) {
    return new IllegalArgumentException("not a step id: \"" + text + "\" is not a ULID");
  }

  /** The time of its creation according to the clock of the generator, in milliseconds. */
  public Instant time() {
    return Instant.ofEpochMilli(high >>> RANDOM_BITS);
  }

  /** Whether a text is a ULID and can therefore be the id of a step. */
  public static boolean isUlid(String text) {
    return isUlid(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static boolean isUlid(byte[] ascii) {
    // Only three bits of the first digit are used.
    if (ascii.length != LENGTH || ascii[0] > '7') {
      return false;
    }
    int bits = 0;
    for (int i = 0; i < LENGTH; i++) {
      bits |= ascii[i] < 0 ? -1 : DIGIT_VALUES[ascii[i]];
    }
    return bits >= 0;
  }

  private static byte[] digitValues() {
    byte[] values = new byte[Byte.MAX_VALUE + 1];
    Arrays.fill(values, (byte) -1);
    for (byte digit = 0; digit < DIGITS.length; digit++) {
      values[DIGITS[digit]] = digit;
    }
    return values;
  }

  /** The upper half of the 128 bits. */
  public long highBits() {
    return high;
  }

  /** The lower half of the 128 bits. */
  public long lowBits() {
    return low;
  }

  /** The 26 characters, in upper case. */
  public String ulid() {
    byte[] digits = new byte[LENGTH];
    long upper = high;
    long lower = low;
    for (int i = LENGTH - 1; i >= 0; i--) {
      digits[i] = DIGITS[(int) lower & (DIGITS.length - 1)];
      lower = lower >>> BITS | upper << (Long.SIZE - BITS);
      upper >>>= BITS;
    }
    return new String(digits, StandardCharsets.ISO_8859_1);
  }

  /** Compares ids like their texts. */
  @Override
  public int compareTo(StepId other) {
    return high == other.high
        ? Long.compareUnsigned(low, other.low)
        : Long.compareUnsigned(high, other.high);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StepId id && id.high == high && id.low == low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * high + low);
  }

  @Override
  public String toString() {
    return ulid();
  }

  /**
   * Generates step ids, each greater than the one before it, even if the clock stops or goes back.
   * Thread-safe.
   *
   * <pre>
   * milliseconds since 1970 : 48   random : 80     in 26 digits of 5 bits, the first of 3
   * </pre>
   */
  public static final class UlidGenerator implements Supplier<StepId> {

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
    public UlidGenerator(InstantSource clock, RandomGenerator random) {
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
}
