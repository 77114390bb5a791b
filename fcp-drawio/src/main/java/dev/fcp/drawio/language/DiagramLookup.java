package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.eventlog.entity.EntityModel;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Looks up labels and positions of single cells of a diagram, without the cost of indexing the
 * others.
 *
 * @param model the diagram
 */
record DiagramLookup(EntityModel<DiagramKey, DiagramEntity> model) {

  Optional<DiagramEntity> find(DiagramKey key) {
    return model.find(key);
  }

  private Optional<Cell> cell(DiagramKey sibling, String id) {
    return id.isEmpty()
        ? Optional.empty()
        : find(DiagramKey.cell(sibling.page(), id))
            .filter(Cell.class::isInstance)
            .map(Cell.class::cast);
  }

  /** {@code page "Name"}. */
  String pageLabel(DiagramKey page) {
    return find(page).isPresent()
        ? "page " + Labels.display(DiagramResolver.pageName(model, page))
        : "page " + DiagramResolver.tag(page.page());
  }

  /** Describes a cell by its type and its text, or by its id if it has no text. */
  String describe(DiagramKey key, Cell cell) {
    if (cell.kind() == CellKind.EDGE) {
      String label = LabelText.of(cell);
      return endLabel(key, cell.source())
          + " -> "
          + endLabel(key, cell.target())
          + (label.isEmpty() ? "" : " " + Labels.display(label));
    }
    return CellTypeName.of(cell) + " " + labelOrTag(key.cell(), cell);
  }

  private static String labelOrTag(String id, Cell cell) {
    String name =
        cell.kind() == CellKind.LAYER ? DiagramResolver.layerName(cell) : LabelText.of(cell);
    return name.isEmpty() ? DiagramResolver.tag(id) : Labels.display(name);
  }

  /** The label of another cell on the same page. */
  String endLabel(DiagramKey sibling, Optional<String> id) {
    return id.map(endId ->
            cell(sibling, endId)
                .map(cell -> labelOrTag(endId, cell))
                .orElse(DiagramResolver.tag(endId)))
        .orElse("(open)");
  }

  /**
   * The position and size of a cell on its page; empty for an edge, and if there is no absolute
   * position.
   */
  Optional<Box> box(DiagramKey key, Cell cell) {
    if (cell.kind() == CellKind.EDGE || cell.geometry().isEmpty()) {
      return Optional.empty();
    }
    Geometry geometry = cell.geometry().get();
    double x = geometry.x();
    double y = geometry.y();
    boolean isRelative = geometry.isRelative();
    Set<String> seen = new HashSet<>();
    Optional<String> parentId = cell.parent();
    while (parentId.isPresent() && seen.add(parentId.get()) && !isRelative) {
      Optional<Cell> container = cell(key, parentId.get());
      Geometry containerGeometry = container.flatMap(Cell::geometry).orElse(Geometry.EMPTY);
      isRelative = containerGeometry.isRelative();
      x += containerGeometry.x();
      y += containerGeometry.y();
      parentId = container.flatMap(Cell::parent);
    }
    return isRelative
        ? Optional.empty()
        : Optional.of(new Box(x, y, geometry.width(), geometry.height()));
  }
}
