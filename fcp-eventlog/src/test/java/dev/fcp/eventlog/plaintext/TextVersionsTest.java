package dev.fcp.eventlog.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Edits between versions of a text, and to texts that were read, compared with naive lists of
 * characters. The same few characters are typed, deleted and typed again, and deleted ones come
 * back.
 */
class TextVersionsTest {

  private static final int EDITS = 40;
  private static final List<String> REPEATED =
      List.of("a", "a", "aa", "aba", " ", "\n", "\uD83D\uDE00", "\uD83D\uDE01\uD83D\uDE00");

  /** A text and the same one as a list. */
  private record Version(Text text, CharacterList naive) {}

  /** All versions of a random program, each also as it is after its deleted characters are gone. */
  private static List<Version> versions(RandomEditing program) {
    List<Version> versions = new ArrayList<>();
    for (int i = 0; i < EDITS; i++) {
      program.step();
      versions.add(new Version(program.text, program.naive.copy(true)));
      versions.add(new Version(program.text.forgetting(List.of()), program.naive.copy(false)));
    }
    return versions;
  }

  private static Set<CharId> idsOf(List<TextEdit.Part> parts) {
    Set<CharId> ids = new HashSet<>();
    parts.forEach(
        part -> IntStream.range(0, part.length()).forEach(i -> ids.add(part.first().plus(i))));
    return ids;
  }

  private static Set<CharId> difference(Set<CharId> ids, Set<CharId> others) {
    Set<CharId> rest = new HashSet<>(ids);
    rest.removeAll(others);
    return rest;
  }

  @Property(tries = 40)
  void an_exact_difference_changes_the_characters_that_differ_and_no_others(@ForAll long seed) {
    RandomEditing program = new RandomEditing(seed, REPEATED);
    List<Version> versions = versions(program);
    for (int i = 0; i < EDITS; i++) {
      Version from = versions.get(program.random.nextInt(versions.size()));
      Version to = versions.get(program.random.nextInt(versions.size()));
      TextEdit edit = from.text().exactDiff(to.text());
      Set<CharId> before = new HashSet<>(from.naive().ids());
      Set<CharId> after = new HashSet<>(to.naive().ids());
      assertThat(difference(idsOf(edit.removed()), idsOf(edit.added())))
          .isEqualTo(difference(before, after));
      assertThat(difference(idsOf(edit.added()), idsOf(edit.removed())))
          .isEqualTo(difference(after, before));

      CharacterList naive = from.naive().copy(true);
      assertThat(naive.apply(edit)).isTrue();
      assertThat(naive.ids()).isEqualTo(to.naive().ids());
      assertThat(naive.allIds()).containsAll(to.naive().allIds());
      RandomEditing.assertSame(from.text().apply(edit), naive);
      assertThat(from.text().apply(edit)).isEqualTo(to.text());
      assertThat(from.text().apply(edit).apply(edit.inverse())).isEqualTo(from.text());
      assertThat(from.text().apply(edit).exactDiff(to.text()).isEmpty()).isTrue();
    }
  }

  @Property(tries = 40)
  void an_edit_is_rebased_to_what_it_has_not_done_yet(@ForAll long seed) {
    RandomEditing program = new RandomEditing(seed, REPEATED);
    List<Version> versions = versions(program);
    List<TextEdit> edits = new ArrayList<>(program.done);
    for (int i = 0; i < EDITS; i++) {
      Text from = versions.get(program.random.nextInt(versions.size())).text();
      Text to = versions.get(program.random.nextInt(versions.size())).text();
      edits.add(from.exactDiff(to));
    }
    for (TextEdit edit : edits) {
      Set<CharId> expected = new HashSet<>(program.naive.ids());
      expected.addAll(idsOf(edit.added()));
      expected.removeAll(idsOf(edit.removed()));
      TextEdit rebased = program.text.rebase(edit);
      CharacterList naive = program.naive.copy(true);
      assertThat(naive.apply(rebased)).isTrue();
      assertThat(new HashSet<>(naive.ids())).isEqualTo(expected);
      RandomEditing.assertSame(program.text.apply(rebased), naive);
      assertThat(program.text.apply(rebased).rebase(edit).isEmpty()).isTrue();
    }
  }

  /** A text that another program made of one: an older version, or with a change. */
  private static String changed(String text, List<String> versions, Random random) {
    if (random.nextInt(3) == 0) {
      return versions.get(random.nextInt(versions.size()));
    }
    int length = text.codePointCount(0, text.length());
    int from = random.nextInt(length + 1);
    int to = Math.min(length, from + random.nextInt(3));
    return text.substring(0, text.offsetByCodePoints(0, from))
        + REPEATED.get(random.nextInt(REPEATED.size()))
        + text.substring(text.offsetByCodePoints(0, to));
  }

  @Property(tries = 40)
  void edits_of_a_file_mix_with_typing_and_are_as_small_as_those_of_strings(@ForAll long seed) {
    RandomEditing program = new RandomEditing(seed, REPEATED);
    List<String> versions = new ArrayList<>(List.of(""));
    for (int i = 0; i < EDITS; i++) {
      program.step();
      String before = program.text.toString();
      versions.add(before);
      String target = changed(before, versions, program.random);
      TextEdit edit = program.text.diff(Text.of(target));
      assertThat(program.text.diff(Text.of(target))).isEqualTo(edit);
      assertThat(idsOf(edit.removed()).size() + idsOf(edit.added()).size())
          .isLessThanOrEqualTo(
              TextDiff.between(before, target).stream()
                  .mapToInt(
                      it -> it.deleted() + it.inserted().codePointCount(0, it.inserted().length()))
                  .sum());
      program.make(edit);
      assertThat(program.text).hasToString(target);
      versions.add(target);
      if (program.random.nextBoolean()) {
        program.make(edit.inverse());
        assertThat(program.text.apply(program.text.diff(Text.of(target))))
            .isEqualTo(program.text.apply(edit));
      }
    }
  }

  @Test
  void a_file_that_has_again_what_it_had_at_first_gets_the_same_characters_back() {
    Text first = Text.of("one two three");
    InsertionIds ids = new InsertionIds(new Random(1));
    Text edited = first.apply(first.splice(4, 3, "2", ids));
    assertThat(edited.diff(first).added()).containsExactly(new TextEdit.Range(first.charAt(4), 3));
    assertThat(edited.apply(edited.diff(first))).isEqualTo(first);
  }

  @Test
  void characters_that_were_typed_again_stay_if_a_file_has_less() {
    Text first = Text.of("one two three");
    InsertionIds ids = new InsertionIds(new Random(1));
    Text deleted = first.apply(first.splice(4, 9, "", ids));
    Text again = deleted.apply(deleted.splice(4, 0, "two three!", ids));
    TextEdit edit = again.diff(first);
    assertThat(edit.added()).isEmpty();
    assertThat(idsOf(edit.removed())).containsExactly(again.charAt(13));
  }
}
