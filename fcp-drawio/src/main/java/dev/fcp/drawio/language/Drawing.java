package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.eventlog.entity.EntityModel;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A diagram of which only some cells are asked about: by what words a person tells them, and where
 * they stand. Costs nothing for the others.
 *
 * @param model the diagram
 */
record Drawing(EntityModel<DiagramKey, DiagramEntity> model) {

  Optional<DiagramEntity> find(DiagramKey key) {
    return model.find(key);
  }

  private Optional<Cell> cell(DiagramKey near, String id) {
    return id.isEmpty()
        ? Optional.empty()
        : find(DiagramKey.cell(near.page(), id))
            .filter(Cell.class::isInstance)
            .map(Cell.class::cast);
  }

  /** {@code page "Name"}. */
  String page(DiagramKey page) {
    return find(page).isPresent()
        ? "page " + Labels.shown(Finder.pageName(model, page))
        : "page " + Finder.tag(page.page());
  }

  /** A cell by what it is and its text, or its id where it has none. */
  String told(DiagramKey key, Cell cell) {
    if (cell.kind() == Kind.EDGE) {
      String label = Labels.plain(cell);
      return end(key, cell.source())
          + " -> "
          + end(key, cell.target())
          + (label.isEmpty() ? "" : " " + Labels.shown(label));
    }
    return TypeName.of(cell) + " " + named(key.cell(), cell);
  }

  private static String named(String id, Cell cell) {
    String name = cell.kind() == Kind.LAYER ? Finder.layerName(cell) : Labels.plain(cell);
    return name.isEmpty() ? Finder.tag(id) : Labels.shown(name);
  }

  /** What another cell on the same page is called. */
  String end(DiagramKey near, Optional<String> id) {
    return id.map(it -> cell(near, it).map(cell -> named(it, cell)).orElse(Finder.tag(it)))
        .orElse("(open)");
  }

  /** Where a cell stands on its page, in px; empty if it does not say, or an edge does. */
  Optional<Box> box(DiagramKey key, Cell cell) {
    if (cell.kind() == Kind.EDGE || cell.geometry().isEmpty()) {
      return Optional.empty();
    }
    Geometry own = cell.geometry().get();
    double x = own.x();
    double y = own.y();
    boolean isRelative = own.isRelative();
    Set<String> seen = new HashSet<>();
    Optional<String> up = cell.parent();
    while (up.isPresent() && seen.add(up.get()) && !isRelative) {
      Optional<Cell> holder = cell(key, up.get());
      Geometry geometry = holder.flatMap(Cell::geometry).orElse(Geometry.EMPTY);
      isRelative = geometry.isRelative();
      x += geometry.x();
      y += geometry.y();
      up = holder.flatMap(Cell::parent);
    }
    return isRelative ? Optional.empty() : Optional.of(new Box(x, y, own.width(), own.height()));
  }
}
