package dev.fcp.eventlog.domain;

import java.io.StringWriter;
import java.util.SortedMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes JSON into one line without white space, piece by piece: what {@link ValueJson#write} gives
 * of a value, without the value. Whoever writes an object gives the names in their order, a {@code
 * type} first. Not safe for use by several threads.
 *
 * <p>What {@link ValueJson} could not read again is refused: see its limits. A text with an
 * unpaired surrogate, which UTF-8 cannot carry, stands in ASCII with escapes; a name must not hold
 * one.
 */
public final class JsonLine {

  private static final JsonFactory FACTORY = new JsonFactory();

  private static final JsonFactory ASCII =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final StringWriter line = new StringWriter();
  private JsonGenerator out = generator(FACTORY, line);

  /** An empty line. */
  public JsonLine() {}

  private static JsonGenerator generator(JsonFactory factory, StringWriter line) {
    return factory.createGenerator(ObjectWriteContext.empty(), line);
  }

  /**
   * Begins an object.
   *
   * @throws IllegalArgumentException if it nests too deep
   */
  public JsonLine beginObject() {
    requireDepth();
    out.writeStartObject();
    return this;
  }

  /** Ends the object begun last. */
  public JsonLine endObject() {
    out.writeEndObject();
    return this;
  }

  /**
   * Begins an array.
   *
   * @throws IllegalArgumentException if it nests too deep
   */
  public JsonLine beginArray() {
    requireDepth();
    out.writeStartArray();
    return this;
  }

  /** Ends the array begun last. */
  public JsonLine endArray() {
    out.writeEndArray();
    return this;
  }

  /**
   * Names the next member of an object.
   *
   * @throws IllegalArgumentException if the name is too long or holds an unpaired surrogate
   */
  public JsonLine name(String name) {
    requireLength("name", name, ValueJson.MAX_NAME_LENGTH);
    if (hasUnpairedSurrogate(name)) {
      throw new IllegalArgumentException("the name \"" + name + "\" holds an unpaired surrogate");
    }
    out.writeName(name);
    return this;
  }

  /**
   * Adds a text.
   *
   * @throws IllegalArgumentException if it is too long or nests too deep
   */
  public JsonLine text(String text) {
    requireLength("text", text, ValueJson.MAX_TEXT_LENGTH);
    requireDepth();
    if (hasUnpairedSurrogate(text)) {
      out.writeRawValue(ascii(text));
    } else {
      out.writeString(text);
    }
    return this;
  }

  private static String ascii(String text) {
    StringWriter escaped = new StringWriter();
    try (JsonGenerator out = generator(ASCII, escaped)) {
      out.writeString(text);
    }
    return escaped.toString();
  }

  /**
   * Adds a whole number.
   *
   * @throws IllegalArgumentException if it nests too deep
   */
  public JsonLine whole(long number) {
    requireDepth();
    out.writeNumber(number);
    return this;
  }

  /**
   * Adds true or false.
   *
   * @throws IllegalArgumentException if it nests too deep
   */
  public JsonLine flag(boolean set) {
    requireDepth();
    out.writeBoolean(set);
    return this;
  }

  /**
   * Adds a value.
   *
   * @throws IllegalArgumentException if it could not be read again
   */
  public JsonLine value(Value value) {
    return switch (value) {
      case Value.Text(var text) -> text(text);
      case Value.Whole(var number) -> whole(number);
      case Value.Flag(var set) -> flag(set);
      case Value.Sequence(var items) -> {
        beginArray();
        for (Value item : items) {
          value(item);
        }
        yield endArray();
      }
      case Value.Fields(var fields) -> fields(fields);
    };
  }

  private JsonLine fields(SortedMap<String, Value> fields) {
    beginObject();
    Value type = fields.get("type");
    if (type != null) {
      name("type").value(type);
    }
    fields.forEach((name, member) -> {
      if (!name.equals("type")) {
        name(name).value(member);
      }
    });
    return endObject();
  }

  /** Empties the line for the next use. */
  public JsonLine clear() {
    out.flush();
    line.getBuffer().setLength(0);
    out = generator(FACTORY, line);
    return this;
  }

  /** The line so far, without line end. */
  @Override
  public String toString() {
    out.flush();
    return line.toString();
  }

  private void requireDepth() {
    if (out.streamWriteContext().getNestingDepth() > ValueJson.MAX_DEPTH) {
      throw new IllegalArgumentException("value nests deeper than " + ValueJson.MAX_DEPTH);
    }
  }

  private static void requireLength(String what, String text, int limit) {
    if (text.length() > limit) {
      throw new IllegalArgumentException(
          "a %s of %d units is longer than %d".formatted(what, text.length(), limit));
    }
  }

  private static boolean hasUnpairedSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (Character.isSurrogate(unit)) {
        boolean pair = i + 1 < text.length() && Character.isSurrogatePair(unit, text.charAt(i + 1));
        if (!pair) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
