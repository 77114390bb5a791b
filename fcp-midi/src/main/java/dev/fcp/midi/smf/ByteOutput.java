package dev.fcp.midi.smf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte array. Not thread-safe. */
final class ByteOutput {

  private byte[] bytes;
  private int length;

  ByteOutput(int expectedBytes) {
    bytes = new byte[Math.max(64, expectedBytes)];
  }

  int length() {
    return length;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  void bytes(byte[] source, int start, int end) {
    ensureCapacity(end - start);
    System.arraycopy(source, start, bytes, length, end - start);
    length += end - start;
  }

  void ascii(String name) {
    bytes(name.getBytes(StandardCharsets.US_ASCII), 0, name.length());
  }

  void vlq(int number) {
    ensureCapacity(4);
    length = Vlq.put(bytes, length, number);
  }

  void int16(int number) {
    ensureCapacity(2);
    bytes[length++] = (byte) (number >> 8);
    bytes[length++] = (byte) number;
  }

  void int32(int number) {
    int16(number >> 16);
    int16(number);
  }

  /** Overwrites a number at an offset. */
  void int32At(int offset, int number) {
    bytes[offset] = (byte) (number >> 24);
    bytes[offset + 1] = (byte) (number >> 16);
    bytes[offset + 2] = (byte) (number >> 8);
    bytes[offset + 3] = (byte) number;
  }

  private void ensureCapacity(int additionalBytes) {
    int required = length + additionalBytes;
    if (required < 0) {
      throw new IllegalArgumentException("no file can hold this: more than 2 GiB");
    }
    if (required > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(required, (int) Math.min(2L * length, 1L << 30)));
    }
  }
}
