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

/**
 * An earlier version of a page, with its items indexed by key and by content. Each element can be
 * claimed once.
 */
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

  /** Claims the element with the same key, if its content is the same. */
  @Nullable XmlNode claimUnchanged(PageItem item) {
    Integer index = indexByKey.get(item.key().cell());
    return index != null && item.contentEquals(page.content().items().get(index))
        ? claim(index)
        : null;
  }

  /** Claims the element with the same key, if it is not yet claimed. */
  @Nullable XmlNode claimSameKey(PageItem item) {
    Integer index = indexByKey.get(item.key().cell());
    return index == null || claimed[index] ? null : claim(index);
  }

  /** Claims an element with the same content and any key that is not yet claimed. */
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

  /** The element with the same key, as a template for the formatting of the item. */
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
