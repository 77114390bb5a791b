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
  private static final byte[] DIGITS = ascii("0123456789abcdef");
  private static final int HEX_DIGITS = 8;
  private static final int CRC_START = CRC.length;
  private static final int COVERED = CRC_START + HEX_DIGITS;
  private static final int PREVIOUS_START = COVERED + PREVIOUS.length;
  private static final int NUMBER_START = PREVIOUS_START + HEX_DIGITS + NUMBER.length;
  private static final int MAX_NUMBER_DIGITS = 18;

  /** A line and its checksum. Lines are never compared. */
  @SuppressWarnings("ArrayRecordComponent")
  record Written(byte[] bytes, int crc) {}

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
    putHex(line, PREVIOUS_START, previousCrc);
    put(line, PREVIOUS_START + HEX_DIGITS, NUMBER);
    put(line, NUMBER_START, digits);
    int content = NUMBER_START + digits.length;
    line[content] = ',';
    System.arraycopy(json, 1, line, content + 1, json.length - 1);
    line[line.length - 1] = '\n';
    int crc = crc(line, COVERED, line.length - 1);
    putHex(line, CRC_START, crc);
    return new Written(line, crc);
  }

  /**
   * The frame of the line between two offsets, without line end; empty if it is not a line or is
   * damaged.
   */
  static Optional<JournalLine> read(byte[] bytes, int from, int to) {
    if (to - from <= NUMBER_START + 2
        || !matches(bytes, from, CRC)
        || !matches(bytes, from + COVERED, PREVIOUS)
        || !matches(bytes, from + PREVIOUS_START + HEX_DIGITS, NUMBER)) {
      return Optional.empty();
    }
    int crc = crc(bytes, from + COVERED, to);
    return holdsHex(bytes, from + CRC_START, crc)
        ? numbered(bytes, from, to, crc)
        : Optional.empty();
  }

  /** The offset of the next line end; the length of the array if there is none. */
  static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /** Whether the characters at an offset are exactly the hex digits of a number. */
  private static boolean holdsHex(byte[] bytes, int at, int number) {
    int other = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
      other |= bytes[at + i] ^ hexDigit(number, i);
    }
    return other == 0;
  }

  private static byte hexDigit(int number, int index) {
    return DIGITS[(number >>> (28 - 4 * index)) & 15];
  }

  private static Optional<JournalLine> numbered(byte[] bytes, int from, int to, int crc) {
    int at = from + NUMBER_START;
    long number = 0;
    while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
      number = number * 10 + bytes[at] - '0';
      at++;
    }
    int digits = at - from - NUMBER_START;
    int previous = hex(bytes, from + PREVIOUS_START);
    boolean whole = at < to && bytes[at] == ',' && digits > 0 && digits <= MAX_NUMBER_DIGITS;
    return whole
        ? Optional.of(new JournalLine(number, crc, previous, at + 1 - from))
        : Optional.empty();
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

  private static int hex(byte[] bytes, int from) {
    int number = 0;
    for (int i = from; i < from + HEX_DIGITS; i++) {
      // Valid, because the checksum matches: 0 to 9, or a to f.
      int digit = bytes[i] <= '9' ? bytes[i] - '0' : bytes[i] - 'a' + 10;
      number = (number << 4) | (digit & 15);
    }
    return number;
  }

  private static void putHex(byte[] line, int at, int number) {
    for (int i = 0; i < HEX_DIGITS; i++) {
      line[at + i] = hexDigit(number, i);
    }
  }

  private static void put(byte[] line, int at, byte[] bytes) {
    System.arraycopy(bytes, 0, line, at, bytes.length);
  }

  private static boolean matches(byte[] bytes, int at, byte[] expected) {
    return Arrays.equals(bytes, at, at + expected.length, expected, 0, expected.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
