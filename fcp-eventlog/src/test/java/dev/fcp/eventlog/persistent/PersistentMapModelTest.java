package dev.fcp.eventlog.persistent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

/** Compares random programs on a persistent map with the same programs on a {@link TreeMap}. */
final class PersistentMapModelTest {
  private static final int KEYS = 400;

  sealed interface Op {
    record With(int key, String value) implements Op {}

    record Without(int key) implements Op {}

    record WithAll(int from, int count, int stride) implements Op {}

    record WithoutAll(int from, int count) implements Op {}
  }

  @Property(tries = 300)
  @StatisticsReport(StatisticsReportMode.OFF)
  void a_map_equals_a_tree_map_and_its_old_versions_do_not_change(
      @ForAll("programs") List<Op> program, @ForAll("widths") int maxWidth) {
    PersistentMap<Integer, String> map = PersistentMap.empty(Comparator.naturalOrder(), maxWidth);
    TreeMap<Integer, String> model = new TreeMap<>();
    List<PersistentMap<Integer, String>> versions = new ArrayList<>(List.of(map));
    List<Map<Integer, String>> expected = new ArrayList<>(List.of(Map.of()));
    int deepest = 0;
    for (Op op : program) {
      map = run(op, map);
      runOnModel(op, model);
      TreeAssertions.assertSoundMap(map, Comparator.naturalOrder());
      versions.add(map);
      expected.add(new TreeMap<>(model));
      deepest = Math.max(deepest, map.root().height());
      assertSameContents(versions, expected);
    }
    Statistics.label("three levels or more").collect(deepest >= 2);
    Statistics.label("three levels or more")
        .coverage(trees -> trees.check(true).percentage(share -> share > 10));
  }

  @Property(tries = 300)
  void every_query_answers_as_a_tree_map_does(
      @ForAll("programs") List<Op> program, @ForAll("widths") int maxWidth) {
    PersistentMap<Integer, String> map = PersistentMap.empty(Comparator.naturalOrder(), maxWidth);
    TreeMap<Integer, String> model = new TreeMap<>();
    for (Op op : program) {
      map = run(op, map);
      runOnModel(op, model);
    }
    assertThat(map.first()).isEqualTo(Optional.ofNullable(model.firstEntry()));
    assertThat(map.last()).isEqualTo(Optional.ofNullable(model.lastEntry()));
    assertThat(map.keys()).containsExactlyElementsOf(model.keySet());
    assertThat(map.values()).containsExactlyElementsOf(model.values());
    assertThat(map.stream()).containsExactlyElementsOf(model.entrySet());
    assertThat(map.hashCode()).isEqualTo(model.hashCode());
    assertThat(map.toString()).isEqualTo(model.toString());
    for (int key = -1; key <= KEYS + 1; key++) {
      assertSameNeighbours(map, model, key);
    }
  }

  @Property(tries = 300)
  void from_and_range_iterate_over_the_same_entries_as_a_sub_map(
      @ForAll("programs") List<Op> program,
      @ForAll("widths") int maxWidth,
      @ForAll("keys") int one,
      @ForAll("keys") int other) {
    PersistentMap<Integer, String> map = PersistentMap.empty(Comparator.naturalOrder(), maxWidth);
    TreeMap<Integer, String> model = new TreeMap<>();
    for (Op op : program) {
      map = run(op, map);
      runOnModel(op, model);
    }
    int low = Math.min(one, other);
    int high = Math.max(one, other);
    assertThat(map.from(low)).containsExactlyElementsOf(model.tailMap(low).entrySet());
    assertThat(map.range(low, high)).containsExactlyElementsOf(model.subMap(low, high).entrySet());
    assertThat(map.range(high, low)).isEmpty();
  }

  @Property(tries = 500)
  void differences_are_those_of_the_contents(
      @ForAll("programs") List<Op> before,
      @ForAll("programs") List<Op> changes,
      @ForAll("programs") List<Op> otherChanges,
      @ForAll("widths") int maxWidth) {
    PersistentMap<Integer, String> empty = PersistentMap.empty(Comparator.naturalOrder(), maxWidth);
    PersistentMap<Integer, String> origin = run(before, empty);
    PersistentMap<Integer, String> map = run(changes, origin);
    PersistentMap<Integer, String> other = run(otherChanges, origin);
    PersistentMap<Integer, String> unrelated = run(otherChanges, run(before, empty));
    List<String> naive = naiveDifferences(map, other);
    assertThat(differences(map, other)).isEqualTo(naive);
    assertThat(differences(map, unrelated)).isEqualTo(naive);
    assertThat(differences(other, unrelated)).isEmpty();
    assertThat(map.equals(other)).isEqualTo(naive.isEmpty());
    assertThat(other).isEqualTo(unrelated).hasSameHashCodeAs(unrelated);
  }

  @Property(tries = 200)
  void a_bulk_built_map_is_sound_and_equal_to_one_that_grew(
      @ForAll("programs") List<Op> program, @ForAll("widths") int maxWidth) {
    TreeMap<Integer, String> model = new TreeMap<>();
    program.forEach(op -> runOnModel(op, model));
    PersistentMap<Integer, String> grown =
        run(program, PersistentMap.empty(Comparator.naturalOrder(), maxWidth));
    PersistentMap<Integer, String> built =
        PersistentMap.ofSorted(
            Comparator.naturalOrder(), new ArrayList<>(model.entrySet()), maxWidth);
    TreeAssertions.assertSoundMap(built, Comparator.naturalOrder());
    assertThat(built).isEqualTo(grown);
    assertThat(PersistentMap.copyOf(model)).isEqualTo(grown);
  }

