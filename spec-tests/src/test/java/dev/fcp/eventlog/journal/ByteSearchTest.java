package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Searching eight bytes at a time finds the same as searching byte by byte. */
@Clause("JN-3")
class ByteSearchTest {

  private static final byte[] UNITS = {'"', '\\', '\n', 'a', 0, -1, '"' + 1, '"' - 1, '\\' - 128};

  private static int naive(byte[] bytes, int from, IntPredicate wanted) {
    int at = from;
    while (at < bytes.length && !wanted.test(bytes[at])) {
      at++;
    }
    return at;
  }

  private static void requireSame(byte[] bytes) {
    for (int from = 0; from <= bytes.length; from++) {
      assertThat(ByteSearch.lineEnd(bytes, from))
          .isEqualTo(naive(bytes, from, unit -> unit == '\n'));
      assertThat(ByteSearch.quoteOrEscape(bytes, from))
          .isEqualTo(naive(bytes, from, unit -> unit == '"' || unit == '\\'));
    }
  }

  @Test
  void one_byte_sequence_is_found_at_any_offset() {
    for (byte unit : UNITS) {
      for (int length = 1; length <= 24; length++) {
        for (int at = 0; at < length; at++) {
          byte[] bytes = new byte[length];
          bytes[at] = unit;
          requireSame(bytes);
        }
      }
    }
  }

  @Test
  void the_first_of_many_is_found() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < Tries.of(300); round++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = UNITS[random.nextInt(UNITS.length)];
      }
      requireSame(bytes);
    }
  }
}
