package dev.fcp.eventlog.plaintext;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MyersDiff;
import com.github.difflib.patch.DeltaType;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Compares two strings: lines first, then the words of lines that differ; of words that differ, the
 * common beginning and end are kept. No character that a user sees, such as a letter with its
 * accent, is divided. Equal parts at the beginning and at the end cost linear time.
 */
final class TextDiff {

  /** Differences of more lines or words than this are one replacement. */
  private static final int MAX_DIFFERENCES = 1000;

  private static final Pattern LINE = Pattern.compile("[^\n]*\n|[^\n]+");
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}_]+|\\s+|\\X", Pattern.DOTALL);

  /** Below this one, every code point is a character by itself; a line end may be divided. */
  private static final int FIRST_COMBINING = 0x300;

  /** Characters that consist of more code points may be divided. */
  private static final int MAX_CHARACTER_LENGTH = 64;

  /**
   * A replacement of characters.
   *
   * @param offset the offset in the first string, in code points
   * @param deleted the number of code points to delete there
   */
  record Replacement(int offset, int deleted, String inserted) {}

  private final String from;
  private final String to;
  private final List<Replacement> replacements = new ArrayList<>();

  /** The last offset in the first string of which the number of code points is known. */
  private int countedChars;

  private int countedCodePoints;

  private TextDiff(String from, String to) {
    this.from = from;
    this.to = to;
  }

  /** The replacements that turn one string into another, in ascending order. */
  static List<Replacement> between(String from, String to) {
    TextDiff diff = new TextDiff(from, to);
    diff.compare(List.of(LINE, WORD), 0, from.length(), 0, to.length());
    return diff.replacements;
  }

  /** Compares parts of the strings by tokens; what differs, by smaller tokens. */
  private void compare(List<Pattern> tokens, int fromStart, int fromEnd, int toStart, int toEnd) {
    int start = 0;
    int limit = Math.min(fromEnd - fromStart, toEnd - toStart);
    while (start < limit && from.charAt(fromStart + start) == to.charAt(toStart + start)) {
      start++;
    }
    while (start > 0 && !areBorders(fromStart + start, toStart + start)) {
      start--;
    }
    int end = 0;
    while (end < limit - start && from.charAt(fromEnd - end - 1) == to.charAt(toEnd - end - 1)) {
      end++;
    }
    while (end > 0 && !areBorders(fromEnd - end, toEnd - end)) {
      end--;
    }
    int left = fromStart + start;
    int right = fromEnd - end;
    int toLeft = toStart + start;
    int toRight = toEnd - end;
    if (left == right || toLeft == toRight || tokens.isEmpty()) {
      replace(left, right, toLeft, toRight);
    } else {
      compareTokens(tokens, left, right, toLeft, toRight);
    }
  }

  private boolean areBorders(int inFrom, int inTo) {
    return isBorder(from, inFrom) && isBorder(to, inTo);
  }

  /** Whether no character, as a user sees it, is on both sides of an index (UAX 29). */
  static boolean isBorder(String text, int index) {
    if (index == 0 || index == text.length()) {
      return true;
    }
    if (text.charAt(index - 1) < FIRST_COMBINING && text.charAt(index) < FIRST_COMBINING) {
      return true;
    }
    int start = Math.max(0, index - MAX_CHARACTER_LENGTH);
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    characters.setText(
        text.substring(start, Math.min(text.length(), index + MAX_CHARACTER_LENGTH)));
    return characters.isBoundary(index - start);
  }

  private void compareTokens(List<Pattern> tokens, int left, int right, int toLeft, int toRight) {
    List<String> fromTokens = split(tokens.get(0), from, left, right);
    List<String> toTokens = split(tokens.get(0), to, toLeft, toRight);
    List<Pattern> smaller = tokens.subList(1, tokens.size());
    int token = 0;
    int toToken = 0;
    int start = left;
    int toStart = toLeft;
    for (Change change : changes(fromTokens, toTokens)) {
      int equal = length(fromTokens, token, change.startOriginal);
      int deleted = length(fromTokens, change.startOriginal, change.endOriginal);
      int inserted = length(toTokens, change.startRevised, change.endRevised);
      start += equal;
      toStart += length(toTokens, toToken, change.startRevised);
      compare(smaller, start, start + deleted, toStart, toStart + inserted);
      start += deleted;
      toStart += inserted;
      token = change.endOriginal;
      toToken = change.endRevised;
    }
  }

  private static List<String> split(Pattern token, String text, int start, int end) {
    return token.matcher(text).region(start, end).results().map(found -> found.group()).toList();
  }

  private static int length(List<String> tokens, int from, int to) {
    int length = 0;
    for (int i = from; i < to; i++) {
      length += tokens.get(i).length();
    }
    return length;
  }

  private static List<Change> changes(List<String> from, List<String> to) {
    DifferenceLimit limit = new DifferenceLimit();
    try {
      List<Change> changes = new ArrayList<>(new MyersDiff<String>().computeDiff(from, to, limit));
      changes.sort(Comparator.comparingInt(change -> change.startOriginal));
      return changes;
    } catch (TooManyDifferencesException e) {
      return List.of(new Change(DeltaType.CHANGE, 0, from.size(), 0, to.size()));
    }
  }

  private void replace(int left, int right, int toLeft, int toRight) {
    if (left == right && toLeft == toRight) {
      return;
    }
    countedCodePoints += from.codePointCount(countedChars, left);
    countedChars = left;
    replacements.add(
        new Replacement(
            countedCodePoints, from.codePointCount(left, right), to.substring(toLeft, toRight)));
  }

  /** Stops the algorithm, whose time and memory grow with the square of the differences. */
  private static final class DifferenceLimit implements DiffAlgorithmListener {

    @Override
    public void diffStart() {}

    @Override
    public void diffStep(int value, int max) {
      if (value > MAX_DIFFERENCES) {
        throw new TooManyDifferencesException();
      }
    }

    @Override
    public void diffEnd() {}
  }

  /** Thrown to stop the comparison of two texts that have little in common. */
  private static final class TooManyDifferencesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyDifferencesException() {
      super("too many differences", null, false, false);
    }
  }
}
