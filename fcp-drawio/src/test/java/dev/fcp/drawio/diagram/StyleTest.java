package dev.fcp.drawio.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StyleTest {

  @Property
  void a_style_survives_a_round_trip_through_tokens(@ForAll("styles") String text) {
    Style style = Style.parse(text);
    assertThat(style.text()).isEqualTo(text);
    Style reparsed = Style.of(style.tokens(), style.terminated());
    assertThat(reparsed.text()).isEqualTo(text);
    assertThat(reparsed).isEqualTo(style);
    assertThat(style.tokens()).extracting(Style.StyleToken::unit).doesNotHaveDuplicates();
  }

  @Property
  void a_token_removed_and_added_again_keeps_its_position(
      @ForAll("styles") String text, @ForAll long seed) {
    Style style = Style.parse(text);
    List<Style.StyleToken> rest = new ArrayList<>(style.tokens());
    if (!rest.isEmpty()) {
      Style.StyleToken removed = rest.remove((int) Math.floorMod(seed, (long) rest.size()));
      Style without = Style.of(rest, style.terminated());
      List<Style.StyleToken> restored = new ArrayList<>(without.tokens());
      restored.add(removed);
      assertThat(Style.of(restored, style.terminated())).isEqualTo(style);
    }
  }

  @Provide
  Arbitrary<String> styles() {
    return Arbitraries.of("a", "b=1", "a=2", "a#2=3", ";", ";;", "=x", "group", "a=b=c", " ")
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }

  @Test
  void a_repeated_key_has_units_of_its_own_and_its_last_value_counts() {
    Style style = Style.parse("a=1;b;a=2;a#2=x;a");
    assertThat(style.tokens())
        .extracting(Style.StyleToken::unit)
        .containsExactly("a", "b", "a#2", "a#2#2", "a#3");
    assertThat(style.value("a")).isEmpty();
    assertThat(Style.parse("a=1;a=2").value("a")).contains("2");
    assertThat(style.has("b")).isTrue();
    assertThat(style.has("c")).isFalse();
  }

  @Test
  void a_value_replaces_the_old_one_or_is_appended() {
    assertThat(Style.parse("a=1;b=2;").with("a", "x").text()).isEqualTo("a=x;b=2;");
    assertThat(Style.parse("a=1;b=2;").with("c", "3").text()).isEqualTo("a=1;b=2;c=3;");
    assertThat(Style.parse("a=1;b=2").with("c", "3").text()).isEqualTo("a=1;b=2;c=3");
    assertThat(Style.EMPTY.with("c", "3").text()).isEqualTo("c=3;");
    assertThat(Style.parse("a;b;a=2").without("a").text()).isEqualTo("b");
    assertThat(Style.parse("x").with("group").text()).isEqualTo("x;group");
  }

  @Test
  void ranks_are_not_part_of_the_content() {
    Style gap = Style.parse("a;b;c;").without("b");
    assertThat(gap).isNotEqualTo(Style.parse("a;c;"));
    assertThat(gap.content()).isEqualTo(Style.parse("a;c;").content());
  }

  @Test
  void a_token_with_a_separator_is_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Style.EMPTY.with("a", "1;b=2"));
    assertThatIllegalArgumentException().isThrownBy(() -> Style.EMPTY.with("a=b", "1"));
  }

  @Test
  void numbers_are_finite_and_plain() {
    assertThat(Style.parse("a=1.5").number("a")).contains(1.5);
    for (String text : List.of("", "NaN", "Infinity", "1e999", "0x1p3", "1f", " 1", "-", "1,5")) {
      assertThat(DecimalText.parse(text)).as(text).isEmpty();
    }
    assertThat(DecimalText.format(-0.0)).isEqualTo("0");
    assertThat(DecimalText.format(1e-7)).isEqualTo("0.0000001");
    assertThat(DecimalText.format(12.50)).isEqualTo("12.5");
    assertThatIllegalArgumentException().isThrownBy(() -> DecimalText.format(Double.NaN));
  }
}