  static List<String> differences(
      PersistentMap<Integer, String> map, PersistentMap<Integer, String> other) {
    List<String> differences = new ArrayList<>();
    map.forEachDifference(
        other,
        new MapDifferenceConsumer<>() {
          @Override
          public void onlyInThis(Integer key, String value) {
            differences.add(key + " here " + value);
          }

          @Override
          public void onlyInOther(Integer key, String value) {
            differences.add(key + " there " + value);
          }

          @Override
          public void valueDiffers(Integer key, String ours, String theirs) {
            differences.add(key + " " + ours + " or " + theirs);
          }
        });
    return differences;
  }

  private static List<String> naiveDifferences(
      PersistentMap<Integer, String> map, PersistentMap<Integer, String> other) {
    TreeMap<Integer, String> differences = new TreeMap<>();
    for (int key = -1; key <= KEYS; key++) {
      String value = map.get(key);
      String otherValue = other.get(key);
      if (value != null && otherValue != null && !value.equals(otherValue)) {
        differences.put(key, key + " " + value + " or " + otherValue);
      } else if (value != null && otherValue == null) {
        differences.put(key, key + " here " + value);
      } else if (value == null && otherValue != null) {
        differences.put(key, key + " there " + otherValue);
      }
    }
    return new ArrayList<>(differences.values());
  }

  private static void assertSameNeighbours(
      PersistentMap<Integer, String> map, NavigableMap<Integer, String> model, int key) {
    assertThat(map.get(key)).isEqualTo(model.get(key));
    assertThat(map.containsKey(key)).isEqualTo(model.containsKey(key));
    assertThat(map.keys().contains(key)).isEqualTo(model.containsKey(key));
    assertThat(map.floor(key)).isEqualTo(Optional.ofNullable(model.floorEntry(key)));
    assertThat(map.lower(key)).isEqualTo(Optional.ofNullable(model.lowerEntry(key)));
    assertThat(map.higher(key)).isEqualTo(Optional.ofNullable(model.higherEntry(key)));
    assertThat(map.ceiling(key)).isEqualTo(Optional.ofNullable(model.ceilingEntry(key)));
    int below = map.countBelow(key);
    assertThat(below).isEqualTo(model.headMap(key).size());
    assertThat(map.entryAt(below)).isEqualTo(map.ceiling(key));
    assertThat(map.entryAt(below - 1)).isEqualTo(map.lower(key));
  }

  private static void assertSameContents(
      List<PersistentMap<Integer, String>> versions, List<Map<Integer, String>> expected) {
    for (int i = 0; i < versions.size(); i++) {
      List<Map.Entry<Integer, String>> entries = new ArrayList<>(versions.get(i).size());
      versions.get(i).forEach(entries::add);
      assertThat(entries.equals(new ArrayList<>(expected.get(i).entrySet())))
          .as("version %d", i)
          .isTrue();
    }
  }

  private static PersistentMap<Integer, String> run(
      List<Op> program, PersistentMap<Integer, String> map) {
    PersistentMap<Integer, String> changed = map;
    for (Op op : program) {
      changed = run(op, changed);
    }
    return changed;
  }

  private static PersistentMap<Integer, String> run(Op op, PersistentMap<Integer, String> map) {
    PersistentMap<Integer, String> changed = map;
    switch (op) {
      case Op.With(var key, var value) -> changed = map.with(key, value);
      case Op.Without(var key) -> changed = map.without(key);
      case Op.WithAll(var from, var count, var stride) -> {
        for (int i = 0; i < count; i++) {
          changed = changed.with((from + i * stride) % KEYS, "many " + i);
        }
      }
      case Op.WithoutAll(var from, var count) -> {
        for (int key = from; key < from + count; key++) {
          changed = changed.without(key);
        }
      }
    }
    return changed;
  }

  private static void runOnModel(Op op, Map<Integer, String> model) {
    switch (op) {
      case Op.With(var key, var value) -> model.put(key, value);
      case Op.Without(var key) -> model.remove(key);
      case Op.WithAll(var from, var count, var stride) -> {
        for (int i = 0; i < count; i++) {
          model.put((from + i * stride) % KEYS, "many " + i);
        }
      }
      case Op.WithoutAll(var from, var count) -> {
        for (int key = from; key < from + count; key++) {
          model.remove(key);
        }
      }
    }
  }

  @Provide
  Arbitrary<List<Op>> programs() {
    Arbitrary<Integer> counts = Arbitraries.integers().between(1, KEYS / 2);
    Arbitrary<Op> with =
        Combinators.combine(keys(), Arbitraries.of("a", "b", "c")).as(Op.With::new);
    Arbitrary<Op> without = keys().map(Op.Without::new);
    Arbitrary<Op> withAll =
        Combinators.combine(keys(), counts, Arbitraries.of(1, 7, KEYS - 1)).as(Op.WithAll::new);
    Arbitrary<Op> withoutAll = Combinators.combine(keys(), counts).as(Op.WithoutAll::new);
    return Arbitraries.oneOf(List.of(with, without, withAll, withoutAll))
        .list()
        .ofMinSize(0)
        .ofMaxSize(25);
  }

  @Provide
  Arbitrary<Integer> keys() {
    return Arbitraries.integers().between(0, KEYS - 1);
  }

  @Provide
  Arbitrary<Integer> widths() {
    return Arbitraries.of(4, 5, 8, TreeNode.WIDTH);
  }
}
