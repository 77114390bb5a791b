package dev.fcp.eventlog.plaintext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits of texts, and how they are encoded. */
class TextEditTest {

  private final InsertionIds ids = new InsertionIds(new Random(1));

  @Test
  void typing_merges_into_one_insertion() {
    Text text = Text.EMPTY;
    TextEdit all = TextEdit.NONE;
    for (String letter : List.of("a", "b", "c")) {
      TextEdit edit = text.splice(text.length(), 0, letter, ids);
      text = text.apply(edit);
      all = all.then(edit);
    }
    assertThat(all.encodeAdded().map(ValueJson::write).orElseThrow())
        .isEqualTo(
            "[{\"after\":\"\",\"id\":\"%s:0\",\"text\":\"abc\"}]"
                .formatted(text.charAt(0).insertion()));
    assertThat(text.runCount()).isEqualTo(1);
  }

  @Test
  void deleting_what_was_just_typed_leaves_the_rest() {
    TextEdit typed = Text.EMPTY.splice(0, 0, "abcd", ids);
    Text text = Text.EMPTY.apply(typed);
    TextEdit merged = typed.then(text.splice(1, 2, "", ids));
    assertThat(Text.EMPTY.apply(merged)).hasToString("ad");
    assertThat(typed.then(text.splice(0, 4, "", ids)).isEmpty()).isTrue();
  }

  @Test
  void backspace_merges_into_one_range() {
    Text text = Text.of("abcd");
    TextEdit all = TextEdit.NONE;
    for (int offset = 3; offset >= 1; offset--) {
      TextEdit edit = text.splice(offset, 1, "", ids);
      text = text.apply(edit);
      all = all.then(edit);
    }
    assertThat(all.removed()).containsExactly(new TextEdit.Range(Text.of("abcd").charAt(1), 3));
  }

  @Test
  void a_long_insertion_has_units_of_limited_length() {
    TextEdit edit = Text.EMPTY.splice(0, 0, "x".repeat(1000), ids);
    assertThat(edit.units()).hasSize(4).allSatisfy(it -> assertThat(it.length()).isLessThan(257));
    assertThat(edit.without(edit.units()).isEmpty()).isTrue();
  }

  @Test
  void a_piece_of_an_insertion_keeps_its_order() {
    TextEdit edit = Text.EMPTY.splice(0, 0, "abcdef", ids);
    CharId first = edit.added().get(0).first();
    TextEdit rest = edit.without(List.of(new TextEdit.Range(first.plus(1), 2)));
    assertThat(Text.EMPTY.apply(rest)).hasToString("adef");
    assertThat(Text.EMPTY.apply(rest).apply(Text.EMPTY.apply(rest).rebase(edit)))
        .hasToString("abcdef");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "\"a:0+1\"",
        "[\"a:0\"]",
        "[\"a:0+0\"]",
        "[\"a:01+1\"]",
        "[\"a:0+01\"]",
        "[\":0+1\"]",
        "[\"a-:0+1\"]",
        "[\"a:2147483647+1\"]",
        "[\"a:9999999999+1\"]",
        "[{\"id\":\"a:0\",\"text\":\"x\"}]",
        "[{\"after\":\"a:0\",\"id\":\"a:1\",\"text\":\"x\"}]",
        "[{\"after\":\"\",\"id\":\"a:1\",\"text\":\"\"}]",
        "[{\"after\":\"\",\"id\":\"a:1\",\"more\":1,\"text\":\"x\"}]",
        "[{\"after\":\"\",\"id\":\"a:1\",\"text\":\"\\ud800\"}]"
      })
  void malformed_parts_are_refused(String json) {
    Value value = ValueJson.read(json);
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> TextEdit.decode(Optional.empty(), Optional.of(value)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"a:0\"]",
        "[\"a:0\",\"\"]",
        "[\"a:0\",\"xy\",\"a:1\",\"y\"]",
        "[\"a:0\",\"x\",\"a:1\",\"y\"]",
        "[\"+a:0\",\"x\"]",
        "[\"a:0\",\"\\udc00\"]",
        "[\"\",\"x\"]",
        "[\"a:2147483647\",\"xy\"]"
      })
  void malformed_texts_are_refused(String json) {
    Value value = ValueJson.read(json);
    assertThatExceptionOfType(MalformedValueException.class).isThrownBy(() -> Text.decode(value));
  }

  @Test
  void an_edit_that_does_not_apply_exactly_is_refused() {
    Text text = Text.of("abc");
    TextEdit deletion = text.splice(1, 1, "", ids);
    assertThatIllegalArgumentException().isThrownBy(() -> text.apply(deletion).apply(deletion));
    assertThatIllegalArgumentException().isThrownBy(() -> text.apply(deletion.inverse()));
    assertThatIllegalArgumentException().isThrownBy(() -> Text.EMPTY.apply(deletion));
    assertThatIllegalArgumentException().isThrownBy(() -> text.splice(0, 0, "\ud83d", ids));
    TextEdit typed = text.splice(3, 0, "d", ids);
    assertThatIllegalArgumentException().isThrownBy(() -> Text.EMPTY.apply(typed));
    assertThatIllegalArgumentException().isThrownBy(() -> text.apply(typed).apply(typed));
  }

  @Test
  void labels_are_spread_out_when_many_insertions_have_the_same_place() {
    Text text = Text.of("ab");
    StringBuilder expected = new StringBuilder("ab");
    for (int i = 0; i < 2_000; i++) {
      InsertionIds author = new InsertionIds(new Random(i));
      text = text.apply(text.splice(1 + i % 2, 0, i % 3 == 0 ? "x" : "y", author));
      expected.insert(1 + i % 2, i % 3 == 0 ? "x" : "y");
    }
    assertThat(text).hasToString(expected.toString());
    assertThat(Text.decode(text.encode())).isEqualTo(text);
  }

  @Test
  void a_word_ends_after_its_white_space() {
    Text text = Text.of("one two  three");
    assertThat(text.wordKey(0)).isEqualTo(text.wordKey(4)).isEqualTo(text.charAt(0).toString());
    assertThat(text.wordKey(5)).isEqualTo(text.wordKey(9)).isEqualTo(text.charAt(4).toString());
    assertThat(text.wordKey(14)).isEqualTo(text.charAt(9).toString());
    assertThat(Text.EMPTY.wordKey(0)).isEmpty();
  }
}
