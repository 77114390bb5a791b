package dev.fcp.eventlog.json;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Converts {@link Value}s to and from JSON, one line without white space. A member {@code type} is
 * written first, the others in the order of their names.
 *
 * <p>Reading rejects everything that is never written: duplicate names, fractions, {@code null},
 * and text after the value. Writing rejects everything that could not be read: values are nested at
 * most {@value #MAX_DEPTH} deep, texts have at most {@value #MAX_TEXT_LENGTH} UTF-16 code units and
 * names {@value #MAX_NAME_LENGTH}, and a name contains no unpaired surrogates.
 */
public final class ValueJson {

  /** The maximum nesting depth. */
  public static final int MAX_DEPTH = 200;

  /** The maximum length of a text, in UTF-16 code units. */
  static final int MAX_TEXT_LENGTH = 100_000_000;

  /** The maximum length of a field name, in UTF-16 code units. */
  public static final int MAX_NAME_LENGTH = 50_000;

  /** Allows reading everything that may be written. */
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH + 1)
          .maxNameLength(MAX_NAME_LENGTH)
          .maxStringLength(MAX_TEXT_LENGTH)
          .build();

  private static final JsonFactory FACTORY =
      JsonFactory.builder().streamReadConstraints(LIMITS).build();

  private ValueJson() {}

  /**
   * Writes a value. An unpaired surrogate in a text, which UTF-8 cannot encode, is escaped, so that
   * every text can be read back.
   *
   * @throws IllegalArgumentException if the value could not be read back: it is nested too deeply,
   *     a text or a name is too long, or a name contains an unpaired surrogate
   */
  public static String write(Value value) {
    return new JsonLineWriter().value(value).toString();
  }

  /**
   * Reads a value.
   *
   * @throws MalformedValueException if the text is not the JSON of a value
   */
  public static Value read(String json) {
    try (JsonParser parser = parser(json)) {
      parser.nextToken();
      Value value = read(parser, 0);
      if (parser.nextToken() != null) {
        throw new MalformedValueException("more text behind the value: " + json);
      }
      return value;
    } catch (JacksonException e) {
      throw new MalformedValueException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** A parser of the JSON of a value, for reading only parts of it. */
  public static JsonParser parser(String json) {
    return FACTORY.createParser(ObjectReadContext.empty(), json);
  }

  private static Value read(JsonParser in, int depth) {
    if (depth > MAX_DEPTH) {
      throw new MalformedValueException("JSON nests deeper than " + MAX_DEPTH);
    }
    JsonToken token = in.currentToken();
    if (token == null) {
      throw new MalformedValueException("no JSON: the text is empty");
    }
    if (token == JsonToken.START_OBJECT) {
      return readFields(in, depth);
    }
    if (token == JsonToken.START_ARRAY) {
      List<Value> items = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        items.add(read(in, depth + 1));
      }
      return new Value.Sequence(items);
    }
    return readScalar(in, token);
  }

  private static Value readFields(JsonParser in, int depth) {
    Map<String, Value> fields = new TreeMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      if (fields.put(name, read(in, depth + 1)) != null) {
        throw new MalformedValueException("no JSON: two members \"" + name + "\" in one object");
      }
    }
    return Value.Fields.of(fields);
  }

  private static Value readScalar(JsonParser in, JsonToken token) {
    if (token == JsonToken.VALUE_STRING) {
      return new Value.Text(in.getString());
    }
    if (token == JsonToken.VALUE_NUMBER_INT) {
      return new Value.Int(in.getLongValue());
    }
    if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
      return new Value.Bool(token == JsonToken.VALUE_TRUE);
    }
    throw new MalformedValueException(
        "expected text, a whole number, a flag, a list or an object, found " + in.getString());
  }
}
