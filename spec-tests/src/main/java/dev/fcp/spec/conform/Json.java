package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of vectors and drivers. */
final class Json {

  /**
   * The counts for which a state contains the result of {@code recent}; the last exceeds every log.
   */
  static final List<Integer> RECENT_COUNTS = List.of(0, 1, 2, 99);

  /** Refuses trailing tokens and duplicate names; a name can be as long as any text. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNameLength(Integer.MAX_VALUE).build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final JsonNodeFactory NODE_FACTORY = JsonNodeFactory.instance;

  /** Returns 0 for equal leaves; defines no order. */
  private static final Comparator<JsonNode> VALUE_EQUALITY =
      (one, other) ->
          one.equals(other)
                  || (one.isNumber()
                      && other.isNumber()
                      && one.asDouble(Double.NaN) == other.asDouble(Double.NaN))
              ? 0
              : 1;

  private Json() {}

  /**
   * Reads one value.
   *
   * @throws tools.jackson.core.JacksonException if the text is not a JSON value
   */
  static JsonNode read(String text) {
    return MAPPER.readTree(text);
  }

  /** Returns a text as JSON in which every character beyond ASCII is escaped. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      if (unit == '"' || unit == '\\') {
        quoted.append('\\').append(unit);
      } else if (unit < ' ' || unit > '~') {
        quoted.append("\\u%04x".formatted((int) unit));
      } else {
        quoted.append(unit);
      }
    }
    return quoted.append('"').toString();
  }

  /** Whether a text contains half of a surrogate pair. */
  static boolean hasLoneSurrogate(String text) {
    for (int index = 0; index < text.length(); index++) {
      if (Character.isSurrogate(text.charAt(index))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(index))) {
          return true;
        }
        index++;
      }
    }
    return false;
  }

  /** Returns a value as JSON text in which lone surrogates are escaped. */
  static String line(ObjectNode value) {
    String text = value.toString();
    if (!hasLoneSurrogate(text)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(unit -> {
          if (unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE) {
            escaped.append("\\u%04x".formatted(unit));
          } else {
            escaped.appendCodePoint(unit);
          }
        });
    return escaped.toString();
  }

  static ObjectNode object() {
    return NODE_FACTORY.objectNode();
  }

  static JsonNode nullNode() {
    return NODE_FACTORY.nullNode();
  }

  static ArrayNode array(List<JsonNode> elements) {
    return NODE_FACTORY.arrayNode().addAll(elements);
  }

  static ArrayNode textArray(List<String> texts) {
    ArrayNode array = NODE_FACTORY.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  /** Whether two values are equal; {@code 0.0} equals {@code 0}. */
  static boolean isEqual(JsonNode first, JsonNode second) {
    return first.equals(VALUE_EQUALITY, second);
  }

  /** Returns a call as {@code {"do": "undo", "args": [2]}}. */
  static ObjectNode call(Call call) {
    if (call.method() == LogMethod.OTHER) {
      return call(call.onOtherLog()).put("log", 2);
    }
    return write(call);
  }

  /** Returns a call in the form of a vector, in which each method has its own name. */
  static ObjectNode write(Call call) {
    ObjectNode node = object().put("do", call.method().jsonName());
    ArrayNode arguments = node.putArray("args");
    for (Object argument : call.arguments()) {
      if (argument instanceof Integer number) {
        arguments.add(number);
      } else {
        arguments.add((String) argument);
      }
    }
    return node;
  }

  /** Returns some aspects of the state of a log, as far as the log has them. */
  static ObjectNode state(LogUnderTest<String> log, Set<Aspect> shown) {
    ObjectNode state = object();
    if (shown.contains(Aspect.ENTRIES)) {
      state.set("entries", entries(log));
    }
    if (shown.contains(Aspect.CURSOR)) {
      state.put("cursor", log.cursor());
    }
    if (shown.contains(Aspect.CHECKPOINTS)) {
      ObjectNode checkpoints = state.putObject("checkpoints");
      new TreeMap<>(log.checkpoints()).forEach(checkpoints::put);
    }
    if (shown.contains(Aspect.RECENT)) {
      ObjectNode recent = state.putObject("recent");
      RECENT_COUNTS.forEach(count -> recent.set(count.toString(), textArray(log.recent(count))));
    }
    if (log instanceof SessionLogUnderTest<String> session) {
      if (shown.contains(Aspect.CAN_UNDO)) {
        state.put("canUndo", session.canUndo());
      }
      if (shown.contains(Aspect.CAN_REDO)) {
        state.put("canRedo", session.canRedo());
      }
    }
    return state;
  }

  private static ArrayNode entries(LogUnderTest<String> log) {
    ArrayNode entries = NODE_FACTORY.arrayNode();
    for (Entry<String> entry : log.entries()) {
      switch (entry) {
        case Entry.Recorded<String>(var event) -> entries.add(event);
        case Entry.Checkpoint<String>(var name) -> entries.add(sentinel(name));
      }
    }
    return entries;
  }

  static ObjectNode sentinel(String name) {
    return object().put("type", "checkpoint").put("name", name);
  }
}
