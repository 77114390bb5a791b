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
 * The JSON form of a log: its list, its cursor and its table of names. None of the three is derived
 * from another, so that a log which was loaded goes on exactly as the one which was saved (CP-12).
 *
 * <pre>
 *   {"version":1,
 *    "entries":[{"type":"note_added",...},{"type":"checkpoint","name":"c"}],
 *    "cursor":2,
 *    "checkpoints":{"c":1}}
 * </pre>
 *
 * <p>An event is a JSON object in the words of its domain, kept character for character; an object
 * of type {@code checkpoint} is a sentinel, and what it holds beside its name is ignored (CP-13).
 * The four members of the whole stand in any order, each once, and no others. Whatever is written
 * was read back before it is given out.
 *
 * <p>A codec may be used by any number of threads if its functions may.
 *
 * @param <E> the events of the log
 */
public final class LogStateCodec<E> {

  static final int VERSION = 1;

  private final JsonFactory factory = new JsonFactory();
  private final Function<? super E, String> encodeEvent;
  private final Function<String, ? extends E> decodeEvent;

  /**
   * A codec on top of one for events.
   *
   * @param encodeEvent the JSON object of an event
   * @param decodeEvent the event of a JSON object; throws {@link MalformedValueException} if it is
   *     none
   */
  public LogStateCodec(
      Function<? super E, String> encodeEvent, Function<String, ? extends E> decodeEvent) {
    this.encodeEvent = encodeEvent;
    this.decodeEvent = decodeEvent;
  }

  /**
   * The log as JSON, on one line if its events are (CP-12, CP-13).
   *
   * @throws MalformedValueException if an event was not encoded as one JSON object, or as one that
   *     would be read as a sentinel
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
   * The log that was written as this JSON (CP-12, CP-13).
   *
   * @throws MalformedValueException if it is no log, saying what is wrong and where
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
