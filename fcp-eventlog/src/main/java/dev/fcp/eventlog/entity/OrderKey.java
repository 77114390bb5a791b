package dev.fcp.eventlog.entity;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A string that sorts an entity among its siblings and never has to change when others move:
 * between any two keys there is a third. Keys are compared as text; the digits are {@code
 * 0-9A-Za-z}, and a key does not end with {@code 0}.
 *
 * <p>The technique is known as fractional indexing: the digits are those of a fraction between 0
 * and 1.
 *
 * @param digits at least one digit
 */
public record OrderKey(String digits) implements Comparable<OrderKey> {

  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int RADIX = ALPHABET.length();
  private static final int PREFIX_DIGITS = 6;
  private static final long PREFIX_LIMIT = 62L * 62 * 62 * 62 * 62 * 62;
  private static final long FIRST_PREFIX = PREFIX_LIMIT / 2;

  public OrderKey {
    Objects.requireNonNull(digits, "digits");
    if (digits.isEmpty() || digits.endsWith("0")) {
      throw new IllegalArgumentException("no place in an order: \"" + digits + "\"");
    }
    for (int i = 0; i < digits.length(); i++) {
      if (ALPHABET.indexOf(digits.charAt(i)) < 0) {
        throw new IllegalArgumentException("no place in an order: \"" + digits + "\"");
      }
    }
  }

  /**
   * The key of the nth element of a file.
   *
   * @param ordinal the index of the element, from 0
   * @throws IllegalArgumentException if it is negative
   */
  public static OrderKey initial(int ordinal) {
    if (ordinal < 0) {
      throw new IllegalArgumentException("ordinal " + ordinal);
    }
    return withPrefix(FIRST_PREFIX + ordinal);
  }

  /**
   * A key between two others; an absent key means the start or the end of the order. Keys added at
   * the ends stay short, however many there are.
   *
   * @throws IllegalArgumentException if {@code low} is not below {@code high}
   */
  public static OrderKey between(Optional<OrderKey> low, Optional<OrderKey> high) {
    if (low.isPresent() && high.isPresent() && low.get().compareTo(high.get()) >= 0) {
      throw new IllegalArgumentException(low.get() + " is not below " + high.get());
    }
    if (low.isEmpty() && high.isEmpty()) {
      return initial(0);
    }
    if (high.isEmpty() && low.get().prefix() < PREFIX_LIMIT - 1) {
      return withPrefix(low.get().prefix() + 1);
    }
    if (low.isEmpty() && high.get().prefix() > 0) {
      return withPrefix(high.get().prefix() - 1);
    }
    return new OrderKey(
        midpoint(
            low.map(OrderKey::digits).orElse(""),
            high.map(OrderKey::digits).orElse(""),
            high.isPresent()));
  }

  /**
   * Ascending keys between two others; an absent key means the start or the end of the order. Their
   * length grows with the logarithm of their number. Keys that are added again and again after the
   * last ones, or before the first ones, stay short too, although other keys follow or precede.
   *
   * @throws IllegalArgumentException if {@code low} is not below {@code high}
   */
  public static List<OrderKey> between(Optional<OrderKey> low, Optional<OrderKey> high, int count) {
    OrderKey[] keys = new OrderKey[count];
    if (low.isPresent() && high.isPresent()) {
      if (!countFromLonger(keys, low.get(), high.get())) {
        fill(keys, 0, count, low.get(), high.get());
      }
      return List.of(keys);
    }
    // At an end, keys count up or down.
    Optional<OrderKey> neighbour = high.isPresent() ? high : low;
    for (int i = 0; i < count; i++) {
      OrderKey key = high.isPresent() ? between(low, neighbour) : between(neighbour, high);
      keys[high.isPresent() ? count - 1 - i : i] = key;
      neighbour = Optional.of(key);
    }
    return List.of(keys);
  }

