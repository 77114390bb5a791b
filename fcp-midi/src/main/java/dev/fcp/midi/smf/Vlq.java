package dev.fcp.midi.smf;

/**
 * Variable-length numbers: seven bits a byte, the most significant first, every byte but the last
 * with its high bit set; four bytes at most.
 */
final class Vlq {

  /** The largest number. */
  static final int MAX = (1 << 28) - 1;

  private Vlq() {}

  /** How many bytes the shortest text of a number has. */
  static int sizeBytes(int number) {
    if (number < 1 << 7) {
      return 1;
    }
    if (number < 1 << 14) {
      return 2;
    }
    return number < 1 << 21 ? 3 : 4;
  }

  /** Where the number ends that begins here, in a text that was read before. */
  static int end(byte[] bytes, int start) {
    int index = start;
    while (bytes[index] < 0) {
      index++;
    }
    return index + 1;
  }

  /** The number between two places of a text that was read before. */
  static int value(byte[] bytes, int start, int end) {
    int number = 0;
    for (int index = start; index < end; index++) {
      number = (number << 7) | (bytes[index] & 0x7F);
    }
    return number;
  }

  /** Puts the shortest text of a number; the place behind it. */
  static int put(byte[] target, int start, int number) {
    int index = start;
    for (int shift = 7 * (sizeBytes(number) - 1); shift > 0; shift -= 7) {
      target[index++] = (byte) (0x80 | ((number >> shift) & 0x7F));
    }
    target[index++] = (byte) (number & 0x7F);
    return index;
  }
}
