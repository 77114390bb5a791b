package dev.fcp.spec.generator;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The choices that one random value is made of, each a whole number from 0 up to a bound. They are
 * kept on a tape, so that the same value can be made again, and a smaller one from a shorter tape
 * or from smaller numbers: whoever generates should let 0 stand for the simplest case. Not safe for
 * use by several threads.
 */
public final class Choices {

  private final int[] given;
  private final @Nullable RandomGenerator random;
  private int[] taken = new int[64];
  private int count;

  private Choices(int[] given, @Nullable RandomGenerator random) {
    this.given = given;
    this.random = random;
  }

  /** Choices by chance. */
  public static Choices by(RandomGenerator random) {
    return new Choices(new int[0], random);
  }

  /** The choices of a tape; behind its end all are 0. */
  static Choices of(int[] tape) {
    return new Choices(tape, null);
  }

  /**
   * A number from 0 to a bound, both included.
   *
   * @throws IllegalArgumentException if the bound is negative
   */
  public int upTo(int most) {
    if (most < 0) {
      throw new IllegalArgumentException("a choice from 0 to " + most);
    }
    int choice = count < given.length ? Math.min(given[count], most) : drawn(most);
    if (count == taken.length) {
      taken = Arrays.copyOf(taken, 2 * count);
    }
    taken[count++] = choice;
    return choice;
  }

  private int drawn(int most) {
    return random == null ? 0 : (int) random.nextLong(most + 1L);
  }

  /** A number from one bound to another, both included; the simplest is the lower one. */
  public int between(int least, int most) {
    return least + upTo(Math.subtractExact(most, least));
  }

  /** Yes in so many cases of a hundred; the simplest is no. */
  public boolean percent(int yes) {
    return upTo(99) >= 100 - yes;
  }

  /** One of several; the simplest is the first. */
  public <T> T among(List<T> values) {
    return values.get(upTo(values.size() - 1));
  }

  /** One of several, if there is one. */
  public <T> Optional<T> amongAny(List<T> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(among(values));
  }

  /** The choices so far. */
  int[] tape() {
    return Arrays.copyOf(taken, count);
  }
}
