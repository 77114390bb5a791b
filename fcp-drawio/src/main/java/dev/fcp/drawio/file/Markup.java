package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** XML that is to be written: elements to be spelled out, and text that is there already. */
sealed interface Markup {

  /** Keeps no attribute but those that are wanted. */
  Predicate<String> NO_ATTRIBUTES = name -> false;

  /**
   * An element of an older text, after whose spelling a new one is written.
   *
   * @param node where it stands
   */
  record Template(String text, XmlNode node) {}

  /**
   * A piece of text that is written as it stands.
   *
   * @param from where it begins in {@code text}
   * @param to where it ends
   * @param replacedNode the child of the container's template in whose place it stands; null if it
   *     is new there, or still to be looked for
   * @param needsMatch whether its place is to be looked for: a child that reads the same
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
   * @param attributes name, value, name, value and so on, in the order of a new element
   * @param keptAttributes selects attributes that stay as the template has them, where {@code
   *     attributes} has none
   * @param groups the children; within a group the order counts, the first group says where new
   *     children go
   * @param template the older spelling, if there is one
   * @param replacedNode as in {@link Verbatim}
   * @param needsMatch whether template and place are to be looked for: a child of this name and
   *     role
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

  /** Elements that stand in the model as text. */
  static List<Markup> verbatim(List<String> elements) {
    return elements.stream().<Markup>map(Verbatim::of).collect(ImmutableList.toImmutableList());
  }
}
