package dev.fcp.spec.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;

/**
 * Makes values from {@link Choices}. A generator is a pure function of the choices it takes; equal
 * choices give equal values, fewer and smaller ones give simpler values. So all generated values
 * shrink, also those whose parts depend on each other. What makes and shrinks the choices is jqwik.
 *
 * @param <T> the values
 */
@FunctionalInterface
public interface Generator<T> {

  /** How many choices there are for one value, unless said otherwise. */
  int MAX_CHOICES = 2_048;

  /** A value made from choices. */
  T generate(Choices choices);

  /**
   * The values for a jqwik property. jqwik makes the choices, and shrinks them when a property
   * fails. For one value there are {@value #MAX_CHOICES} choices; if a generator wants more, it
   * gets 0.
   */
  default Arbitrary<T> arbitrary() {
    return arbitrary(MAX_CHOICES);
  }

  /** The same with another number of choices for one value. */
  default Arbitrary<T> arbitrary(int maxChoices) {
    return TapeArbitraries.ofLength(maxChoices).map(tape -> generate(Choices.of(tape)));
  }

  /**
   * Lists for a jqwik property, their sizes from one number to another, both included. Each value
   * has choices of its own, so that a shrunk list holds fewer of them, fewer than the least too,
   * and the others stay as they were.
   */
  default Arbitrary<List<T>> arbitraryList(int minSize, int maxSize, int choicesPerValue) {
    return TapeArbitraries.sized(arbitrary(choicesPerValue).list(), minSize, maxSize);
  }

  /** What a function makes of the values. */
  default <R> Generator<R> map(Function<? super T, ? extends R> function) {
    return choices -> function.apply(generate(choices));
  }

  /** Values of a generator that depends on a value of this one. */
  default <R> Generator<R> flatMap(Function<? super T, Generator<R>> function) {
    return choices -> function.apply(generate(choices)).generate(choices);
  }

  /** Lists of values, their sizes from one number to another, both included. */
  default Generator<List<T>> list(int minSize, int maxSize) {
    return choices -> {
      List<T> values = new ArrayList<>();
      int more = maxSize - minSize;
      // One choice before each element, so that an element can be cut out of the tape by itself.
      while (values.size() < minSize || (more-- > 0 && choices.upTo(maxSize - minSize) > 0)) {
        values.add(generate(choices));
      }
      return List.copyOf(values);
    };
  }

  /** A value, or none. */
  default Generator<Optional<T>> optional() {
    return choices -> choices.percent(50) ? Optional.of(generate(choices)) : Optional.empty();
  }

  /** Always the same value. */
  static <T> Generator<T> just(T value) {
    return choices -> value;
  }

  /** One of these values; the first is the simplest. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array goes no further than List.of
  static <T> Generator<T> of(T... values) {
    List<T> list = List.of(values);
    return choices -> choices.pick(list);
  }

  /** A value of one of these generators; the first makes the simplest. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array goes no further than List.of
  static <T> Generator<T> oneOf(Generator<? extends T>... generators) {
    List<Generator<? extends T>> list = List.of(generators);
    return choices -> choices.pick(list).generate(choices);
  }

  /** Whole numbers from one to another, both included; the simplest is the first. */
  static Generator<Integer> integers(int min, int max) {
    return choices -> choices.between(min, max);
  }

  /** Numbers of all sizes, with a liking for those at which programs break. */
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

  /** Text of all kinds: plain, with quotes and line ends, beyond the basic plane, unpaired. */
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
