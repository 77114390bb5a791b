package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Template;
import org.jspecify.annotations.Nullable;

/** Scans the attributes of a start tag that is known to be well-formed. */
final class StartTagScanner {

  private final String text;
  private final XmlNode node;
  private int offset;
  private int attributeIndex;

  StartTagScanner(Template template) {
    this.text = template.text();
    this.node = template.node();
    this.offset = node.start + 1 + node.name.length();
  }

  /**
   * An attribute.
   *
   * @param value the value as parsed
   * @param start the start of the white space before the attribute
   * @param valueStart the start of the value, after the opening quote
   * @param end the end of the attribute, after the closing quote
   */
  record TagAttribute(String name, String value, int start, int valueStart, int end) {}

  /** The next attribute; null after the last. */
  @Nullable TagAttribute next() {
    if (attributeIndex == node.attributes.length) {
      return null;
    }
    int from = offset;
    int valueFrom = text.indexOf('=', offset) + 1;
    while (!isQuote(text.charAt(valueFrom))) {
      valueFrom++;
    }
    int to = text.indexOf(text.charAt(valueFrom), valueFrom + 1) + 1;
    offset = to;
    attributeIndex += 2;
    return new TagAttribute(
        node.attributes[attributeIndex - 2],
        node.attributes[attributeIndex - 1],
        from,
        valueFrom + 1,
        to);
  }

  /** The offset after the last attribute returned by {@link #next}. */
  int attributesEnd() {
    return offset;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }
}
