package dev.fcp.eventlog.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import org.junit.jupiter.api.Test;

class DigestTest {

  private static final Digest DIGEST = new Digest(1, "5s 3e 1g", 0x0123456789ABCDEFL, 255);

  @Test
  @Clause("DG-7")
  void the_text_shows_a_summary_and_eight_digits_and_hex_shows_all() {
    assertThat(DIGEST).hasToString("5s 3e 1g hash:01234567");
    assertThat(DIGEST.shortHex()).isEqualTo("01234567");
    assertThat(DIGEST.hex()).isEqualTo("0123456789abcdef00000000000000ff");
  }

  @Test
  @Clause("DG-8")
  void digests_of_different_functions_are_not_comparable() {
    Digest later = new Digest(2, DIGEST.summary(), DIGEST.high(), DIGEST.low());
    assertThat(DIGEST.matches(later)).isFalse();
    assertThat(DIGEST.matches(new Digest(1, "other words", DIGEST.high(), DIGEST.low()))).isTrue();
  }

  @Test
  @Clause("DG-3")
  void digests_that_differ_in_one_bit_are_different() {
    assertThat(DIGEST.matches(new Digest(1, "5s 3e 1g", DIGEST.high() ^ 1, 255))).isFalse();
    assertThat(DIGEST.matches(new Digest(1, "5s 3e 1g", DIGEST.high(), 254))).isFalse();
  }
}
