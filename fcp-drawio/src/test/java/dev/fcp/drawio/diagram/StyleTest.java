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
  void any_text_comes_back_from_its_tokens(@ForAll("styles") String text) {
    Style style = Style.parse(text);
    assertThat(style.text()).isEqualTo(text);
    Style again = Style.of(style.tokens(), style.terminated());
    assertThat(again.text()).isEqualTo(text);
    assertThat(again).isEqualTo(style);
    assertThat(style.tokens()).extracting(Style.Token::unit).doesNotHaveDuplicates();
  }

  @Property
  void a_token_that_is_taken_out_and_put_back_stands_where_it_was(
      @ForAll("styles") String text, @ForAll long seed) {
    Style style = Style.parse(text);
    List<Style.Token> rest = new ArrayList<>(style.tokens());
    if (!rest.isEmpty()) {
      Style.Token gone = rest.remove((int) Math.floorMod(seed, (long) rest.size()));
      Style without = Style.of(rest, style.terminated());
      List<Style.Token> back = new ArrayList<>(without.tokens());
      back.add(gone);
      assertThat(Style.of(back, style.terminated())).isEqualTo(style);
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
        .extracting(Style.Token::unit)
        .containsExactly("a", "b", "a#2", "a#2#2", "a#3");
    assertThat(style.value("a")).isEmpty();
    assertThat(Style.parse("a=1;a=2").value("a")).contains("2");
    assertThat(style.has("b")).isTrue();
    assertThat(style.has("c")).isFalse();
  }

  @Test
  void a_value_is_set_in_its_place_or_at_the_end() {
    assertThat(Style.parse("a=1;b=2;").with("a", "x").text()).isEqualTo("a=x;b=2;");
    assertThat(Style.parse("a=1;b=2;").with("c", "3").text()).isEqualTo("a=1;b=2;c=3;");
    assertThat(Style.parse("a=1;b=2").with("c", "3").text()).isEqualTo("a=1;b=2;c=3");
    assertThat(Style.EMPTY.with("c", "3").text()).isEqualTo("c=3;");
    assertThat(Style.parse("a;b;a=2").without("a").text()).isEqualTo("b");
    assertThat(Style.parse("x").with("group").text()).isEqualTo("x;group");
  }

  @Test
  void ranks_stay_outside_of_the_content() {
    Style gap = Style.parse("a;b;c;").without("b");
    assertThat(gap).isNotEqualTo(Style.parse("a;c;"));
    assertThat(gap.content()).isEqualTo(Style.parse("a;c;").content());
  }

  @Test
  void a_token_that_would_be_two_is_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Style.EMPTY.with("a", "1;b=2"));
    assertThatIllegalArgumentException().isThrownBy(() -> Style.EMPTY.with("a=b", "1"));
  }

  @Test
  void numbers_are_finite_and_plain() {
    assertThat(Style.parse("a=1.5").number("a")).contains(1.5);
    for (String text : List.of("", "NaN", "Infinity", "1e999", "0x1p3", "1f", " 1", "-", "1,5")) {
      assertThat(Numbers.parse(text)).as(text).isEmpty();
    }
    assertThat(Numbers.text(-0.0)).isEqualTo("0");
    assertThat(Numbers.text(1e-7)).isEqualTo("0.0000001");
    assertThat(Numbers.text(12.50)).isEqualTo("12.5");
    assertThatIllegalArgumentException().isThrownBy(() -> Numbers.text(Double.NaN));
  }
}
