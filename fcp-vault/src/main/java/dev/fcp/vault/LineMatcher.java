package dev.fcp.vault;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of an older version of a text in a newer one: first those that are equal, in the
 * same order; between these, those that are equal in another form or similar; then those that were
 * moved.
 */
final class LineMatcher {

  private static final Pattern LIST_MARK = Pattern.compile("^(\\s*)[-*+](?=\\s|$)");

  /** Larger gaps between equal parts are compared by equal parts only. */
  private static final int MAX_GAP_CELLS = 10_000;

  /** Gaps of which more characters would be compared are compared by equal parts only. */
  private static final long MAX_GAP_CHARS = 1 << 24;

  /** Larger ranges are compared by the parts that occur once, or as often in both. */
  private static final int MAX_RANGE_CELLS = 250_000;

  /** So many blank lines that match are worth one other line. */
  private static final int BLANKS_PER_LINE = 4;

  private static final int MIN_SIMILAR_PERCENT = 50;

  /** From this length on, a line that begins and ends like a longer one is similar to it. */
  private static final int MIN_CONTAINED_LENGTH = 4;

  private final List<Part> from;
  private final List<Part> to;

  /** The index in {@link #from} of each part of {@link #to}, -1 if there is none. */
  private final int[] matches;

  private final boolean[] isMoved;

  /** The parts of {@link #to} that were removed before {@link #from}. */
  private final RestoredLines restored;

  private LineMatcher(List<Part> from, List<Part> to) {
    this.from = from;
    this.to = to;
    this.matches = new int[to.size()];
    this.isMoved = new boolean[to.size()];
    Arrays.fill(matches, -1);
    this.restored = new RestoredLines(from, to, matches);
  }

  /**
   * The parts of a new version, those of the old version with its units, and lines that came back
   * with the units they had.
   */
  static List<Part> align(List<Part> from, List<Part> to, RemovedLines removed) {
    LineMatcher matcher = new LineMatcher(from, to);
    matcher.matchEqual(0, from.size(), 0, to.size());
    matcher.restored.find(removed);
    matcher.matchGaps();
    matcher.matchMoved();
    return matcher.aligned();
  }

  /** For each part, the index of an equal one in a list, in the same order, or -1. */
  static int[] equalPairs(List<Part> from, List<Part> to) {
    LineMatcher matcher = new LineMatcher(from, to);
    matcher.matchEqual(0, from.size(), 0, to.size());
    return matcher.matches;
  }

  /** Whether two texts of lines differ in their form only: in list marks and in blanks. */
  static boolean isSameInOtherForm(String one, String other) {
    return normalForm(one).equals(normalForm(other));
  }

  private static String normalForm(String line) {
    return LIST_MARK.matcher(line.replace("\t", "    ").stripTrailing()).replaceFirst("$1-");
  }

  private static String keyOf(Part part) {
    return part.fieldKey().isPresent() ? part.unit() : Part.LINE + part.text();
  }

  private boolean isEqual(int fromIndex, int toIndex) {
    Part one = from.get(fromIndex);
    Part other = to.get(toIndex);
    return one.fieldKey().isPresent()
        ? one.unit().equals(other.unit())
        : other.fieldKey().isEmpty() && one.text().equals(other.text());
  }

  private void matchEqual(int fromStart, int fromEnd, int toStart, int toEnd) {
    int low = fromStart;
    int high = fromEnd;
    int toLow = toStart;
    int toHigh = toEnd;
    // The end first: of equal blank lines, the one before inserted lines belongs to them, and the
    // one at the end is the end of the file.
    while (low < high && toLow < toHigh && isEqual(high - 1, toHigh - 1)) {
      matches[--toHigh] = --high;
    }
    while (low < high && toLow < toHigh && isEqual(low, toLow)) {
      matches[toLow++] = low++;
    }
    if (low == high || toLow == toHigh) {
      return;
    }
    List<int[]> anchors = uniquePairs(low, high, toLow, toHigh);
    if (anchors.isEmpty()) {
      if ((long) (high - low) * (toHigh - toLow) <= MAX_RANGE_CELLS) {
        matchBest(low, high, toLow, toHigh, this::equality);
        return;
      }
      anchors = occurrencePairs(low, high, toLow, toHigh);
      for (int[] anchor : anchors) {
        matches[anchor[1]] = anchor[0];
      }
      return;
    }
    int previousFrom = low;
    int previousTo = toLow;
    for (int[] anchor : anchors) {
      matchEqual(previousFrom, anchor[0], previousTo, anchor[1]);
      matches[anchor[1]] = anchor[0];
      previousFrom = anchor[0] + 1;
      previousTo = anchor[1] + 1;
    }
    matchEqual(previousFrom, high, previousTo, toHigh);
  }

