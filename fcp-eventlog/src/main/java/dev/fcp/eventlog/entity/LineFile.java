package dev.fcp.eventlog.entity;

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
 * A text file as it is spelled.
 *
 * @param lines with their ends
 * @param contents what the domain reads in each of them
 */
record LineFile(List<String> lines, List<Value> contents) {

  private static final String LINE_END = "\n";

  /** Where the bytes stop being UTF-8. */
  static Optional<Integer> firstMalformed(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CoderResult result = decoder.decode(in, CharBuffer.allocate(bytes.length), true);
    return result.isError() ? Optional.of(in.position()) : Optional.empty();
  }

  /** The lines with their ends; the last one may do without. */
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

  /** A line up to its end, to which all carriage returns before it belong. */
  static String withoutEnd(String line) {
    int end = line.endsWith(LINE_END) ? line.length() - 1 : line.length();
    while (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    return line.substring(0, end);
  }

  /**
   * Lines as files spell them: what the beginning and the end have in common with the first file as
   * it stands there, what lies between as the first file that has it, else canonical. Keys play no
   * part: those of a file that was changed outside are others than those of the session.
   */
  static String text(List<Value> contents, List<String> canonical, List<LineFile> files) {
    List<String> spelled = new ArrayList<>();
    LineFile first = files.isEmpty() ? new LineFile(List.of(), List.of()) : files.get(0);
    int size = contents.size();
    int fileSize = first.lines.size();
    int above = common(contents, first.contents, Math.min(size, fileSize), false);
    int below = common(contents, first.contents, Math.min(size, fileSize) - above, true);
    List<Spellings> spellings = new ArrayList<>();
    for (LineFile file : files) {
      boolean isFirst = spellings.isEmpty();
      spellings.add(
          new Spellings(file, isFirst ? above : 0, file.lines.size() - (isFirst ? below : 0)));
    }
    String lineEnd = first.lineEnd();
    for (int i = 0; i < size; i++) {
      if (i < above || i >= size - below) {
        spelled.add(first.lines.get(i < above ? i : fileSize - size + i));
      } else {
        spelled.add(spelling(contents.get(i), spellings).orElse(canonical.get(i) + lineEnd));
      }
    }
    return joined(spelled, lineEnd);
  }

  private static int common(List<Value> a, List<Value> b, int most, boolean fromTheEnd) {
    int count = 0;
    while (count < most
        && a.get(fromTheEnd ? a.size() - 1 - count : count)
            .equals(b.get(fromTheEnd ? b.size() - 1 - count : count))) {
      count++;
    }
    return count;
  }

  private static Optional<String> spelling(Value content, List<Spellings> spellings) {
    return spellings.stream().map(it -> it.next(content)).flatMap(Optional::stream).findFirst();
  }

  /** The end of the first line, which new lines get too. */
  private String lineEnd() {
    return !lines.isEmpty() && lines.get(0).endsWith("\r\n") ? "\r\n" : LINE_END;
  }

  /** The last line of a file may do without an end, until something follows. */
  private static String joined(List<String> lines, String lineEnd) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
        text.append(lineEnd);
      }
      text.append(line);
    }
    return text.toString();
  }

  /** The spellings of a file: those of a range in their order first, then whichever there is. */
  private static final class Spellings {
    private final Map<Value, Deque<String>> unused = new HashMap<>();
    private final Map<Value, String> known = new HashMap<>();

    Spellings(LineFile file, int from, int to) {
      for (int i = 0; i < file.lines.size(); i++) {
        known.putIfAbsent(file.contents.get(i), file.lines.get(i));
        if (i >= from && i < to) {
          unused
              .computeIfAbsent(file.contents.get(i), content -> new ArrayDeque<>())
              .add(file.lines.get(i));
        }
      }
    }

    Optional<String> next(Value content) {
      String own = unused.getOrDefault(content, new ArrayDeque<>()).poll();
      return Optional.ofNullable(own == null ? known.get(content) : own);
    }
  }
}
