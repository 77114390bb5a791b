package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The text of an XML file with its encoding; the bytes of the file can be restored from it.
 *
 * @param text the text without the byte order mark
 * @param byteOrderMark the byte order mark; {@code NONE} if there is none
 */
record EncodedText(String text, Charset charset, ByteOrderMark byteOrderMark) {

  /** A byte order mark. */
  @SuppressWarnings("ImmutableEnumChecker")
  enum ByteOrderMark {
    NONE,
    UTF_8(0xEF, 0xBB, 0xBF),
    UTF_16BE(0xFE, 0xFF),
    UTF_16LE(0xFF, 0xFE);

    private final byte[] bytes;

    ByteOrderMark(int... bytes) {
      this.bytes = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) {
        this.bytes[i] = (byte) bytes[i];
      }
    }

    private boolean isPrefixOf(byte[] file) {
      return bytes.length > 0
          && file.length >= bytes.length
          && Arrays.equals(file, 0, bytes.length, bytes, 0, bytes.length);
    }
  }

  private static final List<Charset> ASCII_COMPATIBLE_CHARSETS =
      ImmutableList.of(
          StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII);
  private static final char REPLACEMENT_CHARACTER = '\uFFFD';
  private static final Optional<String> SAVE_AS_UTF_8 =
      Optional.of("save the file as UTF-8 and try again");

  /** Creates the text of a new file, encoded as UTF-8. */
  static EncodedText utf8(String text) {
    return new EncodedText(text, StandardCharsets.UTF_8, ByteOrderMark.NONE);
  }

  /**
   * Decodes bytes as the XML specification defines: by the byte order mark, otherwise by the
   * encoding declaration, otherwise as UTF-8.
   *
   * @throws DrawioParseException with the offset in bytes
   */
  static EncodedText decode(byte[] bytes) throws DrawioParseException {
    for (ByteOrderMark byteOrderMark : ByteOrderMark.values()) {
      if (byteOrderMark.isPrefixOf(bytes)) {
        return decodeMarked(bytes, byteOrderMark);
      }
    }
    if (bytes.length >= 2 && bytes[0] == 0 && bytes[1] == '<') {
      return decode(bytes, StandardCharsets.UTF_16BE, ByteOrderMark.NONE);
    }
    if (bytes.length >= 2 && bytes[0] == '<' && bytes[1] == 0) {
      return decode(bytes, StandardCharsets.UTF_16LE, ByteOrderMark.NONE);
    }
    String start = new String(bytes, 0, Math.min(bytes.length, 200), StandardCharsets.ISO_8859_1);
    String declared = declaredEncoding(start).orElse("UTF-8");
    for (Charset charset : ASCII_COMPATIBLE_CHARSETS) {
      if (charset.name().equals(declared.toUpperCase(Locale.ROOT))) {
        return decode(bytes, charset, ByteOrderMark.NONE);
      }
    }
    throw new DrawioParseException(
        0, "the encoding " + declared + " is not supported", SAVE_AS_UTF_8);
  }

  private static EncodedText decodeMarked(byte[] bytes, ByteOrderMark byteOrderMark)
      throws DrawioParseException {
    if (byteOrderMark == ByteOrderMark.UTF_16LE
        && bytes.length >= 4
        && bytes[2] == 0
        && bytes[3] == 0) {
      throw new DrawioParseException(0, "the encoding UTF-32 is not supported", SAVE_AS_UTF_8);
    }
    Charset charset =
        switch (byteOrderMark) {
          case NONE, UTF_8 -> StandardCharsets.UTF_8;
          case UTF_16BE -> StandardCharsets.UTF_16BE;
          case UTF_16LE -> StandardCharsets.UTF_16LE;
        };
    return decode(bytes, charset, byteOrderMark);
  }

  private static EncodedText decode(byte[] bytes, Charset charset, ByteOrderMark byteOrderMark)
      throws DrawioParseException {
    int markLength = byteOrderMark.bytes.length;
    String text = new String(bytes, markLength, bytes.length - markLength, charset);
    if (text.indexOf(REPLACEMENT_CHARACTER) >= 0) {
      requireWellFormed(ByteBuffer.wrap(bytes, markLength, bytes.length - markLength), charset);
    }
    EncodedText file = new EncodedText(text, charset, byteOrderMark);
    Optional<String> declared = declaredEncoding(text);
    if (declared.isPresent() && !file.matchesDeclared(declared.get())) {
      throw new DrawioParseException(
          markLength, "the file declares " + declared.get() + " and is " + charset, SAVE_AS_UTF_8);
    }
    return file;
  }

  /** Distinguishes malformed bytes from a replacement character in the file. */
  private static void requireWellFormed(ByteBuffer input, Charset charset)
      throws DrawioParseException {
    CharsetDecoder decoder = charset.newDecoder();
    CharBuffer output = CharBuffer.allocate(8192);
    CoderResult result = decoder.decode(input, output, true);
    while (result.isOverflow()) {
      result = decoder.decode(input, output.clear(), true);
    }
    if (result.isError()) {
      throw new DrawioParseException(
          input.position(), "no " + charset + " text here", SAVE_AS_UTF_8);
    }
  }

  private boolean matchesDeclared(String encodingName) {
    String declared = encodingName.toUpperCase(Locale.ROOT);
    boolean isUtf16 =
        charset.equals(StandardCharsets.UTF_16BE) || charset.equals(StandardCharsets.UTF_16LE);
    return declared.equals(charset.name()) || (isUtf16 && declared.equals("UTF-16"));
  }

  /**
   * Encodes another text in this encoding, or in UTF-8 with a matching declaration if this encoding
   * cannot represent it.
   */
  byte[] encode(String newText) {
    if (!canEncode(newText)) {
      return utf8(withUtf8Declared(newText)).encode();
    }
    return new EncodedText(newText, charset, byteOrderMark).encode();
  }

  private byte[] encode() {
    byte[] body = text.getBytes(charset);
    byte[] bytes = Arrays.copyOf(byteOrderMark.bytes, byteOrderMark.bytes.length + body.length);
    System.arraycopy(body, 0, bytes, byteOrderMark.bytes.length, body.length);
    return bytes;
  }

  /** Whether this encoding can represent all characters of a text. */
  boolean canEncode(String characters) {
    return !isLimitedCharset() || charset.newEncoder().canEncode(characters);
  }

  /** Whether there are characters that this encoding cannot represent. */
  boolean isLimitedCharset() {
    return charset.equals(StandardCharsets.ISO_8859_1) || charset.equals(StandardCharsets.US_ASCII);
  }

  private static String withUtf8Declared(String xml) {
    int @Nullable [] range = declaredEncodingRange(xml);
    return range == null ? xml : xml.substring(0, range[0]) + "UTF-8" + xml.substring(range[1]);
  }

  /** Converts an offset in the text to an offset in bytes. */
  int offsetBytes(int offset) {
    int end = Math.min(offset, text.length());
    return byteOrderMark.bytes.length + text.substring(0, end).getBytes(charset).length;
  }

  private static Optional<String> declaredEncoding(String text) {
    int @Nullable [] range = declaredEncodingRange(text);
    return range == null ? Optional.empty() : Optional.of(text.substring(range[0], range[1]));
  }

  /**
   * The start and end of the encoding name in the XML declaration; null if there is none. The
   * parser checks the syntax later.
   */
  private static int @Nullable [] declaredEncodingRange(String text) {
    int end = text.startsWith("<?xml") ? text.indexOf("?>") : -1;
    int encodingIndex = end < 0 ? -1 : text.indexOf("encoding", 5);
    if (encodingIndex < 0 || encodingIndex > end) {
      return null;
    }
    int start = encodingIndex + "encoding".length();
    while (start < end && " \t\r\n=".indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    char quote = text.charAt(start);
    int closingQuoteIndex = quote == '"' || quote == '\'' ? text.indexOf(quote, start + 1) : -1;
    return closingQuoteIndex < 0 || closingQuoteIndex > end
        ? null
        : new int[] {start + 1, closingQuoteIndex};
  }
}
