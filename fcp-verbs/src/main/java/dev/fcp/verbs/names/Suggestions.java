package dev.fcp.verbs.names;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that is most similar to an unknown one. */
public final class Suggestions {

  /** The number of UTF-16 code units of a word that are compared; the rest is ignored. */
  private static final int MAX_COMPARED_CHARS = 64;

  private Suggestions() {}

  /**
   * The closest candidate that is similar to the word: it begins with the word, or its edit
   * distance is at most half the length of the longer word. Empty if no candidate is similar.
   */
  public static Optional<String> findSimilar(String word, Collection<String> candidates) {
    String normalized = normalized(word);
    return closest(
        word, candidates.stream().filter(it -> isSimilar(normalized, normalized(it))).toList());
  }

  /**
   * The candidate with the smallest edit distance, ignoring case; the first one of several. Empty
   * only if there are no candidates.
   */
  public static Optional<String> closest(String word, Collection<String> candidates) {
    String normalized = normalized(word);
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(normalized, normalized(candidate))));
  }

  private static boolean isSimilar(String word, String candidate) {
    boolean isPrefix = !word.isEmpty() && candidate.startsWith(word);
    return isPrefix || 2 * distance(word, candidate) <= Math.max(word.length(), candidate.length());
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
