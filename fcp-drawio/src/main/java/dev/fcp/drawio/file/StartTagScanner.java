package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Template;
import org.jspecify.annotations.Nullable;

/** Walks over the attributes of a start tag that is known to be well-formed. */
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
   * @param value as a parser sees it
   * @param start where the white space before it begins
   * @param valueStart where the value begins, after the quote
   * @param end where it ends, after the quote
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

  /** Where the white space and the bracket that close the tag begin, after the last attribute. */
  int attributesEnd() {
    return offset;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }
}
