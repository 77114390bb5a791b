package dev.fcp.verbs.names;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that is most similar to an unknown one. */
public final class Suggestions {

  /** The number of UTF-16 code units of a word that are compared; the rest is ignored. */
  private static final int MAX_COMPARED_CHARS = 64;

  private Suggestions() {}

  /**
   * The only candidate that may be meant by a mistyped word: it begins with the word, or its edit
   * distance is at most a third of the length of the longer word. Words that differ in a digit are
   * not similar, because another number is seldom a typing error. Empty if no candidate is similar,
   * or if several are.
   */
  public static Optional<String> findSimilar(String word, Collection<String> candidates) {
    String normalized = normalized(word);
    List<String> similar =
        candidates.stream().distinct().filter(it -> isSimilar(normalized, normalized(it))).toList();
    return similar.size() == 1 ? Optional.of(similar.get(0)) : Optional.empty();
  }

  /** Whether one word may be the other one, mistyped. */
  public static boolean areSimilar(String word, String candidate) {
    return isSimilar(normalized(word), normalized(candidate));
  }

  private static boolean isSimilar(String word, String candidate) {
    if (!digits(word).equals(digits(candidate))) {
      return false;
    }
    boolean isPrefix = !word.isEmpty() && candidate.startsWith(word);
    return isPrefix || 3 * distance(word, candidate) <= Math.max(word.length(), candidate.length());
  }

  private static String digits(String word) {
    return word.codePoints()
        .filter(Character::isDigit)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /**
   * The edit distance of two words: the number of insertions, deletions, substitutions and
   * transpositions of adjacent characters, where no character is edited twice (optimal string
   * alignment).
   */
  static int distance(String from, String to) {
    int[] rowBeforePrevious = new int[to.length() + 1];
    int[] previousRow = new int[to.length() + 1];
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previousRow[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int substitution = previousRow[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(substitution, 1 + Math.min(previousRow[j], row[j - 1]));
        if (isSwap(from, i, to, j)) {
          row[j] = Math.min(row[j], rowBeforePrevious[j - 2] + 1);
        }
      }
      int[] spare = rowBeforePrevious;
      rowBeforePrevious = previousRow;
      previousRow = row;
      row = spare;
    }
    return previousRow[to.length()];
  }

  private static boolean isSwap(String from, int i, String to, int j) {
    return i > 1
        && j > 1
        && from.charAt(i - 1) == to.charAt(j - 2)
        && from.charAt(i - 2) == to.charAt(j - 1);
  }

  private static String normalized(String word) {
    String start =
        word.length() > MAX_COMPARED_CHARS ? word.substring(0, MAX_COMPARED_CHARS) : word;
    return start.toLowerCase(Locale.ROOT);
  }
}
