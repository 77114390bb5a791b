package dev.fcp.eventlog.domain;

import java.util.Arrays;
import java.util.SortedMap;

/**
 * Writes JSON into one line without white space, piece by piece: what {@link ValueJson#write} gives
 * of a value, without the value. Whoever writes an object gives the names in their order, a {@code
 * type} first. Not safe for use by several threads.
 *
 * <p>What {@link ValueJson} could not read again is refused: see its limits. An unpaired surrogate,
 * which UTF-8 cannot carry, stands as an escape; a name must not hold one.
 */
public final class JsonLine {

  private static final String HEX = "0123456789ABCDEF";

  /** A comma, a quote at either end and a colon. */
  private static final int MARKS = 4;

  /** A backslash, a u and four digits. */
  private static final int LONGEST_ESCAPE = 6;

  /** Most records of a journal fit in. */
  private static final int FIRST_ROOM = 1024;

  private char[] line = new char[FIRST_ROOM];
  private int length;
  private int depth;

  /** Whether something stands before what comes next in the same object or array. */
  private boolean follows;

  /** An empty line. */
  public JsonLine() {}

  /**
   * Begins an object.
   *
   * @throws IllegalArgumentException if it nests too deep
   */
  public JsonLine beginObject() {
    return begin('{');
  }

  /** Ends the object begun last. */
  public JsonLine endObject() {
    return end('}');
  }

  /**
   * Begins an array.
   *
   * @throws IllegalArgumentException if it nests too deep
   */
  public JsonLine beginArray() {
    return begin('[');
  }

  /** Ends the array begun last. */
  public JsonLine endArray() {
    return end(']');
  }

  /**
   * Names the next member of an object.
   *
   * @throws IllegalArgumentException if the name is too long or holds an unpaired surrogate
   */
  public JsonLine name(String name) {
    requireLength("name", name, ValueJson.MAX_NAME_LENGTH);
    comma();
    if (!quoted(name)) {
      throw new IllegalArgumentException("the name \"" + name + "\" holds an unpaired surrogate");
    }
    line[length++] = ':';
    follows = false;
    return this;
  }

  /**
   * Adds a text.
   *
   * @throws IllegalArgumentException if it is too long or nests too deep
   */
  public JsonLine text(String text) {
    requireLength("text", text, ValueJson.MAX_TEXT_LENGTH);
    item();
    // A text may hold what a name may not.
    boolean unused = quoted(text);
    return this;
  }

  /**
   * Adds a whole number.
   *
   * @throws IllegalArgumentException if it nests too deep
   */
  public JsonLine whole(long number) {
    return literal(Long.toString(number));
  }

  /**
   * Adds true or false.
   *
   * @throws IllegalArgumentException if it nests too deep
   */
  public JsonLine flag(boolean set) {
    return literal(Boolean.toString(set));
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
    length = 0;
    depth = 0;
    follows = false;
    return this;
  }

  /** The line so far, without line end. */
  @Override
  public String toString() {
    return new String(line, 0, length);
  }

  private JsonLine begin(char bracket) {
    item();
    line[length++] = bracket;
    depth++;
    follows = false;
    return this;
  }

  private JsonLine end(char bracket) {
    room(1);
    line[length++] = bracket;
    depth--;
    follows = true;
    return this;
  }

  private void item() {
    if (depth > ValueJson.MAX_DEPTH) {
      throw new IllegalArgumentException("value nests deeper than " + ValueJson.MAX_DEPTH);
    }
    comma();
  }

  /** Leaves room for a comma and what stands around a text. */
  private void comma() {
    room(MARKS);
    if (follows) {
      line[length++] = ',';
    }
    follows = true;
  }

  private JsonLine literal(String text) {
    item();
    copy(text);
    return this;
  }

  private void copy(String text) {
    room(text.length() + MARKS);
    text.getChars(0, text.length(), line, length);
    length += text.length();
  }

  private void room(int more) {
    if (length + more > line.length) {
      line = Arrays.copyOf(line, Math.max(length + more, 2 * line.length));
    }
  }

  private static void requireLength(String what, String text, int limit) {
    if (text.length() > limit) {
      throw new IllegalArgumentException(
          "a %s of %d units is longer than %d".formatted(what, text.length(), limit));
    }
  }

  /** Adds a text in quotes; answers whether all of it was paired. */
  private boolean quoted(String text) {
    line[length++] = '"';
    int start = length;
    copy(text);
    boolean paired = arePlain(line, start, length) || escaped(text);
    line[length++] = '"';
    return paired;
  }

  /** Whether no unit is written in another way than it is; answers no if in doubt. */
  @SuppressWarnings("ShortCircuitBoolean") // without branches it takes a third of the time
  private static boolean arePlain(char[] units, int from, int to) {
    boolean plain = true;
    for (int i = from; i < to; i++) {
      char unit = units[i];
      plain &= (unit >= ' ') & (unit != '"') & (unit != '\\') & (unit < Character.MIN_SURROGATE);
    }
    return plain;
  }

  private static boolean isPlain(char unit) {
    return unit >= ' ' && unit != '"' && unit != '\\' && !Character.isSurrogate(unit);
  }

  /** Writes the text behind the last quote once more, with escapes. */
  private boolean escaped(String text) {
    boolean paired = true;
    length -= text.length();
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      room(LONGEST_ESCAPE + MARKS);
      if (isPlain(unit)) {
        line[length++] = unit;
      } else if (isPair(text, i)) {
        line[length++] = unit;
        line[length++] = text.charAt(++i);
      } else {
        escape(unit);
        paired &= !Character.isSurrogate(unit);
      }
    }
    return paired;
  }

  private static boolean isPair(String text, int index) {
    return index + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
  }

  private void escape(char unit) {
    line[length++] = '\\';
    switch (unit) {
      case '"', '\\' -> line[length++] = unit;
      case '\n' -> line[length++] = 'n';
      case '\r' -> line[length++] = 'r';
      case '\t' -> line[length++] = 't';
      case '\b' -> line[length++] = 'b';
      case '\f' -> line[length++] = 'f';
      default -> {
        line[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
          line[length++] = HEX.charAt((unit >> shift) & 15);
        }
      }
    }
  }
}
