package dev.fcp.midi.smf;

/** The numbers and names in some bytes. */
final class FileBytes {

  static final String HEADER_CHUNK = "MThd";
  static final String TRACK_CHUNK = "MTrk";
  static final String RIFF_CHUNK = "RIFF";
  static final String RMID_FORM = "RMID";
  static final String DATA_CHUNK = "data";

  /** How long the head of a chunk is, in bytes: its name and its length. */
  static final int CHUNK_HEADER_BYTES = 8;

  private final byte[] bytes;
  private final int start;
  private final int end;

  /** The bytes between two places; nobody changes them from then on. */
  FileBytes(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  FileBytes(byte[] bytes) {
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
  FileBytes slice(int from, int to) {
    return new FileBytes(bytes, from, to);
  }

  /** The bytes between two places. */
  ByteRange range(int from, int to) {
    return from == to ? ByteRange.NONE : new ByteRange(bytes, from, to);
  }

  /** Whether a name stands at a distance from the start. */
  boolean hasNameAfter(String name, int distance) {
    return hasNameAt(name, start + distance);
  }

  /** Whether a name stands at a place. */
  boolean hasNameAt(String name, int offset) {
    if (end - offset < 4) {
      return false;
    }
    for (int i = 0; i < 4; i++) {
      if (bytes[offset + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a whole chunk, or the head of a track, stands at a distance from the start. */
  boolean hasChunk(int distance) {
    int offset = start + distance;
    if (end - offset < CHUNK_HEADER_BYTES) {
      return false;
    }
    return hasNameAt(TRACK_CHUNK, offset) || int32(offset + 4) <= end - offset - CHUNK_HEADER_BYTES;
  }

  int int16(int offset) {
    return ((bytes[offset] & 0xFF) << 8) | (bytes[offset + 1] & 0xFF);
  }

  /** Unsigned, the most significant byte first. */
  long int32(int offset) {
    return ((long) int16(offset) << 16) | int16(offset + 2);
  }

  /** Unsigned, the least significant byte first, as RIFF has them. */
  long int32Reversed(int offset) {
    return Integer.toUnsignedLong(Integer.reverseBytes((int) int32(offset)));
  }
}
