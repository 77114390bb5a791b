package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.eventlog.entity.OrderKey;
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
 * A file of notes as it was spelled.
 *
 * @param lines the lines with content
 * @param tail what stands behind the last of them
 */
record NoteFile(
    List<Line> lines, String tail, Map<NoteKey, Line> byKey, Map<Value, Line> byContent) {

  static final NoteFile EMPTY = of(List.of(), "");

  /** The largest file that is read. */
  private static final int MAX_BYTES = 16 << 20;

  /**
   * A line with content.
   *
   * @param above the lines without content above it
   * @param text the line as it is spelled, its end included
   */
  record Line(NoteKey key, Item item, Value content, String above, String text) {}

  /** Why a file is none of notes, and where. */
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;
    private final long offsetBytes;
    private final String reason;

    Refusal(long offsetBytes, String reason) {
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

  private static NoteFile of(List<Line> lines, String tail) {
    Map<NoteKey, Line> byKey = new HashMap<>();
    Map<Value, Line> byContent = new HashMap<>();
    for (Line line : lines) {
      byKey.put(line.key(), line);
      byContent.putIfAbsent(line.content(), line);
    }
    return new NoteFile(List.copyOf(lines), tail, byKey, byContent);
  }

  /** The lines without content above that of an entity. */
  String above(NoteKey key) {
    Line line = byKey.get(key);
    return line == null ? "" : line.above();
  }

  /** How this file spells a content, if it holds it; that of the same entity goes first. */
  Optional<String> spelling(NoteKey key, Value content) {
    Line own = byKey.get(key);
    Line line = own != null && own.content().equals(content) ? own : byContent.get(content);
    return Optional.ofNullable(line).map(Line::text);
  }

  static NoteFile parse(NoteSpec spec, byte[] bytes) throws Refusal {
    if (bytes.length > MAX_BYTES) {
      throw new Refusal(MAX_BYTES, "longer than " + MAX_BYTES + " bytes");
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return new Parser(spec).parse(text.toString());
    } catch (CharacterCodingException e) {
      throw new Refusal(0, "not in UTF-8");
    }
  }

  private static final class Parser {
    private final NoteSpec spec;
    private final List<Line> lines = new ArrayList<>();
    private final Map<NoteKey, Line> known = new HashMap<>();
    private int boards;

    Parser(NoteSpec spec) {
      this.spec = spec;
    }

    NoteFile parse(String text) throws Refusal {
      StringBuilder above = new StringBuilder();
      long offsetBytes = 0;
      for (int start = 0; start < text.length(); ) {
        int end = text.indexOf('\n', start) + 1;
        String line = text.substring(start, end == 0 ? text.length() : end);
        if (line.isBlank() || line.startsWith("#")) {
          above.append(line);
        } else {
          add(line, above.toString(), offsetBytes);
          above.setLength(0);
        }
        start += line.length();
        offsetBytes += line.getBytes(StandardCharsets.UTF_8).length;
      }
      return NoteFile.of(lines, above.toString());
    }

    private void add(String text, String above, long offsetBytes) throws Refusal {
      try {
        Value.Fields content = ValueJson.read(text).asFields();
        NoteKey key = key(content);
        Line line = new Line(key, item(key, content), content, above, text);
        if (known.putIfAbsent(key, line) != null) {
          throw new IllegalArgumentException("a second " + spec.ref(key));
        }
        lines.add(line);
      } catch (IllegalArgumentException e) {
        throw new Refusal(offsetBytes, String.valueOf(e.getMessage()));
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

    private Item item(NoteKey key, Value.Fields content) {
      TreeMap<String, Value> units = new TreeMap<>(content.fields());
      if (!key.isBoard()) {
        units.remove("id");
      }
      if (units.put("order", Value.of(OrderKey.atLoading(lines.size()).digits())) != null) {
        throw new IllegalArgumentException("\"order\" is no member of a line");
      }
      return spec.entity(key, units);
    }
  }
}
