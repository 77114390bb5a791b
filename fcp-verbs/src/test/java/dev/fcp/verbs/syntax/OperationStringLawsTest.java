package dev.fcp.verbs.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws of operation strings, over random texts with many special characters. */
class OperationStringLawsTest {

  @Property(tries = 1000)
  void any_list_of_texts_can_be_quoted_and_parsed_back(@ForAll("texts") List<String> texts) {
    String op =
        texts.stream().map(t -> " " + Quoting.quoteIfNeeded(t)).collect(Collectors.joining());
    assertThat(parsed("x" + op).positionals().stream().map(Positional::text)).isEqualTo(texts);
  }

  @Property(tries = 1000)
  void a_token_quoted_as_a_whole_is_always_a_positional(@ForAll("texts") List<String> texts) {
    String op = texts.stream().map(t -> " " + Quoting.quoteAlways(t)).collect(Collectors.joining());
    List<Positional> expected =
        texts.stream().map(t -> new Positional(t, Positional.Kind.QUOTED)).toList();
    assertThat(parsed("x" + op).positionals()).isEqualTo(expected);
  }

  @Property(tries = 1000)
  void any_text_in_single_quotes_can_be_parsed_back(@ForAll("text") String text) {
    String quoted = "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    assertThat(parsed("x " + quoted).words()).containsExactly(text);
  }

  @Property(tries = 1000)
  void any_parameter_can_be_written_and_parsed_back(
      @ForAll("text") String key, @ForAll("text") String value) {
    String anyKey = key.isEmpty() ? "k" : key;
    ParsedOperation op = parsed("x " + Quoting.param(anyKey, value));
    assertThat(op.params()).containsExactly(Map.entry(anyKey, value));
  }

  @Property(tries = 1000)
  void parsing_never_throws_and_the_canonical_text_is_equivalent(@ForAll("operation") String text) {
    switch (OperationParser.parse(text)) {
      case ParseResult.Malformed malformed -> {
        assertThat(malformed.message()).isNotBlank();
        assertThat(malformed.position()).isBetween(1, Math.max(1, malformed.raw().length()));
        malformed
            .repaired()
            .ifPresent(replacement ->
                assertThat(parsed(replacement).canonicalText()).isEqualTo(replacement));
      }
      case ParseResult.Parsed(var op) -> {
        ParsedOperation reparsed = parsed(op.canonicalText());
        assertThat(reparsed.verb().split(" ", 2)[0]).isEqualTo(op.verb().split(" ", 2)[0]);
        assertThat(reparsed.params()).isEqualTo(op.params());
        assertThat(reparsed.canonicalText()).isEqualTo(op.canonicalText());
        assertThat(Quoting.oneLine(op.canonicalText())).isEqualTo(op.canonicalText());
        assertSameSelectors(reparsed.selectors(), op.selectors());
      }
    }
  }

  @Property(tries = 1000)
  void arrows_keep_their_index(@ForAll("wordsAndArrows") List<Positional> positionals) {
    String op =
        positionals.stream().map(p -> " " + Quoting.positional(p)).collect(Collectors.joining());
    assertThat(parsed("x" + op).positionals().stream().map(Positional::isArrow))
        .isEqualTo(positionals.stream().map(Positional::isArrow).toList());
  }

  @Provide
  Arbitrary<String> text() {
    Arbitrary<String> special = Arbitraries.of("\"", "'", "\\", ":", "@", "@not:", "->", "--", "=");
    Arbitrary<String> blank = Arbitraries.of(" ", "\t", "\n", "\r", "\u0000", "\u2028", "\ud83d");
    Arbitrary<String> plain =
        Arbitraries.of("a", "B", "A1", "1", "u0041", "n", "not", "é", "!", "#");
    Arbitrary<String> any = Arbitraries.strings().ofMinLength(1).ofMaxLength(2);
    return Arbitraries.oneOf(special, blank, plain, any)
        .list()
        .ofMaxSize(8)
        .map(p -> String.join("", p));
  }

  @Provide
  Arbitrary<List<String>> texts() {
    return text().list().ofMaxSize(5);
  }

  @Provide
  Arbitrary<String> operation() {
    return Combinators.combine(texts(), text()).as((parts, end) -> String.join(" ", parts) + end);
  }

  @Provide
  Arbitrary<List<Positional>> wordsAndArrows() {
    Arbitrary<Positional> arrow =
        Arbitraries.of("->", "<->", "--").map(a -> new Positional(a, Positional.Kind.ARROW));
    Arbitrary<Positional> word = text().map(t -> new Positional(t, Positional.Kind.QUOTED));
    return Arbitraries.oneOf(arrow, word).list().ofMaxSize(8);
  }

  private static void assertSameSelectors(List<Selector> actual, List<Selector> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertThat(actual.get(i).isEquivalentTo(expected.get(i))).isTrue();
    }
  }

  private static ParsedOperation parsed(String text) {
    return switch (OperationParser.parse(text)) {
      case ParseResult.Parsed(var op) -> op;
      case ParseResult.Malformed malformed -> throw new AssertionError(malformed.toString());
    };
  }
}
