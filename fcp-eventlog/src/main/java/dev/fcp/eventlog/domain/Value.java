package dev.fcp.eventlog.domain;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A plain value in events and entities, with a JSON form: text, a whole number, a boolean, a
 * sequence or named fields. Deeply immutable; equal values have equal {@link CanonicalBytes}.
 *
 * <p>There is no null value: the field of an absent value is omitted.
 */
public sealed interface Value {

  /** Text; any sequence of UTF-16 code units, including unpaired surrogates. */
  record Text(String text) implements Value {}

  /** A whole number. */
  record Int(long number) implements Value {}

  /** True or false. */
  record Bool(boolean value) implements Value {}

  /** Values in order. */
  record Sequence(List<Value> items) implements Value {
    public Sequence {
      items = ImmutableList.copyOf(items);
    }
  }

  /** Values by name, sorted by name. */
  record Fields(SortedMap<String, Value> fields) implements Value {

    /** No fields. */
    public static final Fields EMPTY = new Fields(ImmutableSortedMap.of());

    public Fields {
      fields = ImmutableSortedMap.copyOf(fields);
    }

    /** The fields of a map in any order. */
    public static Fields of(Map<String, ? extends Value> fields) {
      if (fields.size() != 1) {
        return fields.isEmpty() ? EMPTY : new Fields(ImmutableSortedMap.copyOf(fields));
      }
      Map.Entry<String, ? extends Value> only = fields.entrySet().iterator().next();
      return new Fields(ImmutableSortedMap.of(only.getKey(), only.getValue()));
    }

    /** The value of a field, if there is one. */
    public Optional<Value> find(String name) {
      return Optional.ofNullable(fields.get(name));
    }

    /**
     * The value of a required field.
     *
     * @throws MalformedValueException if it is missing
     */
    public Value at(String name) {
      Value value = fields.get(name);
      if (value == null) {
        throw new MalformedValueException("\"" + name + "\" is missing in " + fields.keySet());
      }
      return value;
    }

    /**
     * The text of a required field.
     *
     * @throws MalformedValueException if it is missing or not a text
     */
    public String text(String name) {
      return at(name).asText();
    }

    /** Whether there are no fields. */
    public boolean isEmpty() {
      return fields.isEmpty();
    }
  }

  /**
   * An object in memory without an encoded form: the event of a domain without an {@link
   * EventCodec}. A journal in memory can store it; encoding it as JSON or as canonical bytes throws
   * {@link UnsupportedOperationException}.
   */
  record InMemory(Object object) implements Value {}

  /** A text. */
  static Text of(String text) {
    return new Text(text);
  }

  /** A whole number. */
  static Int of(long number) {
    return new Int(number);
  }

  /** A boolean. */
  static Bool of(boolean value) {
    return new Bool(value);
  }

  /**
   * This value as text.
   *
   * @throws MalformedValueException if it is another kind of value
   */
  default String asText() {
    if (this instanceof Text value) {
      return value.text();
    }
    throw new MalformedValueException("expected text, found " + this);
  }

  /**
   * This value as a number.
   *
   * @throws MalformedValueException if it is another kind of value
   */
  default long asLong() {
    if (this instanceof Int value) {
      return value.number();
    }
    throw new MalformedValueException("expected a whole number, found " + this);
  }

  /**
   * This value as a boolean.
   *
   * @throws MalformedValueException if it is another kind of value
   */
  default boolean asBoolean() {
    if (this instanceof Bool value) {
      return value.value();
    }
    throw new MalformedValueException("expected true or false, found " + this);
  }

  /**
   * The items of this sequence.
   *
   * @throws MalformedValueException if it is another kind of value
   */
  default List<Value> asSequence() {
    if (this instanceof Sequence value) {
      return value.items();
    }
    throw new MalformedValueException("expected a sequence, found " + this);
  }

  /**
   * This value as fields.
   *
   * @throws MalformedValueException if it is another kind of value
   */
  default Fields asFields() {
    if (this instanceof Fields value) {
      return value;
    }
    throw new MalformedValueException("expected fields, found " + this);
  }
}
