package dev.fcp.eventlog.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

/** The hash of a text is the documented polynomial, however the text is divided. */
class TextHashTest {

  private static final BigInteger PRIME = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);
  private static final BigInteger BASE = new BigInteger("6a09e667f3bcc908b2fb1366ea957d3e", 16);

  private static BigInteger number(long high, long low) {
    return BigInteger.valueOf(high).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(low)));
  }

  private static BigInteger polynomial(String text) {
    BigInteger sum = BigInteger.ZERO;
    for (int codePoint : text.codePoints().toArray()) {
      sum = sum.multiply(BASE).add(BigInteger.valueOf(codePoint + 1L)).mod(PRIME);
    }
    return sum;
  }

  @Property
  void it_is_the_polynomial(@ForAll @StringLength(max = 300) String text) {
    TextHash hash = TextHash.of(text);
    assertThat(number(hash.high(), hash.low())).isEqualTo(polynomial(text));
    assertThat(number(hash.powerHigh(), hash.powerLow()))
        .isEqualTo(BASE.modPow(BigInteger.valueOf(text.codePoints().count()), PRIME));
  }

  @Property
  void it_follows_from_the_hashes_of_two_parts(@ForAll String first, @ForAll String second) {
    // Two halves of a surrogate pair would be one code point together.
    String left = first + "|";
    assertThat(TextHash.of(left).then(TextHash.of(second))).isEqualTo(TextHash.of(left + second));
  }
}
