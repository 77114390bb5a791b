package dev.fcp.spec.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TrialsTest {

  private static final Generator<List<Integer>> LISTS = Generator.whole(0, 1_000).list(0, 20);

  private static <T> List<T> seen(Generator<T> generator) {
    List<T> seen = new ArrayList<>();
    Trials.of(200).check(generator, seen::add);
    return seen;
  }

  private static <T> AssertionError failure(Generator<T> generator, Consumer<T> law) {
    return catchThrowableOfType(AssertionError.class, () -> Trials.of(500).check(generator, law));
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("law");
    }
  }

  @Test
  void a_law_that_holds_sees_as_many_values_as_were_asked_for() {
    assertThat(seen(LISTS)).hasSize(200 * Integer.getInteger("fcp.trials", 1));
  }

  @Test
  void two_runs_see_the_same_values() {
    assertThat(seen(LISTS)).isEqualTo(seen(LISTS));
  }

  @Test
  void values_differ_and_reach_both_bounds() {
    Set<Integer> seen = new HashSet<>(seen(Generator.whole(-2, 2)));
    assertThat(seen).containsExactlyInAnyOrder(-2, -1, 0, 1, 2);
    assertThat(new HashSet<>(seen(LISTS))).hasSizeGreaterThan(100);
  }

  @Test
  void a_failure_tells_the_law_the_value_and_the_seed() {
    AssertionError failure = failure(LISTS, list -> require(list.size() < 3));
    assertThat(failure)
        .hasMessageContaining("IllegalStateException: law")
        .hasMessageContaining("with [0, 0, 0]")
        .hasMessageContaining("of seed")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_failure_shrinks_to_the_least_number() {
    assertThat(failure(LISTS, list -> require(list.stream().allMatch(n -> n < 500))))
        .hasMessageContaining("with [500]\n");
  }

  @Test
  void parts_that_depend_on_each_other_shrink_too() {
    Generator<List<Integer>> pairs =
        Generator.whole(0, 100)
            .flatMap(low -> Generator.whole(low, 200).map(high -> List.of(low, high)));
    assertThat(failure(pairs, pair -> require(pair.get(1) < 50 || pair.get(0) < 10)))
        .hasMessageContaining("with [10, 50]\n");
  }

  @Test
  void shrinking_ends_at_its_limit() {
    List<Object> tried = new ArrayList<>();
    Consumer<List<Integer>> law =
        list -> {
          tried.add(list);
          require(list.isEmpty());
        };
    AssertionError failure =
        catchThrowableOfType(
            AssertionError.class, () -> Trials.of(9).shrinkingAtMost(5).check(LISTS, law));
    assertThat(failure).isNotNull();
    assertThat(tried).hasSizeBetween(6, 9 + 5);
  }

  @Test
  void the_same_choices_make_the_same_value_and_none_the_simplest() {
    Choices choices = Choices.by(new SplittableRandom(1));
    List<Integer> value = LISTS.generate(choices);
    assertThat(LISTS.generate(Choices.of(choices.tape()))).isEqualTo(value);
    assertThat(LISTS.generate(Choices.of(new int[0]))).isEmpty();
    assertThat(Generator.text().generate(Choices.of(new int[0]))).isEmpty();
  }

  @Test
  void a_choice_off_the_tape_stays_within_its_bounds() {
    assertThat(Choices.of(new int[] {999}).upTo(5)).isEqualTo(5);
    assertThat(Choices.of(new int[] {999}).between(-3, -1)).isEqualTo(-1);
    assertThatIllegalArgumentException().isThrownBy(() -> Choices.of(new int[0]).upTo(-1));
  }

  @Test
  void chances_are_about_what_they_say() {
    Choices choices = Choices.by(new SplittableRandom(7));
    int yes = 0;
    for (int i = 0; i < 10_000; i++) {
      yes += choices.percent(30) ? 1 : 0;
    }
    assertThat(yes).isBetween(2_700, 3_300);
    assertThat(choices.percent(0)).isFalse();
    assertThat(choices.percent(100)).isTrue();
  }

  @Test
  void texts_hold_what_programs_stumble_over() {
    String all = String.join("", seen(Generator.text()));
    assertThat(all).contains("\n", "\"", "\\", "\0", "\uD83D\uDE00");
  }
}
