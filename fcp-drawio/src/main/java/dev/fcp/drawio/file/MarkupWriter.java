package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Element;
import dev.fcp.drawio.file.Markup.Template;
import dev.fcp.drawio.file.Markup.Verbatim;
import java.nio.charset.CharsetEncoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes markup after the spelling of templates: what is not changed keeps its order of attributes,
 * its quotes, the white space and the comments around it, so that two versions of a file differ
 * only where the diagram does.
 *
 * <p>White space before an element is its <em>gap</em>. It travels with the element; a new element
 * gets the gap of its first sibling, or a deeper one than its parent's where lines are indented.
 */
final class MarkupWriter {

  private final StringBuilder out = new StringBuilder();
  private final @Nullable CharsetEncoder narrow;

  /** The encoder tells which characters must be written by number; null if none must. */
  MarkupWriter(@Nullable CharsetEncoder narrow) {
    this.narrow = narrow;
  }

  /** What was written so far. */
  String text() {
    return out.toString();
  }

  MarkupWriter verbatim(String text, int from, int to) {
    out.append(text, from, to);
    return this;
  }

  /** Writes an element whose gap stands before it already. */
  MarkupWriter element(Element want, @Nullable Template template, String gap) {
    if (template == null) {
      newElement(want, gap);
    } else {
      changedElement(want, template, gap);
    }
    return this;
  }

  /** Writes an element with a body that is given as text. */
  MarkupWriter elementWithBody(Element want, @Nullable Template template, String body) {
    if (template == null) {
      newTag(want);
    } else {
      int tagEnd = changedTag(want, template);
      XmlNode node = template.node();
      if (!node.isClosedAtOnce()) {
        out.append(template.text(), tagEnd, node.contentStart).append(body);
        out.append(template.text(), node.contentEnd, node.end);
        return this;
      }
    }
    out.append('>').append(body).append("</").append(want.name()).append('>');
    return this;
  }

  private void newElement(Element want, String gap) {
    newTag(want);
    List<Child> children = Children.arrange(want, null);
    if (children.isEmpty()) {
      out.append(isIndented(gap) ? " />" : "/>");
      return;
    }
    out.append('>');
    for (Child child : children) {
      child(child, deeper(gap));
    }
    out.append(isIndented(gap) ? gap : "").append("</").append(want.name()).append('>');
  }

  private void newTag(Element want) {
    out.append('<').append(want.name());
    for (int i = 0; i < want.attributes().size(); i += 2) {
      attribute(want.attributes().get(i), want.attributes().get(i + 1));
    }
  }

  private void attribute(String name, String value) {
    out.append(' ').append(name).append("=\"");
    Escaping.escape(value, '"', narrow, out);
    out.append('"');
  }

  private void changedElement(Element want, Template template, String gap) {
    int tagEnd = changedTag(want, template);
    XmlNode node = template.node();
    List<Child> children = Children.arrange(want, template);
    if (node.isClosedAtOnce() && children.isEmpty()) {
      out.append(template.text(), tagEnd, node.end);
      return;
    }
    if (node.isClosedAtOnce()) {
      out.append('>');
      children.forEach(child -> child(child, deeper(gap)));
      out.append(isIndented(gap) ? gap : "");
    } else {
      out.append(template.text(), tagEnd, node.contentStart);
      changedBody(children, template, gap);
    }
    if (node.isClosedAtOnce() || !node.name.equals(want.name())) {
      out.append("</").append(want.name()).append('>');
    } else {
      out.append(template.text(), node.contentEnd, node.end);
    }
  }

  /** Writes the start tag up to what closes it; gives the place of that in the template. */
  private int changedTag(Element want, Template template) {
    out.append('<').append(want.name());
    StartTag tag = new StartTag(template);
    for (StartTag.Part part = tag.next(); part != null; part = tag.next()) {
      String value = want.value(part.name());
      if (value == null ? want.kept().test(part.name()) : value.equals(part.value())) {
        out.append(template.text(), part.from(), part.to());
      } else if (value != null) {
        out.append(template.text(), part.from(), part.valueFrom());
        Escaping.escape(value, template.text().charAt(part.to() - 1), narrow, out);
        out.append(template.text(), part.to() - 1, part.to());
      }
    }
    for (int i = 0; i < want.attributes().size(); i += 2) {
      if (template.node().attribute(want.attributes().get(i)) == null) {
        attribute(want.attributes().get(i), want.attributes().get(i + 1));
      }
    }
    return tag.end();
  }

  private void changedBody(List<Child> children, Template template, String gap) {
    XmlNode node = template.node();
    boolean[] stays = new boolean[node.children().size()];
    for (Child child : children) {
      if (child.place() != null) {
        stays[child.place().index] = true;
      }
    }
    String defaultGap = defaultGap(template, gap);
    int passed = 0;
    for (Child child : children) {
      if (child.place() == null) {
        child(child, defaultGap);
        continue;
      }
      for (; passed < child.place().index; passed++) {
        remarksBefore(passed, stays, template);
      }
      passed = Math.max(passed, child.place().index + 1);
      child(child, gapBefore(child.place().index, template));
    }
    for (; passed < stays.length; passed++) {
      remarksBefore(passed, stays, template);
    }
    out.append(gapBefore(stays.length, template));
  }

  /** Comments stay when the element after them goes. */
  private void remarksBefore(int index, boolean[] stays, Template template) {
    String gap = stays[index] ? "" : gapBefore(index, template);
    if (!gap.isBlank()) {
      out.append(gap);
    }
  }

  private void child(Child child, String gap) {
    out.append(gap);
    switch (child.markup()) {
      case Verbatim verbatim -> out.append(verbatim.text(), verbatim.from(), verbatim.to());
      case Element element -> element(element, child.template(), whiteEnd(gap));
    }
  }

  private static String gapBefore(int index, Template template) {
    List<XmlNode> siblings = template.node().children();
    int from = index == 0 ? template.node().contentStart : siblings.get(index - 1).end;
    int to = index == siblings.size() ? template.node().contentEnd : siblings.get(index).start;
    return template.text().substring(from, to);
  }

  private static String defaultGap(Template template, String gap) {
    return template.node().children().isEmpty() ? deeper(gap) : whiteEnd(gapBefore(0, template));
  }

  private static String whiteEnd(String gap) {
    int from = gap.length();
    while (from > 0 && gap.charAt(from - 1) <= ' ') {
      from--;
    }
    return gap.substring(from);
  }

  private static boolean isIndented(String gap) {
    return gap.indexOf('\n') >= 0;
  }

  private static String deeper(String gap) {
    return !isIndented(gap) ? "" : gap.endsWith("\t") ? gap + "\t" : gap + "  ";
  }

  /** A child with its place and its spelling, as {@link Children} found them. */
  record Child(Markup markup, @Nullable XmlNode place, @Nullable Template template) {}
}
