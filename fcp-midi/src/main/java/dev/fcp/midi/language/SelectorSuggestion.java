package dev.fcp.midi.language;

import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
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
final class SelectorSuggestion {

  /** What stands before a position. */
  private static final Set<String> POSITION_PREPOSITIONS = Set.of("at", "from", "bar");

  /** What says nothing beside a selector. */
  private static final Set<String> FILLER_WORDS = Set.of("in", "on", "of", "the", "and", "track");

  private SelectorSuggestion() {}

  /**
   * The operation with selectors for the words that describe something, and with what others were
   * probably meant to be.
   *
   * @param isKnown whether a word means something to the operation as it is
   * @param nearest what a word that is not known was probably meant to be; without, it goes
   * @return empty if no word describes anything
   */
  static Optional<ParsedOperation> suggest(
      SongView songView,
      ParsedOperation op,
      Predicate<String> isKnown,
      Function<String, Optional<String>> nearest) {
    List<Positional> remaining = new ArrayList<>();
    List<Selector> selectors = new ArrayList<>(op.selectors());
    String previousWord = "";
    for (Positional positional : op.positionals()) {
      String word = positional.text();
      if (isKnown.test(word)) {
        remaining.add(positional);
      } else if (!isFiller(word.toLowerCase(Locale.ROOT))) {
        selectorFor(songView, previousWord, word)
            .ifPresentOrElse(
                selectors::add,
                () ->
                    nearest
                        .apply(word)
                        .map(it -> new Positional(it, positional.kind()))
                        .ifPresent(remaining::add));
      }
      previousWord = word.toLowerCase(Locale.ROOT);
    }
    return selectors.size() == op.selectors().size()
        ? Optional.empty()
        : Optional.of(op.withPositionals(remaining).withSelectors(selectors));
  }

  private static boolean isFiller(String word) {
    return POSITION_PREPOSITIONS.contains(word) || FILLER_WORDS.contains(word);
  }

  private static Optional<Selector> selectorFor(
      SongView songView, String previousWord, String word) {
    if (POSITION_PREPOSITIONS.contains(previousWord)) {
      return rangeSelector(word);
    }
    boolean isTrack =
        songView.tracks().stream().anyMatch(trackView -> trackView.title().equalsIgnoreCase(word));
    if (isTrack) {
      return Optional.of(SelectorEvaluator.selector(SelectorEvaluator.TRACK, word));
    }
    return Pitch.parse(word) instanceof ParsedArgument.Valid<Integer>
        ? Optional.of(SelectorEvaluator.selector(SelectorEvaluator.PITCH, word))
        : rangeSelector(word);
  }

  private static Optional<Selector> rangeSelector(String word) {
    return MusicalPosition.parse(word) instanceof ParsedArgument.Valid<MusicalPosition>
        ? Optional.of(SelectorEvaluator.selector(SelectorEvaluator.RANGE, word))
        : Optional.empty();
  }
}
