package dev.fcp.midi.song;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An immutable sequence of bytes. */
public final class Bytes {

  /** The empty sequence. */
  public static final Bytes NONE = new Bytes(new byte[0]);

  private static final HexFormat HEX = HexFormat.of();

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Copies an array. */
  public static Bytes copyOf(byte[] bytes) {
    return bytes.length == 0 ? NONE : new Bytes(bytes.clone());
  }

  /**
   * Copies a range of an array.
   *
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public static Bytes copyOf(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return length == 0 ? NONE : new Bytes(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  /** Creates a sequence from the lower 8 bits of each number. */
  public static Bytes of(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new Bytes(bytes);
  }

  /**
   * Parses lower-case hex digits; the inverse of {@link #hex}.
   *
   * @throws IllegalArgumentException if the text is not an even number of lower-case hex digits
   */
  public static Bytes ofHex(String digits) {
    Bytes bytes = new Bytes(HEX.parseHex(digits));
    if (!bytes.hex().equals(digits)) {
      throw new IllegalArgumentException("not lower-case hex digits: " + digits);
    }
    return bytes;
  }

  /** The number of bytes. */
  public int size() {
    return bytes.length;
  }

  /** Whether there are no bytes. */
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /**
   * The byte at an index, from 0 to 255.
   *
   * @throws IndexOutOfBoundsException if the index is out of bounds
   */
  public int at(int index) {
    return bytes[index] & 0xFF;
  }

  /** The bytes from an index to the end. */
  public Bytes from(int index) {
    return copyOf(bytes, index, bytes.length - index);
  }

  /** Concatenates these bytes and others. */
  public Bytes append(Bytes appended) {
    byte[] joined = Arrays.copyOf(bytes, bytes.length + appended.bytes.length);
    System.arraycopy(appended.bytes, 0, joined, bytes.length, appended.bytes.length);
    return new Bytes(joined);
  }

  /** Copies the bytes to a new array. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** Copies all bytes into an array, starting at an offset. */
  public void copyTo(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, bytes.length);
  }

  /** The bytes as lower-case hex digits. */
  public String hex() {
    return HEX.formatHex(bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
