package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.Entry;
import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.MalformedValueException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Converts a log to and from JSON: its entries, its cursor and its checkpoints. None of these is
 * derived from another, so that a loaded log behaves exactly like the saved one (CP-12).
 *
 * <pre>
 *   {"version":1,
 *    "entries":[{"type":"note_added",...},{"type":"checkpoint","name":"c"}],
 *    "cursor":2,
 *    "checkpoints":{"c":1}}
 * </pre>
 *
 * <p>An event is a JSON object encoded by its domain and kept character for character. An object of
 * type {@code checkpoint} is a sentinel; its members other than the name are ignored (CP-13). The
 * four members of the log may be in any order; each occurs once, and there are no others. Encoding
 * verifies that the result can be read back.
 *
 * <p>A codec is thread-safe if its functions are.
 *
 * @param <E> the events of the log
 */
public final class LogStateCodec<E> {

  private static final int VERSION = 1;
  private static final String SENTINEL = "checkpoint";

  /** Rejects duplicate names in an object, because they are ambiguous. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Function<? super E, String> encodeEvent;
  private final Function<String, ? extends E> decodeEvent;

  /**
   * Creates a codec from functions for events.
   *
   * @param encodeEvent encodes an event as a JSON object
   * @param decodeEvent decodes a JSON object; throws {@link MalformedValueException} if it is not
   *     an event
   */
  public LogStateCodec(
      Function<? super E, String> encodeEvent, Function<String, ? extends E> decodeEvent) {
    this.encodeEvent = encodeEvent;
    this.decodeEvent = decodeEvent;
  }

  /**
   * Encodes a log as JSON, on one line if its events are on one line (CP-12, CP-13).
   *
   * @throws MalformedValueException if an event was not encoded as a single JSON object, or was
   *     encoded as a sentinel
   */
  public String encode(LogState<E> state) {
    LogState<String> texts = mapped(state, (event, index) -> encodeEvent.apply(event).strip());
    String json = written(texts);
    if (!Reader.read(json).equals(texts)) {
      throw new MalformedValueException(
          "log state: its events would be read back as other entries; an event is one JSON object"
              + " of a type other than checkpoint");
    }
    return json;
  }

  /**
   * Decodes a log (CP-12, CP-13).
   *
   * @throws MalformedValueException if the JSON is not a log; the message contains the error and
   *     its location
   */
  public LogState<E> decode(String json) {
    return mapped(Reader.read(json), this::decoded);
  }

  private E decoded(String text, int index) {
    try {
      return decodeEvent.apply(text);
    } catch (MalformedValueException e) {
      throw new MalformedValueException(
          "log state, entries[%d]: %s".formatted(index, e.getMessage()), e);
    }
  }

  /** Converts each event, given its index among the entries. */
  private static <A, B> LogState<B> mapped(LogState<A> state, BiFunction<A, Integer, B> convert) {
    List<Entry<B>> entries = new ArrayList<>();
    for (Entry<A> entry : state.entries()) {
      entries.add(
          switch (entry) {
            case Entry.Recorded<A>(var event) ->
                new Entry.Recorded<>(convert.apply(event, entries.size()));
            case Entry.Checkpoint<A>(var name) -> new Entry.Checkpoint<>(name);
          });
    }
    return LogState.of(entries, state.cursor(), state.checkpoints());
  }

  private String written(LogState<String> state) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("version", VERSION);
      json.writeArrayPropertyStart("entries");
      state.entries().forEach(entry -> write(entry, json));
      json.writeEndArray();
      json.writeNumberProperty("cursor", state.cursor());
      json.writeObjectPropertyStart("checkpoints");
      for (Map.Entry<String, Integer> name : state.checkpoints().entrySet()) {
        json.writeNumberProperty(name.getKey(), name.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(Entry<String> entry, JsonGenerator json) {
    switch (entry) {
      case Entry.Recorded<String>(var text) -> json.writeRawValue(text);
      case Entry.Checkpoint<String>(var name) -> {
        json.writeStartObject();
        json.writeStringProperty("type", SENTINEL);
        json.writeStringProperty("name", name);
        json.writeEndObject();
      }
    }
  }

  /** Reads the JSON form of a log, with the events as JSON texts. */
  private static final class Reader {

    private final String json;
    private final JsonParser parser;
    private @Nullable Integer version;
    private @Nullable List<Entry<String>> entries;
    private @Nullable Integer cursor;
    private @Nullable Map<String, Integer> checkpoints;

    private Reader(String json, JsonParser parser) {
      this.json = json;
      this.parser = parser;
    }

    static LogState<String> read(String json) {
      try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
        return new Reader(json, parser).log();
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
      if (found != VERSION) {
        throw malformed("version %d; this reader knows version %d".formatted(found, VERSION));
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
}
