package dev.fcp.midi.smf;

/**
 * Encodes and decodes variable-length quantities: seven bits per byte, the most significant first,
 * with the high bit set in all bytes but the last; at most four bytes.
 */
final class Vlq {

  /** The largest number. */
  static final int MAX = (1 << 28) - 1;

  private Vlq() {}

  /** The length of the shortest encoding of a number. */
  static int sizeBytes(int number) {
    if (number < 1 << 7) {
      return 1;
    }
    if (number < 1 << 14) {
      return 2;
    }
    return number < 1 << 21 ? 3 : 4;
  }

  /** The offset after a number, which must be valid. */
  static int end(byte[] bytes, int start) {
    int index = start;
    while (bytes[index] < 0) {
      index++;
    }
    return index + 1;
  }

  /** Decodes the number between two offsets, which must be valid. */
  static int value(byte[] bytes, int start, int end) {
    int number = 0;
    for (int index = start; index < end; index++) {
      number = (number << 7) | (bytes[index] & 0x7F);
    }
    return number;
  }

  /** Writes the shortest encoding of a number and returns the offset after it. */
  static int put(byte[] target, int start, int number) {
    int index = start;
    for (int shift = 7 * (sizeBytes(number) - 1); shift > 0; shift -= 7) {
      target[index++] = (byte) (0x80 | ((number >> shift) & 0x7F));
    }
    target[index++] = (byte) (number & 0x7F);
    return index;
  }
}
