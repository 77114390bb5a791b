package dev.fcp.spec.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** How jqwik uses generators: with fixed values, and shrinking to the smallest failure. */
class TrialsTest {

  /** Properties that a test runs by name; each records its values. */
  static final class Subject {

    /** Shared, because jqwik creates the subject and shrinks in its own thread. */
    private static final List<Object> SEEN = new CopyOnWriteArrayList<>();

    @Provide
    Arbitrary<List<Integer>> lists() {
      return Generator.integers(0, 1_000).list(0, 20).arbitrary();
    }

    @Provide
    Arbitrary<List<Integer>> pairs() {
      return Generator.integers(0, 100)
          .flatMap(low -> Generator.integers(low, 200).map(high -> List.of(low, high)))
          .arbitrary();
    }

    @Provide
    Arbitrary<List<Integer>> tapes() {
      return Generator.integers(0, 1_000).arbitraryList(5, 20, 3);
    }

    @Trials(200)
    void holds(@ForAll("lists") List<Integer> list) {
      SEEN.add(list);
    }

    @Trials(500)
    void is_short(@ForAll("lists") List<Integer> list) {
      fails(list, list.size() >= 3);
    }

    @Trials(500)
    void is_low(@ForAll("lists") List<Integer> list) {
      fails(list, list.stream().anyMatch(n -> n >= 500));
    }

    @Trials(500)
    void has_low_pairs(@ForAll("pairs") List<Integer> pair) {
      fails(pair, pair.get(1) >= 50 && pair.get(0) >= 10);
    }

    @Trials(500)
    void has_at_least_five_but_shrinks_below(@ForAll("tapes") List<Integer> list) {
      fails(list, list.contains(7) || list.size() > 1);
    }

    private static void fails(List<Integer> list, boolean fails) {
      if (fails) {
        throw new IllegalStateException("with " + list);
      }
    }

    static List<Object> seen(String property) {
      SEEN.clear();
      assertThat(JqwikRun.of(Subject.class, property)).isEmpty();
      return List.copyOf(SEEN);
    }
  }

  private static String failure(String property) {
    return JqwikRun.of(Subject.class, property).orElseThrow().getMessage();
  }

  @Test
  void a_property_is_tried_as_often_as_declared_times_the_factor_of_the_run() {
    assertThat(Subject.seen("holds")).hasSize(Tries.of(200));
  }

  @Test
  void two_runs_see_the_same_values_and_many_different_ones() {
    List<Object> seen = Subject.seen("holds");
    assertThat(Subject.seen("holds")).isEqualTo(seen);
    assertThat(new HashSet<>(seen)).hasSizeGreaterThan(Tries.of(100));
  }

  @Test
  void a_failure_shrinks_to_the_least_number() {
    assertThat(failure("is_low")).matches("with \\[(0, )*500]");
    assertThat(failure("is_short")).isEqualTo("with [0, 0, 0]");
  }

  @Test
  void parts_that_depend_on_each_other_shrink_too() {
    assertThat(failure("has_low_pairs")).isIn("with [10, 50]", "with [50, 50]");
  }

  @Test
  void a_list_of_values_shrinks_below_its_least_size() {
    assertThat(failure("has_at_least_five_but_shrinks_below")).isEqualTo("with [0, 0]");
  }
}
