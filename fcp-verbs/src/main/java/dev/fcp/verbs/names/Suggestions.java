package dev.fcp.verbs.names;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The nearest known word to one that is not known. */
public final class Suggestions {

  /** Longer words than this many UTF-16 units are compared by their first ones only. */
  private static final int COMPARED = 64;

  private Suggestions() {}

  /**
   * The closest candidate, unless even that one shares too little with the word to be what was
   * meant: more than half of the longer word would have to change.
   */
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    String wanted = folded(word);
    return closest(word, candidates.stream().filter(it -> isNear(wanted, folded(it))).toList());
  }

  /**
   * The candidate with the fewest letters to insert, remove, replace or swap with a neighbour, the
   * first one of several; case does not count. Empty only if there is no candidate.
   */
  public static Optional<String> closest(String word, Collection<String> candidates) {
    String wanted = folded(word);
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(wanted, folded(candidate))));
  }

  private static boolean isNear(String wanted, String known) {
    boolean startsAlike = !wanted.isEmpty() && known.startsWith(wanted);
    return startsAlike || 2 * distance(wanted, known) <= Math.max(wanted.length(), known.length());
  }

  /**
   * The number of insertions, removals, replacements and swaps of neighbours that lead from one
   * word to the other, no letter being touched twice (optimal string alignment).
   */
  static int distance(String from, String to) {
    int[] beforeLast = new int[to.length() + 1];
    int[] last = new int[to.length() + 1];
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (isSwap(from, i, to, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
    }
    return last[to.length()];
  }

  private static boolean isSwap(String from, int i, String to, int j) {
    return i > 1
        && j > 1
        && from.charAt(i - 1) == to.charAt(j - 2)
        && from.charAt(i - 2) == to.charAt(j - 1);
  }

  private static String folded(String word) {
    String start = word.length() > COMPARED ? word.substring(0, COMPARED) : word;
    return start.toLowerCase(Locale.ROOT);
  }
}
