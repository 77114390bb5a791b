package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.Entry;
import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.MalformedValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads the JSON form of a log, with the events as JSON texts. */
final class LogStateReader {

  static final String SENTINEL = "checkpoint";

  /** Rejects duplicate names in an object, because they are ambiguous. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final String json;
  private final JsonParser parser;
  private @Nullable Integer version;
  private @Nullable List<Entry<String>> entries;
  private @Nullable Integer cursor;
  private @Nullable Map<String, Integer> checkpoints;

  private LogStateReader(String json, JsonParser parser) {
    this.json = json;
    this.parser = parser;
  }

  static LogState<String> read(String json) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      return new LogStateReader(json, parser).log();
    } catch (JacksonException e) {
      throw new MalformedValueException(
          "log state%s: %s".formatted(place(e), e.getOriginalMessage()), e);
    }
  }

  private static String place(JacksonException e) {
    TokenStreamLocation location = e.getLocation();
    return location == null ? "" : ", char " + location.getCharOffset();
  }

  private LogState<String> log() {
    parser.nextToken();
    require(JsonToken.START_OBJECT, "the log");
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      member(parser.currentName());
    }
    if (parser.nextToken() != null) {
      throw malformed("something follows the log");
    }
    requireVersion();
    var readEntries = present(entries, "entries");
    var readCursor = present(cursor, "cursor");
    var readCheckpoints = present(checkpoints, "checkpoints");
    try {
      return LogState.of(readEntries, readCursor, readCheckpoints);
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("log state: " + e.getMessage(), e);
    }
  }

  private void member(String name) {
    parser.nextToken();
    switch (name) {
      case "version" -> version = integer(name);
      case "entries" -> entries = entries();
      case "cursor" -> cursor = integer(name);
      case "checkpoints" -> checkpoints = checkpoints();
      default -> throw malformed("no log has a member '" + name + "'");
    }
  }

  private List<Entry<String>> entries() {
    require(JsonToken.START_ARRAY, "entries");
    List<Entry<String>> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(entry("entries[" + list.size() + "]"));
    }
    return list;
  }

  /**
   * Reads a sentinel if the type of the object is checkpoint; otherwise an event, whose text is
   * kept unchanged.
   */
  private Entry<String> entry(String where) {
    require(JsonToken.START_OBJECT, where);
    int start = offset();
    String type = null;
    String name = null;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String member = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value == JsonToken.VALUE_STRING && member.equals("type")) {
        type = parser.getString();
      } else if (value == JsonToken.VALUE_STRING && member.equals("name")) {
        name = parser.getString();
      } else {
        parser.skipChildren();
      }
    }
    if (!SENTINEL.equals(type)) {
      return new Entry.Recorded<>(json.substring(start, offset() + 1));
    }
    if (name == null) {
      throw malformed(where + " is a checkpoint without a name");
    }
    return new Entry.Checkpoint<>(name);
  }

  private Map<String, Integer> checkpoints() {
    require(JsonToken.START_OBJECT, "checkpoints");
    Map<String, Integer> table = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      table.put(name, integer("checkpoint '" + name + "'"));
    }
    return table;
  }

  private int integer(String what) {
    require(JsonToken.VALUE_NUMBER_INT, what);
    return parser.getIntValue();
  }

  private void require(JsonToken expected, String what) {
    if (parser.currentToken() != expected) {
      throw malformed("%s is %s, not %s".formatted(what, parser.currentToken(), expected));
    }
  }

  private void requireVersion() {
    int found = present(version, "version");
    if (found != LogStateCodec.VERSION) {
      throw malformed(
          "version %d; this reader knows version %d".formatted(found, LogStateCodec.VERSION));
    }
  }

  private <T> T present(@Nullable T member, String name) {
    if (member == null) {
      throw malformed("the log has no member '" + name + "'");
    }
    return member;
  }

  private int offset() {
    return (int) parser.currentTokenLocation().getCharOffset();
  }

  private MalformedValueException malformed(String what) {
    return new MalformedValueException("log state, char %d: %s".formatted(offset(), what));
  }
}
