package dev.fcp.spec.generator;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Feeds generated values to a law, and shrinks the first one that breaks it.
 *
 * <p>The values of a run follow from its seed alone. The seed is {@value #SEED} unless the system
 * property {@code fcp.seed} names another one; {@code fcp.trials} multiplies the number of values.
 */
public final class Trials {

  private static final long SEED = 20_260_101L;

  private static final int SHRINKING_LIMIT = 3_000;

  private final long seed;
  private final int count;
  private final int shrinkingLimit;

  private Trials(long seed, int count, int shrinkingLimit) {
    this.seed = seed;
    this.count = count;
    this.shrinkingLimit = shrinkingLimit;
  }

  /** So many trials, times the factor that the run asks for. */
  public static Trials of(int count) {
    return new Trials(
        Long.getLong("fcp.seed", SEED),
        Math.multiplyExact(count, Integer.getInteger("fcp.trials", 1)),
        SHRINKING_LIMIT);
  }

  /**
   * The same trials, with at most so many tries to make a failure smaller; {@value
   * #SHRINKING_LIMIT} by default.
   */
  public Trials shrinkingAtMost(int limit) {
    return new Trials(seed, count, limit);
  }

  /**
   * Tries a law on generated values.
   *
   * @throws AssertionError if the law throws anything; the message holds the smallest value found,
   *     and the error of the law is the cause
   */
  public <T> void check(Generator<T> generator, Consumer<? super T> law) {
    for (int trial = 0; trial < count; trial++) {
      Choices choices = Choices.by(new SplittableRandom(seed + 7919L * trial));
      Outcome<T> outcome = attempt(generator, choices, law);
      if (outcome.failure() != null) {
        throw report(trial, choices.tape().length, shrunk(generator, law, outcome));
      }
    }
  }

  /** What became of one trial. Outcomes are never compared. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Outcome<T>(int[] tape, @Nullable T value, @Nullable Throwable failure) {}

  private static <T> Outcome<T> attempt(
      Generator<T> generator, Choices choices, Consumer<? super T> law) {
    T value = generator.generate(choices);
    try {
      law.accept(value);
      return new Outcome<>(choices.tape(), value, null);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      return new Outcome<>(choices.tape(), value, e);
    }
  }

  private <T> Outcome<T> shrunk(Generator<T> generator, Consumer<? super T> law, Outcome<T> first) {
    Tapes tapes = new Tapes(first.tape(), shrinkingLimit);
    Outcome<T> smallest = first;
    for (int[] tape = tapes.next(); tape != null; tape = tapes.next()) {
      Outcome<T> outcome = attempt(generator, Choices.of(tape), law);
      if (outcome.failure() != null && tapes.accept(outcome.tape())) {
        smallest = outcome;
      }
    }
    return smallest;
  }

  private AssertionError report(int trial, int choices, Outcome<?> smallest) {
    Throwable failure = smallest.failure();
    return new AssertionError(
        String.format(
            "%s%n  with %s%n  (trial %d of seed %d, shrunk from %d choices to %d)",
            failure, smallest.value(), trial, seed, choices, smallest.tape().length),
        failure);
  }
}
