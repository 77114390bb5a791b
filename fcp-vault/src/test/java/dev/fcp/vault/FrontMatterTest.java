package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;

class FrontMatterTest {

  private static final Generator<String> PIECES =
      Generator.of(
          "a",
          ":",
          " ",
          "\n",
          "-",
          "- ",
          "? ",
          "|",
          ">",
          "#",
          "'",
          "\"",
          "[",
          "]",
          "{",
          "}",
          "&x",
          "*x",
          "!!int",
          "!t",
          "~",
          "null",
          "0o9",
          "1e999",
          "0x",
          ".inf",
          "2026-01-01",
          "%",
          "@",
          "`",
          ",",
          "\t",
          "\\",
          "\\u12",
          "---",
          "...",
          "<<",
          "\u0085",
          "\uFEFF",
          "\uD83D\uDE00");

  private static final Value NULL = Value.Fields.of(Map.of("yaml", Value.of("null")));

  @Provide
  Arbitrary<String> texts() {
    return PIECES.list(0, 12).map(pieces -> String.join("", pieces)).arbitrary(32);
  }

  @Trials(2_000)
  void any_text_is_read_as_fields_or_refused(@ForAll("texts") String text) {
    List<String> lines = List.of(text.split("\n", -1));
    for (FrontMatter.FieldLines field : FrontMatter.fieldsIn(lines)) {
      String own = String.join("\n", lines.subList(field.from(), field.to()));
      assertThat(FrontMatter.plainValue(own)).isNotNull();
      assertThat(FrontMatter.isSameValue(own, own)).isTrue();
    }
  }

  @Trials(2_000)
  void any_text_can_be_the_value_of_a_field(@ForAll("texts") String text) {
    String field = FrontMatter.field("k", FrontMatter.yamlValue(text));
    assertThat(field).doesNotContain("\n");
    assertThat(FrontMatter.fieldsIn(List.of(field)))
        .containsExactly(new FrontMatter.FieldLines("k", 0, 1));
    String changed = FrontMatter.withValue(field, FrontMatter.yamlValue("b"));
    assertThat(FrontMatter.value(changed)).contains("b");
  }

  @Trials(2_000)
  void any_line_can_be_the_key_of_a_field(@ForAll("texts") String text) {
    String key = text.replace("\n", " ");
    assertThat(FrontMatter.fieldsIn(List.of(FrontMatter.field(key, "x"))))
        .containsExactly(new FrontMatter.FieldLines(key, 0, 1));
  }

  @Example
  void a_text_with_the_form_of_yaml_is_a_value_of_its_type() {
    assertThat(FrontMatter.plainValue("a: " + FrontMatter.yamlValue("12"))).isEqualTo(Value.of(12));
    assertThat(FrontMatter.plainValue("a: " + FrontMatter.yamlValue("true")))
        .isEqualTo(Value.of(true));
    assertThat(FrontMatter.plainValue("a: " + FrontMatter.yamlValue("[x, 1]")))
        .isEqualTo(new Value.Sequence(List.of(Value.of("x"), Value.of(1))));
    assertThat(FrontMatter.plainValue("a: " + FrontMatter.yamlValue("x: y")))
        .isEqualTo(Value.of("x: y"));
  }

  @Example
  void null_and_the_text_null_are_different_values() {
    for (String field : List.of("a: null", "a: ~", "a:", "a: # none")) {
      assertThat(FrontMatter.plainValue(field)).isEqualTo(NULL);
      assertThat(FrontMatter.valueText(field)).isEqualTo("null");
      assertThat(FrontMatter.isSameValue(field, "a: null")).isTrue();
      assertThat(FrontMatter.isSameValue(field, "a: 'null'")).isFalse();
    }
    assertThat(FrontMatter.plainValue("a: 'null'")).isEqualTo(Value.of("null"));
    assertThat(FrontMatter.valueText("a: 'null'")).isEqualTo("\"null\"");
    assertThat(FrontMatter.valueText("a: '12'")).isEqualTo("\"12\"");
    assertThat(FrontMatter.valueText("a: 'glad'")).isEqualTo("glad");
    assertThat(FrontMatter.plainValue("a: 1.5")).isNotEqualTo(FrontMatter.plainValue("a: '1.5'"));
  }

  @Example
  void a_comment_is_no_part_of_the_value_before_it() {
    assertThat(FrontMatter.valueText("hp: 12\t# at dawn")).isEqualTo("12");
    assertThat(FrontMatter.valueText("tags: [a, \"#b\"]  # two")).isEqualTo("[a, \"#b\"]");
    assertThat(FrontMatter.plainValue("hp: # none")).isEqualTo(NULL);
    assertThat(FrontMatter.withValue("hp: 12\t# at dawn", "9")).isEqualTo("hp: 9\t# at dawn");
  }

  @Example
  void deeply_nested_front_matter_is_not_read() {
    for (String nested :
        List.of(
            "[".repeat(50_000),
            "- ".repeat(40_000) + "x",
            "? ".repeat(40_000),
            "{a: ".repeat(20_000))) {
      assertThat(FrontMatter.fieldsIn(List.of("a: " + nested))).isEmpty();
      assertThat(FrontMatter.fieldsIn(List.of(nested))).isEmpty();
    }
    StringBuilder indented = new StringBuilder();
    for (int i = 0; i < 440; i++) {
      indented.append(" ".repeat(i)).append("a:\n");
    }
    assertThat(FrontMatter.fieldsIn(indented.toString().lines().toList())).isEmpty();
  }
}
