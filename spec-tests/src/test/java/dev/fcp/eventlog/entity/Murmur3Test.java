package dev.fcp.eventlog.entity;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import dev.fcp.spec.Clause;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The hash of digests is the one that others know by its name. */
@Clause("DG-1")
class Murmur3Test {

  @Test
  void it_is_the_hash_of_guava_for_every_length_of_the_last_block() {
    byte[] bytes = new byte[100];
    new Random(1).nextBytes(bytes);
    for (int length = 0; length <= bytes.length; length++) {
      Hash128 hash = Murmur3.hash(bytes, length);
      assertThat(littleEndian(hash))
          .as("%d bytes", length)
          .isEqualTo(Hashing.murmur3_128().hashBytes(bytes, 0, length).asBytes());
    }
  }

  @Test
  void it_knows_no_signs() {
    byte[] bytes = new byte[31];
    Arrays.fill(bytes, (byte) -1);
    assertThat(littleEndian(Murmur3.hash(bytes, bytes.length)))
        .isEqualTo(Hashing.murmur3_128().hashBytes(bytes).asBytes());
  }

  private static byte[] littleEndian(Hash128 hash) {
    byte[] low = Longs.toByteArray(Long.reverseBytes(hash.low()));
    byte[] high = Longs.toByteArray(Long.reverseBytes(hash.high()));
    byte[] all = Arrays.copyOf(low, 16);
    System.arraycopy(high, 0, all, 8, 8);
    return all;
  }
}
