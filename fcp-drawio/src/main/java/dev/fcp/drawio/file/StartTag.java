package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Template;
import org.jspecify.annotations.Nullable;

/** Walks over the attributes of a start tag that is known to be well-formed. */
final class StartTag {

  private final String text;
  private final XmlNode node;
  private int at;
  private int index;

  StartTag(Template template) {
    this.text = template.text();
    this.node = template.node();
    this.at = node.start + 1 + node.name.length();
  }

  /**
   * An attribute.
   *
   * @param value as a parser sees it
   * @param from where the white space before it begins
   * @param valueFrom where the value begins, after the quote
   * @param to where it ends, after the quote
   */
  record Part(String name, String value, int from, int valueFrom, int to) {}

  /** The next attribute; null after the last. */
  @Nullable Part next() {
    if (index == node.attributes.length) {
      return null;
    }
    int from = at;
    int valueFrom = text.indexOf('=', at) + 1;
    while (!isQuote(text.charAt(valueFrom))) {
      valueFrom++;
    }
    int to = text.indexOf(text.charAt(valueFrom), valueFrom + 1) + 1;
    at = to;
    index += 2;
    return new Part(
        node.attributes[index - 2], node.attributes[index - 1], from, valueFrom + 1, to);
  }

  /** Where the white space and the bracket that close the tag begin, after the last attribute. */
  int end() {
    return at;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }
}
