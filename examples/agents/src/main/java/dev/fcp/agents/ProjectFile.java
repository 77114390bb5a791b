package dev.fcp.agents;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.plaintext.Text;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A file of a project with its original spelling.
 *
 * @param items the items by key, in the order of the file
 * @param trailingLines the blank lines and comments after the last item
 * @param lineEnd the end of the first line, which new lines get
 */
record ProjectFile(Map<String, FileItem> items, String trailingLines, String lineEnd) {

  static final ProjectFile EMPTY = new ProjectFile(Map.of(), "", "\n");

  private static final int MAX_BYTES = 16 << 20;

  /**
   * An item of the file.
   *
   * @param linesAbove the blank lines and comments above it
   * @param lines its own lines, with their ends
   */
  record FileItem(Item item, Value content, String linesAbove, String lines) {}

  /** Says why and where a file is malformed. */
  static final class MalformedFileException extends Exception {
    private static final long serialVersionUID = 1L;
    private final long offsetBytes;

    MalformedFileException(long offsetBytes, String reason) {
      super(reason);
      this.offsetBytes = offsetBytes;
    }

    long offsetBytes() {
      return offsetBytes;
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }

  static ProjectFile parse(ItemSpec spec, byte[] bytes) throws MalformedFileException {
    if (bytes.length > MAX_BYTES) {
      throw new MalformedFileException(MAX_BYTES, "longer than " + MAX_BYTES + " bytes");
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return new Parser(spec).parse(text.toString());
    } catch (CharacterCodingException e) {
      throw new MalformedFileException(0, "not in UTF-8");
    }
  }

  /** Reads a file line by line; an item is complete when something else follows it. */
  private static final class Parser {
    private final ItemSpec spec;
    private final Map<String, FileItem> items = new LinkedHashMap<>();
    private final StringBuilder linesAbove = new StringBuilder();
    private Optional<ItemLine> open = Optional.empty();
    private List<String> openText = new ArrayList<>();
    private StringBuilder openLines = new StringBuilder();

    Parser(ItemSpec spec) {
      this.spec = spec;
    }

    ProjectFile parse(String text) throws MalformedFileException {
      long offsetBytes = 0;
      String lineEnd = "\n";
      for (int start = 0; start < text.length(); ) {
        int end = text.indexOf('\n', start) + 1;
        String line = text.substring(start, end == 0 ? text.length() : end);
        if (start == 0 && line.endsWith("\r\n")) {
          lineEnd = "\r\n";
        }
        try {
          add(line);
        } catch (IllegalArgumentException e) {
          throw new MalformedFileException(offsetBytes, String.valueOf(e.getMessage()));
        }
        start += line.length();
        offsetBytes += line.getBytes(StandardCharsets.UTF_8).length;
      }
      try {
        close();
      } catch (IllegalArgumentException e) {
        throw new MalformedFileException(offsetBytes, String.valueOf(e.getMessage()));
      }
      return new ProjectFile(items, linesAbove.toString(), lineEnd);
    }

    private void add(String line) {
      String content = ItemLine.withoutLineEnd(line);
      if (content.startsWith(ItemLine.TEXT_PREFIX)) {
        if (open.isEmpty() || ItemSpec.textUnit(open.get().kind()).isEmpty()) {
          throw new IllegalArgumentException("a line of text that belongs to no item");
        }
        openText.add(ItemLine.decodeText(content));
        openLines.append(line);
        return;
      }
      close();
      if (content.isBlank() || content.startsWith("#")) {
        linesAbove.append(line);
      } else {
        open = Optional.of(ItemLine.parse(content));
        openLines.append(line);
      }
    }

    /** Completes the open item, if there is one. */
    private void close() {
      if (open.isEmpty()) {
        return;
      }
      ItemLine line = open.get();
      TreeMap<String, Value> units = ItemSpec.withDefaults(line.kind(), line.units());
      String text = String.join("\n", openText);
      ItemSpec.textUnit(line.kind())
          .ifPresent(unit ->
              units.put(
                  unit, unit.equals(ItemSpec.BODY) ? Text.of(text).encode() : Value.of(text)));
      units.put(ItemSpec.KIND, Value.of(line.kind()));
      units.put(ItemSpec.ORDER, Value.of(OrderKey.initial(items.size()).digits()));
      String key = ItemSpec.key(line.kind(), line.name());
      Item item = spec.entity(key, units);
      var fileItem =
          new FileItem(item, spec.content(key, item), linesAbove.toString(), openLines.toString());
      if (items.putIfAbsent(key, fileItem) != null) {
        throw new IllegalArgumentException("a second " + key);
      }
      open = Optional.empty();
      openText = new ArrayList<>();
      openLines = new StringBuilder();
      linesAbove.setLength(0);
    }
  }

