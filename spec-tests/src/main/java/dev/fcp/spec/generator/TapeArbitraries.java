package dev.fcp.spec.generator;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.arbitraries.SizableArbitrary;

/** The tapes behind {@link Choices}, made and shrunk by jqwik. */
final class TapeArbitraries {

  private TapeArbitraries() {}

  /** Tapes of so many numbers, which shrink to fewer and to smaller ones. */
  static Arbitrary<List<Integer>> ofLength(int numbers) {
    return sized(
        Arbitraries.integers()
            .between(0, (1 << Choices.BITS) - 1)
            .withDistribution(RandomDistribution.uniform())
            .list(),
        numbers,
        numbers);
  }

  /** Generated sizes between two bounds, which shrink below the lower one. */
  static <T> Arbitrary<T> sized(SizableArbitrary<T> arbitrary, int minSize, int maxSize) {
    int sizes = maxSize - minSize + 1;
    return arbitrary
        .ofMaxSize(maxSize)
        .withSizeDistribution((genSize, min, max, center) ->
            random -> BigInteger.valueOf(minSize + random.nextInt(sizes)));
  }
}
