package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import dev.fcp.drawio.file.DrawioFile.FilePage;
import dev.fcp.drawio.file.Markup.Template;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A version of a page in a file, whose items can be found by name and by content. */
final class EarlierPage {

  private final FilePage page;
  private final Map<String, Integer> indexByKey = new HashMap<>();
  private final boolean[] claimed;
  private @Nullable Map<DiagramEntity, Deque<Integer>> indicesByContent;

  EarlierPage(FilePage page) {
    this.page = page;
    this.claimed = new boolean[page.nodes().size()];
    List<PageItem> items = page.content().items();
    for (int i = 0; i < items.size(); i++) {
      indexByKey.put(items.get(i).key().cell(), i);
    }
  }

  FilePage page() {
    return page;
  }

  /** The element of the same name, if it says the same; from then on it is taken. */
  @Nullable XmlNode claimUnchanged(PageItem item) {
    Integer index = indexByKey.get(item.key().cell());
    return index != null && item.contentEquals(page.content().items().get(index))
        ? claim(index)
        : null;
  }

  /** The element of the same name, if it is not taken; from then on it is. */
  @Nullable XmlNode claimSameKey(PageItem item) {
    Integer index = indexByKey.get(item.key().cell());
    return index == null || claimed[index] ? null : claim(index);
  }

  /** An element that says the same under any name and is not taken; from then on it is. */
  @Nullable XmlNode claimSameContent(PageItem item) {
    Deque<Integer> indices =
        indicesByContent().getOrDefault(item.entity().content(), new ArrayDeque<>());
    while (!indices.isEmpty()) {
      int index = indices.remove();
      if (!claimed[index]) {
        return claim(index);
      }
    }
    return null;
  }

  /** The spelling of an item of this name. */
  @Nullable Template templateFor(PageItem item) {
    Integer index = indexByKey.get(item.key().cell());
    return index == null ? null : new Template(page.modelText(), page.nodes().get(index));
  }

  private XmlNode claim(int index) {
    claimed[index] = true;
    return page.nodes().get(index);
  }

  private Map<DiagramEntity, Deque<Integer>> indicesByContent() {
    if (indicesByContent == null) {
      indicesByContent = new HashMap<>();
      List<PageItem> items = page.content().items();
      for (int i = 0; i < items.size(); i++) {
        if (!claimed[i]) {
          indicesByContent
              .computeIfAbsent(items.get(i).entity().content(), entity -> new ArrayDeque<>())
              .add(i);
        }
      }
    }
    return indicesByContent;
  }
}
