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
 * The text of an XML file and how it is encoded; text and bytes determine each other.
 *
 * @param text without the byte order mark
 * @param mark the bytes of the byte order mark; empty where there is none
 */
record FileText(String text, Charset charset, ByteMark mark) {

  /** A byte order mark. Its bytes are never handed out. */
  @SuppressWarnings("ImmutableEnumChecker")
  enum ByteMark {
    NONE,
    UTF_8(0xEF, 0xBB, 0xBF),
    UTF_16BE(0xFE, 0xFF),
    UTF_16LE(0xFF, 0xFE);

    private final byte[] bytes;

    ByteMark(int... bytes) {
      this.bytes = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) {
        this.bytes[i] = (byte) bytes[i];
      }
    }

    private boolean starts(byte[] file) {
      return bytes.length > 0
          && file.length >= bytes.length
          && Arrays.equals(file, 0, bytes.length, bytes, 0, bytes.length);
    }
  }

  private static final List<Charset> SINGLE_BYTE_LIKE =
      ImmutableList.of(
          StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII);
  private static final char REPLACEMENT = '\uFFFD';
  private static final Optional<String> SAVE_AS_UTF_8 =
      Optional.of("save the file as UTF-8 and try again");

  /** The text of a new file. */
  static FileText utf8(String text) {
    return new FileText(text, StandardCharsets.UTF_8, ByteMark.NONE);
  }

  /**
   * Reads bytes as the XML specification says: byte order mark, else declaration, else UTF-8.
   *
   * @throws Damage with the offset in bytes
   */
  static FileText decode(byte[] bytes) throws Damage {
    for (ByteMark mark : ByteMark.values()) {
      if (mark.starts(bytes)) {
        return decodeMarked(bytes, mark);
      }
    }
    if (bytes.length >= 2 && bytes[0] == 0 && bytes[1] == '<') {
      return decode(bytes, StandardCharsets.UTF_16BE, ByteMark.NONE);
    }
    if (bytes.length >= 2 && bytes[0] == '<' && bytes[1] == 0) {
      return decode(bytes, StandardCharsets.UTF_16LE, ByteMark.NONE);
    }
    String start = new String(bytes, 0, Math.min(bytes.length, 200), StandardCharsets.ISO_8859_1);
    String declared = declaredEncoding(start).orElse("UTF-8");
    for (Charset charset : SINGLE_BYTE_LIKE) {
      if (charset.name().equals(declared.toUpperCase(Locale.ROOT))) {
        return decode(bytes, charset, ByteMark.NONE);
      }
    }
    throw new Damage(0, "the encoding " + declared + " is not supported", SAVE_AS_UTF_8);
  }

  private static FileText decodeMarked(byte[] bytes, ByteMark mark) throws Damage {
    if (mark == ByteMark.UTF_16LE && bytes.length >= 4 && bytes[2] == 0 && bytes[3] == 0) {
      throw new Damage(0, "the encoding UTF-32 is not supported", SAVE_AS_UTF_8);
    }
    Charset charset =
        switch (mark) {
          case NONE, UTF_8 -> StandardCharsets.UTF_8;
          case UTF_16BE -> StandardCharsets.UTF_16BE;
          case UTF_16LE -> StandardCharsets.UTF_16LE;
        };
    return decode(bytes, charset, mark);
  }

  private static FileText decode(byte[] bytes, Charset charset, ByteMark mark) throws Damage {
    int skip = mark.bytes.length;
    String text = new String(bytes, skip, bytes.length - skip, charset);
    if (text.indexOf(REPLACEMENT) >= 0) {
      requireWellFormed(ByteBuffer.wrap(bytes, skip, bytes.length - skip), charset);
    }
    FileText file = new FileText(text, charset, mark);
    Optional<String> declared = declaredEncoding(text);
    if (declared.isPresent() && !file.mayDeclare(declared.get())) {
      throw new Damage(
          skip, "the file declares " + declared.get() + " and is " + charset, SAVE_AS_UTF_8);
    }
    return file;
  }

  /** Tells bytes that say nothing from a replacement character that the file really holds. */
  private static void requireWellFormed(ByteBuffer input, Charset charset) throws Damage {
    CharsetDecoder decoder = charset.newDecoder();
    CharBuffer output = CharBuffer.allocate(8192);
    CoderResult result = decoder.decode(input, output, true);
    while (result.isOverflow()) {
      result = decoder.decode(input, output.clear(), true);
    }
    if (result.isError()) {
      throw new Damage(input.position(), "no " + charset + " text here", SAVE_AS_UTF_8);
    }
  }

  private boolean mayDeclare(String name) {
    String declared = name.toUpperCase(Locale.ROOT);
    boolean wide =
        charset.equals(StandardCharsets.UTF_16BE) || charset.equals(StandardCharsets.UTF_16LE);
    return declared.equals(charset.name()) || (wide && declared.equals("UTF-16"));
  }

  /** The bytes of another text in this encoding; in UTF-8, and saying so, where it does not fit. */
  byte[] encode(String changed) {
    if (!canEncode(changed)) {
      return utf8(declaringUtf8(changed)).encode();
    }
    return new FileText(changed, charset, mark).encode();
  }

  private byte[] encode() {
    byte[] body = text.getBytes(charset);
    byte[] bytes = Arrays.copyOf(mark.bytes, mark.bytes.length + body.length);
    System.arraycopy(body, 0, bytes, mark.bytes.length, body.length);
    return bytes;
  }

  /** Whether this encoding has a place for all characters of a text. */
  boolean canEncode(String characters) {
    return !isNarrow() || charset.newEncoder().canEncode(characters);
  }

  /** Whether there are characters that this encoding cannot say. */
  boolean isNarrow() {
    return charset.equals(StandardCharsets.ISO_8859_1) || charset.equals(StandardCharsets.US_ASCII);
  }

  private static String declaringUtf8(String text) {
    int @Nullable [] span = declaredSpan(text);
    return span == null ? text : text.substring(0, span[0]) + "UTF-8" + text.substring(span[1]);
  }

  /** The place in bytes of a place in the text. */
  int offsetBytes(int offset) {
    int end = Math.min(offset, text.length());
    return mark.bytes.length + text.substring(0, end).getBytes(charset).length;
  }

  private static Optional<String> declaredEncoding(String text) {
    int @Nullable [] span = declaredSpan(text);
    return span == null ? Optional.empty() : Optional.of(text.substring(span[0], span[1]));
  }

  /** Where the XML declaration names an encoding; the parser checks its form later. */
  private static int @Nullable [] declaredSpan(String text) {
    int end = text.startsWith("<?xml") ? text.indexOf("?>") : -1;
    int name = end < 0 ? -1 : text.indexOf("encoding", 5);
    if (name < 0 || name > end) {
      return null;
    }
    int start = name + "encoding".length();
    while (start < end && " \t\r\n=".indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    char quote = text.charAt(start);
    int close = quote == '"' || quote == '\'' ? text.indexOf(quote, start + 1) : -1;
    return close < 0 || close > end ? null : new int[] {start + 1, close};
  }
}
