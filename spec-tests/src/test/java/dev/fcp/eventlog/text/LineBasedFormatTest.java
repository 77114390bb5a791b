package dev.fcp.eventlog.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import dev.fcp.spec.Clause;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines are case-insensitive, and "!" is not a line. */
@Clause("DM-7")
class LineBasedFormatTest {

  private record Word(String text, OrderKey order) {}

  private static final LineEntitySpec<Word> SPEC =
      new LineEntitySpec<>(
          "word", MethodHandles.lookup(), Word.class, LineBasedFormatTest::word, Word::text);
  private static final LineBasedFormat<Word> FORMAT = new LineBasedFormat<>(SPEC, "words");

  private static Word word(String line, OrderKey order) {
    if (line.equals("!")) {
      throw new IllegalArgumentException("no word");
    }
    return new Word(line.strip().toLowerCase(java.util.Locale.ROOT), order);
  }

  private static EntityModel<String, Word> read(String file) {
    return switch (FORMAT.read(bytes(file))) {
      case ReadResult.Readable<EntityModel<String, Word>>(var model, var source) -> model;
      case ReadResult.Unreadable<EntityModel<String, Word>> refused ->
          throw new AssertionError(refused);
    };
  }

  private static String write(EntityModel<String, Word> model, String... files) {
    List<Source> sources = List.of(files).stream().map(file -> Source.of(bytes(file))).toList();
    return new String(FORMAT.write(model, sources), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static EntityModel<String, Word> added(
      EntityModel<String, Word> model, String text, OrderKey order) {
    return model.apply(
        new Change.Created<>(RecordEntitySpec.freshKey(model), new Word(text, order)));
  }

  @Test
  void a_file_is_written_back_with_all_its_spellings() {
    for (String file : List.of("", "\n", "A\r\n a\n\n\r\nA", "a\r", "\r\r\n", "x\ry")) {
      assertThat(write(read(file), file)).isEqualTo(file);
    }
  }

  @Test
  void a_new_line_ends_as_the_first_one_does() {
    String file = "A\r\nB";
    EntityModel<String, Word> model = read(file);
    assertThat(write(added(model, "c", model.orderKeyAtEnd()), file)).isEqualTo("A\r\nB\r\nc\r\n");
    assertThat(write(added(model, "c", model.orderKeyBefore("2")), file)).isEqualTo("A\r\nc\r\nB");
  }

  @Test
  void unchanged_lines_keep_their_own_spelling_among_equal_ones() {
    String file = "A\nb\n a\nA \n";
    EntityModel<String, Word> model = read(file);
    assertThat(write(model.apply(new Change.Deleted<>("1", model.at("1"))), file))
        .isEqualTo("b\n a\nA \n");
  }

  @Test
  void the_spelling_does_not_depend_on_keys() {
    String found = "b\nA\n a\n";
    EntityModel<String, Word> other = read("b\nx\nA\n a\n");
    assertThat(write(other.apply(new Change.Deleted<>("2", other.at("2"))), found))
        .isEqualTo(found);
  }

  @Test
  void a_restored_line_is_spelled_as_in_the_source_that_had_it() {
    assertThat(write(read("a\nb\nc\n"), "a\nc\n", "B\n")).isEqualTo("a\nB\nc\n");
    assertThat(write(read("a\nb\n"), "!\n", "A\n")).isEqualTo("A\nb\n");
  }

  @Test
  void damage_is_reported_with_its_offset() {
    refused(new byte[] {'a', '\n', (byte) 0xC3, 'x'}, 2, "not in UTF-8");
    refused(new byte[] {'a', (byte) 0xC3}, 1, "not in UTF-8");
    refused(bytes("\u00e4\n!\n"), 3, "no word");
    refused(new byte[LineBasedFormat.MAX_BYTES + 1], LineBasedFormat.MAX_BYTES, "longer than");
    refused(bytes("\n".repeat(LineBasedFormat.MAX_LINES + 1)), LineBasedFormat.MAX_LINES, "lines");
  }

  private static void refused(byte[] file, long offsetBytes, String reason) {
    assertThat(FORMAT.read(file))
        .isInstanceOfSatisfying(
            ReadResult.Unreadable.class,
            it -> {
              assertThat(it.offsetBytes()).isEqualTo(offsetBytes);
              assertThat(it.reason()).contains(reason);
            });
  }

  @Test
  void an_entity_that_no_line_can_represent_is_refused() {
    for (String text : List.of("a\nb", " a", "A", "!", "\uD800", "a\r")) {
      Word word = new Word(text, OrderKey.initial(0));
      assertThat(EntityModel.empty(SPEC).check(new Change.Created<>("1", word)))
          .as(text)
          .isPresent();
      assertThatIllegalArgumentException().isThrownBy(() -> SPEC.entity("1", SPEC.units(word)));
    }
  }
}
