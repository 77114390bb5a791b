package dev.fcp.spec.generator;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.arbitraries.SizableArbitrary;

/** The tapes of {@link Choices}, generated and shrunk by jqwik. */
final class TapeArbitraries {

  private TapeArbitraries() {}

  /** Returns tapes of the given length, which shrink to fewer and smaller numbers. */
  static Arbitrary<List<Integer>> ofLength(int numbers) {
    return sized(
        Arbitraries.integers()
            .between(0, (1 << Choices.BITS) - 1)
            .withDistribution(RandomDistribution.uniform())
            .list(),
        numbers,
        numbers);
  }

  /** Limits the size of generated values to two bounds; shrinking can go below the lower one. */
  static <T> Arbitrary<T> sized(SizableArbitrary<T> arbitrary, int minSize, int maxSize) {
    int sizes = maxSize - minSize + 1;
    return arbitrary
        .ofMaxSize(maxSize)
        .withSizeDistribution((genSize, min, max, center) ->
            random -> BigInteger.valueOf(minSize + random.nextInt(sizes)));
  }
}
