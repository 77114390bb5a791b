package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.file.DiagramContent.Item;
import dev.fcp.drawio.file.DrawioFile.FilePage;
import dev.fcp.drawio.file.Markup.Template;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A version of a page in a file, whose items can be found by name and by content. */
final class PageVersion {

  private final FilePage page;
  private final Map<String, Integer> byName = new HashMap<>();
  private final boolean[] taken;
  private @Nullable Map<DiagramEntity, Deque<Integer>> byContent;

  PageVersion(FilePage page) {
    this.page = page;
    this.taken = new boolean[page.nodes().size()];
    List<Item> items = page.content().items();
    for (int i = 0; i < items.size(); i++) {
      byName.put(items.get(i).key().cell(), i);
    }
  }

  FilePage page() {
    return page;
  }

  /** The element of the same name, if it says the same; from then on it is taken. */
  @Nullable XmlNode takeSame(Item item) {
    Integer place = byName.get(item.key().cell());
    return place != null && item.isSameAs(page.content().items().get(place)) ? take(place) : null;
  }

  /** The element of the same name, if it is not taken; from then on it is. */
  @Nullable XmlNode takeNamed(Item item) {
    Integer place = byName.get(item.key().cell());
    return place == null || taken[place] ? null : take(place);
  }

  /** An element that says the same under any name and is not taken; from then on it is. */
  @Nullable XmlNode takeEqual(Item item) {
    Deque<Integer> places = byContent().getOrDefault(item.entity().content(), new ArrayDeque<>());
    while (!places.isEmpty()) {
      int place = places.remove();
      if (!taken[place]) {
        return take(place);
      }
    }
    return null;
  }

  /** The spelling of an item of this name. */
  @Nullable Template spelling(Item item) {
    Integer place = byName.get(item.key().cell());
    return place == null ? null : new Template(page.modelText(), page.nodes().get(place));
  }

  private XmlNode take(int place) {
    taken[place] = true;
    return page.nodes().get(place);
  }

  private Map<DiagramEntity, Deque<Integer>> byContent() {
    if (byContent == null) {
      byContent = new HashMap<>();
      List<Item> items = page.content().items();
      for (int i = 0; i < items.size(); i++) {
        if (!taken[i]) {
          byContent
              .computeIfAbsent(items.get(i).entity().content(), entity -> new ArrayDeque<>())
              .add(i);
        }
      }
    }
    return byContent;
  }
}
