package dev.fcp.verbs.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuotingTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "DB | DB",
        "don't | don't",
        "#ff0000 | #ff0000",
        "A1:F1 | A1:F1",
        "Order Service | \"Order Service\"",
        "a:b | \"a:b\"",
        "@x | \"@x\"",
        "-> | \"->\"",
        "say \"hi\" | \"say \\\"hi\\\"\"",
        "'tis | \"'tis\"",
        "a\\ b | \"a\\\\ b\"",
      })
  void quotes_only_if_needed(String text, String quoted) {
    assertThat(Quoting.quoteIfNeeded(text)).isEqualTo(quoted);
  }

  @Test
  void long_words_and_quoted_texts_of_a_message_are_shortened_in_the_middle() {
    String quoted = Quoting.quoteAlways("a \"b\" ".repeat(100));
    String message = "no " + quoted + " and @" + "x".repeat(500) + "z: 12\"";
    String shortened = Quoting.shortenQuotations(message);
    assertThat(shortened)
        .startsWith("no \"a \\\"b\\\" a ")
        .contains(" ... ", " and @xxx", "xxxz: 12\"")
        .hasSizeBetween(380, 450);
    assertThat(Quoting.shortenQuotations(shortened)).isEqualTo(shortened);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "a \"short\" one", "\"never closed ", "12\" and \\\" \\", "a  b "})
  void short_messages_stay(String message) {
    assertThat(Quoting.shortenQuotations(message)).isEqualTo(message);
  }

  @Test
  void escapes_line_breaks_and_hidden_characters() {
    assertThat(Quoting.quoteIfNeeded("a\nb\tc\u0000\u202e\u2028\ud83d\ude00\ud83d"))
        .isEqualTo("\"a\\nb\\tc\\u0000\\u202e\\u2028\ud83d\ude00\\ud83d\"");
  }

  @Test
  void shows_the_empty_text_as_a_pair_of_quotes() {
    assertThat(Quoting.quoteIfNeeded("")).isEqualTo("\"\"");
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "label | x | label:x",
        "label | data flow | label:\"data flow\"",
        "url | https://host:8080/x | url:https://host:8080/x",
        "label | 'x | label:\"'x\"",
        "A1 | F1 | A1:\"F1\"",
        "a b | c | \"a b\":c",
      })
  void writes_parameters(String key, String value, String written) {
    assertThat(Quoting.param(key, value)).isEqualTo(written);
  }

  @Test
  void a_verb_of_two_words_is_written_as_two_tokens() {
    ParsedOperation op =
        ((ParseResult.Parsed) OperationParser.parse("\"page add\" \"Page 2\"")).op();
    assertThat(op.canonicalText()).isEqualTo("page add \"Page 2\"");
  }
}
