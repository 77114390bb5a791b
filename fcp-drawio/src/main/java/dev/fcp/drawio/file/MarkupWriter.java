package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Element;
import dev.fcp.drawio.file.Markup.Template;
import dev.fcp.drawio.file.Markup.Verbatim;
import java.nio.charset.CharsetEncoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes markup with the formatting of templates. Unchanged parts keep their attribute order,
 * quotes, white space and comments, so that two versions of a file differ only where the diagram
 * differs.
 *
 * <p>The white space before an element is its <em>gap</em>, and is kept with the element. A new
 * element gets the gap of its first sibling or, if it has none and the file is indented, a gap one
 * level deeper than its parent's.
 */
final class MarkupWriter {

  private final StringBuilder out = new StringBuilder();
  private final @Nullable CharsetEncoder limitedEncoder;

  /**
   * Creates a writer.
   *
   * @param limitedEncoder as in {@link AttributeEscaper#escape}
   */
  MarkupWriter(@Nullable CharsetEncoder limitedEncoder) {
    this.limitedEncoder = limitedEncoder;
  }

  /** The text written so far. */
  String text() {
    return out.toString();
  }

  MarkupWriter writeVerbatim(String text, int from, int to) {
    out.append(text, from, to);
    return this;
  }

  /** Writes an element whose gap has already been written. */
  MarkupWriter writeElement(Element element, @Nullable Template template, String gap) {
    if (template == null) {
      writeNewElement(element, gap);
    } else {
      writeChangedElement(element, template, gap);
    }
    return this;
  }

  /** Writes an element whose body is given as text. */
  MarkupWriter writeElementWithBody(Element element, @Nullable Template template, String body) {
    if (template == null) {
      writeNewStartTag(element);
    } else {
      int tagEnd = writeChangedStartTag(element, template);
      XmlNode node = template.node();
      if (!node.isSelfClosing()) {
        out.append(template.text(), tagEnd, node.contentStart).append(body);
        out.append(template.text(), node.contentEnd, node.end);
        return this;
      }
    }
    out.append('>').append(body).append("</").append(element.name()).append('>');
    return this;
  }

  private void writeNewElement(Element element, String gap) {
    writeNewStartTag(element);
    List<MatchedChild> children = TemplateMatcher.matchChildren(element, null);
    if (children.isEmpty()) {
      out.append(isIndented(gap) ? " />" : "/>");
      return;
    }
    out.append('>');
    for (MatchedChild child : children) {
      writeChild(child, indentedFurther(gap));
    }
    out.append(isIndented(gap) ? gap : "").append("</").append(element.name()).append('>');
  }

  private void writeNewStartTag(Element element) {
    out.append('<').append(element.name());
    for (int i = 0; i < element.attributes().size(); i += 2) {
      writeAttribute(element.attributes().get(i), element.attributes().get(i + 1));
    }
  }

  private void writeAttribute(String name, String value) {
    out.append(' ').append(name).append("=\"");
    AttributeEscaper.escape(value, '"', limitedEncoder, out);
    out.append('"');
  }

  private void writeChangedElement(Element element, Template template, String gap) {
    int tagEnd = writeChangedStartTag(element, template);
    XmlNode node = template.node();
    List<MatchedChild> children = TemplateMatcher.matchChildren(element, template);
    if (node.isSelfClosing() && children.isEmpty()) {
      out.append(template.text(), tagEnd, node.end);
      return;
    }
    if (node.isSelfClosing()) {
      out.append('>');
      children.forEach(child -> writeChild(child, indentedFurther(gap)));
      out.append(isIndented(gap) ? gap : "");
    } else {
      out.append(template.text(), tagEnd, node.contentStart);
      writeChangedBody(children, template, gap);
    }
    if (node.isSelfClosing() || !node.name.equals(element.name())) {
      out.append("</").append(element.name()).append('>');
    } else {
      out.append(template.text(), node.contentEnd, node.end);
    }
  }

