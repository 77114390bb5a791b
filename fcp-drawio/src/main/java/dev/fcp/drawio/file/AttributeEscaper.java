package dev.fcp.drawio.file;

import java.nio.charset.CharsetEncoder;
import org.jspecify.annotations.Nullable;

/** Escapes attribute values so that a parser returns exactly the same text. */
final class AttributeEscaper {

  private AttributeEscaper() {}

  /**
   * Appends an escaped value to a start tag, without quotes.
   *
   * @param limitedEncoder the encoder of a charset that cannot encode all characters; characters
   *     that it cannot encode become character references. Null if the charset can encode all
   *     characters
   * @throws IllegalArgumentException if the value contains a character that is not allowed in XML
   */
  static void escape(
      String value, char quote, @Nullable CharsetEncoder limitedEncoder, StringBuilder out) {
    int plainStart = 0;
    int i = 0;
    while (i < value.length()) {
      char c = value.charAt(i);
      if (isPlain(c)) {
        i++;
        continue;
      }
      out.append(value, plainStart, i);
      int codePoint = value.codePointAt(i);
      if (!isXmlCharacter(codePoint)) {
        throw new IllegalArgumentException(
            String.format("U+%04X at %d cannot stand in a file: \"%s\"", codePoint, i, value));
      }
      appendEscaped(codePoint, quote, limitedEncoder, out);
      i += Character.charCount(codePoint);
      plainStart = i;
    }
    out.append(value, plainStart, value.length());
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7F && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
  }

  private static void appendEscaped(
      int codePoint, char quote, @Nullable CharsetEncoder limitedEncoder, StringBuilder out) {
    switch (codePoint) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '\t' -> out.append("&#9;");
      case '\n' -> out.append("&#10;");
      case '\r' -> out.append("&#13;");
      case '"' -> out.append(quote == '"' ? "&quot;" : "\"");
      case '\'' -> out.append(quote == '\'' ? "&#39;" : "'");
      default -> {
        if (limitedEncoder == null || limitedEncoder.canEncode(Character.toString(codePoint))) {
          out.appendCodePoint(codePoint);
        } else {
          out.append("&#").append(codePoint).append(';');
        }
      }
    }
  }

  private static boolean isXmlCharacter(int codePoint) {
    return codePoint >= 0x20
        ? codePoint < 0xD800 || (codePoint > 0xDFFF && codePoint != 0xFFFE && codePoint != 0xFFFF)
        : codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
  }
}
