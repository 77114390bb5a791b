package dev.fcp.drawio.file;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ListMultimap;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The content of a diagram file: the pages in order, each with its cells and foreign elements in
 * order.
 *
 * @param pages the pages in order
 */
record DiagramContent(DocumentRoot document, List<PageContent> pages) {

  /** A cell or a foreign element, with its key. */
  record PageItem(DiagramKey key, DiagramEntity entity) {

    @SuppressWarnings("ReferenceEquality") // a fast path for the same object
    boolean contentEquals(PageItem other) {
      // Most entities are the objects that were read from the file, or equal including their order.
      return entity == other.entity
          || entity.equals(other.entity)
          || entity.content().equals(other.entity.content());
    }
  }

  /**
   * A page with its items.
   *
   * @param items the cells and foreign elements, in order
   */
  record PageContent(DiagramKey key, Page page, List<PageItem> items) {

    private static final int MAX_HASHED_ITEMS = 64;

    PageContent {
      items = ImmutableList.copyOf(items);
    }

    boolean contentEquals(PageContent other) {
      return difference(this, other).isEmpty();
    }

    /**
     * A hash that is consistent with {@link #contentEquals}; for a large page it is computed from a
     * sample of the items.
     */
    int contentHash() {
      int hash = 31 * page.content().hashCode() + items.size();
      for (int i = 0; i < items.size(); i += 1 + items.size() / MAX_HASHED_ITEMS) {
        hash = 31 * hash + items.get(i).entity().content().hashCode();
      }
      return hash;
    }
  }

  DiagramContent {
    pages = ImmutableList.copyOf(pages);
  }

  /**
   * Creates the content from entities in any order.
   *
   * @throws IllegalArgumentException if there is no document, or the page of an item is missing
   */
  static DiagramContent of(Iterable<Map.Entry<DiagramKey, DiagramEntity>> entities) {
    Optional<DocumentRoot> document = Optional.empty();
    Map<String, Map.Entry<DiagramKey, Page>> pages = new HashMap<>();
    ListMultimap<String, PageItem> items = ArrayListMultimap.create();
    for (Map.Entry<DiagramKey, DiagramEntity> entry : entities) {
      DiagramKey key = entry.getKey();
      switch (entry.getValue()) {
        case DocumentRoot root -> document = Optional.of(root);
        case Page page -> pages.put(key.page(), Map.entry(key, page));
        case Cell cell -> items.put(key.page(), new PageItem(key, cell));
        case ForeignElement foreign -> items.put(key.page(), new PageItem(key, foreign));
      }
    }
    if (!pages.keySet().containsAll(items.keySet())) {
      items.keySet().removeAll(pages.keySet());
      throw new IllegalArgumentException("cells on pages that are not there: " + items.keySet());
    }
    return new DiagramContent(
        document.orElseThrow(() -> new IllegalArgumentException("no document among the entities")),
        sortedPages(pages.values(), items));
  }

  /** The content of a minimal file that contains one entity. */
  static DiagramContent containing(DiagramEntity entity) {
    DiagramKey key = DiagramKey.page("page");
    Page emptyPage = Page.named("page", "", OrderKey.initial(0));
    return switch (entity) {
      case DocumentRoot document -> new DiagramContent(document, List.of());
      case Page page ->
          new DiagramContent(DocumentRoot.EMPTY, List.of(new PageContent(key, page, List.of())));
      case Cell cell -> of(key, emptyPage, cell);
      case ForeignElement foreign -> of(key, emptyPage, foreign);
    };
  }

  private static DiagramContent of(DiagramKey key, Page page, DiagramEntity item) {
    List<PageItem> items = List.of(new PageItem(DiagramKey.cell(key.page(), "item"), item));
    return new DiagramContent(DocumentRoot.EMPTY, List.of(new PageContent(key, page, items)));
  }

  private static List<PageContent> sortedPages(
      Iterable<Map.Entry<DiagramKey, Page>> pages, ListMultimap<String, PageItem> items) {
    List<PageContent> contents = new ArrayList<>();
    for (Map.Entry<DiagramKey, Page> page : pages) {
      List<PageItem> pageItems = new ArrayList<>(items.get(page.getKey().page()));
      pageItems.sort(
          Comparator.comparing((PageItem item) -> orderKey(item)).thenComparing(PageItem::key));
      contents.add(new PageContent(page.getKey(), page.getValue(), pageItems));
    }
    contents.sort(
        Comparator.comparing((PageContent page) -> page.page().order())
            .thenComparing(PageContent::key));
    return contents;
  }

  private static OrderKey orderKey(PageItem item) {
    return switch (item.entity()) {
      case Cell cell -> cell.order();
      case ForeignElement foreign -> foreign.order();
      case Page unexpectedEntity -> throw new IllegalStateException("a page among cells");
      case DocumentRoot unexpectedEntity ->
          throw new IllegalStateException("a document among cells");
    };
  }

  /** All entities: the document, then each page followed by its items. */
  List<Map.Entry<DiagramKey, DiagramEntity>> entities() {
    ImmutableList.Builder<Map.Entry<DiagramKey, DiagramEntity>> entities = ImmutableList.builder();
    entities.add(Map.entry(DiagramKey.document(), document));
    for (PageContent page : pages) {
      entities.add(Map.entry(page.key(), page.page()));
      page.items().forEach(item -> entities.add(Map.entry(item.key(), item.entity())));
    }
    return entities.build();
  }

  /** Whether two contents are equal to a reader of their files. */
  boolean contentEquals(DiagramContent other) {
    return difference(other).isEmpty();
  }

  /** Describes the first difference, if there is one. */
  Optional<String> firstDifference(DiagramContent other) {
    return difference(other).map(Supplier::get);
  }

  private Optional<Supplier<String>> difference(DiagramContent other) {
    if (!document.content().equals(other.document.content())) {
      return Optional.of(() -> document + " against " + other.document);
    }
    if (pages.size() != other.pages.size()) {
      return Optional.of(() -> pages.size() + " pages against " + other.pages.size());
    }
    for (int i = 0; i < pages.size(); i++) {
      Optional<Supplier<String>> difference = difference(pages.get(i), other.pages.get(i));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<Supplier<String>> difference(PageContent page, PageContent other) {
    if (!page.page().content().equals(other.page().content())) {
      return Optional.of(() -> page.page() + " against " + other.page());
    }
    for (int i = 0; i < Math.max(page.items().size(), other.items().size()); i++) {
      @Nullable PageItem item = i < page.items().size() ? page.items().get(i) : null;
      @Nullable PageItem otherItem = i < other.items().size() ? other.items().get(i) : null;
      if (item == null || otherItem == null || !item.contentEquals(otherItem)) {
        int index = i;
        return Optional.of(
            () -> page.key() + ", item " + index + ": " + item + " against " + otherItem);
      }
    }
    return Optional.empty();
  }
}
