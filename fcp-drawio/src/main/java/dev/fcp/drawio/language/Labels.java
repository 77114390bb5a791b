package dev.fcp.drawio.language;

import dev.fcp.verbs.syntax.Quoting;

/** Converts plain texts to labels, and to their form in responses. */
final class Labels {

  private Labels() {}

  /** Encodes a plain text as a label, as HTML if required. */
  static String encode(String text, boolean html) {
    return html
        ? text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")
        : text;
  }

  /** A text in quotes on one line, abbreviated for display. */
  static String display(String text) {
    int maxLength = 60;
    int end =
        text.length() > maxLength && Character.isHighSurrogate(text.charAt(maxLength - 1))
            ? maxLength - 1
            : maxLength;
    return Quoting.quoteAlways(text.length() > maxLength ? text.substring(0, end) + "..." : text);
  }
}
