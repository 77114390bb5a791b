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
 * {@link Value}s as JSON, one line without white space. A member {@code type} is written first, the
 * others in the order of their names.
 *
 * <p>Reading refuses what writing never gives: duplicate names, fractions, {@code null}, and
 * anything behind the value. Writing refuses what reading would: values nest at most {@value
 * #MAX_DEPTH} deep, texts have at most {@value #MAX_TEXT_LENGTH} units and names {@value
 * #MAX_NAME_LENGTH}, and a name holds no unpaired surrogate.
 */
public final class ValueJson {

  /** The deepest nesting that is written or read. */
  public static final int MAX_DEPTH = 200;

  /** The longest text that is written or read, in UTF-16 units. */
  static final int MAX_TEXT_LENGTH = 100_000_000;

  /** The longest name of a field that is written or read, in UTF-16 units. */
  public static final int MAX_NAME_LENGTH = 50_000;

  /** What may be written may be read. */
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
   * The JSON of a value. An unpaired surrogate, which UTF-8 cannot carry, becomes an escape, so
   * that any text comes back. A name of a field must not hold such.
   *
   * @throws IllegalArgumentException if it could not be read again: it nests too deep, a text or a
   *     name is too long, or a name holds an unpaired surrogate
   */
  public static String write(Value value) {
    return new JsonLineWriter().value(value).toString();
  }

  /**
   * The value of a JSON text.
   *
   * @throws MalformedValueException if it is no such text
   */
  public static Value read(String json) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
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
