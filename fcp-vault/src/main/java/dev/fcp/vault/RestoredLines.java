package dev.fcp.vault;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of a newer version of a text that were removed from the older one before and came
 * back at their place, such as lines that a person restored with git or an editor.
 *
 * <p>The newest removal counts. A new line may be equal to a removed one by chance, so one without
 * letters and digits, such as a bracket, needs a line beside it that came back with it, unless all
 * that is new at its place was there before.
 */
final class RestoredLines {

  /** Before all positions. */
  private static final String START = "";

  /** After all positions. */
  private static final String END = "~";

  /** So many lines that were added later, at most, may be between a line and its place. */
  private static final int MAX_LATER_LINES = 100;

  private final List<Part> from;
  private final List<Part> to;

  /** The index in {@link #from} of each part of {@link #to}, or -1. */
  private final int[] matches;

  private final @Nullable Part[] restored;
  private final boolean[] isInPlace;

  /** The units of the lines that came back. */
  private final Set<String> units = new HashSet<>();

  private final List<OrderKey> removedPositions = new ArrayList<>();

  /**
   * A place with new parts.
   *
   * @param open the indexes of the new parts
   * @param low the position of the part before, as digits
   * @param high the position of the part after
   * @param from the position before which a line was not there
   * @param to the position after which a line was not there
   */
  private record Gap(List<Integer> open, String low, String high, String from, String to) {}

  RestoredLines(List<Part> from, List<Part> to, int[] matches) {
    this.from = from;
    this.to = to;
    this.matches = matches;
    this.restored = new @Nullable Part[to.size()];
    this.isInPlace = new boolean[to.size()];
  }

  /** The line that came back as a part of the newer version; null if that is another part. */
  @Nullable Part at(int index) {
    return restored[index];
  }

  /** Whether the line that came back as a part has its former position. */
  boolean isInPlace(int index) {
    return isInPlace[index];
  }

  /** The positions of the removed lines that were found at the places of new parts. */
  List<OrderKey> removedPositions() {
    return removedPositions;
  }

  /** Finds the lines. */
  void find(RemovedLines removed) {
    List<Gap> gaps = gaps();
    if (gaps.isEmpty()) {
      return;
    }
    NavigableMap<String, String> places = new TreeMap<>();
    gaps.forEach(gap -> places.put(gap.from(), gap.to()));
    Iterator<List<Part>> events =
        removed.at(position -> isIn(places, position.digits())).iterator();
    while (!gaps.isEmpty() && events.hasNext()) {
      List<Part> lines = events.next();
      gaps = gaps.stream().flatMap(gap -> restore(gap, lines).stream()).toList();
    }
  }

  private static boolean isIn(NavigableMap<String, String> places, String position) {
    Map.Entry<String, String> place = places.lowerEntry(position);
    return place != null && position.compareTo(place.getValue()) < 0;
  }

  private List<Gap> gaps() {
    List<Gap> gaps = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    int before = -1;
    for (int j = 0; j <= to.size(); j++) {
      if (j < to.size() && matches[j] < 0) {
        if (to.get(j).fieldKey().isEmpty()) {
          open.add(j);
        }
        continue;
      }
      int after = j == to.size() ? from.size() : matches[j];
      if (!open.isEmpty()) {
        gaps.add(
            new Gap(
                List.copyOf(open),
                position(before),
                position(after),
                position(firstLine(before, -1)),
                position(firstLine(after, 1))));
        open.clear();
      }
      before = after;
    }
    return gaps;
  }

  private String position(int index) {
    return index < 0 ? START : index == from.size() ? END : from.get(index).position().digits();
  }

  /**
   * The next index, in a direction, of a line that was not added later and that is not blank, since
   * it is not certain which of several blank lines is which; or one on the way.
   */
  private int firstLine(int start, int direction) {
    int index = start;
    int end = start + direction * MAX_LATER_LINES;
    while (index >= 0
        && index < from.size()
        && index != end
        && (from.get(index).isBlank() || !Part.isFirstLine(from.get(index).unit()))) {
      index += direction;
    }
    return index;
  }

