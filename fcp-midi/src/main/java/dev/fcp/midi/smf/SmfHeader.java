package dev.fcp.midi.smf;

/**
 * The header of a file.
 *
 * @param trackCount how many tracks it announces
 * @param start where its known fields begin, in bytes from the start of the file
 * @param end behind it
 */
record SmfHeader(int format, int trackCount, int division, int start, int end) {

  /** How many bytes are known. */
  static final int KNOWN = 6;

  static SmfHeader read(FileText text) throws Damage {
    int start = text.start();
    if (!text.says(FileText.HEADER, 0)) {
      throw new Damage(start, "no Standard MIDI File: it does not begin with MThd");
    }
    int body = start + FileText.HEAD;
    if (text.end() < body) {
      throw new Damage(text.end(), "the file stops within its header");
    }
    long length = text.int32(start + 4);
    if (length < KNOWN) {
      throw new Damage(start + 4, "a header of %d bytes, it needs 6".formatted(length));
    }
    if (length > text.end() - body) {
      throw new Damage(
          start + 4, "a header of %d bytes where %d are left".formatted(length, text.end() - body));
    }
    int format = text.int16(body);
    if (format > 2) {
      throw new Damage(body, "format %d; there are 0, 1 and 2".formatted(format));
    }
    return new SmfHeader(
        format, text.int16(body + 2), text.int16(body + 4), body, body + (int) length);
  }

  /** Behind the bytes that are known. */
  int extraStart() {
    return start + KNOWN;
  }
}
