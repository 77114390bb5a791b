package dev.fcp.spec.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;

/**
 * Generates values from {@link Choices}. A generator is a pure function of its choices: equal
 * choices give equal values, and fewer or smaller choices give simpler values. All generated values
 * can therefore be shrunk, including those whose parts depend on each other. jqwik makes and
 * shrinks the choices.
 *
 * @param <T> the values
 */
@FunctionalInterface
public interface Generator<T> {

  /** The default number of choices for one value. */
  int MAX_CHOICES = 2_048;

  /** Generates a value from choices. */
  T generate(Choices choices);

  /**
   * Returns these values as an arbitrary for a jqwik property. jqwik makes the choices and shrinks
   * them when the property fails. One value gets at most {@value #MAX_CHOICES} choices; all further
   * ones are 0.
   */
  default Arbitrary<T> arbitrary() {
    return arbitrary(MAX_CHOICES);
  }

  /** As {@link #arbitrary()}, with the given maximum number of choices for one value. */
  default Arbitrary<T> arbitrary(int maxChoices) {
    return TapeArbitraries.ofLength(maxChoices).map(tape -> generate(Choices.of(tape)));
  }

  /**
   * Returns an arbitrary of lists with sizes between two bounds, inclusive. Each value has its own
   * choices, so removing a value while shrinking does not change the others. Shrinking can go below
   * the minimum size.
   */
  default Arbitrary<List<T>> arbitraryList(int minSize, int maxSize, int choicesPerValue) {
    return TapeArbitraries.sized(arbitrary(choicesPerValue).list(), minSize, maxSize);
  }

  /** Returns a generator of the values that a function maps these values to. */
  default <R> Generator<R> map(Function<? super T, ? extends R> function) {
    return choices -> function.apply(generate(choices));
  }

  /** Returns a generator that depends on a value of this one. */
  default <R> Generator<R> flatMap(Function<? super T, Generator<R>> function) {
    return choices -> function.apply(generate(choices)).generate(choices);
  }

  /** Returns a generator of lists with sizes between two bounds, inclusive. */
  default Generator<List<T>> list(int minSize, int maxSize) {
    return choices -> {
      List<T> values = new ArrayList<>();
      int more = maxSize - minSize;
      // One choice precedes each element, so shrinking can remove a single element from the tape.
      while (values.size() < minSize || (more-- > 0 && choices.upTo(maxSize - minSize) > 0)) {
        values.add(generate(choices));
      }
      return List.copyOf(values);
    };
  }

  /** Returns a generator of an optional value. */
  default Generator<Optional<T>> optional() {
    return choices -> choices.percent(50) ? Optional.of(generate(choices)) : Optional.empty();
  }

  /** Returns a generator of one fixed value. */
  static <T> Generator<T> just(T value) {
    return choices -> value;
  }

  /** Returns a generator of the given values; the first is the simplest. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array goes no further than List.of
  static <T> Generator<T> of(T... values) {
    List<T> list = List.of(values);
    return choices -> choices.pick(list);
  }

  /** Returns a generator that picks one of the given generators; the first is the simplest. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array goes no further than List.of
  static <T> Generator<T> oneOf(Generator<? extends T>... generators) {
    List<Generator<? extends T>> list = List.of(generators);
    return choices -> choices.pick(list).generate(choices);
  }

  /**
   * Returns a generator of integers between two bounds, inclusive; the lower bound is the simplest.
   */
  static Generator<Integer> integers(int min, int max) {
    return choices -> choices.between(min, max);
  }

  /** Returns a generator of numbers of all sizes, with many edge cases. */
  static Generator<Long> longs() {
    Generator<Long> edges =
        of(0L, 1L, -1L, 63L, 256L, (long) Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE);
    Generator<Long> any =
        choices ->
            ((long) choices.upTo(Integer.MAX_VALUE) << 33)
                ^ ((long) choices.upTo(Integer.MAX_VALUE) << 2)
                ^ choices.upTo(3);
    return oneOf(edges, any);
  }

  /**
   * Returns a generator of all kinds of text: plain, with quotes and line ends, supplementary
   * characters, unpaired surrogates.
   */
  static Generator<String> strings() {
    Generator<String> unit =
        oneOf(
            of("a", "b", "Z", "0", " ", "ä", "中"),
            of("\"", "\\", "\n", "\r", "\t", "\0", "#", "{", "}", "<", "&", "'", "\u007f"),
            of("\uD83D\uDE00", "\uD800", "\uDC00", "\uFFFF", "\u2028", "\uFEFF", "e\u0301"),
            choices -> String.valueOf((char) choices.upTo(Character.MAX_VALUE)));
    return unit.list(0, 8).map(units -> String.join("", units));
  }
}
