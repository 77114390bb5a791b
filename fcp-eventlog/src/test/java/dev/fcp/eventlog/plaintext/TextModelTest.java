package dev.fcp.eventlog.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.plaintext.Anchor.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Texts behave like lists of characters under random edits, undo and redo. */
class TextModelTest {

  private static final int EDITS = 60;

  @Property(tries = 50)
  void edits_have_the_effect_of_those_of_a_list(@ForAll long seed) {
    RandomEditing program = new RandomEditing(seed);
    IntStream.range(0, EDITS).forEach(i -> program.step());
  }

  @Property(tries = 25)
  void an_edit_and_its_inverse_merge_to_nothing_and_others_to_one(@ForAll long seed) {
    RandomEditing program = new RandomEditing(seed);
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
    RandomEditing program = new RandomEditing(seed);
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
    RandomEditing program = new RandomEditing(seed);
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
    RandomEditing program = new RandomEditing(seed);
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
    RandomEditing program = new RandomEditing(seed);
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
