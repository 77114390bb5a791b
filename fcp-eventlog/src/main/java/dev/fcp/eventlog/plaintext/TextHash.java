package dev.fcp.eventlog.plaintext;

/**
 * A hash of a sequence of code points that can be computed from the hashes of its parts, however it
 * is divided: the polynomial {@code (c1 + 1) * B^(n-1) + ... + (cn + 1) * B^0} modulo the prime
 * {@code p = 2^127 - 1}, for a fixed random base B, with {@code B^n} beside it.
 *
 * <p>Two different texts of at most n characters have equal hashes only for those B that are roots
 * of the difference of their polynomials: at most n of the {@code 2^127 - 1} possible ones. For
 * texts that were not made to collide, the probability is therefore at most {@code n / 2^127}. Like
 * all digests here it finds accidents and not adversaries, who know B.
 *
 * @param high the upper 63 bits of the polynomial
 * @param low the lower 64 bits of the polynomial
 * @param powerHigh the upper 63 bits of {@code B^n}
 * @param powerLow the lower 64 bits of {@code B^n}
 */
record TextHash(long high, long low, long powerHigh, long powerLow) {

  /** The hash of no characters. */
  static final TextHash EMPTY = new TextHash(0, 0, 0, 1);

  // From the binary digits of the square root of 2 after the point.
  private static final long BASE_HIGH = 0x6a09e667f3bcc908L;
  private static final long BASE_LOW = 0xb2fb1366ea957d3eL;

  private static final long HIGH_BITS = Long.MAX_VALUE;

  /** The hash of a text. */
  static TextHash of(String text) {
    Residue sum = new Residue(0, 0);
    int count = 0;
    for (int i = 0; i < text.length(); count++) {
      int codePoint = text.codePointAt(i);
      sum = multiply(sum.high, sum.low, BASE_HIGH, BASE_LOW).plus(0, codePoint + 1L);
      i += Character.charCount(codePoint);
    }
    Residue power = powerOfBase(count);
    return new TextHash(sum.high, sum.low, power.high, power.low);
  }

  /** The base to a power, by repeated squaring. */
  private static Residue powerOfBase(int exponent) {
    Residue power = new Residue(0, 1);
    for (int bit = Integer.highestOneBit(exponent); bit > 0; bit >>= 1) {
      power = multiply(power.high, power.low, power.high, power.low);
      if ((exponent & bit) != 0) {
        power = multiply(power.high, power.low, BASE_HIGH, BASE_LOW);
      }
    }
    return power;
  }

  /** The hash of these characters, followed by others. */
  TextHash then(TextHash next) {
    if (isEmpty() || next.isEmpty()) {
      return isEmpty() ? next : this;
    }
    Residue sum = multiply(high, low, next.powerHigh, next.powerLow).plus(next.high, next.low);
    Residue power = multiply(powerHigh, powerLow, next.powerHigh, next.powerLow);
    return new TextHash(sum.high, sum.low, power.high, power.low);
  }

  private boolean isEmpty() {
    return powerHigh == 0 && powerLow == 1;
  }

  /** A number modulo p. */
  private record Residue(long high, long low) {

    Residue plus(long otherHigh, long otherLow) {
      long sumLow = low + otherLow;
      long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
      return reduced(high + otherHigh + carry, sumLow);
    }

    /** Subtracts p from a number below 2p if it is not below p; bit 127 is the sign. */
    static Residue reduced(long high, long low) {
      if (high >= 0 && (high != HIGH_BITS || low != -1)) {
        return new Residue(high, low);
      }
      // Subtracting 2^127 - 1 clears bit 127 and adds 1.
      long newLow = low + 1;
      return new Residue((high + (newLow == 0 ? 1 : 0)) & HIGH_BITS, newLow);
    }
  }

  /** The product of two numbers below p: 256 bits, of which those from 127 on are added again. */
  private static Residue multiply(long aHigh, long aLow, long bHigh, long bLow) {
    long word0 = aLow * bLow;
    long word1 = Math.unsignedMultiplyHigh(aLow, bLow);
    long crossLow = aHigh * bLow;
    long word2 = Math.unsignedMultiplyHigh(aHigh, bLow);
    word1 += crossLow;
    word2 += Long.compareUnsigned(word1, crossLow) < 0 ? 1 : 0;
    crossLow = aLow * bHigh;
    long crossHigh = Math.unsignedMultiplyHigh(aLow, bHigh);
    word1 += crossLow;
    crossHigh += Long.compareUnsigned(word1, crossLow) < 0 ? 1 : 0;
    word2 += crossHigh;
    long word3 = Long.compareUnsigned(word2, crossHigh) < 0 ? 1 : 0;
    long topLow = aHigh * bHigh;
    word2 += topLow;
    word3 += Long.compareUnsigned(word2, topLow) < 0 ? 1 : 0;
    word3 += Math.unsignedMultiplyHigh(aHigh, bHigh);
    long upperLow = word2 << 1 | word1 >>> 63;
    long upperHigh = word3 << 1 | word2 >>> 63;
    return new Residue(word1 & HIGH_BITS, word0).plus(upperHigh, upperLow);
  }
}
