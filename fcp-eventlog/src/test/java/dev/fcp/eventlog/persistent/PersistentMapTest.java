package dev.fcp.eventlog.persistent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PersistentMapTest {
  private static final int MANY = 100_000;

  private final PersistentMap<Integer, String> many =
      PersistentMap.copyOf(
          IntStream.range(0, MANY).boxed().collect(Collectors.toMap(i -> 2 * i, i -> "v" + i)));

  @Test
  void an_empty_map_has_no_entries() {
    PersistentMap<String, String> empty = PersistentMap.empty();
    assertThat(empty.isEmpty()).isTrue();
    assertThat(empty.get("a")).isNull();
    assertThat(empty.first()).isEmpty();
    assertThat(empty.last()).isEmpty();
    assertThat(empty.floor("a")).isEmpty();
    assertThat(empty.ceiling("a")).isEmpty();
    assertThat(empty.from("a")).isEmpty();
    assertThat(empty).isEmpty();
  }

  @Test
  void a_modified_copy_leaves_the_original_unchanged() {
    PersistentMap<String, Integer> origin = PersistentMap.<String, Integer>empty().with("a", 1);
    assertThat(origin.with("b", 2).toString()).isEqualTo("{a=1, b=2}");
    assertThat(origin.with("a", 3).toString()).isEqualTo("{a=3}");
    assertThat(origin.without("a").toString()).isEqualTo("{}");
    assertThat(origin.toString()).isEqualTo("{a=1}");
  }

  @Test
  void all_entries_of_another_map_are_added() {
    for (int size = 0; size < 150; size += 7) {
      for (int from = 0; from <= size; from += 1 + size / 3) {
        for (int count = 0; count < 40; count += 3) {
          PersistentMap<Integer, Integer> all =
              numbers(0, size, 4).withAll(numbers(from, from + count, 4));
          TreeAssertions.assertSoundMap(all, Comparator.naturalOrder());
          assertThat(all).isEqualTo(numbers(0, Math.max(size, from + count), 4));
        }
      }
    }
  }

  @Test
  void adding_entries_with_greater_keys_shares_all_nodes_but_those_at_the_end() {
    Set<TreeNode> origin = TreeAssertions.nodes(many.root());
    PersistentMap<Integer, String> greater = PersistentMap.empty();
    for (int i = 0; i < 16; i++) {
      greater = greater.with(2 * MANY + i, "new");
    }
    Set<TreeNode> fresh = TreeAssertions.nodes(many.withAll(greater).root());
    fresh.removeAll(origin);
    assertThat(fresh.size()).isLessThanOrEqualTo(8);
  }

  private static PersistentMap<Integer, Integer> numbers(int from, int to, int maxWidth) {
    PersistentMap<Integer, Integer> map =
        PersistentMap.empty(Comparator.<Integer>naturalOrder(), maxWidth);
    for (int i = from; i < to; i++) {
      map = map.with(i, i);
    }
    return map;
  }

  @Test
  void a_change_without_effect_returns_the_same_map() {
    PersistentMap<Integer, String> map = many;
    assertThat(map.with(8, map.get(8))).isSameAs(map);
    assertThat(map.without(9)).isSameAs(map);
    assertThat(map.with(8, new String(map.get(8)))).isNotSameAs(map).isEqualTo(map);
  }

  @Test
  void replacing_a_value_creates_one_new_node_per_level() {
    Set<TreeNode> origin = TreeAssertions.nodes(many.root());
    PersistentMap<Integer, String> changed = many.with(MANY, "other");
    Set<TreeNode> fresh = TreeAssertions.nodes(changed.root());
    fresh.removeAll(origin);
    assertThat(changed.root().height()).isEqualTo(3);
    assertThat(fresh).hasSize(4);
  }

  @Test
  void adding_or_removing_a_key_creates_at_most_two_new_nodes_per_level() {
    Set<TreeNode> origin = TreeAssertions.nodes(many.root());
    for (int key = 1; key < 2 * MANY; key += 2 * MANY / 97) {
      Set<TreeNode> added = TreeAssertions.nodes(many.with(key, "odd").root());
      Set<TreeNode> removed = TreeAssertions.nodes(many.without(key - 1).without(key).root());
      added.removeAll(origin);
      removed.removeAll(origin);
      assertThat(added.size()).isBetween(4, 9);
      assertThat(removed.size()).isBetween(4, 8);
    }
  }

  @Test
  void a_map_is_emptied_and_filled_again_in_any_order() {
    PersistentMap<Integer, String> map = many;
    for (int i = 0; i < MANY; i++) {
      map = map.without(2 * (int) ((i * 7_919L) % MANY));
    }
    assertThat(map.isEmpty()).isTrue();
    for (int i = 0; i < MANY; i++) {
      int n = (int) ((i * 104_729L) % MANY);
      map = map.with(2 * n, "v" + n);
    }
    assertThat(map).isEqualTo(many);
    TreeAssertions.assertSoundMap(map, Comparator.naturalOrder());
  }

  @Test
  void entries_are_sorted_by_the_given_order() {
    PersistentMap<String, Integer> map = PersistentMap.empty(Comparator.reverseOrder());
    assertThat(map.with("a", 1).with("c", 3).with("b", 2).toString()).isEqualTo("{c=3, b=2, a=1}");
  }

  @Test
  void a_hash_map_is_sorted_by_copying() {
    Map<String, Integer> unsorted = new HashMap<>(Map.of("Aa", 1, "BB", 2, "C", 3, "AaBB", 4));
    PersistentMap<String, Integer> map = PersistentMap.copyOf(unsorted);
    assertThat(map.toString()).isEqualTo(new TreeMap<>(unsorted).toString());
    assertThat(map.hashCode()).isEqualTo(unsorted.hashCode());
  }

  @Test
  void keys_that_do_not_ascend_are_refused_with_their_index() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            PersistentMap.ofSorted(
                Comparator.<Integer>naturalOrder(),
                List.of(Map.entry(1, "a"), Map.entry(3, "b"), Map.entry(3, "c"))))
        .withMessage("entry 2: key 3 does not ascend from 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            PersistentMap.copyOf(
                Map.of(new BigDecimal("1"), "one", new BigDecimal("1.0"), "also one")));
  }

  @Test
  void nulls_are_refused() {
    PersistentMap<String, String> map = PersistentMap.<String, String>empty().with("a", "b");
    assertThatNullPointerException().isThrownBy(() -> map.with(null, "b"));
    assertThatNullPointerException().isThrownBy(() -> map.with("a", null));
    assertThatNullPointerException().isThrownBy(() -> map.get(null));
    assertThatNullPointerException().isThrownBy(() -> PersistentMap.<String, String>empty(null));
    assertThat(map.keys().contains(null)).isFalse();
  }

  @Test
  void views_and_iterators_are_read_only() {
    PersistentMap<String, String> map = PersistentMap.<String, String>empty().with("a", "b");
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> map.keys().remove("a"));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> map.values().clear());
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> map.iterator().next().setValue("c"));
  }

  @Test
  void an_exhausted_iterator_throws() {
    Iterator<Map.Entry<Integer, String>> iterator = many.from(2 * MANY - 2).iterator();
    assertThat(iterator.next().getKey()).isEqualTo(2 * MANY - 2);
    assertThat(iterator.hasNext()).isFalse();
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
  }

  @Test
  void an_iterable_of_a_range_can_be_iterated_twice() {
    Iterable<Map.Entry<Integer, String>> range = many.range(10, 15);
    List<Map.Entry<Integer, String>> firstIteration = new ArrayList<>();
    range.forEach(firstIteration::add);
    assertThat(firstIteration).extracting(Map.Entry::getKey).containsExactly(10, 12, 14);
    assertThat(range).containsExactlyElementsOf(firstIteration);
  }

  @Test
  void maps_with_equal_entries_in_different_orders_are_not_equal() {
    PersistentMap<Integer, String> up =
        PersistentMap.<Integer, String>empty().with(1, "a").with(2, "b");
    PersistentMap<Integer, String> down = PersistentMap.empty(Comparator.reverseOrder());
    assertThat(down.with(1, "a").with(2, "b")).isNotEqualTo(up);
    assertThat(up).isNotEqualTo(Map.of(1, "a", 2, "b"));
  }

  @Test
  void differences_of_maps_with_different_orders_are_refused() {
    PersistentMap<Integer, String> down = PersistentMap.empty(Comparator.reverseOrder());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PersistentMapModelTest.differences(many, down))
        .withMessageContaining("different orders");
  }

  @Test
  void differences_name_each_key_of_either_map_in_order() {
    PersistentMap<Integer, String> other = many.with(5, "new").without(70).with(100_000, "other");
    assertThat(PersistentMapModelTest.differences(many, other))
        .containsExactly("5 there new", "70 here v35", "100000 v50000 or other");
    assertThat(PersistentMapModelTest.differences(other, many))
        .containsExactly("5 here new", "70 there v35", "100000 other or v50000");
    assertThat(PersistentMapModelTest.differences(many, PersistentMap.empty())).hasSize(MANY);
    assertThat(PersistentMapModelTest.differences(PersistentMap.empty(), many)).hasSize(MANY);
  }

  /** A value that counts how often it is compared. */
  private record Counted(int number, AtomicInteger comparisons) {
    @Override
    public boolean equals(Object other) {
      comparisons.incrementAndGet();
      return other instanceof Counted counted && counted.number == number;
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  @Test
  void differences_do_not_visit_what_two_maps_share() {
    AtomicInteger visits = new AtomicInteger();
    Comparator<Integer> counting =
        (a, b) -> {
          visits.incrementAndGet();
          return Integer.compare(a, b);
        };
    PersistentMap<Integer, Counted> map =
        PersistentMap.ofSorted(
            counting,
            IntStream.range(0, MANY)
                .mapToObj(i -> Map.entry(i, new Counted(i, visits)))
                .collect(Collectors.toList()));
    PersistentMap<Integer, Counted> other =
        map.without(17)
            .with(50_000, new Counted(-1, visits))
            .with(MANY + 1, new Counted(0, visits));
    AtomicInteger found = new AtomicInteger();
    visits.set(0);
    map.forEachDifference(other, new Counter(found));
    assertThat(found).hasValue(3);
    assertThat(visits.get()).isBetween(1, 3 * 4 * 2 * TreeNode.WIDTH);
    visits.set(0);
    map.forEachDifference(map, new Counter(found));
    assertThat(visits).hasValue(0);
  }

  private record Counter(AtomicInteger found) implements MapDifferenceConsumer<Integer, Counted> {
    @Override
    public void onlyInThis(Integer key, Counted value) {
      found.incrementAndGet();
    }

    @Override
    public void onlyInOther(Integer key, Counted value) {
      found.incrementAndGet();
    }

    @Override
    public void valueDiffers(Integer key, Counted thisValue, Counted otherValue) {
      found.incrementAndGet();
    }
  }
}
