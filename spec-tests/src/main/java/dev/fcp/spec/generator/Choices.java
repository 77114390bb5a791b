package dev.fcp.spec.generator;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The random choices from which one value is generated, each an integer from 0 to a bound. They are
 * read from a <i>tape</i> of numbers: the same tape gives the same value, and a tape with fewer or
 * smaller numbers gives a simpler one. A generator should therefore let 0 stand for the simplest
 * case. After the end of the tape all choices are 0. Not safe for use by several threads.
 */
public final class Choices {

  /** The number of bits of each number on a tape. */
  static final int BITS = 16;

  private final List<Integer> tape;
  private int position;

  private Choices(List<Integer> tape) {
    this.tape = tape;
  }

  /** Returns the choices that a tape of numbers from 0 to 65535 gives. */
  public static Choices of(List<Integer> tape) {
    return new Choices(tape);
  }

  /** Returns random choices with a tape of the given length, for values outside of a property. */
  public static Choices random(RandomGenerator random, int count) {
    return of(random.ints(count, 0, 1 << BITS).boxed().toList());
  }

  /** Returns the same choices, starting again with the first. */
  public Choices restarted() {
    return of(tape);
  }

  /**
   * Returns a number from 0 to a bound, inclusive.
   *
   * @throws IllegalArgumentException if the bound is negative
   */
  public int upTo(int max) {
    if (max < 0) {
      throw new IllegalArgumentException("a choice from 0 to " + max);
    }
    // The remainder maps a small number on the tape to itself.
    int low = next();
    long number = max >> BITS == 0 ? low : (long) next() << BITS | low;
    return (int) (number % (max + 1L));
  }

  private int next() {
    return position < tape.size() ? tape.get(position++) : 0;
  }

  /** Returns a number between two bounds, inclusive; the lower bound is the simplest. */
  public int between(int min, int max) {
    return min + upTo(Math.subtractExact(max, min));
  }

  /** Returns true with the given probability in percent; false is the simplest. */
  public boolean percent(int percent) {
    return upTo(99) >= 100 - percent;
  }

  /** Returns one of the given values; the first is the simplest. */
  public <T> T pick(List<T> values) {
    return values.get(upTo(values.size() - 1));
  }

  /** Returns one of the given values, or empty if there are none. */
  public <T> Optional<T> pickIfAny(List<T> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(pick(values));
  }
}
