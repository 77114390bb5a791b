package dev.fcp.spec.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsCollector;
import org.junit.jupiter.api.Test;

class ChoicesTest {

  @Provide
  Arbitrary<List<Integer>> tapes() {
    return TapeArbitraries.ofLength(20);
  }

  @Provide
  Arbitrary<String> texts() {
    return Generator.strings().arbitrary(32);
  }

  @Trials(500)
  void the_same_tape_makes_the_same_value(@ForAll("tapes") List<Integer> tape) {
    assertThat(Generator.strings().generate(Choices.of(tape)))
        .isEqualTo(Generator.strings().generate(Choices.of(tape)));
  }

  @Test
  void an_empty_tape_makes_the_simplest_value() {
    assertThat(Generator.integers(-2, 9).list(0, 20).generate(Choices.of(List.of()))).isEmpty();
    assertThat(Generator.integers(-2, 9).list(2, 20).generate(Choices.of(List.of())))
        .containsExactly(-2, -2);
    assertThat(Generator.strings().generate(Choices.of(List.of()))).isEmpty();
  }

  @Trials(2_000)
  void a_choice_stays_within_its_bounds_and_reaches_them(@ForAll("tapes") List<Integer> tape) {
    int choice = Choices.of(tape).between(-2, 2);
    assertThat(choice).isBetween(-2, 2);
    assertThat(Choices.of(tape).upTo(Integer.MAX_VALUE)).isNotNegative();
    Statistics.collect(choice);
    Statistics.coverage(coverage -> {
      for (int any = -2; any <= 2; any++) {
        coverage.check(any).percentage(share -> share > 15);
      }
    });
  }

  @Test
  void a_number_on_the_tape_is_the_choice() {
    assertThat(Choices.of(List.of(7)).upTo(99)).isEqualTo(7);
    assertThat(Choices.of(List.of(100)).upTo(99)).isZero();
    assertThat(Choices.of(List.of(1, 2)).upTo(1 << 20)).isEqualTo((2 << 16) + 1);
    assertThatIllegalArgumentException().isThrownBy(() -> Choices.of(List.of()).upTo(-1));
  }

  @Trials(5_000)
  void probabilities_are_about_as_declared(@ForAll("tapes") List<Integer> tape) {
    assertThat(Choices.of(tape).percent(0)).isFalse();
    assertThat(Choices.of(tape).percent(100)).isTrue();
    Statistics.collect(Choices.of(tape).percent(30));
    Statistics.coverage(
        coverage -> coverage.check(true).percentage(share -> share > 27 && share < 33));
  }

  @Trials(500)
  void texts_contain_troublesome_characters(@ForAll("texts") String text) {
    for (String part : List.of("\n", "\"", "\\", "\0", "\uD83D\uDE00")) {
      StatisticsCollector parts = Statistics.label(part.codePoints().boxed().toList().toString());
      parts.collect(text.contains(part));
      parts.coverage(coverage -> coverage.check(true).count(count -> count > 0));
    }
  }
}
