package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** XML to be written: elements, and text that is copied verbatim. */
sealed interface Markup {

  /** Keeps no attributes of the template. */
  Predicate<String> NO_ATTRIBUTES = name -> false;

  /**
   * An element of an earlier text whose formatting is reused for a new one.
   *
   * @param node the element in the text
   */
  record Template(String text, XmlNode node) {}

  /**
   * A range of text that is copied verbatim.
   *
   * @param from the start of the range in {@code text}
   * @param to the end of the range
   * @param replacedNode the child of the container's template that it replaces; null if it is new,
   *     or not yet matched
   * @param needsMatch whether to search the template for a child with the same text
   */
  record Verbatim(String text, int from, int to, @Nullable XmlNode replacedNode, boolean needsMatch)
      implements Markup {

    static Verbatim of(String text) {
      return new Verbatim(text, 0, text.length(), null, true);
    }

    static Verbatim of(String text, XmlNode node, @Nullable XmlNode replacedNode) {
      return new Verbatim(text, node.start, node.end, replacedNode, false);
    }
  }

  /**
   * An element.
   *
   * @param attributes alternating names and values, in the order for a new element
   * @param keptAttributes selects attributes that keep their value in the template if they are not
   *     in {@code attributes}
   * @param groups the children in groups; the order within a group is significant. A new child
   *     without a matched sibling before it is written first if it is in the first group, otherwise
   *     last
   * @param template the earlier version of the element; null if there is none
   * @param replacedNode as in {@link Verbatim}
   * @param needsMatch whether to search the template of the container for a child with this name
   *     and role
   */
  record Element(
      String name,
      List<String> attributes,
      Predicate<String> keptAttributes,
      List<List<Markup>> groups,
      @Nullable Template template,
      @Nullable XmlNode replacedNode,
      boolean needsMatch)
      implements Markup {

    static Element of(String name, List<String> attributes, List<List<Markup>> groups) {
      return new Element(name, attributes, NO_ATTRIBUTES, groups, null, null, true);
    }

    Element withTemplate(@Nullable Template template, @Nullable XmlNode replacedNode) {
      return new Element(name, attributes, keptAttributes, groups, template, replacedNode, false);
    }

    Element keepingAttributes(Predicate<String> keptAttributes) {
      return new Element(
          name, attributes, keptAttributes, groups, template, replacedNode, needsMatch);
    }

    @Nullable String value(String attribute) {
      for (int i = 0; i < attributes.size(); i += 2) {
        if (attributes.get(i).equals(attribute)) {
          return attributes.get(i + 1);
        }
      }
      return null;
    }
  }

  /** Wraps elements that the model keeps as XML text. */
  static List<Markup> verbatim(List<String> elements) {
    return elements.stream().<Markup>map(Verbatim::of).collect(ImmutableList.toImmutableList());
  }
}
