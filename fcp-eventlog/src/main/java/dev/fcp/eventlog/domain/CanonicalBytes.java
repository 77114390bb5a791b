package dev.fcp.eventlog.domain;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SortedMap;

/**
 * Encodes values as canonical bytes: different values have different bytes, so that a hash of the
 * bytes identifies the value. Not thread-safe.
 *
 * <pre>
 * text      T length:32 then each UTF-16 unit:16
 * whole     W number:64
 * flag      F 0 or 1
 * sequence  S count:32 then the items
 * fields    M count:32 then name (as text) and value, in the order of names
 * absent    N
 * </pre>
 *
 * <p>Numbers are big-endian.
 */
public final class CanonicalBytes {

  private static final VarHandle CHARS =
      MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int PADDING_BYTES = 16;

  private byte[] bytes = new byte[256];
  private int length;

  /** An empty buffer. */
  public CanonicalBytes() {}

  /** Empties the buffer for the next use. */
  public CanonicalBytes clear() {
    length = 0;
    return this;
  }

  /** The bytes so far. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Whether the bytes so far are those of another buffer. */
  public boolean contentEquals(CanonicalBytes other) {
    return Arrays.equals(bytes, 0, length, other.bytes, 0, other.length);
  }

  /**
   * The buffer itself: the first {@link #length()} bytes, and at least 16 zeros after them; valid
   * only until the next call.
   */
  public byte[] buffer() {
    ensureCapacity(PADDING_BYTES);
    Arrays.fill(bytes, length, length + PADDING_BYTES, (byte) 0);
    return bytes;
  }

  /** The number of bytes so far. */
  public int length() {
    return length;
  }

  /** Adds a text. */
  public CanonicalBytes text(String text) {
    int count = text.length();
    ensureCapacity(5 + 2 * count);
    bytes[length++] = 'T';
    int32(count);
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      LONGS.set(bytes, length, fourUnits(text, i));
      length += Long.BYTES;
    }
    for (; i < count; i++) {
      CHARS.set(bytes, length, text.charAt(i));
      length += Character.BYTES;
    }
    return this;
  }

  private static long fourUnits(String text, int from) {
    return ((long) text.charAt(from) << 48)
        | ((long) text.charAt(from + 1) << 32)
        | ((long) text.charAt(from + 2) << 16)
        | text.charAt(from + 3);
  }

  /** Adds the hex digits of bytes, in lower case, as a text. */
  public CanonicalBytes hex(byte... octets) {
    ensureCapacity(5 + 4 * octets.length);
    bytes[length++] = 'T';
    int32(2 * octets.length);
    for (byte octet : octets) {
      hexDigit((octet >> 4) & 0xF);
      hexDigit(octet & 0xF);
    }
    return this;
  }

  private void hexDigit(int digit) {
    bytes[length++] = 0;
    bytes[length++] = (byte) Character.forDigit(digit, 16);
  }

  /** Begins a sequence; this many values must follow. */
  public CanonicalBytes sequence(int count) {
    count('S', count);
    return this;
  }

  /** Adds all bytes of another buffer. */
  public CanonicalBytes append(CanonicalBytes other) {
    ensureCapacity(other.length);
    System.arraycopy(other.bytes, 0, bytes, length, other.length);
    length += other.length;
    return this;
  }

  /** Adds a whole number. */
  public CanonicalBytes integer(long number) {
    ensureCapacity(9);
    bytes[length++] = 'W';
    int32((int) (number >>> 32));
    int32((int) number);
    return this;
  }

  /** Adds a marker for an absent value. */
  public CanonicalBytes absent() {
    ensureCapacity(1);
    bytes[length++] = 'N';
    return this;
  }

  /** Adds a value. */
  public CanonicalBytes value(Value value) {
    return switch (value) {
      case Value.Text(var text) -> text(text);
      case Value.Int(var number) -> integer(number);
      case Value.Bool(var set) -> bool(set);
      case Value.Sequence(var items) -> sequence(items);
      case Value.Fields(var fields) -> fields(fields);
      case Value.InMemory object ->
          throw new UnsupportedOperationException("no canonical bytes of " + object);
    };
  }

  /** Adds fields, given as a map sorted by name. */
  CanonicalBytes fields(SortedMap<String, Value> fields) {
    count('M', fields.size());
    fields.forEach((name, value) -> text(name).value(value));
    return this;
  }

  private CanonicalBytes bool(boolean value) {
    ensureCapacity(2);
    bytes[length++] = 'F';
    bytes[length++] = (byte) (value ? 1 : 0);
    return this;
  }

  private CanonicalBytes sequence(Iterable<Value> items) {
    int start = length;
    count('S', 0);
    int count = 0;
    for (Value item : items) {
      value(item);
      count++;
    }
    int end = length;
    length = start + 1;
    int32(count);
    length = end;
    return this;
  }

  private void count(char tag, int count) {
    ensureCapacity(5);
    bytes[length++] = (byte) tag;
    int32(count);
  }

  private void int32(int number) {
    INTS.set(bytes, length, number);
    length += Integer.BYTES;
  }

  private void ensureCapacity(int additionalBytes) {
    if (length + additionalBytes > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + additionalBytes));
    }
  }
}
