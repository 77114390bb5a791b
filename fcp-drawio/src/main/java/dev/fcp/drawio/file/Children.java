package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Element;
import dev.fcp.drawio.file.Markup.Template;
import dev.fcp.drawio.file.Markup.Verbatim;
import dev.fcp.drawio.file.MarkupWriter.Child;
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
 * Finds for the children of an element their places among the children of its template, and with
 * them the order in which they are written: groups are interleaved as they are in the template.
 */
final class Children {

  private final @Nullable Template template;
  private final boolean[] taken;
  private @Nullable Map<String, Deque<XmlNode>> byName;
  private @Nullable Map<String, Deque<XmlNode>> byText;

  private Children(@Nullable Template template) {
    this.template = template;
    this.taken = new boolean[template == null ? 0 : template.node().children().size()];
  }

  static List<Child> arrange(Element want, @Nullable Template template) {
    Children search = new Children(template);
    want.groups().forEach(group -> group.forEach(search::takeGivenPlace));
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < want.groups().size(); i++) {
      int position = -1;
      for (Markup markup : want.groups().get(i)) {
        Child child = search.find(markup);
        if (child.place() != null) {
          position = Math.max(position, child.place().index);
        } else if (i > 0 && position < 0) {
          position = search.taken.length;
        }
        placed.add(new Placed(child, position));
      }
    }
    if (want.groups().size() > 1) {
      placed.sort(Comparator.comparingInt(Placed::position));
    }
    return placed.stream().map(Placed::child).toList();
  }

  /** A child and the place, among the children of the template, after which it comes. */
  private record Placed(Child child, int position) {}

  private void takeGivenPlace(Markup markup) {
    XmlNode place =
        switch (markup) {
          case Verbatim verbatim -> verbatim.place();
          case Element element -> element.place();
        };
    if (place != null) {
      taken[place.index] = true;
    }
  }

  private Child find(Markup markup) {
    return switch (markup) {
      case Verbatim verbatim -> {
        String text = verbatim.text();
        boolean sought = verbatim.isSought() && template != null;
        yield new Child(verbatim, sought ? take(texts(), text) : verbatim.place(), null);
      }
      case Element element -> {
        if (!element.isSought() || template == null) {
          yield new Child(element, element.place(), element.template());
        }
        XmlNode place = take(names(), element.name() + ' ' + element.value("as"));
        Template found = place == null ? null : new Template(template.text(), place);
        yield new Child(element, place, found);
      }
    };
  }

  private @Nullable XmlNode take(Map<String, Deque<XmlNode>> index, String key) {
    Deque<XmlNode> candidates = index.getOrDefault(key, new ArrayDeque<>());
    while (!candidates.isEmpty()) {
      XmlNode candidate = candidates.remove();
      if (!taken[candidate.index]) {
        taken[candidate.index] = true;
        return candidate;
      }
    }
    return null;
  }

  private Map<String, Deque<XmlNode>> names() {
    if (byName == null) {
      byName = index(node -> node.name + ' ' + node.attribute("as"));
    }
    return byName;
  }

  private Map<String, Deque<XmlNode>> texts() {
    if (byText == null) {
      byText = index(node -> template == null ? "" : node.in(template.text()));
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
