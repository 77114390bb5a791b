package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Changes a diagram at random: removes, moves and replaces pages and cells. */
final class RandomDiagramChange {

  private final Random random;
  private final List<PageItem> otherItems = new ArrayList<>();

  /** Creates a change that takes new items from another diagram. */
  RandomDiagramChange(Random random, DiagramContent other) {
    this.random = random;
    other.pages().forEach(page -> otherItems.addAll(page.items()));
  }

  DiagramContent applyTo(DiagramContent diagram) {
    boolean isBare = diagram.document().form() == DocumentRoot.FileForm.BARE_MODEL;
    List<PageContent> pages = new ArrayList<>();
    for (PageContent page : diagram.pages()) {
      if (isBare || random.nextInt(5) > 0) {
        pages.add(changedPage(page));
      }
    }
    if (!isBare && random.nextBoolean()) {
      Collections.shuffle(pages, random);
    }
    DocumentRoot document =
        isBare || random.nextBoolean()
            ? diagram.document()
            : diagram.document().withAttributes(Attributes.of("version", "x", "pagesize", "'\""));
    List<PageContent> reordered = new ArrayList<>();
    for (PageContent page : pages) {
      Page moved = page.page().withOrder(OrderKey.initial(reordered.size()));
      reordered.add(new PageContent(page.key(), moved, page.items()));
    }
    return new DiagramContent(document, reordered);
  }

  private PageContent changedPage(PageContent page) {
    List<PageItem> items = new ArrayList<>();
    for (PageItem item : page.items()) {
      switch (random.nextInt(6)) {
        case 0 -> {}
        case 1 -> items.add(changed(item));
        default -> items.add(item);
      }
    }
    if (page.page().model().isPresent() && !otherItems.isEmpty()) {
      String id = "new" + random.nextInt(3);
      items.add(random.nextInt(items.size() + 1), otherItem(page.key(), id, Optional.of(id)));
    }
    if (random.nextInt(3) == 0) {
      Collections.shuffle(items, random);
    }
    return new PageContent(page.key(), page.page(), withNewOrder(items));
  }

  private PageItem changed(PageItem item) {
    if (!(item.entity() instanceof Cell cell) || otherItems.isEmpty()) {
      return item;
    }
    return switch (random.nextInt(4)) {
      case 0 -> new PageItem(item.key(), cell.withLabel(Optional.of("new 'label' \"\u2603\"")));
      case 1 -> new PageItem(item.key(), cell.withParent(Optional.empty()));
      case 2 ->
          // A second geometry would be parsed in place of the first.
          new PageItem(
              item.key(),
              cell.withGeometry(
                  cell.cellExtras().isEmpty() ? Optional.empty() : Optional.of(Geometry.EMPTY)));
      default -> otherItem(item.key(), item.key().cell(), cell.storedId());
    };
  }

  private PageItem otherItem(DiagramKey page, String name, Optional<String> id) {
    DiagramKey key = DiagramKey.cell(page.page(), name);
    return switch (otherItems.get(random.nextInt(otherItems.size())).entity()) {
      case Cell cell when id.isPresent() || !cell.attributes().hasValue("id") ->
          new PageItem(key, withId(cell, id));
      case Cell cell -> new PageItem(key, withId(cell.withAttributes(Attributes.NONE), id));
      case ForeignElement foreign ->
          new PageItem(key, withId(Cell.blank("x", foreign.order()), id));
      case Page unexpectedEntity -> throw new IllegalStateException("a page among cells");
      case DocumentRoot unexpectedEntity ->
          throw new IllegalStateException("a document among cells");
    };
  }

  private static Cell withId(Cell cell, Optional<String> id) {
    return new Cell(
        id,
        cell.wrapperTag(),
        cell.wrapperAttributes(),
        cell.attributes(),
        Optional.of("gone"),
        cell.source(),
        cell.target(),
        cell.style(),
        cell.geometry(),
        cell.cellExtras(),
        cell.wrapperExtras(),
        cell.order());
  }

  private static List<PageItem> withNewOrder(List<PageItem> items) {
    List<PageItem> reordered = new ArrayList<>();
    for (PageItem item : items) {
      OrderKey order = OrderKey.initial(reordered.size());
      reordered.add(
          switch (item.entity()) {
            case Cell cell -> new PageItem(item.key(), cell.withOrder(order));
            case ForeignElement foreign -> new PageItem(item.key(), foreign.withOrder(order));
            case Page unexpectedEntity -> throw new IllegalStateException("a page among cells");
            case DocumentRoot unexpectedEntity -> throw new IllegalStateException("a document");
          });
    }
    return reordered;
  }
}
