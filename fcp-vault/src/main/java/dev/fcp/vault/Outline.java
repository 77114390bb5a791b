package dev.fcp.vault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The structure of a Markdown text: its front matter, its headings and its fenced code. A heading
 * in front matter or in fenced code is text. Immutable.
 */
final class Outline {

  private static final Pattern HEADING =
      Pattern.compile(" {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*");
  private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})(.*)");

  /** The index of the line after the front matter, {@code ---}; -1 if there is no front matter. */
  private final int frontMatterEnd;

  private final List<Heading> headings;

  /** The indexes of the lines of fenced code. */
  private final BitSet code;

  /**
   * The index of the line that begins fenced code without an end; the number of lines if all fenced
   * code ends.
   */
  private final int endlessCode;

  private final int size;

  /**
   * A heading.
   *
   * @param index its index among the parts
   * @param level from 1 to 6
   * @param title its text
   * @param end the index after the last part of its section
   */
  record Heading(int index, int level, String title, int end) {}

  private Outline(
      int frontMatterEnd, List<Heading> headings, BitSet code, int endlessCode, int size) {
    this.frontMatterEnd = frontMatterEnd;
    this.headings = List.copyOf(headings);
    this.code = code;
    this.endlessCode = endlessCode;
    this.size = size;
  }

  /** The structure of a text that is not Markdown. */
  static Outline none(int size) {
    return new Outline(-1, List.of(), new BitSet(), size, size);
  }

  static Outline of(List<Part> parts) {
    List<String> lines = parts.stream().map(Part::text).toList();
    int start = frontMatterEnd(lines);
    List<Heading> headings = new ArrayList<>();
    BitSet code = new BitSet();
    String fence = "";
    int fenceIndex = 0;
    for (int i = start + 1; i < lines.size(); i++) {
      code.set(i, !fence.isEmpty());
      if (!mayBeStructure(lines.get(i))) {
        continue;
      }
      Matcher fenceLine = FENCE.matcher(lines.get(i));
      if (fenceLine.matches()) {
        fenceIndex = fence.isEmpty() ? i : fenceIndex;
        fence = fenceAfter(fence, fenceLine.group(1), fenceLine.group(2));
      } else if (fence.isEmpty()) {
        heading(i, lines.get(i), lines.size()).ifPresent(headings::add);
      }
    }
    endSections(headings);
    int endlessCode = fence.isEmpty() ? lines.size() : fenceIndex;
    return new Outline(start, headings, code, endlessCode, lines.size());
  }

  /** Ends the section of each heading before the next one of the same level or a higher one. */
  private static void endSections(List<Heading> headings) {
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < headings.size(); i++) {
      Heading next = headings.get(i);
      while (!open.isEmpty() && headings.get(open.peek()).level() >= next.level()) {
        Heading ended = headings.get(open.peek());
        headings.set(
            open.pop(), new Heading(ended.index(), ended.level(), ended.title(), next.index()));
      }
      open.push(i);
    }
  }

  private static Optional<Heading> heading(int index, String line, int end) {
    Matcher heading = HEADING.matcher(line);
    if (!heading.matches()) {
      return Optional.empty();
    }
    String title = heading.group(2) == null ? "" : heading.group(2).strip();
    return Optional.of(new Heading(index, heading.group(1).length(), title, end));
  }

  /** The text of a heading of a level, if a line is one outside of front matter and code. */
  static Optional<String> title(String line, int level) {
    return heading(0, line, 1).filter(it -> it.level() == level).map(Heading::title);
  }

  private static boolean mayBeStructure(String line) {
    int start = 0;
    while (start < line.length() && start < 4 && line.charAt(start) == ' ') {
      start++;
    }
    return start < line.length() && "#`~".indexOf(line.charAt(start)) >= 0;
  }

  /** The index of the second line {@code ---}, if the first one is the first line; -1 if not. */
  static int frontMatterEnd(List<String> lines) {
    if (lines.isEmpty() || !lines.get(0).equals(FrontMatter.DELIMITER)) {
      return -1;
    }
    int after = lines.subList(1, lines.size()).indexOf(FrontMatter.DELIMITER);
    return after < 0 ? -1 : after + 1;
  }

  /** The open fence after a line that is a fence; empty if none is open. */
  private static String fenceAfter(String open, String fence, String info) {
    if (open.isEmpty()) {
      return fence.startsWith("`") && info.indexOf('`') >= 0 ? "" : fence;
    }
    return fence.startsWith(open) && info.isBlank() ? "" : open;
  }

  int frontMatterEnd() {
    return frontMatterEnd;
  }

  /** The number of parts. */
  int size() {
    return size;
  }

  List<Heading> headings() {
    return headings;
  }

  /** Whether the line at an index is in fenced code. */
  boolean isCode(int index) {
    return code.get(index);
  }

  /**
   * The index of the line that begins fenced code without an end; the number of lines if all fenced
   * code ends.
   */
  int endlessCode() {
    return endlessCode;
  }

  /** The first heading of a level in a range whose title matches. */
  Optional<Heading> find(int level, int from, int to, Predicate<String> title) {
    return headings.stream()
        .filter(it -> it.level() == level && it.index() >= from && it.index() < to)
        .filter(it -> title.test(it.title()))
        .findFirst();
  }
}
