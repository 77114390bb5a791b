package dev.fcp.midi.song;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A sequence of bytes. Immutable. */
public final class Bytes {

  /** No byte at all. */
  public static final Bytes NONE = new Bytes(new byte[0]);

  private static final HexFormat HEX = HexFormat.of();

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A copy of these bytes. */
  public static Bytes copyOf(byte[] bytes) {
    return bytes.length == 0 ? NONE : new Bytes(bytes.clone());
  }

  /**
   * A copy of some of these bytes.
   *
   * @throws IndexOutOfBoundsException if they do not reach so far
   */
  public static Bytes copyOf(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return length == 0 ? NONE : new Bytes(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  /** Bytes given as numbers, of which the lower 8 bits count. */
  public static Bytes of(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new Bytes(bytes);
  }

  /**
   * The bytes of lower-case hex digits; the opposite of {@link #hex}.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static Bytes ofHex(String digits) {
    Bytes bytes = new Bytes(HEX.parseHex(digits));
    if (!bytes.hex().equals(digits)) {
      throw new IllegalArgumentException("no lower-case hex digits: " + digits);
    }
    return bytes;
  }

  /** How many bytes there are. */
  public int size() {
    return bytes.length;
  }

  /** Whether there is no byte. */
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /**
   * The byte at an index, from 0 to 255.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public int at(int index) {
    return bytes[index] & 0xFF;
  }

  /** The bytes from an index on. */
  public Bytes from(int index) {
    return copyOf(bytes, index, bytes.length - index);
  }

  /** These bytes and then others. */
  public Bytes append(Bytes appended) {
    byte[] joined = Arrays.copyOf(bytes, bytes.length + appended.bytes.length);
    System.arraycopy(appended.bytes, 0, joined, bytes.length, appended.bytes.length);
    return new Bytes(joined);
  }

  /** A copy as an array. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** Copies all bytes into an array, from an offset on. */
  public void copyTo(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, bytes.length);
  }

  /** The bytes as hex digits in lower case. */
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
