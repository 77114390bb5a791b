package dev.fcp.eventlog.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The frame of one record in a segment: one line, one JSON object.
 *
 * <pre>
 * {"crc":"9f3a11c0","prev":"00c1fe2d","n":17,"type":"moved",...}\n
 *         ^ 8       ^ 16: the CRC32C covers the bytes from here to the closing brace
 * </pre>
 *
 * @param number the number of the record
 * @param crc the CRC32C of its own bytes
 * @param previousCrc the CRC32C of the record before it; 0 for the first
 * @param contentStart the offset of the members of the record in the line
 */
record JournalLine(long number, int crc, int previousCrc, int contentStart) {

  /** The checksum before the first record. */
  static final int GENESIS = 0;

  private static final byte[] CRC = ascii("{\"crc\":\"");
  private static final byte[] PREVIOUS = ascii("\",\"prev\":\"");
  private static final byte[] NUMBER = ascii("\",\"n\":");
  private static final int HEX_DIGITS = 8;
  private static final int CRC_START = CRC.length;
  private static final int COVERED = CRC_START + HEX_DIGITS;
  private static final int PREVIOUS_START = COVERED + PREVIOUS.length;
  private static final int NUMBER_START = PREVIOUS_START + HEX_DIGITS + NUMBER.length;
  private static final int MAX_DIGITS = 18;

  /** A line, the number of its record and its checksum. Lines are never compared. */
  @SuppressWarnings("ArrayRecordComponent")
  record Written(long number, byte[] bytes, int crc) {}

  /**
   * The line of a record, with its line end.
   *
   * @param json the record as one JSON object with at least one member
   */
  static Written of(long number, int previousCrc, byte[] json) {
    byte[] digits = ascii(Long.toString(number));
    byte[] line = new byte[NUMBER_START + digits.length + 1 + json.length];
    put(line, 0, CRC);
    put(line, COVERED, PREVIOUS);
    put(line, PREVIOUS_START, ascii(hex(previousCrc)));
    put(line, PREVIOUS_START + HEX_DIGITS, NUMBER);
    put(line, NUMBER_START, digits);
    int content = NUMBER_START + digits.length;
    line[content] = ',';
    System.arraycopy(json, 1, line, content + 1, json.length - 1);
    line[line.length - 1] = '\n';
    int crc = crc(line, COVERED, line.length - 1);
    put(line, CRC_START, ascii(hex(crc)));
    return new Written(number, line, crc);
  }

  /**
   * The frame of the line between two offsets, without line end; empty if it is not a line or is
   * damaged.
   */
  static Optional<JournalLine> read(byte[] bytes, int from, int to) {
    int number = from + NUMBER_START;
    int content = number;
    while (content < Math.min(to, number + MAX_DIGITS) && isDigit(bytes[content])) {
      content++;
    }
    boolean isFrame =
        content > number
            && content + 1 < to
            && bytes[content] == ','
            && isAt(bytes, from, CRC)
            && isAt(bytes, from + COVERED, PREVIOUS)
            && isAt(bytes, from + PREVIOUS_START + HEX_DIGITS, NUMBER)
            && isHex(bytes, from + CRC_START)
            && isHex(bytes, from + PREVIOUS_START);
    if (!isFrame) {
      return Optional.empty();
    }
    int crc = parseHex(bytes, from + CRC_START);
    return crc == crc(bytes, from + COVERED, to)
        ? Optional.of(
            new JournalLine(
                parseNumber(bytes, number, content),
                crc,
                parseHex(bytes, from + PREVIOUS_START),
                content + 1 - from))
        : Optional.empty();
  }

  private static boolean isAt(byte[] bytes, int from, byte[] text) {
    return Arrays.equals(bytes, from, from + text.length, text, 0, text.length);
  }

  private static boolean isDigit(byte unit) {
    return unit >= '0' && unit <= '9';
  }

  private static boolean isHex(byte[] bytes, int from) {
    for (int i = from; i < from + HEX_DIGITS; i++) {
      if (!isDigit(bytes[i]) && (bytes[i] < 'a' || bytes[i] > 'f')) {
        return false;
      }
    }
    return true;
  }

  private static int parseHex(byte[] bytes, int from) {
    int value = 0;
    for (int i = from; i < from + HEX_DIGITS; i++) {
      value = value << 4 | HexFormat.fromHexDigit(bytes[i]);
    }
    return value;
  }

  private static long parseNumber(byte[] bytes, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = 10 * value + (bytes[i] - '0');
    }
    return value;
  }

  /** The offset of the next line end; the length of the array if there is none. */
  static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /** The JSON of the record, as passed to {@link #of}. */
  String json(byte[] line) {
    return "{" + new String(line, contentStart, line.length - contentStart, StandardCharsets.UTF_8);
  }

  static String hex(int crc) {
    return HexFormat.of().toHexDigits(crc);
  }

  static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  private static void put(byte[] line, int at, byte[] bytes) {
    System.arraycopy(bytes, 0, line, at, bytes.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