  /**
   * The first line of an item, {@code KIND NAME UNIT:VALUE ...}. A text is quoted as in JSON if it
   * would be read as something else. Lines of text follow, each after a bar:
   *
   * <pre>
   * agent Gandalf parent:Elrond state:working trigger:assigned
   * | Make the build green.
   * commitment 1 agent:Gandalf output:"exit 1" status:failed verifier:Bilbo
   * | The build is green.
   * </pre>
   */
  record ItemLine(String kind, String name, Map<String, Value> units) {

    static final String TEXT_PREFIX = "|";
    private static final String BARE =
        "[A-Za-z_][A-Za-z0-9_.:/+@-]*|[0-9]+[A-Za-z_.:/+@-][^\"\\s]*";
    private static final String NUMBER = "-?(?:0|[1-9][0-9]{0,17})";
    private static final String FLAG = "true|false";

    /** A line without its line end, which includes all carriage returns before it. */
    static String withoutLineEnd(String line) {
      int end = line.endsWith("\n") ? line.length() - 1 : line.length();
      while (end > 0 && line.charAt(end - 1) == '\r') {
        end--;
      }
      return line.substring(0, end);
    }

    static String decodeText(String line) {
      if (line.startsWith("| ")) {
        return line.substring(2);
      }
      if (line.startsWith("|\"")) {
        return ValueJson.read(line.substring(1)).asText();
      }
      if (line.equals(TEXT_PREFIX)) {
        return "";
      }
      throw new IllegalArgumentException("a line of text begins with a bar and a space");
    }

    private static String encodeText(String line) {
      return line.isEmpty()
          ? TEXT_PREFIX
          : line.indexOf('\r') >= 0
              ? TEXT_PREFIX + ValueJson.write(Value.of(line))
              : TEXT_PREFIX + " " + line;
    }

    static ItemLine parse(String line) {
      List<String> tokens = tokens(line);
      if (tokens.size() < 2) {
        throw new IllegalArgumentException("an item is a kind and a name: " + line);
      }
      TreeMap<String, Value> units = new TreeMap<>();
      for (String token : tokens.subList(2, tokens.size())) {
        int colon = token.indexOf(':');
        if (colon < 1 || colon == token.length() - 1) {
          throw new IllegalArgumentException("not a name and a value: " + token);
        }
        String unit = token.substring(0, colon);
        boolean isReserved =
            List.of(ItemSpec.KIND, ItemSpec.ORDER).contains(unit)
                || ItemSpec.textUnit(tokens.get(0)).equals(Optional.of(unit));
        if (isReserved || units.put(unit, value(token.substring(colon + 1))) != null) {
          throw new IllegalArgumentException("a value that does not belong here: " + token);
        }
      }
      String name = tokens.get(1);
      return new ItemLine(
          tokens.get(0), name.startsWith("\"") ? ValueJson.read(name).asText() : name, units);
    }

    /** The parts of a line between white space that is not quoted. */
    private static List<String> tokens(String line) {
      List<String> tokens = new ArrayList<>();
      StringBuilder token = new StringBuilder();
      boolean isQuoted = false;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (c == '"') {
          isQuoted = !isQuoted;
        } else if (isQuoted && c == '\\' && i + 1 < line.length()) {
          token.append(c);
          i++;
          c = line.charAt(i);
        } else if (!isQuoted && (c == ' ' || c == '\t')) {
          if (!token.isEmpty()) {
            tokens.add(token.toString());
            token.setLength(0);
          }
          continue;
        }
        token.append(c);
      }
      if (!token.isEmpty()) {
        tokens.add(token.toString());
      }
      return tokens;
    }

    private static Value value(String text) {
      return text.startsWith("\"")
          ? Value.of(ValueJson.read(text).asText())
          : text.matches(NUMBER)
              ? Value.of(Long.parseLong(text))
              : text.matches(FLAG) ? Value.of(text.equals("true")) : Value.of(text);
    }

    /** The lines of an item. */
    static String format(String key, Map<String, Value> units, String text, String lineEnd) {
      StringBuilder lines = new StringBuilder(ItemSpec.kind(key)).append(' ');
      String name = ItemSpec.name(key);
      lines.append(name.matches(BARE + "|[0-9]+") ? name : ValueJson.write(Value.of(name)));
      units.forEach((unit, value) -> {
        boolean isBare =
            !(value instanceof Value.Text(var word)) || (word.matches(BARE) && !word.matches(FLAG));
        lines.append(' ').append(unit).append(':');
        lines.append(
            isBare && value instanceof Value.Text(var word) ? word : ValueJson.write(value));
      });
      lines.append(lineEnd);
      if (!text.isEmpty()) {
        for (String line : text.split("\n", -1)) {
          lines.append(encodeText(line)).append(lineEnd);
        }
      }
      return lines.toString();
    }
  }
}
