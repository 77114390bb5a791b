package dev.fcp.eventlog.json;

import dev.fcp.eventlog.domain.Value;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A member of a JSON object: its name, and how its value is written and read.
 *
 * @param <T> the type of the value
 * @param absent the value that is encoded by omitting the member; null if the member is required
 */
public record Member<T>(String name, Form<T> form, @Nullable T absent) {

  /** A required member. */
  public Member(String name, Form<T> form) {
    this(name, form, null);
  }

  /**
   * Reads the member of an object.
   *
   * @throws dev.fcp.eventlog.domain.MalformedValueException if it is missing or of another type
   * @throws IllegalArgumentException if it is out of range; or an {@link ArithmeticException} or a
   *     {@link java.time.DateTimeException}
   */
  public T read(Value.Fields in) {
    if (absent != null && in.find(name).isEmpty()) {
      return absent;
    }
    return form.reader().apply(in.at(name));
  }

  /**
   * How a value is written as JSON, and read.
   *
   * @param <T> the type of the value
   */
  public record Form<T>(BiConsumer<JsonLineWriter, T> writer, Function<Value, T> reader) {

    /** A text. */
    public static final Form<String> TEXT = new Form<>(JsonLineWriter::text, Value::asText);

    /** A whole number. */
    public static final Form<Integer> WHOLE =
        new Form<>((out, number) -> out.integer(number), value -> Math.toIntExact(value.asLong()));

    /** True or false. */
    public static final Form<Boolean> FLAG = new Form<>(JsonLineWriter::bool, Value::asBoolean);

    /** A time in ISO 8601. */
    public static final Form<Instant> TIME =
        new Form<>(JsonLineWriter::time, value -> IsoTime.parse(value.asText()));

    /** Fields of any kind. */
    public static final Form<Value.Fields> FIELDS =
        new Form<>(JsonLineWriter::value, Value::asFields);

    /** A value with a form as text. */
    public static <T> Form<T> ofText(Function<T, String> toText, Function<String, T> fromText) {
      return new Form<>(
          (out, value) -> out.text(toText.apply(value)), value -> fromText.apply(value.asText()));
    }

    /** A constant, by its name in lower case. */
    public static <T extends Enum<T>> Form<T> ofConstant(Class<T> type) {
      return ofText(
          constant -> constant.name().toLowerCase(Locale.ROOT),
          text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)));
    }

    /** An object, by functions that write and read its members. */
    public static <T> Form<T> ofObject(
        BiConsumer<JsonLineWriter, T> members, Function<Value.Fields, T> reader) {
      return new Form<>(
          (out, value) -> {
            out.beginObject();
            members.accept(out, value);
            out.endObject();
          },
          value -> reader.apply(value.asFields()));
    }

    /** A list of values of this form. */
    public Form<List<T>> list() {
      return new Form<>(
          (out, items) -> {
            out.beginArray();
            items.forEach(item -> writer.accept(out, item));
            out.endArray();
          },
          value -> value.asSequence().stream().map(reader).toList());
    }
  }
}
