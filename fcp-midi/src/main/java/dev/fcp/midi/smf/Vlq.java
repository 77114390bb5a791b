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
  static int end(byte[] text, int from) {
    int at = from;
    while (text[at] < 0) {
      at++;
    }
    return at + 1;
  }

  /** The number between two places of a text that was read before. */
  static int value(byte[] text, int from, int end) {
    int number = 0;
    for (int at = from; at < end; at++) {
      number = (number << 7) | (text[at] & 0x7F);
    }
    return number;
  }

  /** Puts the shortest text of a number; the place behind it. */
  static int put(byte[] into, int from, int number) {
    int at = from;
    for (int shift = 7 * (sizeBytes(number) - 1); shift > 0; shift -= 7) {
      into[at++] = (byte) (0x80 | ((number >> shift) & 0x7F));
    }
    into[at++] = (byte) (number & 0x7F);
    return at;
  }
}
