package dev.fcp.eventlog.plaintext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.FewerTries;
import dev.fcp.eventlog.json.ValueJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Characters that are easily lost, edits outside of the text, and very large texts. */
class UnusualTextTest {

  private static final int LARGE = 10_000_000;
  private static final int RUNS = FewerTries.of(100_000);

  private final InsertionIds ids = new InsertionIds(new Random(1));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000",
        "e\u0301",
        "\u0301",
        "\u202E",
        "\u2028",
        "\uFEFF",
        "\uFFFF",
        "\u001F",
        "\r\n",
        "\uD83D\uDC69\u200D\uD83D\uDCBB"
      })
  void every_character_is_kept_and_none_is_normalized(String unusual) {
    Text text = Text.of("ab").apply(Text.of("ab").splice(1, 0, unusual, ids));
    assertThat(text).hasToString("a" + unusual + "b");
    assertThat(text.length()).isEqualTo(2 + unusual.codePointCount(0, unusual.length()));
    assertThat(Text.decode(ValueJson.read(ValueJson.write(text.encode())))).isEqualTo(text);
    assertThat(text.contentEquals(Text.of("a" + unusual + "b"))).isTrue();
  }

  @Test
  void an_offset_is_never_inside_a_surrogate_pair() {
    Text text = Text.of("\uD83D\uDE00\uD83D\uDE01");
    assertThat(text.apply(text.splice(1, 1, "", ids))).hasToString("\uD83D\uDE00");
    assertThat(text.apply(text.splice(1, 0, "x", ids))).hasToString("\uD83D\uDE00x\uD83D\uDE01");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD83D", "x\uDE00", "\uDE00\uD83D", "\uD83D\uD83D\uDE00"})
  void half_of_a_surrogate_pair_is_refused_with_its_place(String broken) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Text.of(broken))
        .withMessageContaining("half of a surrogate pair at");
    assertThatIllegalArgumentException().isThrownBy(() -> Text.EMPTY.splice(0, 0, broken, ids));
  }

  @Test
  void an_empty_insertion_is_an_empty_edit() {
    Text text = Text.of("abc");
    TextEdit edit = text.splice(1, 0, "", ids);
    assertThat(edit.isEmpty()).isTrue();
    assertThat(text.apply(edit)).isSameAs(text);
  }

  @ParameterizedTest
  @CsvSource({"4,0", "-1,0", "1,3", "1,-1", "1,2147483647"})
  void an_edit_outside_of_the_text_is_refused_with_the_length(int offset, int deleted) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Text.of("abc").splice(offset, deleted, "x", ids))
        .withMessageContaining(offset + " + " + deleted)
        .withMessageContaining("length 3");
  }

  @Test
  void the_same_characters_with_other_identities_are_another_text() {
    Text read = Text.of("abc");
    Text typed = Text.EMPTY.apply(Text.EMPTY.splice(0, 0, "abc", ids));
    assertThat(typed).isNotEqualTo(read);
    assertThat(typed.content()).isEqualTo(read.content());
  }

  @Test
  void a_text_of_ten_million_characters_is_edited_undone_and_read_back() {
    String large = "lorem ipsum dolor\n".repeat(LARGE / 18);
    TextEdit pasted = Text.EMPTY.splice(0, 0, large, ids);
    Text text = Text.EMPTY.apply(pasted);
    TextEdit typed = text.splice(LARGE / 2, 100, "xyz", ids);
    Text edited = text.apply(typed);
    assertThat(Text.decode(edited.encode())).isEqualTo(edited);
    assertThat(text.diff(Text.of(edited.toString())).removed()).isEqualTo(typed.removed());
    assertThat(edited.apply(typed.inverse())).isEqualTo(text);
    assertThat(pasted.then(text.splice(0, text.length(), "", ids)).isEmpty()).isTrue();
  }

  @Test
  void one_edit_deletes_and_restores_many_runs() {
    Text text = Text.of("ab".repeat(RUNS));
    List<TextEdit.Part> everySecond = new ArrayList<>();
    IntStream.range(0, RUNS)
        .forEach(i -> everySecond.add(new TextEdit.Range(text.charAt(2 * i), 1)));
    TextEdit deletion = new TextEdit(everySecond, List.of());
    Text half = text.apply(deletion);
    assertThat(half).hasToString("b".repeat(RUNS));
    assertThat(half.runCount()).isEqualTo(2 * RUNS);
    assertThat(Text.decode(half.encode())).isEqualTo(half);
    assertThat(half.apply(deletion.inverse())).isEqualTo(text);
    assertThat(deletion.then(deletion.inverse()).isEmpty()).isTrue();
  }

  @Test
  void a_word_without_end_is_divided() {
    Text text = Text.of("x".repeat(5_000));
    assertThat(text.wordKey(1_024)).isEqualTo(text.charAt(0).toString());
    assertThat(text.wordKey(4_900)).isEqualTo(text.wordKey(4_901)).endsWith(":4096");
    assertThat(text.wordKey(4_900)).isNotEqualTo(text.wordKey(4_600));
  }
}
