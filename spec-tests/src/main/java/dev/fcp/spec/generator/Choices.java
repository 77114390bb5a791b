package dev.fcp.spec.generator;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The choices that one random value is made of, each a whole number from 0 up to a bound. They come
 * from a tape of numbers, so that the same tape makes the same value again and a tape with fewer or
 * smaller numbers a simpler one: whoever generates should let 0 stand for the simplest case. Behind
 * the end of the tape all choices are 0. Not safe for use by several threads.
 */
public final class Choices {

  /** Each number on a tape has this many bits. */
  static final int BITS = 16;

  private final List<Integer> tape;
  private int position;

  private Choices(List<Integer> tape) {
    this.tape = tape;
  }

  /** The choices of a tape of numbers from 0 to 65535. */
  public static Choices of(List<Integer> tape) {
    return new Choices(tape);
  }

  /** As many choices as are asked for at most, by chance: for values outside of a property. */
  public static Choices random(RandomGenerator random, int count) {
    return of(random.ints(count, 0, 1 << BITS).boxed().toList());
  }

  /** The same choices once more, from the first one. */
  public Choices restarted() {
    return of(tape);
  }

  /**
   * A number from 0 to a bound, both included.
   *
   * @throws IllegalArgumentException if the bound is negative
   */
  public int upTo(int max) {
    if (max < 0) {
      throw new IllegalArgumentException("a choice from 0 to " + max);
    }
    // The remainder, so that a small number on the tape is the choice itself.
    int low = next();
    long number = max >> BITS == 0 ? low : (long) next() << BITS | low;
    return (int) (number % (max + 1L));
  }

  private int next() {
    return position < tape.size() ? tape.get(position++) : 0;
  }

  /** A number from one bound to another, both included; the simplest is the lower one. */
  public int between(int min, int max) {
    return min + upTo(Math.subtractExact(max, min));
  }

  /** Yes in so many cases of a hundred; the simplest is no. */
  public boolean percent(int percent) {
    return upTo(99) >= 100 - percent;
  }

  /** One of several; the simplest is the first. */
  public <T> T pick(List<T> values) {
    return values.get(upTo(values.size() - 1));
  }

  /** One of several, if there is one. */
  public <T> Optional<T> pickIfAny(List<T> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(pick(values));
  }
}
