package dev.fcp.eventlog.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A random program of three authors, run on a text and on a naive one. */
final class RandomEditing {

  private static final List<String> PIECES =
      List.of(
          "a", "b", " ", "\n", "\uD83D\uDE00", "word", "two words ", "e\u0301", "x".repeat(260));

  final Random random;
  private final List<String> pieces;
  private final List<InsertionIds> authors = new ArrayList<>();
  final List<TextEdit> done = new ArrayList<>();
  Text text = Text.EMPTY;
  CharacterList naive = new CharacterList();

  RandomEditing(long seed) {
    this(seed, PIECES);
  }

  /** A program that types some pieces again and again. */
  RandomEditing(long seed, List<String> pieces) {
    random = new Random(seed);
    this.pieces = pieces;
    for (int i = 0; i < 3; i++) {
      authors.add(new InsertionIds(random));
    }
  }

  /** The next edit: typing, deleting, replacing, or the inverse of an earlier one. */
  private TextEdit next(int reversibleCount) {
    if (reversibleCount > 0 && random.nextInt(4) == 0) {
      TextEdit earlier = done.get(random.nextInt(reversibleCount));
      return text.rebase(random.nextBoolean() ? earlier.inverse() : earlier);
    }
    int offset = random.nextInt(text.length() + 1);
    int deleted = Math.min(text.length() - offset, random.nextInt(3) * random.nextInt(8));
    String inserted = random.nextBoolean() ? pieces.get(random.nextInt(pieces.size())) : "";
    return text.splice(offset, deleted, inserted, authors.get(random.nextInt(3)));
  }

  void step() {
    step(done.size());
  }

  /** Makes an edit; it may be the inverse of one of this many first edits. */
  void step(int reversibleCount) {
    make(next(reversibleCount));
  }

  void make(TextEdit edit) {
    Text before = text;
    text = text.apply(edit);
    assertThat(naive.apply(edit)).isTrue();
    done.add(edit);
    assertSame(text, naive);
    assertThat(text.apply(edit.inverse())).isEqualTo(before);
  }

  static void assertSame(Text text, CharacterList naive) {
    assertThat(text.toString()).isEqualTo(naive.toString());
    assertThat(IntStream.range(0, text.length()).mapToObj(text::charAt).toList())
        .isEqualTo(naive.ids());
    assertThat(text.content()).isEqualTo(Text.of(naive.toString()).content());
  }
}
