package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DiagramContent.Item;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Changes a diagram without sense: drops, moves and replaces pages and cells. */
final class Shuffle {

  private final Random random;
  private final List<Item> others = new ArrayList<>();

  /** New parts come from another diagram. */
  Shuffle(Random random, DiagramContent other) {
    this.random = random;
    other.pages().forEach(page -> others.addAll(page.items()));
  }

  DiagramContent of(DiagramContent diagram) {
    boolean bare = diagram.document().form() == DocumentRoot.Form.BARE_MODEL;
    List<PageContent> pages = new ArrayList<>();
    for (PageContent page : diagram.pages()) {
      if (bare || random.nextInt(5) > 0) {
        pages.add(of(page));
      }
    }
    if (!bare && random.nextBoolean()) {
      Collections.shuffle(pages, random);
    }
    DocumentRoot document =
        bare || random.nextBoolean()
            ? diagram.document()
            : diagram.document().withAttributes(Attributes.of("version", "x", "pagesize", "'\""));
    List<PageContent> placed = new ArrayList<>();
    for (PageContent page : pages) {
      Page moved = page.page().withOrder(OrderKey.atLoading(placed.size()));
      placed.add(new PageContent(page.key(), moved, page.items()));
    }
    return new DiagramContent(document, placed);
  }

  private PageContent of(PageContent page) {
    List<Item> items = new ArrayList<>();
    for (Item item : page.items()) {
      switch (random.nextInt(6)) {
        case 0 -> {}
        case 1 -> items.add(changed(item));
        default -> items.add(item);
      }
    }
    if (page.page().model().isPresent() && !others.isEmpty()) {
      String id = "new" + random.nextInt(3);
      items.add(random.nextInt(items.size() + 1), other(page.key(), id, Optional.of(id)));
    }
    if (random.nextInt(3) == 0) {
      Collections.shuffle(items, random);
    }
    return new PageContent(page.key(), page.page(), inOrder(items));
  }

  private Item changed(Item item) {
    if (!(item.entity() instanceof Cell cell) || others.isEmpty()) {
      return item;
    }
    return switch (random.nextInt(4)) {
      case 0 -> new Item(item.key(), cell.withLabel(Optional.of("new 'label' \"\u2603\"")));
      case 1 -> new Item(item.key(), cell.withParent(Optional.empty()));
      case 2 ->
          // A second geometry would take the place of the first.
          new Item(
              item.key(),
              cell.withGeometry(
                  cell.cellExtras().isEmpty() ? Optional.empty() : Optional.of(Geometry.EMPTY)));
      default -> other(item.key(), item.key().cell(), cell.storedId());
    };
  }

  private Item other(DiagramKey page, String name, Optional<String> id) {
    DiagramKey key = DiagramKey.cell(page.page(), name);
    return switch (others.get(random.nextInt(others.size())).entity()) {
      case Cell cell when id.isPresent() || !cell.attributes().has("id") ->
          new Item(key, withId(cell, id));
      case Cell cell -> new Item(key, withId(cell.withAttributes(Attributes.NONE), id));
      case Foreign foreign -> new Item(key, withId(Cell.blank("x", foreign.order()), id));
      case Page unexpected -> throw new IllegalStateException("a page among cells");
      case DocumentRoot unexpected -> throw new IllegalStateException("a document among cells");
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

  private static List<Item> inOrder(List<Item> items) {
    List<Item> placed = new ArrayList<>();
    for (Item item : items) {
      OrderKey order = OrderKey.atLoading(placed.size());
      placed.add(
          switch (item.entity()) {
            case Cell cell -> new Item(item.key(), cell.withOrder(order));
            case Foreign foreign -> new Item(item.key(), foreign.withOrder(order));
            case Page unexpected -> throw new IllegalStateException("a page among cells");
            case DocumentRoot unexpected -> throw new IllegalStateException("a document");
          });
    }
    return placed;
  }
}
