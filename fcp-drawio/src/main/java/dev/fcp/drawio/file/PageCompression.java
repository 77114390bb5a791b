package dev.fcp.drawio.file;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Compresses and decompresses pages. The text of a compressed page in its {@code <diagram>} is the
 * XML with percent escapes as by {@code encodeURIComponent}, deflated without a header, in base64.
 * An instance decompresses the pages of one file and enforces the limit for their total size.
 */
final class PageCompression {

  private static final String UNESCAPED_CHARACTERS = "-_.!~*'()";
  private static final int UNCHECKED_BYTES = 1 << 20;

  private final DrawioLimits limits;
  private long decompressedBytes;

  PageCompression(DrawioLimits limits) {
    this.limits = limits;
  }

  /**
   * Returns the XML text of a compressed page.
   *
   * @throws DrawioParseException with offset 0, because offsets in compressed text are of no use
   */
  String decompress(String compressedText) throws DrawioParseException {
    byte[] deflated;
    try {
      deflated = Base64.getDecoder().decode(requireBase64Characters(compressedText));
    } catch (IllegalArgumentException e) {
      throw new DrawioParseException(0, "neither XML nor base64: " + e.getMessage());
    }
    byte[] escaped = inflate(deflated);
    int length = unescape(escaped);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(escaped, 0, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new DrawioParseException(0, "the unpacked text is not UTF-8");
    }
  }

  private static byte[] requireBase64Characters(String compressedText) throws DrawioParseException {
    byte[] bytes = new byte[compressedText.length()];
    int to = 0;
    for (int i = 0; i < compressedText.length(); i++) {
      char c = compressedText.charAt(i);
      if (c > 0x7E) {
        throw new DrawioParseException(0, "neither XML nor base64");
      }
      if (c > ' ') {
        bytes[to++] = (byte) c;
      }
    }
    return Arrays.copyOf(bytes, to);
  }

  private byte[] inflate(byte[] deflated) throws DrawioParseException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(deflated);
      ByteArrayOutputStream inflated = new ByteArrayOutputStream(deflated.length * 4 + 64);
      byte[] buffer = new byte[1 << 16];
      while (!inflater.finished()) {
        int count = inflater.inflate(buffer);
        if (count == 0 && !inflater.finished()) {
          throw new DrawioParseException(0, "the packed text ends too early");
        }
        inflated.write(buffer, 0, count);
        checkSize(inflated.size(), deflated.length);
      }
      decompressedBytes += inflated.size();
      return inflated.toByteArray();
    } catch (DataFormatException e) {
      throw new DrawioParseException(0, "the packed text is damaged: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }

  private void checkSize(int inflated, int deflated) throws DrawioParseException {
    if (decompressedBytes + inflated > limits.decompressedBytes()) {
      throw new DrawioParseException(
          0, "the pages unpack to more than " + limits.decompressedBytes() + " bytes");
    }
    if (inflated > UNCHECKED_BYTES && inflated > (long) deflated * limits.compressionRatio()) {
      throw new DrawioParseException(
          0, "unpacks to more than " + limits.compressionRatio() + " times its size");
    }
  }

  /** Replaces percent escapes by bytes, in place, and returns the new length. */
  private static int unescape(byte[] bytes) throws DrawioParseException {
    int to = 0;
    for (int from = 0; from < bytes.length; from++) {
      byte b = bytes[from];
      if (b == '%') {
        int high = from + 2 < bytes.length ? Character.digit(bytes[from + 1], 16) : -1;
        int low = high < 0 ? -1 : Character.digit(bytes[from + 2], 16);
        if (low < 0) {
          throw new DrawioParseException(0, "a percent sign without two hexadecimal digits");
        }
        b = (byte) (high << 4 | low);
        from += 2;
      }
      bytes[to++] = b;
    }
    return to;
  }

  /** Compresses a text to a single line. */
  static String compress(String xml) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(escape(xml.getBytes(StandardCharsets.UTF_8)));
      deflater.finish();
      ByteArrayOutputStream deflated = new ByteArrayOutputStream(xml.length() / 4 + 64);
      byte[] buffer = new byte[1 << 16];
      while (!deflater.finished()) {
        deflated.write(buffer, 0, deflater.deflate(buffer));
      }
      return Base64.getEncoder().encodeToString(deflated.toByteArray());
    } finally {
      deflater.end();
    }
  }

  private static byte[] escape(byte[] text) {
    ByteArrayOutputStream escaped = new ByteArrayOutputStream(text.length * 2);
    for (byte b : text) {
      if (isPlain((char) (b & 0xFF))) {
        escaped.write(b);
      } else {
        escaped.write('%');
        escaped.write(hexDigit(b >> 4));
        escaped.write(hexDigit(b));
      }
    }
    return escaped.toByteArray();
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || UNESCAPED_CHARACTERS.indexOf(c) >= 0;
  }

  private static char hexDigit(int digit) {
    return "0123456789ABCDEF".charAt(digit & 15);
  }
}
