package dev.fcp.server.worlds;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON as text and as a tree; numbers keep their digits. */
final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  /**
   * Parses an object.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static ObjectNode object(String text) {
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException("an object {...} of JSON is needed");
  }

  /** Parses JSON that was written by the program. */
  static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /** The tree of a value that consists of maps, lists, texts, numbers and truth values. */
  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }
}
