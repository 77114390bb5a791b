package dev.fcp.midi.language;

import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Notes that are described as answers do it, {@code note D5 at 1.1 in track "Piano"}, where
 * selectors belong: {@code @pitch:D5 @range:1.1 @track:Piano}.
 */
final class Described {

  /** What stands before a position. */
  private static final Set<String> BEFORE_POSITIONS = Set.of("at", "from", "bar");

  /** What says nothing beside a selector. */
  private static final Set<String> FILLING = Set.of("in", "on", "of", "the", "and", "track");

  private Described() {}

  /**
   * The operation with selectors for the words that describe something, and with what others were
   * probably meant to be.
   *
   * @param known whether a word means something to the operation as it is
   * @param near what a word that is not known was probably meant to be; without, it goes
   * @return empty if no word describes anything
   */
  static Optional<ParsedOp> selected(
      Score score, ParsedOp op, Predicate<String> known, Function<String, Optional<String>> near) {
    List<Positional> words = new ArrayList<>();
    List<Selector> selectors = new ArrayList<>(op.selectors());
    String before = "";
    for (Positional positional : op.positionals()) {
      String word = positional.text();
      if (known.test(word)) {
        words.add(positional);
      } else if (!isFilling(word.toLowerCase(Locale.ROOT))) {
        selector(score, before, word)
            .ifPresentOrElse(
                selectors::add,
                () ->
                    near.apply(word)
                        .map(it -> new Positional(it, positional.kind()))
                        .ifPresent(words::add));
      }
      before = word.toLowerCase(Locale.ROOT);
    }
    return selectors.size() == op.selectors().size()
        ? Optional.empty()
        : Optional.of(op.withPositionals(words).withSelectors(selectors));
  }

  private static boolean isFilling(String word) {
    return BEFORE_POSITIONS.contains(word) || FILLING.contains(word);
  }

  private static Optional<Selector> selector(Score score, String before, String word) {
    if (BEFORE_POSITIONS.contains(before)) {
      return position(word);
    }
    boolean isTrack = score.parts().stream().anyMatch(part -> part.title().equalsIgnoreCase(word));
    if (isTrack) {
      return Optional.of(Selection.selector(Selection.TRACK, word));
    }
    return Pitch.read(word) instanceof Reading.Fit<Integer>
        ? Optional.of(Selection.selector(Selection.PITCH, word))
        : position(word);
  }

  private static Optional<Selector> position(String word) {
    return Position.read(word) instanceof Reading.Fit<Position>
        ? Optional.of(Selection.selector(Selection.RANGE, word))
        : Optional.empty();
  }
}
