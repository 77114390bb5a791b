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
 * Suggests selectors for notes that are described as in results:
 * {@code @pitch:D5 @range:1.1 @track:Piano} for {@code note D5 at 1.1 in track "Piano"}.
 */
final class SelectorSuggestion {

  /** The words that may precede a position. */
  private static final Set<String> POSITION_PREPOSITIONS = Set.of("at", "from", "bar");

  /** The words without meaning in addition to selectors. */
  private static final Set<String> FILLER_WORDS = Set.of("in", "on", "of", "the", "and", "track");

  private SelectorSuggestion() {}

  /**
   * Replaces the words that describe notes by selectors, and corrects the other words.
   *
   * @param isKnown whether a word is a valid argument of the operation
   * @param nearest the most similar valid word for an unknown one; if it is empty, the word is
   *     removed
   * @return the new operation; empty if no word describes a note
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
