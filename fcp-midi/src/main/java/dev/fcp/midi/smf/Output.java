package dev.fcp.midi.smf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text that grows. Not safe for use by several threads. */
final class Output {

  private byte[] bytes;
  private int length;

  Output(int expectedBytes) {
    bytes = new byte[Math.max(64, expectedBytes)];
  }

  int length() {
    return length;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  void bytes(byte[] from, int start, int end) {
    room(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
  }

  void ascii(String name) {
    bytes(name.getBytes(StandardCharsets.US_ASCII), 0, name.length());
  }

  void vlq(int number) {
    room(4);
    length = Vlq.put(bytes, length, number);
  }

  void int16(int number) {
    room(2);
    bytes[length++] = (byte) (number >> 8);
    bytes[length++] = (byte) number;
  }

  void int32(int number) {
    int16(number >> 16);
    int16(number);
  }

  /** Puts a number where one stands. */
  void int32At(int place, int number) {
    bytes[place] = (byte) (number >> 24);
    bytes[place + 1] = (byte) (number >> 16);
    bytes[place + 2] = (byte) (number >> 8);
    bytes[place + 3] = (byte) number;
  }

  private void room(int more) {
    int need = length + more;
    if (need < 0) {
      throw new IllegalArgumentException("no file can hold this: more than 2 GiB");
    }
    if (need > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(need, (int) Math.min(2L * length, 1L << 30)));
    }
  }
}