  /**
   * Writes the start tag without its closing bracket and returns the end of the attributes in the
   * template.
   */
  private int writeChangedStartTag(Element element, Template template) {
    out.append('<').append(element.name());
    StartTagScanner startTag = new StartTagScanner(template);
    for (StartTagScanner.TagAttribute attribute = startTag.next();
        attribute != null;
        attribute = startTag.next()) {
      String value = element.value(attribute.name());
      if (value == null
          ? element.keptAttributes().test(attribute.name())
          : value.equals(attribute.value())) {
        out.append(template.text(), attribute.start(), attribute.end());
      } else if (value != null) {
        out.append(template.text(), attribute.start(), attribute.valueStart());
        AttributeEscaper.escape(
            value, template.text().charAt(attribute.end() - 1), limitedEncoder, out);
        out.append(template.text(), attribute.end() - 1, attribute.end());
      }
    }
    for (int i = 0; i < element.attributes().size(); i += 2) {
      if (template.node().attribute(element.attributes().get(i)) == null) {
        writeAttribute(element.attributes().get(i), element.attributes().get(i + 1));
      }
    }
    return startTag.attributesEnd();
  }

  private void writeChangedBody(List<MatchedChild> children, Template template, String gap) {
    XmlNode node = template.node();
    boolean[] retained = new boolean[node.children().size()];
    for (MatchedChild child : children) {
      if (child.replacedNode() != null) {
        retained[child.replacedNode().index] = true;
      }
    }
    String defaultGap = defaultGap(template, gap);
    int nextIndex = 0;
    for (MatchedChild child : children) {
      if (child.replacedNode() == null) {
        writeChild(child, defaultGap);
        continue;
      }
      for (; nextIndex < child.replacedNode().index; nextIndex++) {
        writeCommentsBefore(nextIndex, retained, template);
      }
      nextIndex = Math.max(nextIndex, child.replacedNode().index + 1);
      writeChild(child, gapBefore(child.replacedNode().index, template));
    }
    for (; nextIndex < retained.length; nextIndex++) {
      writeCommentsBefore(nextIndex, retained, template);
    }
    out.append(gapBefore(retained.length, template));
  }

  /** Writes the comments before a removed element, which are kept. */
  private void writeCommentsBefore(int index, boolean[] retained, Template template) {
    String gap = retained[index] ? "" : gapBefore(index, template);
    if (!gap.isBlank()) {
      out.append(gap);
    }
  }

  private void writeChild(MatchedChild child, String gap) {
    out.append(gap);
    switch (child.markup()) {
      case Verbatim verbatim -> out.append(verbatim.text(), verbatim.from(), verbatim.to());
      case Element element -> writeElement(element, child.template(), trailingWhitespace(gap));
    }
  }

  private static String gapBefore(int index, Template template) {
    List<XmlNode> siblings = template.node().children();
    int from = index == 0 ? template.node().contentStart : siblings.get(index - 1).end;
    int to = index == siblings.size() ? template.node().contentEnd : siblings.get(index).start;
    return template.text().substring(from, to);
  }

  private static String defaultGap(Template template, String gap) {
    return template.node().children().isEmpty()
        ? indentedFurther(gap)
        : trailingWhitespace(gapBefore(0, template));
  }

  private static String trailingWhitespace(String gap) {
    int from = gap.length();
    while (from > 0 && gap.charAt(from - 1) <= ' ') {
      from--;
    }
    return gap.substring(from);
  }

  private static boolean isIndented(String gap) {
    return gap.indexOf('\n') >= 0;
  }

  private static String indentedFurther(String gap) {
    return !isIndented(gap) ? "" : gap.endsWith("\t") ? gap + "\t" : gap + "  ";
  }

  /**
   * A child with the node that it replaces and its template, as found by {@link TemplateMatcher}.
   */
  record MatchedChild(Markup markup, @Nullable XmlNode replacedNode, @Nullable Template template) {}
}
