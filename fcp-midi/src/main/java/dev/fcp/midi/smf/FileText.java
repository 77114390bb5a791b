package dev.fcp.midi.smf;

/** The numbers and names in some bytes. */
final class FileText {

  static final String HEADER = "MThd";
  static final String TRACK = "MTrk";
  static final String RIFF = "RIFF";
  static final String RMID = "RMID";
  static final String DATA = "data";

  /** How long the head of a chunk is, in bytes: its name and its length. */
  static final int HEAD = 8;

  private final byte[] bytes;
  private final int start;
  private final int end;

  /** The bytes between two places; nobody changes them from then on. */
  FileText(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  FileText(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Where the bytes lie. */
  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** The same bytes as far as they lie between two places. */
  FileText within(int from, int to) {
    return new FileText(bytes, from, to);
  }

  /** The bytes between two places. */
  ByteRange range(int from, int to) {
    return from == to ? ByteRange.NONE : new ByteRange(bytes, from, to);
  }

  /** Whether a name stands at a distance from the start. */
  boolean says(String name, int distance) {
    return saysAt(name, start + distance);
  }

  /** Whether a name stands at a place. */
  boolean saysAt(String name, int at) {
    if (end - at < 4) {
      return false;
    }
    for (int i = 0; i < 4; i++) {
      if (bytes[at + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a whole chunk, or the head of a track, stands at a distance from the start. */
  boolean hasChunk(int distance) {
    int at = start + distance;
    if (end - at < HEAD) {
      return false;
    }
    return saysAt(TRACK, at) || int32(at + 4) <= end - at - HEAD;
  }

  int int16(int at) {
    return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
  }

  /** Unsigned, the most significant byte first. */
  long int32(int at) {
    return ((long) int16(at) << 16) | int16(at + 2);
  }

  /** Unsigned, the least significant byte first, as RIFF has them. */
  long int32Reversed(int at) {
    return Integer.toUnsignedLong(Integer.reverseBytes((int) int32(at)));
  }
}
