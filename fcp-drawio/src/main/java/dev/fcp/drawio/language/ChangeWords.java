package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.ResultLine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is different between two states of a diagram, in the words of those who draw: a line for
 * each entity, {@code * box "Cart": text "Shop" -> "Cart", fill #dae8fc -> #f8cecc}.
 */
final class ChangeWords {

  private final Drawing before;
  private final Drawing after;

  ChangeWords(
      EntityModel<DiagramKey, DiagramEntity> before, EntityModel<DiagramKey, DiagramEntity> after) {
    this.before = new Drawing(before);
    this.after = new Drawing(after);
  }

  /** A line for each of these that is different, in their order. */
  List<ResultLine> lines(Collection<DiagramKey> keys) {
    Set<DiagramKey> all = Set.copyOf(keys);
    List<ResultLine> lines = new ArrayList<>();
    for (DiagramKey key : keys) {
      Optional<DiagramEntity> old = before.find(key);
      Optional<DiagramEntity> now = after.find(key);
      boolean isToldByPage = isRoot(old.or(() -> now)) && all.contains(key.ofPage());
      if (!old.equals(now) && !(isToldByPage && old.isPresent() != now.isPresent())) {
        lines.add(line(key, old, now));
      }
    }
    return lines;
  }

  private static boolean isRoot(Optional<DiagramEntity> entity) {
    return entity.filter(it -> it instanceof Cell cell && cell.kind() == Kind.ROOT).isPresent();
  }

  private ResultLine line(
      DiagramKey key, Optional<DiagramEntity> old, Optional<DiagramEntity> now) {
    if (old.isEmpty()) {
      String told = told(after, key, now.orElseThrow());
      return isEdge(now.orElseThrow()) ? ResultLine.connected(told) : ResultLine.created(told);
    }
    if (now.isEmpty()) {
      return ResultLine.deleted(told(before, key, old.get()));
    }
    List<String> changes = changes(key, old.get(), now.get());
    return ResultLine.changed(
        told(after, key, now.get())
            + ": "
            + (changes.isEmpty() ? "markup" : String.join(", ", changes)));
  }

  private static boolean isEdge(DiagramEntity entity) {
    return entity instanceof Cell cell && cell.kind() == Kind.EDGE;
  }

  private static String told(Drawing drawing, DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> "document";
      case Page page -> drawing.page(key);
      case Cell cell ->
          cell.kind() == Kind.ROOT ? drawing.page(key.ofPage()) : drawing.told(key, cell);
      case Foreign foreign -> "other markup on " + drawing.page(key.ofPage());
    };
  }

  private List<String> changes(DiagramKey key, DiagramEntity old, DiagramEntity now) {
    if (old instanceof Cell was && now instanceof Cell is) {
      return new CellChange(
              new CellChange.Side(before, key, was), new CellChange.Side(after, key, is))
          .told();
    }
    List<String> changes = new ArrayList<>();
    if (old instanceof Page was && now instanceof Page is) {
      String name = Change.of(was.name().map(Labels::shown), is.name().map(Labels::shown));
      changes.addAll(was.name().equals(is.name()) ? List.of() : List.of("name " + name));
      changes.addAll(was.order().equals(is.order()) ? List.of() : List.of("place among the pages"));
      boolean isSettings =
          !was.model().equals(is.model())
              || !was.attributes().without("name").equals(is.attributes().without("name"));
      changes.addAll(isSettings ? List.of("settings") : List.of());
    }
    return changes;
  }
}
