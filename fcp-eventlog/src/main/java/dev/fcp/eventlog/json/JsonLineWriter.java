package dev.fcp.eventlog.json;

import dev.fcp.eventlog.domain.Value;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes one line of JSON without white space, piece by piece, in the form of {@link
 * ValueJson#write} but without creating a {@link Value}. The caller must write the members of an
 * object in the order of their names, {@code type} first. Not thread-safe.
 *
 * <p>Rejects everything that {@link ValueJson} could not read; see its limits. A text with an
 * unpaired surrogate, which UTF-8 cannot encode, is written in ASCII with escapes; a name must not
 * contain one.
 */
public final class JsonLineWriter {

  /** No separator between root values, because a generator is reused for many lines. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().rootValueSeparator((SerializableString) null).build();

  private static final JsonFactory ASCII =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** A larger buffer is not reused. */
  private static final int MAX_RETAINED_BYTES = 1 << 20;

  /** The maximum number of cached names; records use few different names. */
  private static final int MAX_CACHED_NAMES = 200;

  /** Encoded names. */
  private final Map<String, SerializableString> nameCache = new HashMap<>();

  /** The last written time, cached because a step usually has the same time as its record. */
  private Instant lastTime = Instant.EPOCH;

  private String lastTimeText = Instant.EPOCH.toString();

  private ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), buffer);

  /** Creates a writer with an empty line. */
  public JsonLineWriter() {}

  /**
   * Begins an object.
   *
   * @throws IllegalArgumentException if it is nested too deeply
   */
  public JsonLineWriter beginObject() {
    requireDepth();
    out.writeStartObject();
    return this;
  }

  /** Ends the object begun last. */
  public JsonLineWriter endObject() {
    out.writeEndObject();
    return this;
  }

  /**
   * Begins an array.
   *
   * @throws IllegalArgumentException if it is nested too deeply
   */
  public JsonLineWriter beginArray() {
    requireDepth();
    out.writeStartArray();
    return this;
  }

  /** Ends the array begun last. */
  public JsonLineWriter endArray() {
    out.writeEndArray();
    return this;
  }

  /**
   * Names the next member of an object.
   *
   * @throws IllegalArgumentException if the name is too long or contains an unpaired surrogate
   */
  public JsonLineWriter name(String name) {
    SerializableString cached = nameCache.get(name);
    out.writeName(cached == null ? encodedName(name) : cached);
    return this;
  }

  private SerializableString encodedName(String name) {
    requireLength("name", name, ValueJson.MAX_NAME_LENGTH);
    if (hasUnpairedSurrogate(name)) {
      throw new IllegalArgumentException("the name \"" + name + "\" holds an unpaired surrogate");
    }
    SerializableString encoded = new SerializedString(name);
    if (nameCache.size() < MAX_CACHED_NAMES) {
      nameCache.put(name, encoded);
    }
    return encoded;
  }

  /**
   * Adds a text.
   *
   * @throws IllegalArgumentException if it is too long or nested too deeply
   */
  public JsonLineWriter text(String text) {
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
    try (JsonGenerator out = ASCII.createGenerator(ObjectWriteContext.empty(), escaped)) {
      out.writeString(text);
    }
    return escaped.toString();
  }

  /**
   * Adds a whole number.
   *
   * @throws IllegalArgumentException if it is nested too deeply
   */
  public JsonLineWriter integer(long number) {
    requireDepth();
    out.writeNumber(number);
    return this;
  }

  /**
   * Adds true or false.
   *
   * @throws IllegalArgumentException if it is nested too deeply
   */
  public JsonLineWriter bool(boolean value) {
    requireDepth();
    out.writeBoolean(value);
    return this;
  }

  /** Adds a time in ISO 8601. */
  JsonLineWriter time(Instant time) {
    if (!time.equals(lastTime)) {
      lastTime = time;
      lastTimeText = time.toString();
    }
    return text(lastTimeText);
  }

  /**
   * Adds a member of an object, unless its value is encoded by omitting it.
   *
   * @throws IllegalArgumentException if its value cannot be encoded
   */
  public <T> JsonLineWriter with(Member<T> member, T value) {
    if (!value.equals(member.absent())) {
      name(member.name());
      member.form().writer().accept(this, value);
    }
    return this;
  }

  /**
   * Adds a value.
   *
   * @throws IllegalArgumentException if {@link ValueJson} could not read it
   */
  public JsonLineWriter value(Value value) {
    return switch (value) {
      case Value.Text(var text) -> text(text);
      case Value.Int(var number) -> integer(number);
      case Value.Bool(var set) -> bool(set);
      case Value.Sequence(var items) -> {
        beginArray();
        for (Value item : items) {
          value(item);
        }
        yield endArray();
      }
      case Value.Fields(var fields) -> fields(fields);
      case Value.InMemory(var event) ->
          throw new UnsupportedOperationException(
              "an event of %s cannot be written: its domain does not implement eventCodec"
                  .formatted(event.getClass().getName()));
    };
  }

  private JsonLineWriter fields(SortedMap<String, Value> fields) {
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
  public JsonLineWriter clear() {
    out.flush();
    if (buffer.size() > MAX_RETAINED_BYTES || !out.streamWriteContext().inRoot()) {
      buffer = new ByteArrayOutputStream();
      out = FACTORY.createGenerator(ObjectWriteContext.empty(), buffer);
    } else {
      buffer.reset();
    }
    return this;
  }

  /** The line so far in UTF-8, without line end. */
  public byte[] toBytes() {
    out.flush();
    return buffer.toByteArray();
  }

  /** The line so far, without line end. */
  @Override
  public String toString() {
    out.flush();
    return buffer.toString(StandardCharsets.UTF_8);
  }

  private void requireDepth() {
    if (out.streamWriteContext().getNestingDepth() > ValueJson.MAX_DEPTH) {
      throw new IllegalArgumentException("value nests deeper than " + ValueJson.MAX_DEPTH);
    }
  }

  private static void requireLength(String kind, String text, int limit) {
    if (text.length() > limit) {
      throw new IllegalArgumentException(
          "a %s of %d units is longer than %d".formatted(kind, text.length(), limit));
    }
  }

  private static boolean hasUnpairedSurrogate(String text) {
    // Most texts contain no surrogates, which this detects without a branch per character.
    int allBits = 0;
    for (int i = 0; i < text.length(); i++) {
      allBits |= text.charAt(i);
    }
    return allBits >= Character.MIN_SURROGATE && containsUnpairedSurrogate(text);
  }

  private static boolean containsUnpairedSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (Character.isSurrogate(unit)) {
        boolean isPaired =
            i + 1 < text.length() && Character.isSurrogatePair(unit, text.charAt(i + 1));
        if (!isPaired) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
