package dev.fcp.drawio;

import java.nio.charset.CharsetEncoder;
import org.jspecify.annotations.Nullable;

/** Writes attribute values so that a parser gives back the very text. */
final class Escaping {

  private Escaping() {}

  /**
   * Appends a value to a start tag, without its quotes.
   *
   * @param narrow tells which characters the file cannot hold as they are; null if it can hold all
   * @throws IllegalArgumentException if no XML file can hold the value
   */
  static void escape(String value, char quote, @Nullable CharsetEncoder narrow, StringBuilder out) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '\t' -> out.append("&#9;");
        case '\n' -> out.append("&#10;");
        case '\r' -> out.append("&#13;");
        case '"' -> out.append(quote == c ? "&quot;" : "\"");
        case '\'' -> out.append(quote == c ? "&#39;" : "'");
        default -> {
          int point = value.codePointAt(i);
          if (!isAllowed(point)) {
            throw new IllegalArgumentException(
                String.format("U+%04X at %d cannot stand in a file: \"%s\"", point, i, value));
          }
          i += Character.charCount(point) - 1;
          append(point, narrow, out);
        }
      }
    }
  }

  private static void append(int point, @Nullable CharsetEncoder narrow, StringBuilder out) {
    if (narrow == null || point < 0x80 || narrow.canEncode(Character.toString(point))) {
      out.appendCodePoint(point);
    } else {
      out.append("&#").append(point).append(';');
    }
  }

  /** Whether a file can hold a text: whether all its characters are such of XML 1.0. */
  static boolean isAllowed(String text) {
    return text.codePoints().allMatch(Escaping::isAllowed);
  }

  private static boolean isAllowed(int point) {
    return point >= 0x20
        ? point < 0xD800 || (point > 0xDFFF && point != 0xFFFE && point != 0xFFFF)
        : point == '\t' || point == '\n' || point == '\r';
  }
}
