package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.Attributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An XML element with its offsets in the text. Filled by {@link XmlParser} and not changed
 * afterwards.
 *
 * <pre>
 * &lt;mxCell id="2"&gt; ... &lt;/mxCell&gt;
 * ^start         ^contentStart
 *                     ^contentEnd ^end
 * </pre>
 *
 * <p>For a self-closing element ({@code <a/>}), all offsets but the start are equal to its end.
 */
final class XmlNode {

  final String name;

  /** Alternating names and values, in the order of the text. */
  final String[] attributes;

  /** The index among the children of the parent. */
  final int index;

  final int start;
  final int contentStart;
  int contentEnd;
  int end;
  private @Nullable List<XmlNode> children;
  private @Nullable StringBuilder text;

  XmlNode(String name, String[] attributes, int index, int start, int contentStart) {
    this.name = name;
    this.attributes = attributes;
    this.index = index;
    this.start = start;
    this.contentStart = contentStart;
  }

  XmlNode addChild(String name, String[] attributes, int start, int contentStart) {
    if (children == null) {
      children = new ArrayList<>(2);
    }
    XmlNode child = new XmlNode(name, attributes, children.size(), start, contentStart);
    children.add(child);
    return child;
  }

  void addText(String content) {
    if (text == null) {
      text = new StringBuilder();
    }
    text.append(content);
  }

  List<XmlNode> children() {
    return children == null ? List.of() : children;
  }

  /** The first child with a name; null if there is none. */
  @Nullable XmlNode child(String name) {
    for (XmlNode child : children()) {
      if (child.name.equals(name)) {
        return child;
      }
    }
    return null;
  }

  @Nullable String attribute(String name) {
    for (int i = 0; i < attributes.length; i += 2) {
      if (attributes[i].equals(name)) {
        return attributes[i + 1];
      }
    }
    return null;
  }

  /** The text directly in a {@code diagram} element; empty for other elements. */
  String text() {
    return text == null ? "" : text.toString();
  }

  boolean isSelfClosing() {
    return contentStart == end;
  }

  /** The text of the element. */
  String sourceText(String source) {
    return source.substring(start, end);
  }

  /** All attributes except some. */
  Attributes attributesWithout(String... names) {
    int remaining = 0;
    for (int i = 0; i < attributes.length; i += 2) {
      remaining += isOneOf(attributes[i], names) ? 0 : 2;
    }
    if (remaining == 0) {
      return Attributes.NONE;
    }
    String[] pairs = new String[remaining];
    int to = 0;
    for (int i = 0; i < attributes.length; i += 2) {
      if (!isOneOf(attributes[i], names)) {
        pairs[to++] = attributes[i];
        pairs[to++] = attributes[i + 1];
      }
    }
    return Attributes.of(pairs);
  }

  private static boolean isOneOf(String name, String[] names) {
    for (String candidate : names) {
      if (candidate.equals(name)) {
        return true;
      }
    }
    return false;
  }
}
