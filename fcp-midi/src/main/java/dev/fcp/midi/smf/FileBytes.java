package dev.fcp.midi.smf;

/**
 * Decodes numbers and chunk names in a range of bytes. Offsets are absolute, distances count from
 * the start of the range.
 */
final class FileBytes {

  static final String HEADER_CHUNK = "MThd";
  static final String TRACK_CHUNK = "MTrk";
  static final String RIFF_CHUNK = "RIFF";
  static final String RMID_FORM = "RMID";
  static final String DATA_CHUNK = "data";

  /** The size of a chunk header: its name and its length. */
  static final int CHUNK_HEADER_BYTES = 8;

  private final byte[] bytes;
  private final int start;
  private final int end;

  /** Wraps a range of an array, which must not be changed afterwards. */
  FileBytes(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  FileBytes(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** The whole array, not only the range. */
  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** The range between two offsets of the same array. */
  FileBytes slice(int from, int to) {
    return new FileBytes(bytes, from, to);
  }

  /** The bytes between two offsets. */
  ByteRange range(int from, int to) {
    return from == to ? ByteRange.NONE : new ByteRange(bytes, from, to);
  }

  /** Whether there is a name at a distance from the start. */
  boolean hasNameAfter(String name, int distance) {
    return hasNameAt(name, start + distance);
  }

  /** Whether there is a name at an offset. */
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

  /** Whether there is a complete chunk, or the header of a track, at a distance from the start. */
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

  /** Reads an unsigned big-endian number. */
  long int32(int offset) {
    return ((long) int16(offset) << 16) | int16(offset + 2);
  }

  /** Reads an unsigned little-endian number, as used in RIFF. */
  long int32Reversed(int offset) {
    return Integer.toUnsignedLong(Integer.reverseBytes((int) int32(offset)));
  }
}
