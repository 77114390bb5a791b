package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import java.util.Optional;

/** Makes containers as large as what was put into them asks for. */
final class Growth {

  private static final double PADDING = 20;

  private Growth() {}

  /** Lets everything around a cell grow to the right and down, from the inside out. */
  static void around(Edit edit, DiagramKey page, String id) {
    Sheet sheet = edit.sheet(page);
    Optional<Box> inner = sheet.box(id);
    for (String up : sheet.above(id)) {
      Optional<Box> outer = sheet.box(up);
      if (inner.isEmpty() || outer.isEmpty() || !Placement.isContainer(sheet.cell(up))) {
        return;
      }
      double padding = PADDING;
      double width = Math.max(outer.get().width(), inner.get().right() + padding - outer.get().x());
      double height =
          Math.max(outer.get().height(), inner.get().bottom() + padding - outer.get().y());
      Box grown = new Box(outer.get().x(), outer.get().y(), width, height);
      if (!grown.equals(outer.get()) && grown.isFinite()) {
        edit.cell(sheet.keyOf(up), cell -> resized(cell, width, height));
      }
      inner = Optional.of(grown);
    }
  }

  static Cell resized(Cell cell, double width, double height) {
    Geometry geometry = cell.geometry().orElse(Geometry.EMPTY);
    return cell.withGeometry(Optional.of(geometry.withSize(width, height)));
  }
}
