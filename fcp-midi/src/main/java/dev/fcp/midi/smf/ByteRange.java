package dev.fcp.midi.smf;

import java.util.Arrays;
import java.util.Objects;

/** An immutable range of bytes, backed by the array of its file. */
public final class ByteRange {

  /** No bytes. */
  public static final ByteRange NONE = new ByteRange(new byte[0], 0, 0);

  private final byte[] array;
  private final int start;
  private final int end;

  /** Wraps an array, which must not be changed afterwards. */
  ByteRange(byte[] array, int start, int end) {
    Objects.checkFromToIndex(start, end, array.length);
    this.array = array;
    this.start = start;
    this.end = end;
  }

  /** Copies an array. */
  public static ByteRange copyOf(byte[] bytes) {
    return bytes.length == 0 ? NONE : new ByteRange(bytes.clone(), 0, bytes.length);
  }

  /** The number of bytes. */
  public int sizeBytes() {
    return end - start;
  }

  /** Copies the bytes to a new array. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, start, end);
  }

  void copyTo(ByteOutput out) {
    out.bytes(array, start, end);
  }

  FileBytes fileBytes() {
    return new FileBytes(array, start, end);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteRange range
        && Arrays.equals(array, start, end, range.array, range.start, range.end);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int index = start; index < end; index++) {
      hash = 31 * hash + array[index];
    }
    return hash;
  }

  @Override
  public String toString() {
    return sizeBytes() + " bytes";
  }
}
