package dev.fcp.drawio.file;

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
    int plainFrom = 0;
    int i = 0;
    while (i < value.length()) {
      char c = value.charAt(i);
      if (isPlain(c)) {
        i++;
        continue;
      }
      out.append(value, plainFrom, i);
      int point = value.codePointAt(i);
      if (!isAllowed(point)) {
        throw new IllegalArgumentException(
            String.format("U+%04X at %d cannot stand in a file: \"%s\"", point, i, value));
      }
      append(point, quote, narrow, out);
      i += Character.charCount(point);
      plainFrom = i;
    }
    out.append(value, plainFrom, value.length());
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7F && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
  }

  private static void append(
      int point, char quote, @Nullable CharsetEncoder narrow, StringBuilder out) {
    switch (point) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '\t' -> out.append("&#9;");
      case '\n' -> out.append("&#10;");
      case '\r' -> out.append("&#13;");
      case '"' -> out.append(quote == '"' ? "&quot;" : "\"");
      case '\'' -> out.append(quote == '\'' ? "&#39;" : "'");
      default -> {
        if (narrow == null || narrow.canEncode(Character.toString(point))) {
          out.appendCodePoint(point);
        } else {
          out.append("&#").append(point).append(';');
        }
      }
    }
  }

  private static boolean isAllowed(int point) {
    return point >= 0x20
        ? point < 0xD800 || (point > 0xDFFF && point != 0xFFFE && point != 0xFFFF)
        : point == '\t' || point == '\n' || point == '\r';
  }
}
