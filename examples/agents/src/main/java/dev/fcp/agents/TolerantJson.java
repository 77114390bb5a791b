package dev.fcp.agents;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads JSON that other programs wrote: {@code null} is omitted, a fraction or a number that is too
 * large is its text, of two members with a name the last one counts, and half of a surrogate pair
 * is a question mark.
 */
final class TolerantJson {

  private TolerantJson() {}

  /**
   * Reads a value.
   *
   * @throws MalformedValueException if the text is not JSON
   */
  static Value read(String json) {
    try (JsonParser parser = ValueJson.parser(json)) {
      if (parser.nextToken() == null) {
        throw new MalformedValueException("no JSON: the text is empty");
      }
      Value value = read(parser);
      if (parser.nextToken() != null) {
        throw new MalformedValueException("more text behind the value");
      }
      return value;
    } catch (JacksonException e) {
      throw new MalformedValueException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** Reads the value at the current token; of an array and an object also what is in it. */
  private static Value read(JsonParser in) {
    JsonToken token = in.currentToken();
    if (token == JsonToken.START_OBJECT) {
      TreeMap<String, Value> fields = new TreeMap<>();
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String name = encodable(in.currentName());
        if (in.nextToken() != JsonToken.VALUE_NULL) {
          fields.put(name, read(in));
        }
      }
      return Value.Fields.of(fields);
    }
    if (token == JsonToken.START_ARRAY) {
      List<Value> items = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (in.currentToken() != JsonToken.VALUE_NULL) {
          items.add(read(in));
        }
      }
      return new Value.Sequence(items);
    }
    if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
      return Value.of(token == JsonToken.VALUE_TRUE);
    }
    String text = encodable(in.getString());
    return token == JsonToken.VALUE_NUMBER_INT && text.length() <= 18
        ? Value.of(Long.parseLong(text))
        : Value.of(text);
  }

  private static String encodable(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
