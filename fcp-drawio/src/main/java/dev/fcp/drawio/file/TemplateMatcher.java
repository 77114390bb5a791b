package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Element;
import dev.fcp.drawio.file.Markup.Template;
import dev.fcp.drawio.file.Markup.Verbatim;
import dev.fcp.drawio.file.MarkupWriter.MatchedChild;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Matches the children of an element with the children of its template, and determines the order in
 * which they are written: groups are interleaved as in the template.
 */
final class TemplateMatcher {

  private final @Nullable Template template;
  private final boolean[] claimed;
  private @Nullable Map<String, Deque<XmlNode>> byName;
  private @Nullable Map<String, Deque<XmlNode>> byText;

  private TemplateMatcher(@Nullable Template template) {
    this.template = template;
    this.claimed = new boolean[template == null ? 0 : template.node().children().size()];
  }

  static List<MatchedChild> matchChildren(Element element, @Nullable Template template) {
    TemplateMatcher matcher = new TemplateMatcher(template);
    element.groups().forEach(group -> group.forEach(matcher::claimReplacedNode));
    List<PositionedChild> positioned = new ArrayList<>();
    for (int i = 0; i < element.groups().size(); i++) {
      int position = -1;
      for (Markup markup : element.groups().get(i)) {
        MatchedChild child = matcher.match(markup);
        if (child.replacedNode() != null) {
          position = Math.max(position, child.replacedNode().index);
        } else if (i > 0 && position < 0) {
          position = matcher.claimed.length;
        }
        positioned.add(new PositionedChild(child, position));
      }
    }
    if (element.groups().size() > 1) {
      positioned.sort(Comparator.comparingInt(PositionedChild::position));
    }
    return positioned.stream().map(PositionedChild::child).toList();
  }

  /** A child and the index of the template's child after which it is written. */
  private record PositionedChild(MatchedChild child, int position) {}

  private void claimReplacedNode(Markup markup) {
    XmlNode replacedNode =
        switch (markup) {
          case Verbatim verbatim -> verbatim.replacedNode();
          case Element element -> element.replacedNode();
        };
    if (replacedNode != null) {
      claimed[replacedNode.index] = true;
    }
  }

  private MatchedChild match(Markup markup) {
    return switch (markup) {
      case Verbatim verbatim -> {
        String text = verbatim.text();
        boolean needsMatch = verbatim.needsMatch() && template != null;
        yield new MatchedChild(
            verbatim, needsMatch ? claim(childrenByText(), text) : verbatim.replacedNode(), null);
      }
      case Element element -> {
        if (!element.needsMatch() || template == null) {
          yield new MatchedChild(element, element.replacedNode(), element.template());
        }
        XmlNode node = claim(childrenByName(), element.name() + ' ' + element.value("as"));
        Template childTemplate = node == null ? null : new Template(template.text(), node);
        yield new MatchedChild(element, node, childTemplate);
      }
    };
  }

  private @Nullable XmlNode claim(Map<String, Deque<XmlNode>> index, String key) {
    Deque<XmlNode> candidates = index.getOrDefault(key, new ArrayDeque<>());
    while (!candidates.isEmpty()) {
      XmlNode candidate = candidates.remove();
      if (!claimed[candidate.index]) {
        claimed[candidate.index] = true;
        return candidate;
      }
    }
    return null;
  }

  private Map<String, Deque<XmlNode>> childrenByName() {
    if (byName == null) {
      byName = index(node -> node.name + ' ' + node.attribute("as"));
    }
    return byName;
  }

  private Map<String, Deque<XmlNode>> childrenByText() {
    if (byText == null) {
      byText = index(node -> template == null ? "" : node.sourceText(template.text()));
    }
    return byText;
  }

  private Map<String, Deque<XmlNode>> index(Function<XmlNode, String> key) {
    Map<String, Deque<XmlNode>> index = new HashMap<>();
    for (XmlNode child : template == null ? List.<XmlNode>of() : template.node().children()) {
      index.computeIfAbsent(key.apply(child), k -> new ArrayDeque<>()).add(child);
    }
    return index;
  }
}
