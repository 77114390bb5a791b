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
 * How a compressed page stands in its {@code <diagram>}: the XML text with percent escapes as by
 * {@code encodeURIComponent}, deflated without header, in base64. One of these unpacks the pages of
 * one file, and counts what they come to.
 */
final class Packing {

  private static final String UNESCAPED = "-_.!~*'()";
  private static final int FREE_BYTES = 1 << 20;

  private final DrawioLimits limits;
  private long unpackedBytes;

  Packing(DrawioLimits limits) {
    this.limits = limits;
  }

  /**
   * The XML text of a compressed page.
   *
   * @throws Damage at offset 0: places within mean nothing to anyone
   */
  String unpack(String packed) throws Damage {
    byte[] deflated;
    try {
      deflated = Base64.getDecoder().decode(withoutSpace(packed));
    } catch (IllegalArgumentException notBase64) {
      throw new Damage(0, "neither XML nor base64: " + notBase64.getMessage());
    }
    byte[] escaped = inflate(deflated);
    int length = unescape(escaped);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(escaped, 0, length))
          .toString();
    } catch (CharacterCodingException notText) {
      throw new Damage(0, "the unpacked text is not UTF-8");
    }
  }

  private static byte[] withoutSpace(String packed) throws Damage {
    byte[] bytes = new byte[packed.length()];
    int to = 0;
    for (int i = 0; i < packed.length(); i++) {
      char c = packed.charAt(i);
      if (c > 0x7E) {
        throw new Damage(0, "neither XML nor base64");
      }
      if (c > ' ') {
        bytes[to++] = (byte) c;
      }
    }
    return Arrays.copyOf(bytes, to);
  }

  private byte[] inflate(byte[] deflated) throws Damage {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(deflated);
      ByteArrayOutputStream inflated = new ByteArrayOutputStream(deflated.length * 4 + 64);
      byte[] part = new byte[1 << 16];
      while (!inflater.finished()) {
        int count = inflater.inflate(part);
        if (count == 0 && !inflater.finished()) {
          throw new Damage(0, "the packed text ends too early");
        }
        inflated.write(part, 0, count);
        checkSize(inflated.size(), deflated.length);
      }
      unpackedBytes += inflated.size();
      return inflated.toByteArray();
    } catch (DataFormatException broken) {
      throw new Damage(0, "the packed text is damaged: " + broken.getMessage());
    } finally {
      inflater.end();
    }
  }

  private void checkSize(int inflated, int deflated) throws Damage {
    if (unpackedBytes + inflated > limits.unpackedBytes()) {
      throw new Damage(0, "the pages unpack to more than " + limits.unpackedBytes() + " bytes");
    }
    if (inflated > FREE_BYTES && inflated > (long) deflated * limits.ratio()) {
      throw new Damage(0, "unpacks to more than " + limits.ratio() + " times its size");
    }
  }

  /** Turns percent escapes into bytes, in place; gives the new length. */
  private static int unescape(byte[] bytes) throws Damage {
    int to = 0;
    for (int from = 0; from < bytes.length; from++) {
      byte b = bytes[from];
      if (b == '%') {
        int high = from + 2 < bytes.length ? Character.digit(bytes[from + 1], 16) : -1;
        int low = high < 0 ? -1 : Character.digit(bytes[from + 2], 16);
        if (low < 0) {
          throw new Damage(0, "a percent sign without two hexadecimal digits");
        }
        b = (byte) (high << 4 | low);
        from += 2;
      }
      bytes[to++] = b;
    }
    return to;
  }

  /** The packed form of a text, in one line. */
  static String pack(String xml) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(escape(xml.getBytes(StandardCharsets.UTF_8)));
      deflater.finish();
      ByteArrayOutputStream deflated = new ByteArrayOutputStream(xml.length() / 4 + 64);
      byte[] part = new byte[1 << 16];
      while (!deflater.finished()) {
        deflated.write(part, 0, deflater.deflate(part));
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
        escaped.write(hex(b >> 4));
        escaped.write(hex(b));
      }
    }
    return escaped.toByteArray();
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || UNESCAPED.indexOf(c) >= 0;
  }

  private static char hex(int digit) {
    return "0123456789ABCDEF".charAt(digit & 15);
  }
}
