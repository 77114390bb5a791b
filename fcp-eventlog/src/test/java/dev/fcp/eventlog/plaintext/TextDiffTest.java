package dev.fcp.eventlog.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.plaintext.TextDiff.Replacement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences of strings are small and readable. */
class TextDiffTest {

  private static String replaced(String from, List<Replacement> replacements) {
    StringBuilder text = new StringBuilder(from);
    for (Replacement replacement : replacements.reversed()) {
      int start = from.offsetByCodePoints(0, replacement.offset());
      int end = from.offsetByCodePoints(start, replacement.deleted());
      text.replace(start, end, replacement.inserted());
    }
    return text.toString();
  }

  @Property
  void the_replacements_lead_to_the_other_string(
      @ForAll @CharRange(from = 'a', to = 'c') String from,
      @ForAll @CharRange(from = 'a', to = 'c') String to) {
    String first = from.replace("c", " ").replace("bb", "\n") + "\uD83D\uDE00";
    String second = to.replace("c", " ").replace("bb", "\n") + "\uD83D\uDE01";
    assertThat(replaced(first, TextDiff.between(first, second))).isEqualTo(second);
    assertThat(TextDiff.between(first, first)).isEmpty();
  }

  @Test
  void of_words_that_differ_the_common_characters_are_kept() {
    assertThat(TextDiff.between("the colour of the organisation", "a color of the organization"))
        .containsExactly(
            new Replacement(0, 3, "a"), new Replacement(8, 1, ""), new Replacement(24, 1, "z"));
  }

  @Test
  void lines_that_are_equal_are_not_divided() {
    assertThat(TextDiff.between("a\nsame line\nb\n", "x\nsame line\ny\n"))
        .containsExactly(new Replacement(0, 1, "x"), new Replacement(12, 1, "y"));
  }

  @Test
  void a_pair_of_surrogates_is_replaced_as_a_whole() {
    assertThat(TextDiff.between("\uD83D\uDE00", "\uD83D\uDE01"))
        .containsExactly(new Replacement(0, 1, "\uD83D\uDE01"));
  }

  @ParameterizedTest
  @CsvSource({
    "'e\u0301','e\u0302'", // accents
    "'\uD83D\uDC4D\uD83C\uDFFB','\uD83D\uDC4D\uD83C\uDFFF'", // skin tones
    "'\uD83D\uDC69\u200D\uD83D\uDCBB','\uD83D\uDC69\u200D\uD83D\uDE80'", // joined emoji
    "'\uD83C\uDDE6\uD83C\uDDF9','\uD83C\uDDE6\uD83C\uDDFA'" // flags
  })
  void a_character_of_several_code_points_is_replaced_as_a_whole(String from, String to) {
    assertThat(TextDiff.between("x" + from + "y", "x" + to + "y"))
        .containsExactly(new Replacement(1, from.codePointCount(0, from.length()), to));
    assertThat(TextDiff.between("- " + from + " z", "- " + from + to + " z"))
        .containsExactly(new Replacement(2 + from.codePointCount(0, from.length()), 0, to));
  }

  @Test
  void edits_far_apart_in_a_long_text_are_found() {
    String middle =
        IntStream.range(0, 50_000).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    assertThat(TextDiff.between("a\n" + middle + "b\n", "x\n" + middle + "y\n")).hasSize(2);
  }

  @Test
  void texts_with_nothing_in_common_are_replaced() {
    String numbers =
        IntStream.range(0, 5_000).mapToObj(i -> i + "\n").collect(Collectors.joining());
    String others =
        IntStream.range(10_000, 15_000).mapToObj(i -> i + ",\n").collect(Collectors.joining());
    assertThat(replaced(numbers, TextDiff.between(numbers, others))).isEqualTo(others);
  }
}
