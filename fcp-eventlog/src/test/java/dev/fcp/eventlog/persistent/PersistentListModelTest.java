package dev.fcp.eventlog.persistent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

/** Compares random programs on a persistent list with the same programs on an {@link ArrayList}. */
final class PersistentListModelTest {
  /** An operation; its indexes are reduced modulo the size, so that it applies to every list. */
  sealed interface Op {
    record Append(int count) implements Op {}

    record Insert(int index) implements Op {}

    record InsertMany(int index, int count) implements Op {}

    record Take(int count) implements Op {}

    record Drop(int count) implements Op {}

    record Concat(int count) implements Op {}

    record Rotate(int index) implements Op {}
  }

  @Property(tries = 400)
  @StatisticsReport(StatisticsReportMode.OFF)
  void a_list_equals_an_array_list_and_its_old_versions_do_not_change(
      @ForAll("programs") List<Op> program, @ForAll("widths") int maxWidth) {
    PersistentList<Integer> list = PersistentList.empty(maxWidth);
    List<Integer> model = new ArrayList<>();
    List<PersistentList<Integer>> versions = new ArrayList<>(List.of(list));
    List<List<Integer>> expected = new ArrayList<>(List.of(List.of()));
    int deepest = 0;
    for (Op op : program) {
      list = run(op, list, maxWidth);
      model = runOnModel(op, model);
      TreeAssertions.assertSoundList(list.tree());
      versions.add(list);
      expected.add(List.copyOf(model));
      deepest = Math.max(deepest, list.tree().height());
      assertSameContents(versions, expected);
    }
    Statistics.label("three levels or more").collect(deepest >= 2);
    Statistics.label("three levels or more")
        .coverage(trees -> trees.check(true).percentage(share -> share > 10));
  }

  @Property(tries = 200)
  void every_query_answers_as_an_array_list_does(
      @ForAll("programs") List<Op> program, @ForAll("widths") int maxWidth) {
    PersistentList<Integer> list = PersistentList.empty(maxWidth);
    List<Integer> model = new ArrayList<>();
    for (Op op : program) {
      list = run(op, list, maxWidth);
      model = runOnModel(op, model);
    }
    assertThat(list).hasSameSizeAs(model);
    assertThat(list.isEmpty()).isEqualTo(model.isEmpty());
    assertThat(IntStream.range(0, list.size()).mapToObj(list::get).toList()).isEqualTo(model);
    assertThat(list.equals(model)).isTrue();
    assertThat(model.equals(list)).isTrue();
    assertThat(list.hashCode()).isEqualTo(model.hashCode());
    assertThat(list.toString()).isEqualTo(model.toString());
    assertThat(PersistentList.copyOf(model)).isEqualTo(list);
  }

  private static void assertSameContents(
      List<PersistentList<Integer>> versions, List<List<Integer>> expected) {
    for (int i = 0; i < versions.size(); i++) {
      assertThat(new ArrayList<>(versions.get(i)).equals(expected.get(i)))
          .as("version %d", i)
          .isTrue();
    }
  }

  private static PersistentList<Integer> run(Op op, PersistentList<Integer> list, int maxWidth) {
    int size = list.size();
    return switch (op) {
      case Op.Append(var count) -> {
        PersistentList<Integer> longer = list;
        for (int i = 0; i < count; i++) {
          longer = longer.append(i);
        }
        yield longer;
      }
      case Op.Insert(var index) -> list.insert(index % (size + 1), -1);
      case Op.InsertMany(var index, var count) -> {
        PersistentList<Integer> longer = list;
        for (int i = 0; i < count; i++) {
          longer = longer.insert(index % (size + 1) + i, 1000 + i);
        }
        yield longer;
      }
      case Op.Take(var count) -> list.take(count % (size + 1));
      case Op.Drop(var count) -> list.drop(count % (size + 1));
      case Op.Concat(var count) -> list.concat(PersistentList.copyOf(numbers(count), maxWidth));
      case Op.Rotate(var index) ->
          list.drop(index % (size + 1)).concat(list.take(index % (size + 1)));
    };
  }

  private static List<Integer> runOnModel(Op op, List<Integer> model) {
    int size = model.size();
    List<Integer> changed = new ArrayList<>(model);
    switch (op) {
      case Op.Append(var count) -> changed.addAll(numbers(count));
      case Op.Insert(var index) -> changed.add(index % (size + 1), -1);
      case Op.InsertMany(var index, var count) ->
          changed.addAll(index % (size + 1), IntStream.range(1000, 1000 + count).boxed().toList());
      case Op.Take(var count) -> changed.subList(count % (size + 1), size).clear();
      case Op.Drop(var count) -> changed.subList(0, count % (size + 1)).clear();
      case Op.Concat(var count) -> changed.addAll(numbers(count));
      case Op.Rotate(var index) -> Collections.rotate(changed, -(index % (size + 1)));
    }
    return changed;
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Provide
  Arbitrary<List<Op>> programs() {
    Arbitrary<Integer> counts = Arbitraries.integers().between(0, 200);
    Arbitrary<Integer> positions = Arbitraries.integers().between(0, 2000);
    return Arbitraries.<Op>oneOf(
            List.<Arbitrary<? extends Op>>of(
                counts.map(Op.Append::new),
                positions.map(Op.Insert::new),
                Combinators.combine(positions, counts).as(Op.InsertMany::new),
                positions.map(Op.Take::new),
                positions.map(Op.Drop::new),
                counts.map(Op.Concat::new),
                positions.map(Op.Rotate::new)))
        .list()
        .ofMaxSize(25);
  }

  @Provide
  Arbitrary<Integer> widths() {
    return Arbitraries.of(4, 5, 8, TreeNode.WIDTH);
  }
}
