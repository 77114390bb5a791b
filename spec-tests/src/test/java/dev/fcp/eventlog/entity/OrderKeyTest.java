package dev.fcp.eventlog.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderKeyTest {

  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** Any key, most of them near the ends of the digits, of any length. */
  private static OrderKey any(Choices choices) {
    StringBuilder digits = new StringBuilder();
    int length = choices.between(0, 9);
    for (int i = 0; i < length; i++) {
      int digit = choices.percent(70) ? choices.pick(List.of(0, 1, 60, 61)) : choices.upTo(61);
      digits.append(DIGITS.charAt(digit));
    }
    return new OrderKey(digits.append(DIGITS.charAt(choices.between(1, 61))).toString());
  }

  private static void requireKeyBetween(Optional<OrderKey> low, Optional<OrderKey> high) {
    OrderKey middle = OrderKey.between(low, high);
    low.ifPresent(key -> assertThat(middle).isGreaterThan(key));
    high.ifPresent(key -> assertThat(middle).isLessThan(key));
  }

  @Provide
  Arbitrary<OrderKey> keys() {
    Generator<OrderKey> any = OrderKeyTest::any;
    return any.arbitrary(24);
  }

  @Trials(5_000)
  void between_any_two_order_keys_there_is_a_third(
      @ForAll("keys") OrderKey one, @ForAll("keys") OrderKey other) {
    if (!one.equals(other)) {
      List<OrderKey> sorted = Stream.of(one, other).sorted().toList();
      requireKeyBetween(Optional.of(sorted.get(0)), Optional.of(sorted.get(1)));
    }
  }

  @ParameterizedTest
  @CsvSource({"V, W", "V, V1", "zzz, zzzz", "'', W", "V, ''", "'', ''"})
  void many_keys_in_one_place_are_ascending_and_short(String low, String high) {
    Optional<OrderKey> from = Optional.of(low).filter(it -> !it.isEmpty()).map(OrderKey::new);
    Optional<OrderKey> to = Optional.of(high).filter(it -> !it.isEmpty()).map(OrderKey::new);
    List<OrderKey> keys = OrderKey.between(from, to, 5_000);
    assertThat(keys).hasSize(5_000).isSorted().doesNotHaveDuplicates();
    assertThat(keys).allMatch(key -> key.digits().length() <= 9);
    from.ifPresent(key -> assertThat(keys.getFirst()).isGreaterThan(key));
    to.ifPresent(key -> assertThat(keys.getLast()).isLessThan(key));
  }

  @Trials(5_000)
  void several_keys_between_any_two_are_ascending(
      @ForAll("keys") OrderKey one,
      @ForAll("keys") OrderKey other,
      @ForAll @IntRange(min = 1, max = 9) int count) {
    if (!one.equals(other)) {
      List<OrderKey> sorted = Stream.of(one, other).sorted().toList();
      List<OrderKey> all = new ArrayList<>(sorted);
      all.addAll(1, OrderKey.between(Optional.of(all.get(0)), Optional.of(all.get(1)), count));
      assertThat(all).hasSize(count + 2).isSorted().doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 1", "40, 1", "1, 0", "3, 0", "40, 0"})
  void keys_stay_short_however_often_some_are_added_next_to_the_last_ones(int count, int isAfter) {
    OrderKey low = OrderKey.initial(0);
    OrderKey high = OrderKey.initial(1);
    for (int i = 0; i < 3_000; i++) {
      List<OrderKey> keys = OrderKey.between(Optional.of(low), Optional.of(high), count);
      assertThat(keys.getFirst()).isGreaterThan(low);
      assertThat(keys.getLast()).isLessThan(high);
      low = isAfter == 1 ? keys.getLast() : low;
      high = isAfter == 1 ? high : keys.getFirst();
    }
    assertThat((isAfter == 1 ? low : high).digits()).hasSizeLessThan(9 + count * 3_000 / 1_000);
  }

  @Trials(5_000)
  void before_and_after_any_order_key_there_is_another(@ForAll("keys") OrderKey key) {
    requireKeyBetween(Optional.of(key), Optional.empty());
    requireKeyBetween(Optional.empty(), Optional.of(key));
  }

  @Provide
  Arbitrary<List<Integer>> positions() {
    return Generator.integers(0, 1_000_000).arbitraryList(0, 300, 2);
  }

  @Trials(100)
  void elements_inserted_anywhere_in_a_list_have_order_keys_in_its_order(
      @ForAll("positions") List<Integer> positions) {
    List<OrderKey> list = new ArrayList<>();
    positions.forEach(position -> insert(list, position % (list.size() + 1)));
    assertThat(list).isSorted().doesNotHaveDuplicates();
  }

  private static void insert(List<OrderKey> list, int index) {
    Optional<OrderKey> low = index == 0 ? Optional.empty() : Optional.of(list.get(index - 1));
    Optional<OrderKey> high =
        index == list.size() ? Optional.empty() : Optional.of(list.get(index));
    list.add(index, OrderKey.between(low, high));
  }

  @Test
  void order_keys_stay_short_however_often_one_is_added_at_an_end() {
    OrderKey first = OrderKey.initial(0);
    OrderKey last = first;
    for (int i = 0; i < 10_000; i++) {
      last = OrderKey.between(Optional.of(last), Optional.empty());
      first = OrderKey.between(Optional.empty(), Optional.of(first));
    }
    assertThat(first.digits()).hasSizeLessThanOrEqualTo(7);
    assertThat(last.digits()).hasSizeLessThanOrEqualTo(7);
    assertThat(first).isLessThan(last);
  }

  @Test
  void order_keys_grow_by_less_than_a_digit_for_each_five_inserted_at_one_position() {
    OrderKey low = OrderKey.initial(0);
    OrderKey high = OrderKey.initial(1);
    for (int i = 0; i < 500; i++) {
      high = OrderKey.between(Optional.of(low), Optional.of(high));
    }
    assertThat(high.digits()).hasSizeLessThanOrEqualTo(7 + 500 / 5);
  }

  @Test
  void initial_order_keys_ascend_with_room_before_the_first() {
    List<OrderKey> keys = IntStream.range(0, 5_000).mapToObj(OrderKey::initial).toList();
    assertThat(keys).isSorted().doesNotHaveDuplicates();
    assertThat(OrderKey.initial(Integer.MAX_VALUE)).isGreaterThan(keys.get(4_999));
    requireKeyBetween(Optional.empty(), Optional.of(keys.get(0)));
  }

  @Test
  void the_first_order_key_is_the_first_initial_one() {
    assertThat(OrderKey.between(Optional.empty(), Optional.empty())).isEqualTo(OrderKey.initial(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "A0", "-", "a b", "ä", "V\n", "\u0661"})
  void a_malformed_order_key_is_refused(String digits) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OrderKey(digits))
        .withMessageContaining("\"" + digits + "\"");
  }

  @ParameterizedTest
  @CsvSource({"V,V", "W,V", "z,1"})
  void nothing_is_between_two_in_the_wrong_order(String low, String high) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> OrderKey.between(Optional.of(new OrderKey(low)), Optional.of(new OrderKey(high))))
        .withMessageContaining(low + " is not below " + high);
  }

  @Test
  void a_negative_ordinal_is_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> OrderKey.initial(-1));
  }

  @ParameterizedTest
  @CsvSource({"z,", "zzzzzz1,", "zzzzzzz,", "1,", ",1", ",0000001", ",000001V", ",00000000001"})
  void there_is_room_at_the_very_ends(String low, String high) {
    requireKeyBetween(
        Optional.ofNullable(low).map(OrderKey::new), Optional.ofNullable(high).map(OrderKey::new));
  }
}
