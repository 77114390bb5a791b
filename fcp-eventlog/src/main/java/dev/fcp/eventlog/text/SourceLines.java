package dev.fcp.eventlog.text;

import dev.fcp.eventlog.domain.Value;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lines of a version of a text file, with their contents.
 *
 * @param lines the lines with their line ends
 * @param contents the content that the domain reads in each line
 */
record SourceLines(List<String> lines, List<Value> contents) {

  private static final String LINE_END = "\n";

  /** The offset of the first bytes that are not UTF-8; empty if all are. */
  static Optional<Integer> firstMalformedOffset(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CoderResult result = decoder.decode(in, CharBuffer.allocate(bytes.length), true);
    return result.isError() ? Optional.of(in.position()) : Optional.empty();
  }

  /** The lines with their line ends; the last line may have none. */
  static List<String> lines(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    for (int start = 0; start < text.length(); ) {
      int end = text.indexOf('\n', start) + 1;
      lines.add(text.substring(start, end == 0 ? text.length() : end));
      start = end == 0 ? text.length() : end;
    }
    return lines;
  }

  /** A line without its line end, which includes all carriage returns before it. */
  static String withoutLineEnd(String line) {
    int end = line.endsWith(LINE_END) ? line.length() - 1 : line.length();
    while (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    return line.substring(0, end);
  }

  /**
   * Writes lines as the sources spell them: the common prefix and suffix with the first source as
   * in that source, each line in between as in the first source that contains it, otherwise
   * canonically. Lines are compared by content, because another program may have changed the line
   * numbers and thereby the keys.
   */
  static String render(List<Value> contents, List<String> canonical, List<SourceLines> sources) {
    List<String> output = new ArrayList<>();
    SourceLines first = sources.isEmpty() ? new SourceLines(List.of(), List.of()) : sources.get(0);
    int size = contents.size();
    int firstSize = first.lines.size();
    int prefixLength = commonLength(contents, first.contents, Math.min(size, firstSize), false);
    int suffixLength =
        commonLength(contents, first.contents, Math.min(size, firstSize) - prefixLength, true);
    List<OriginalLines> originals = new ArrayList<>();
    for (SourceLines source : sources) {
      boolean isFirst = originals.isEmpty();
      originals.add(
          new OriginalLines(
              source,
              isFirst ? prefixLength : 0,
              source.lines.size() - (isFirst ? suffixLength : 0)));
    }
    String lineEnd = first.lineEnd();
    for (int i = 0; i < size; i++) {
      if (i < prefixLength || i >= size - suffixLength) {
        output.add(first.lines.get(i < prefixLength ? i : firstSize - size + i));
      } else {
        output.add(originalLine(contents.get(i), originals).orElse(canonical.get(i) + lineEnd));
      }
    }
    return join(output, lineEnd);
  }

  private static int commonLength(List<Value> a, List<Value> b, int limit, boolean fromEnd) {
    int count = 0;
    while (count < limit
        && a.get(fromEnd ? a.size() - 1 - count : count)
            .equals(b.get(fromEnd ? b.size() - 1 - count : count))) {
      count++;
    }
    return count;
  }

  private static Optional<String> originalLine(Value content, List<OriginalLines> originals) {
    return originals.stream().map(it -> it.next(content)).flatMap(Optional::stream).findFirst();
  }

  /** The line end of the first line, which is also used for new lines. */
  private String lineEnd() {
    return !lines.isEmpty() && lines.get(0).endsWith("\r\n") ? "\r\n" : LINE_END;
  }

  /** Joins lines; adds a missing line end if another line follows. */
  private static String join(List<String> lines, String lineEnd) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
        text.append(lineEnd);
      }
      text.append(line);
    }
    return text.toString();
  }

  /**
   * The original lines of a source by content: first those of a range in order, then any line with
   * the content.
   */
  private static final class OriginalLines {
    private final Map<Value, Deque<String>> unusedByContent = new HashMap<>();
    private final Map<Value, String> anyByContent = new HashMap<>();

    OriginalLines(SourceLines source, int from, int to) {
      for (int i = 0; i < source.lines.size(); i++) {
        anyByContent.putIfAbsent(source.contents.get(i), source.lines.get(i));
        if (i >= from && i < to) {
          unusedByContent
              .computeIfAbsent(source.contents.get(i), content -> new ArrayDeque<>())
              .add(source.lines.get(i));
        }
      }
    }

    Optional<String> next(Value content) {
      String line = unusedByContent.getOrDefault(content, new ArrayDeque<>()).poll();
      return Optional.ofNullable(line == null ? anyByContent.get(content) : line);
    }
  }
}