  /** Two blank lines that match say less than other ones. */
  private int equality(int fromIndex, int toIndex) {
    return !isEqual(fromIndex, toIndex) ? 0 : from.get(fromIndex).isBlank() ? 1 : BLANKS_PER_LINE;
  }

  /**
   * The equal parts that are not blank and occur once in both ranges, as many as are in the same
   * order.
   */
  private List<int[]> uniquePairs(int low, int high, int toLow, int toHigh) {
    Map<String, Integer> fromIndexes = unique(from, low, high);
    Map<String, Integer> toIndexes = unique(to, toLow, toHigh);
    List<int[]> pairs = new ArrayList<>();
    for (int j = toLow; j < toHigh; j++) {
      String key = keyOf(to.get(j));
      Integer i = fromIndexes.get(key);
      if (i != null
          && i >= 0
          && !to.get(j).isBlank()
          && Integer.valueOf(j).equals(toIndexes.get(key))
          && isEqual(i, j)) {
        pairs.add(new int[] {i, j});
      }
    }
    return increasing(pairs);
  }

  /** The indexes of the parts that occur once in a range, by key; -1 for those that repeat. */
  private static Map<String, Integer> unique(List<Part> parts, int low, int high) {
    Map<String, Integer> indexes = new HashMap<>();
    for (int i = low; i < high; i++) {
      indexes.merge(keyOf(parts.get(i)), i, (one, other) -> -1);
    }
    return indexes;
  }

  /** The nth occurrence of a text in one range and the nth in the other, if in the same order. */
  private List<int[]> occurrencePairs(int low, int high, int toLow, int toHigh) {
    Map<String, List<Integer>> occurrences = new HashMap<>();
    for (int i = high - 1; i >= low; i--) {
      occurrences.computeIfAbsent(keyOf(from.get(i)), key -> new ArrayList<>()).add(i);
    }
    List<int[]> pairs = new ArrayList<>();
    for (int j = toLow; j < toHigh; j++) {
      List<Integer> open = occurrences.getOrDefault(keyOf(to.get(j)), List.of());
      if (!open.isEmpty() && isEqual(open.getLast(), j)) {
        pairs.add(new int[] {open.removeLast(), j});
      }
    }
    return increasing(pairs);
  }

  /** A longest subsequence of pairs, ascending in the second index, that ascends in the first. */
  private static List<int[]> increasing(List<int[]> pairs) {
    int[] tails = new int[pairs.size()];
    int[] previous = new int[pairs.size()];
    int length = 0;
    for (int k = 0; k < pairs.size(); k++) {
      int low = 0;
      int high = length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (pairs.get(tails[middle])[0] < pairs.get(k)[0]) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      previous[k] = low == 0 ? -1 : tails[low - 1];
      tails[low] = k;
      length = Math.max(length, low + 1);
    }
    List<int[]> longest = new ArrayList<>();
    for (int k = length == 0 ? -1 : tails[length - 1]; k >= 0; k = previous[k]) {
      longest.add(pairs.get(k));
    }
    return longest.reversed();
  }

  private interface Score {
    /** How well two parts match, 0 if not at all. */
    int of(int fromIndex, int toIndex);
  }

  /** Matches the parts of two ranges in order, with the highest sum of scores. */
  private void matchBest(int low, int high, int toLow, int toHigh, Score score) {
    int rows = high - low;
    int columns = toHigh - toLow;
    int[][] best = new int[rows + 1][columns + 1];
    for (int i = rows - 1; i >= 0; i--) {
      for (int j = columns - 1; j >= 0; j--) {
        int own = score.of(low + i, toLow + j);
        best[i][j] =
            Math.max(
                own == 0 ? 0 : own + best[i + 1][j + 1], Math.max(best[i + 1][j], best[i][j + 1]));
      }
    }
    int i = 0;
    int j = 0;
    while (i < rows && j < columns) {
      int own = score.of(low + i, toLow + j);
      if (own > 0 && best[i][j] == own + best[i + 1][j + 1]) {
        matches[toLow + j] = low + i;
        i++;
        j++;
      } else if (best[i][j] == best[i + 1][j]) {
        i++;
      } else {
        j++;
      }
    }
  }