  /**
   * Counts up from the lower neighbour or down from the upper one. The longer one is where keys
   * were added before, so more are likely to follow; halving the gap each time would add a digit
   * for every few of them.
   *
   * @return whether there is room; if not, some keys may be missing
   */
  private static boolean countFromLonger(OrderKey[] keys, OrderKey low, OrderKey high) {
    int difference = low.digits.length() - high.digits.length();
    if (difference == 0 || low.compareTo(high) >= 0) {
      return false;
    }
    boolean isUp = difference > 0;
    String longer = isUp ? low.digits : high.digits;
    // Two more digits have room for thousands of keys.
    Optional<String> below = isUp ? Optional.of(longer) : next(longer, longer.length() - 1, false);
    return count(keys, next(longer, isUp), low, high)
        || count(keys, below.map(it -> it + (isUp ? "0V" : "zV")), low, high);
  }

  /** Counts from the longer neighbour on, if room remains for about as many as a digit counts. */
  private static boolean count(
      OrderKey[] keys, Optional<String> first, OrderKey low, OrderKey high) {
    boolean isUp = low.digits.length() > high.digits.length();
    Optional<String> digits = first;
    for (int i = 0; i < keys.length; i++) {
      if (digits.isEmpty()) {
        return false;
      }
      keys[isUp ? i : keys.length - 1 - i] = new OrderKey(digits.get());
      digits = next(digits.get(), isUp);
    }
    return digits
        .flatMap(it -> next(it, it.length() - 2, isUp))
        .filter(it -> isUp ? it.compareTo(high.digits) < 0 : it.compareTo(low.digits) > 0)
        .isPresent();
  }

  /** The next digits of a key, of the same length; empty if there are none. */
  private static Optional<String> next(String digits, boolean isUp) {
    Optional<String> next = next(digits, digits.length() - 1, isUp);
    return next.filter(it -> it.endsWith("0")).isPresent()
        ? next(next.get(), digits.length() - 1, isUp)
        : next;
  }

  /** Digits after one of them was counted up or down, with carry; empty if there are none. */
  private static Optional<String> next(String digits, int position, boolean isUp) {
    char[] counted = digits.toCharArray();
    for (int i = position; i >= 0; i--) {
      int digit = ALPHABET.indexOf(counted[i]) + (isUp ? 1 : -1);
      counted[i] = ALPHABET.charAt((digit + RADIX) % RADIX);
      if (digit >= 0 && digit < RADIX) {
        return Optional.of(new String(counted));
      }
    }
    return Optional.empty();
  }

  /** Fills a range with ascending keys, the middle one first. */
  private static void fill(OrderKey[] keys, int from, int to, OrderKey low, OrderKey high) {
    if (from < to) {
      int middle = (from + to) >>> 1;
      OrderKey key = between(Optional.of(low), Optional.of(high));
      keys[middle] = key;
      fill(keys, from, middle, low, key);
      fill(keys, middle + 1, to, key, high);
    }
  }

  private static OrderKey withPrefix(long prefix) {
    char[] digits = new char[PREFIX_DIGITS + 1];
    long rest = prefix;
    for (int i = PREFIX_DIGITS - 1; i >= 0; i--) {
      digits[i] = ALPHABET.charAt((int) (rest % RADIX));
      rest /= RADIX;
    }
    digits[PREFIX_DIGITS] = ALPHABET.charAt(RADIX / 2);
    return new OrderKey(new String(digits));
  }

  private long prefix() {
    long prefix = 0;
    for (int i = 0; i < PREFIX_DIGITS; i++) {
      prefix = prefix * RADIX + digitAt(digits, i);
    }
    return prefix;
  }

  /**
   * The digits of a fraction between two others; if it is not bounded above, between the first one
   * and 1.
   */
  private static String midpoint(String low, String high, boolean bounded) {
    StringBuilder digits = new StringBuilder();
    boolean unbounded = !bounded;
    for (int i = 0; ; i++) {
      int lowDigit = digitAt(low, i);
      int highDigit = unbounded ? RADIX : digitAt(high, i);
      if (highDigit - lowDigit > 1) {
        char middle = ALPHABET.charAt(lowDigit + (highDigit - lowDigit) / 2);
        return digits.append(middle).toString();
      }
      digits.append(ALPHABET.charAt(lowDigit));
      unbounded = unbounded || highDigit > lowDigit;
    }
  }

  private static int digitAt(String digits, int index) {
    return index < digits.length() ? ALPHABET.indexOf(digits.charAt(index)) : 0;
  }

  @Override
  public int compareTo(OrderKey other) {
    return digits.compareTo(other.digits);
  }

  @Override
  public String toString() {
    return digits;
  }
}
