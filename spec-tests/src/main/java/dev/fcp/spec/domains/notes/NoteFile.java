package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A file of notes with its original spelling.
 *
 * @param lines the lines with content
 * @param trailingLines the lines without content after the last of them
 */
record NoteFile(
    List<Line> lines, String trailingLines, Map<NoteKey, Line> byKey, Map<Value, Line> byContent) {

  static final NoteFile EMPTY = of(List.of(), "");

  /** The largest file that is read. */
  private static final int MAX_BYTES = 16 << 20;

  /**
   * A line with content.
   *
   * @param linesAbove the lines without content above it
   * @param text the original text of the line, including its line end
   */
  record Line(NoteKey key, NoteEntity item, Value content, String linesAbove, String text) {}

  /** Says why and where a file is malformed. */
  static final class MalformedNotesException extends Exception {
    private static final long serialVersionUID = 1L;
    private final long offsetBytes;
    private final String reason;

    MalformedNotesException(long offsetBytes, String reason) {
      super(reason);
      this.offsetBytes = offsetBytes;
      this.reason = reason;
    }

    long offsetBytes() {
      return offsetBytes;
    }

    String reason() {
      return reason;
    }
  }

  private static NoteFile of(List<Line> lines, String trailingLines) {
    Map<NoteKey, Line> byKey = new HashMap<>();
    Map<Value, Line> byContent = new HashMap<>();
    for (Line line : lines) {
      byKey.put(line.key(), line);
      byContent.putIfAbsent(line.content(), line);
    }
    return new NoteFile(List.copyOf(lines), trailingLines, byKey, byContent);
  }

  /** Returns the lines without content above the line of an entity. */
  String linesAbove(NoteKey key) {
    Line line = byKey.get(key);
    return line == null ? "" : line.linesAbove();
  }

  /**
   * Returns the original line with the given content, if there is one; the line of the same entity
   * is preferred.
   */
  Optional<String> originalLine(NoteKey key, Value content) {
    Line ownLine = byKey.get(key);
    Line line =
        ownLine != null && ownLine.content().equals(content) ? ownLine : byContent.get(content);
    return Optional.ofNullable(line).map(Line::text);
  }

  static NoteFile parse(NoteEntitySpec spec, byte[] bytes) throws MalformedNotesException {
    if (bytes.length > MAX_BYTES) {
      throw new MalformedNotesException(MAX_BYTES, "longer than " + MAX_BYTES + " bytes");
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return new Parser(spec).parse(text.toString());
    } catch (CharacterCodingException e) {
      throw new MalformedNotesException(0, "not in UTF-8");
    }
  }

  private static final class Parser {
    private final NoteEntitySpec spec;
    private final List<Line> lines = new ArrayList<>();
    private final Map<NoteKey, Line> byKey = new HashMap<>();
    private int boards;

    Parser(NoteEntitySpec spec) {
      this.spec = spec;
    }

    NoteFile parse(String text) throws MalformedNotesException {
      StringBuilder linesAbove = new StringBuilder();
      long offsetBytes = 0;
      for (int start = 0; start < text.length(); ) {
        int end = text.indexOf('\n', start) + 1;
        String line = text.substring(start, end == 0 ? text.length() : end);
        if (line.isBlank() || line.startsWith("#")) {
          linesAbove.append(line);
        } else {
          add(line, linesAbove.toString(), offsetBytes);
          linesAbove.setLength(0);
        }
        start += line.length();
        offsetBytes += line.getBytes(StandardCharsets.UTF_8).length;
      }
      return NoteFile.of(lines, linesAbove.toString());
    }

    private void add(String text, String linesAbove, long offsetBytes)
        throws MalformedNotesException {
      try {
        Value.Fields content = ValueJson.read(text).asFields();
        NoteKey key = key(content);
        Line line = new Line(key, item(key, content), content, linesAbove, text);
        if (byKey.putIfAbsent(key, line) != null) {
          throw new IllegalArgumentException("a second " + spec.ref(key));
        }
        lines.add(line);
      } catch (IllegalArgumentException e) {
        throw new MalformedNotesException(offsetBytes, String.valueOf(e.getMessage()));
      }
    }

    private NoteKey key(Value.Fields content) {
      if (content.find("board").isPresent()) {
        return NoteKey.board("" + ++boards);
      }
      if (boards == 0) {
        throw new IllegalArgumentException("a note above the first board");
      }
      Optional<String> id = content.find("id").map(Value::asText);
      if (id.isPresent() && !NoteKey.isStored(id.get())) {
        throw new IllegalArgumentException("no id of a note: \"" + id.get() + "\"");
      }
      return NoteKey.note("" + boards, id.orElse("~" + lines.size()));
    }

    private NoteEntity item(NoteKey key, Value.Fields content) {
      TreeMap<String, Value> units = new TreeMap<>(content.fields());
      if (!key.isBoard()) {
        units.remove("id");
      }
      if (units.put("order", Value.of(OrderKey.initial(lines.size()).digits())) != null) {
        throw new IllegalArgumentException("\"order\" is no member of a line");
      }
      return spec.entity(key, units);
    }
  }
}
