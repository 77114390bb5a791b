package dev.fcp.midi.smf;

/**
 * The header of a file.
 *
 * @param trackCount the declared number of tracks
 * @param start the offset of its known fields, in bytes from the start of the file
 * @param end the offset after the header
 */
record SmfHeader(int format, int trackCount, int division, int start, int end) {

  /** The number of known bytes. */
  static final int KNOWN_BYTES = 6;

  static SmfHeader read(FileBytes fileBytes) throws SmfParseException {
    int start = fileBytes.start();
    if (!fileBytes.hasNameAfter(FileBytes.HEADER_CHUNK, 0)) {
      throw new SmfParseException(start, "no Standard MIDI File: it does not begin with MThd");
    }
    int bodyStart = start + FileBytes.CHUNK_HEADER_BYTES;
    if (fileBytes.end() < bodyStart) {
      throw new SmfParseException(fileBytes.end(), "the file stops within its header");
    }
    long length = fileBytes.int32(start + 4);
    if (length < KNOWN_BYTES) {
      throw new SmfParseException(start + 4, "a header of %d bytes, it needs 6".formatted(length));
    }
    if (length > fileBytes.end() - bodyStart) {
      throw new SmfParseException(
          start + 4,
          "a header of %d bytes where %d are left".formatted(length, fileBytes.end() - bodyStart));
    }
    int format = fileBytes.int16(bodyStart);
    if (format > 2) {
      throw new SmfParseException(bodyStart, "format %d; there are 0, 1 and 2".formatted(format));
    }
    return new SmfHeader(
        format,
        fileBytes.int16(bodyStart + 2),
        fileBytes.int16(bodyStart + 4),
        bodyStart,
        bodyStart + (int) length);
  }

  /** The offset after the known bytes. */
  int extraStart() {
    return start + KNOWN_BYTES;
  }
}
