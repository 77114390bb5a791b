package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.Entry;
import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.MalformedValueException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
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

  static final int VERSION = 1;

  private final JsonFactory factory = new JsonFactory();
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
    LogState<String> texts = withTexts(state);
    String json = written(texts);
    if (!LogStateReader.read(json).equals(texts)) {
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
    LogState<String> texts = LogStateReader.read(json);
    List<Entry<E>> entries = new ArrayList<>();
    for (Entry<String> entry : texts.entries()) {
      entries.add(
          switch (entry) {
            case Entry.Recorded<String>(var text) ->
                new Entry.Recorded<>(decoded(text, entries.size()));
            case Entry.Checkpoint<String>(var name) -> new Entry.Checkpoint<>(name);
          });
    }
    return LogState.of(entries, texts.cursor(), texts.checkpoints());
  }

  private E decoded(String text, int index) {
    try {
      return decodeEvent.apply(text);
    } catch (MalformedValueException e) {
      throw new MalformedValueException(
          "log state, entries[%d]: %s".formatted(index, e.getMessage()), e);
    }
  }

  private LogState<String> withTexts(LogState<E> state) {
    List<Entry<String>> entries = new ArrayList<>();
    for (Entry<E> entry : state.entries()) {
      entries.add(
          switch (entry) {
            case Entry.Recorded<E>(var event) ->
                new Entry.Recorded<>(encodeEvent.apply(event).strip());
            case Entry.Checkpoint<E>(var name) -> new Entry.Checkpoint<>(name);
          });
    }
    return LogState.of(entries, state.cursor(), state.checkpoints());
  }

  private String written(LogState<String> state) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
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
        json.writeStringProperty("type", LogStateReader.SENTINEL);
        json.writeStringProperty("name", name);
        json.writeEndObject();
      }
    }
  }
}
