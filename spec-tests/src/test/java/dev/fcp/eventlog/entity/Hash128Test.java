package dev.fcp.eventlog.entity;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.spec.Clause;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The hash of digests is the published MurmurHash3. */
@Clause("DG-1")
class Hash128Test {

  @Test
  void a_term_is_the_murmur3_hash_of_its_canonical_bytes() {
    for (int length = 0; length <= 100; length++) {
      CanonicalBytes bytes = new CanonicalBytes().text("\uFFFF".repeat(length));
      assertThat(littleEndian(Hash128.of(bytes)))
          .as("%d units", length)
          .isEqualTo(Hashing.murmur3_128().hashBytes(bytes.buffer(), 0, bytes.length()).asBytes());
    }
  }

  @Test
  void the_sum_of_terms_carries_from_the_low_half_to_the_high_one() {
    Hash128 most = new Hash128(0, -1);
    assertThat(most.plus(new Hash128(0, 1))).isEqualTo(new Hash128(1, 0));
    assertThat(new Hash128(1, 0).minus(new Hash128(0, 1))).isEqualTo(most);
  }

  private static byte[] littleEndian(Hash128 hash) {
    byte[] low = Longs.toByteArray(Long.reverseBytes(hash.low()));
    byte[] high = Longs.toByteArray(Long.reverseBytes(hash.high()));
    byte[] all = Arrays.copyOf(low, 16);
    System.arraycopy(high, 0, all, 8, 8);
    return all;
  }
}
