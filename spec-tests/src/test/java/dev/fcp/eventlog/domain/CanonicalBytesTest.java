package dev.fcp.eventlog.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

@Clause({"DG-1", "DG-3"})
class CanonicalBytesTest {

  private static byte[] bytes(Value value) {
    return new CanonicalBytes().value(value).toByteArray();
  }

  @Provide
  Arbitrary<List<Value>> values() {
    return Values.any().arbitraryList(2, 12, 256);
  }

  @Trials(300)
  void values_have_equal_bytes_exactly_if_they_are_equal(@ForAll("values") List<Value> values) {
    for (Value one : values) {
      for (Value other : values) {
        assertThat(Arrays.equals(bytes(one), bytes(other))).isEqualTo(one.equals(other));
      }
    }
  }

  @Trials(300)
  void the_bytes_of_a_value_are_never_a_prefix_of_those_of_another(
      @ForAll("values") List<Value> values) {
    for (Value one : values) {
      for (Value other : values) {
        assertThat(beginsWith(bytes(one), bytes(other))).isEqualTo(one.equals(other));
      }
    }
  }

  private static boolean beginsWith(byte[] bytes, byte[] first) {
    return bytes.length >= first.length && Arrays.equals(Arrays.copyOf(bytes, first.length), first);
  }

  @Test
  void consecutive_texts_stay_separate() {
    byte[] one = new CanonicalBytes().text("ab").text("c").toByteArray();
    byte[] other = new CanonicalBytes().text("a").text("bc").toByteArray();
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void absent_and_empty_differ() {
    List<byte[]> all =
        List.of(
            new CanonicalBytes().absent().toByteArray(),
            bytes(Value.of("")),
            bytes(Value.of(0)),
            bytes(Value.of(false)),
            bytes(new Value.Sequence(List.of())),
            bytes(Value.Fields.EMPTY));
    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void a_text_is_its_length_and_its_units_most_significant_byte_first() {
    assertThat(new CanonicalBytes().text("aä").toByteArray())
        .containsExactly('T', 0, 0, 0, 2, 0, 'a', 0, (byte) 0xE4);
  }

  @Test
  void a_number_is_eight_bytes_most_significant_first() {
    assertThat(new CanonicalBytes().integer(0x0102030405060708L).toByteArray())
        .containsExactly('W', 1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void fields_are_written_sorted_by_name() {
    Value value = Value.Fields.of(Map.of("b", Value.of(false), "a", Value.of(true)));
    assertThat(bytes(value))
        .containsExactly(
            'M', 0, 0, 0, 2, 'T', 0, 0, 0, 1, 0, 'a', 'F', 1, 'T', 0, 0, 0, 1, 0, 'b', 'F', 0);
  }

  @Test
  void a_cleared_buffer_yields_the_same_bytes() {
    CanonicalBytes buffer = new CanonicalBytes().text("x".repeat(1_000));
    byte[] again = buffer.clear().text("y").toByteArray();
    assertThat(again).isEqualTo(new CanonicalBytes().text("y").toByteArray());
    assertThat(buffer.length()).isEqualTo(again.length);
  }

  @Test
  void a_sequence_longer_than_the_buffer_keeps_its_count() {
    Value value = new Value.Sequence(java.util.Collections.nCopies(300, Value.of("x")));
    assertThat(Arrays.copyOf(bytes(value), 5)).containsExactly('S', 0, 0, 1, 44);
  }
}