  /** Finds lines of an event in a gap; returns the gaps that are left. */
  private List<Gap> restore(Gap gap, List<Part> removed) {
    List<Part> lines =
        removed.stream()
            .filter(line -> isBetween(gap.from(), line.position(), gap.to()))
            .filter(line -> !units.contains(line.unit()))
            .toList();
    if (lines.isEmpty()) {
      return List.of(gap);
    }
    lines.forEach(line -> removedPositions.add(line.position()));
    List<Part> open = gap.open().stream().map(to::get).toList();
    int[] pairs = pairs(lines, open);
    boolean[] isRestored = accepted(pairs, open);
    for (int i = 0; i < pairs.length; i++) {
      if (isRestored[i]) {
        Part line = lines.get(pairs[i]);
        int index = gap.open().get(i);
        String lineEnd = to.get(index).lineEnd();
        boolean isLast = index == to.size() - 1 && lineEnd == null;
        units.add(line.unit());
        restored[index] =
            new Part(
                line.unit(),
                line.order(),
                line.movedTo(),
                line.text(),
                isLast ? line.lineEnd() : lineEnd);
        isInPlace[index] = isBetween(gap.low(), line.position(), gap.high());
      }
    }
    return rest(gap);
  }

  private static boolean isBetween(String low, OrderKey position, String high) {
    return low.compareTo(position.digits()) < 0 && position.digits().compareTo(high) < 0;
  }

  /**
   * For each new part the index of an equal line, in the same order, or -1: first for parts with
   * letters and digits, then for those between.
   */
  private static int[] pairs(List<Part> lines, List<Part> open) {
    int[] pairs = new int[open.size()];
    Arrays.fill(pairs, -1);
    List<Integer> lineIndexes = significant(lines);
    List<Integer> openIndexes = significant(open);
    int[] found =
        LineMatcher.equalPairs(
            Lists.transform(lineIndexes, lines::get), Lists.transform(openIndexes, open::get));
    for (int i = 0; i < found.length; i++) {
      pairs[openIndexes.get(i)] = found[i] < 0 ? -1 : lineIndexes.get(found[i]);
    }
    int lineStart = 0;
    int start = 0;
    for (int i = 0; i <= pairs.length; i++) {
      if (i == pairs.length || pairs[i] >= 0) {
        int lineEnd = i == pairs.length ? lines.size() : pairs[i];
        int[] between =
            LineMatcher.equalPairs(lines.subList(lineStart, lineEnd), open.subList(start, i));
        for (int j = 0; j < between.length; j++) {
          pairs[start + j] = between[j] < 0 ? -1 : lineStart + between[j];
        }
        lineStart = lineEnd + 1;
        start = i + 1;
      }
    }
    return pairs;
  }

  private static List<Integer> significant(List<Part> parts) {
    return IntStream.range(0, parts.size())
        .filter(i -> isSignificant(parts.get(i).text()))
        .boxed()
        .toList();
  }

  /** Which of the new parts with an equal line came back, rather than being equal by chance. */
  private static boolean[] accepted(int[] pairs, List<Part> open) {
    boolean[] accepted = new boolean[pairs.length];
    boolean areAll = true;
    for (int i = 0; i < pairs.length; i++) {
      areAll &= pairs[i] >= 0;
    }
    for (int i = 0; i < pairs.length; i++) {
      accepted[i] =
          pairs[i] >= 0
              && (areAll
                  || isSignificant(open.get(i).text())
                  || (i > 0 && accepted[i - 1] && pairs[i] == pairs[i - 1] + 1));
    }
    for (int i = pairs.length - 2; i >= 0; i--) {
      accepted[i] |= pairs[i] >= 0 && accepted[i + 1] && pairs[i] + 1 == pairs[i + 1];
    }
    return accepted;
  }

  private static boolean isSignificant(String text) {
    return text.codePoints().anyMatch(Character::isLetterOrDigit);
  }

  /** The parts of a gap between the lines that are back in their places. */
  private List<Gap> rest(Gap gap) {
    List<Gap> rest = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    String low = gap.low();
    String from = gap.from();
    for (int index : gap.open()) {
      Part line = restored[index];
      if (line == null) {
        open.add(index);
      } else if (isInPlace[index]) {
        String position = line.position().digits();
        addGap(rest, new Gap(List.copyOf(open), low, position, from, position));
        open.clear();
        low = position;
        from = position;
      }
    }
    addGap(rest, new Gap(List.copyOf(open), low, gap.high(), from, gap.to()));
    return rest;
  }

  private static void addGap(List<Gap> gaps, Gap gap) {
    if (!gap.open().isEmpty()) {
      gaps.add(gap);
    }
  }

  /** The number of parts of the older version that are before a line that is back in its place. */
  int countBefore(int index) {
    OrderKey position = Optional.ofNullable(restored[index]).map(Part::position).orElseThrow();
    int low = 0;
    int high = from.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (from.get(middle).position().compareTo(position) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