  /** Matches similar parts between those that are equal, or came back. */
  private void matchGaps() {
    int fromStart = 0;
    int toStart = 0;
    for (int j = 0; j <= to.size(); j++) {
      boolean isRestored = j < to.size() && restored.isInPlace(j);
      if (j == to.size() || matches[j] >= 0 || isRestored) {
        int fromEnd =
            j == to.size() ? from.size() : isRestored ? restored.countBefore(j) : matches[j];
        if (isSmall(from.subList(fromStart, fromEnd), to.subList(toStart, j))) {
          matchBest(fromStart, fromEnd, toStart, j, this::similarity);
        }
        fromStart = isRestored ? fromEnd : fromEnd + 1;
        toStart = j + 1;
      }
    }
  }

  private static boolean isSmall(List<Part> removed, List<Part> added) {
    long cells = (long) removed.size() * added.size();
    return cells <= 1
        || (cells <= MAX_GAP_CELLS
            && charCount(removed) * added.size() + charCount(added) * removed.size()
                <= MAX_GAP_CHARS);
  }

  private static long charCount(List<Part> parts) {
    return parts.stream().mapToLong(part -> part.text().length()).sum();
  }

  private int similarity(int fromIndex, int toIndex) {
    Part one = from.get(fromIndex);
    Part other = to.get(toIndex);
    String text = one.text();
    String otherText = other.text();
    if (restored.at(toIndex) != null
        || one.fieldKey().isPresent()
        || other.fieldKey().isPresent()
        || one.isBlank()
        || other.isBlank()
        || text.startsWith("<!--")
        || otherText.startsWith("<!--")) {
      return 0;
    }
    if (isSameInOtherForm(text, otherText)) {
      return 200;
    }
    int shorter = Math.min(text.length(), otherText.length());
    int prefix = 0;
    while (prefix < shorter && text.charAt(prefix) == otherText.charAt(prefix)) {
      prefix++;
    }
    int suffix = 0;
    while (suffix < shorter - prefix
        && text.charAt(text.length() - 1 - suffix)
            == otherText.charAt(otherText.length() - 1 - suffix)) {
      suffix++;
    }
    if (prefix + suffix == shorter && shorter >= MIN_CONTAINED_LENGTH) {
      return 100;
    }
    int percent = 100 * (prefix + suffix) / Math.max(text.length(), otherText.length());
    return percent >= MIN_SIMILAR_PERCENT ? percent : 0;
  }

  /** Matches parts that are elsewhere, if there is only one such part in both versions. */
  private void matchMoved() {
    boolean[] isMatched = new boolean[from.size()];
    for (int match : matches) {
      if (match >= 0) {
        isMatched[match] = true;
      }
    }
    Map<String, Integer> removed = new HashMap<>();
    for (int i = 0; i < from.size(); i++) {
      if (!isMatched[i] && (from.get(i).fieldKey().isPresent() || !from.get(i).isBlank())) {
        removed.merge(keyOf(from.get(i)), i, (one, other) -> -1);
      }
    }
    Map<String, Integer> added = new HashMap<>();
    for (int j = 0; j < to.size(); j++) {
      if (matches[j] < 0 && restored.at(j) == null) {
        added.merge(keyOf(to.get(j)), j, (one, other) -> -1);
      }
    }
    added.forEach((key, j) -> {
      Integer i = removed.get(key);
      if (j >= 0 && i != null && i >= 0 && isEqual(i, j)) {
        matches[j] = i;
        isMoved[j] = true;
      }
    });
  }

  private List<Part> aligned() {
    PartArranger arranger = new PartArranger(from);
    arranger.reserve(restored.removedPositions());
    for (int j = 0; j < to.size(); j++) {
      Part target = to.get(j);
      Part former = restored.at(j);
      if (former != null) {
        if (restored.isInPlace(j)) {
          arranger.keep(former);
        } else {
          arranger.move(former);
        }
        continue;
      }
      if (matches[j] < 0) {
        arranger.add(target.fieldKey(), target.text(), target.lineEnd());
        continue;
      }
      Part source = from.get(matches[j]);
      Part changed =
          new Part(
              source.unit(), source.order(), source.movedTo(), target.text(), endOf(source, j));
      if (isMoved[j]) {
        arranger.move(changed);
      } else {
        arranger.keep(changed.equals(source) ? source : changed);
      }
    }
    return arranger.parts();
  }

  /** The line end of a part; the one of the last part is not visible. */
  private @Nullable String endOf(Part source, int toIndex) {
    return toIndex == to.size() - 1 && to.get(toIndex).lineEnd() == null
        ? source.lineEnd()
        : to.get(toIndex).lineEnd();
  }
}
