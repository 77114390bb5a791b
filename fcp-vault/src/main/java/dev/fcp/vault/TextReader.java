package dev.fcp.vault;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Divides a text into parts. */
final class TextReader {

  private final List<String> lines = new ArrayList<>();

  /** The line ends after the lines; there is none after the last one. */
  private final List<String> lineEnds = new ArrayList<>();

  private final List<Part> parts = new ArrayList<>();
  private final boolean hasReturns;

  private TextReader(String text) {
    for (int start = 0; start <= text.length() && !text.isEmpty(); ) {
      int end = text.indexOf('\n', start);
      if (end < 0) {
        lines.add(text.substring(start));
        break;
      }
      boolean isReturn = end > start && text.charAt(end - 1) == '\r';
      lines.add(text.substring(start, isReturn ? end - 1 : end));
      lineEnds.add(isReturn ? "\r\n" : "\n");
      start = end + 1;
    }
    this.hasReturns = !lineEnds.isEmpty() && lineEnds.get(0).equals("\r\n");
  }

  /**
   * The layout of a text; each line has its number as id.
   *
   * @param isMarkdown whether the text may have front matter
   */
  static Layout read(String text, boolean isMarkdown) {
    boolean hasMark = text.startsWith("\uFEFF");
    TextReader reader = new TextReader(hasMark ? text.substring(1) : text);
    reader.addParts(isMarkdown ? Outline.frontMatterEnd(reader.lines) : -1);
    return new Layout(hasMark, reader.hasReturns, reader.parts, Map.of());
  }

  private void addParts(int end) {
    int next = 0;
    if (end > 0) {
      for (FrontMatter.FieldLines field : FrontMatter.fieldsIn(lines.subList(1, end))) {
        if (haveUsualEnds(field.from() + 1, field.to())) {
          addLines(next, field.from() + 1);
          addField(field);
          next = field.to() + 1;
        }
      }
    }
    addLines(next, lines.size());
  }

  /** Whether all but the last line of a field have the line end of the file. */
  private boolean haveUsualEnds(int from, int to) {
    for (int i = from; i < to; i++) {
      if (differentEnd(i) != null) {
        return false;
      }
    }
    return true;
  }

  private void addField(FrontMatter.FieldLines field) {
    int last = field.to();
    parts.add(
        new Part(
            Part.FIELD + field.key(),
            order(field.from() + 1),
            null,
            String.join("\n", lines.subList(field.from() + 1, last + 1)),
            differentEnd(last)));
  }

  private void addLines(int from, int to) {
    for (int i = from; i < to; i++) {
      parts.add(new Part(Part.LINE + (i + 1), order(i), null, lines.get(i), differentEnd(i)));
    }
  }

  private static OrderKey order(int index) {
    return OrderKey.initial(index);
  }

  private @Nullable String differentEnd(int index) {
    return index < lineEnds.size() && lineEnds.get(index).equals("\r\n") != hasReturns
        ? lineEnds.get(index)
        : null;
  }
}
