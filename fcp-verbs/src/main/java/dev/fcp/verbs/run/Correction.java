package dev.fcp.verbs.run;

import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Compares a refused operation with one that is suggested instead. People and agents run
 * suggestions without a second look, so a suggestion corrects one argument and adds none: it must
 * not do more than was asked.
 *
 * @param original the refused operation
 * @param suggested the suggested operation
 */
record Correction(ParsedOperation original, ParsedOperation suggested) {

  /**
   * Whether at most one verb, word, key, value or selector was corrected, and none was added or
   * left out. A text is corrected to a similar one, and a number to another number.
   */
  boolean correctsOneArgument() {
    List<String> wordsBefore = isRequoted() ? List.of() : original.words();
    List<String> wordsAfter = isRequoted() ? List.of() : suggested.words();
    int count =
        corrections(List.of(original.verb()), List.of(suggested.verb()), Suggestions::areSimilar)
            + corrections(wordsBefore, wordsAfter, Correction::isCorrected)
            + corrections(keys(original), keys(suggested), Suggestions::areSimilar)
            + corrections(values(original), values(suggested), Correction::isCorrected)
            + corrections(selectors(original), selectors(suggested), Suggestions::areSimilar);
    return count <= 1;
  }

  /** Whether the words are the same text, with other quotes. */
  private boolean isRequoted() {
    return String.join(" ", original.words()).equals(String.join(" ", suggested.words()));
  }

  /** The number of texts that differ; more than one if a difference is no correction. */
  private static int corrections(
      List<String> before, List<String> after, BiPredicate<String, String> isCorrected) {
    if (before.size() != after.size()) {
      return 2;
    }
    int count = 0;
    for (int i = 0; i < before.size(); i++) {
      if (!before.get(i).equals(after.get(i))) {
        count += isCorrected.test(before.get(i), after.get(i)) ? 1 : 2;
      }
    }
    return count;
  }

  private static boolean isCorrected(String before, String after) {
    return Suggestions.areSimilar(before, after) || (isNumber(before) && isNumber(after));
  }

  /** Whether a text has digits and is no reference such as {@code #n4}. */
  private static boolean isNumber(String text) {
    return !text.startsWith("#") && text.codePoints().anyMatch(Character::isDigit);
  }

  private static List<String> keys(ParsedOperation op) {
    return List.copyOf(op.params().keySet());
  }

  private static List<String> values(ParsedOperation op) {
    return List.copyOf(op.params().values());
  }

  private static List<String> selectors(ParsedOperation op) {
    List<String> texts = new ArrayList<>();
    for (Selector selector : op.selectors()) {
      String value = selector.value().map(it -> ":" + it).orElse("");
      texts.add((selector.negated() ? "not:" : "") + selector.type() + value);
    }
    return texts;
  }
}
