package dev.fcp.eventlog.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.plaintext.Anchor.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Texts behave like lists of characters under random edits, undo and redo. */
class TextModelTest {

  private static final int EDITS = 60;
  private static final List<String> PIECES =
      List.of(
          "a", "b", " ", "\n", "\uD83D\uDE00", "word", "two words ", "e\u0301", "x".repeat(260));

  /** A random program of three authors, run on a text and on a naive one. */
  private static final class Program {
    final Random random;
    final List<InsertionIds> authors = new ArrayList<>();
    final List<TextEdit> done = new ArrayList<>();
    Text text = Text.EMPTY;
    CharacterList naive = new CharacterList();

    Program(long seed) {
      random = new Random(seed);
      for (int i = 0; i < 3; i++) {
        authors.add(new InsertionIds(random));
      }
    }

    /** The next edit: typing, deleting, replacing, or the inverse of an earlier one. */
    TextEdit next(int reversibleCount) {
      if (reversibleCount > 0 && random.nextInt(4) == 0) {
        TextEdit earlier = done.get(random.nextInt(reversibleCount));
        return text.rebase(random.nextBoolean() ? earlier.inverse() : earlier);
      }
      int offset = random.nextInt(text.length() + 1);
      int deleted = Math.min(text.length() - offset, random.nextInt(3) * random.nextInt(8));
      String inserted = random.nextBoolean() ? PIECES.get(random.nextInt(PIECES.size())) : "";
      return text.splice(offset, deleted, inserted, authors.get(random.nextInt(3)));
    }

    void step() {
      step(done.size());
    }

    /** Makes an edit; it may be the inverse of one of this many first edits. */
    void step(int reversibleCount) {
      TextEdit edit = next(reversibleCount);
      Text before = text;
      text = text.apply(edit);
      assertThat(naive.apply(edit)).isTrue();
      done.add(edit);
      assertSame(text, naive);
      assertThat(text.apply(edit.inverse())).isEqualTo(before);
    }
  }

  private static void assertSame(Text text, CharacterList naive) {
    assertThat(text.toString()).isEqualTo(naive.toString());
    assertThat(IntStream.range(0, text.length()).mapToObj(text::charAt).toList())
        .isEqualTo(naive.ids());
    assertThat(text.content()).isEqualTo(Text.of(naive.toString()).content());
  }

  @Property(tries = 50)
  void edits_have_the_effect_of_those_of_a_list(@ForAll long seed) {
    Program program = new Program(seed);
    IntStream.range(0, EDITS).forEach(i -> program.step());
  }

  @Property(tries = 25)
  void an_edit_and_its_inverse_merge_to_nothing_and_others_to_one(@ForAll long seed) {
    Program program = new Program(seed);
    for (int i = 0; i < EDITS; i++) {
      Text before = program.text;
      int count = program.random.nextInt(4) + 1;
      int from = program.done.size();
      IntStream.range(0, count).forEach(any -> program.step(from));
      TextEdit merged =
          program.done.subList(from, from + count).stream().reduce(TextEdit::then).orElseThrow();
      assertThat(before.apply(merged)).isEqualTo(program.text);
      assertThat(program.text.apply(merged.inverse())).isEqualTo(before);
      assertThat(before.apply(merged).apply(merged.inverse())).isEqualTo(before);
      assertThat(program.text.apply(merged.inverse()).apply(merged)).isEqualTo(program.text);
      assertThat(merged.then(merged.inverse()).isEmpty()).isTrue();
    }
  }

  @Property(tries = 25)
  void encoded_texts_and_edits_are_read_back(@ForAll long seed) {
    Program program = new Program(seed);
    for (int i = 0; i < EDITS; i++) {
      program.step();
      Text read = Text.decode(program.text.encode());
      assertThat(read).isEqualTo(program.text);
      assertThat(read.encode()).isEqualTo(program.text.encode());
      assertThat(read.content()).isEqualTo(program.text.content());
      TextEdit edit = program.done.get(program.done.size() - 1);
      assertThat(TextEdit.decode(edit.encodeRemoved(), edit.encodeAdded())).isEqualTo(edit);
    }
  }

  @Property(tries = 25)
  void anchors_stay_at_their_characters(@ForAll long seed) {
    Program program = new Program(seed);
    for (int i = 0; i < EDITS; i++) {
      program.step();
      for (CharId id : program.naive.allIds()) {
        for (Side side : Side.values()) {
          assertThat(program.text.offsetOf(new Anchor(Optional.of(id), side)).getAsInt())
              .isEqualTo(program.naive.offset(id, side == Side.AFTER).orElseThrow());
        }
      }
    }
  }

  @Property(tries = 25)
  void a_diff_leads_to_another_version_or_text(@ForAll long seed) {
    Program program = new Program(seed);
    List<Text> versions = new ArrayList<>(List.of(Text.EMPTY));
    for (int i = 0; i < EDITS; i++) {
      program.step();
      versions.add(program.text);
    }
    for (int i = 0; i < 20; i++) {
      Text from = versions.get(program.random.nextInt(versions.size()));
      Text to = versions.get(program.random.nextInt(versions.size()));
      assertThat(from.apply(from.diff(to)).toString()).isEqualTo(to.toString());
      assertThat(from.apply(from.exactDiff(to))).isEqualTo(to);
      Text read = Text.of(to.toString());
      assertThat(from.apply(from.diff(read)).toString()).isEqualTo(to.toString());
      assertThat(from.diff(from).isEmpty()).isTrue();
    }
  }

  @Property(tries = 25)
  void deleted_characters_that_no_edit_names_are_forgotten(@ForAll long seed) {
    Program program = new Program(seed);
    IntStream.range(0, EDITS).forEach(i -> program.step());
    List<TextEdit> kept = program.done.subList(program.random.nextInt(EDITS), EDITS);
    Text small = program.text.forgetting(kept);
    assertThat(small).isEqualTo(program.text);
    assertThat(program.text.forgetting(List.of()).encode().toString().contains("-")).isFalse();
    for (TextEdit edit : kept.reversed()) {
      program.text = program.text.apply(edit.inverse());
      small = small.apply(edit.inverse());
      assertThat(small).isEqualTo(program.text);
    }
    for (TextEdit edit : kept) {
      program.text = program.text.apply(edit);
      small = small.apply(edit);
      assertThat(small).isEqualTo(program.text);
    }
  }
}
