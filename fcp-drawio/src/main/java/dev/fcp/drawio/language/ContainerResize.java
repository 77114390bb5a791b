package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import java.util.Optional;

/** Enlarges containers to fit their content. */
final class ContainerResize {

  private static final double PADDING = 20;

  private ContainerResize() {}

  /** Enlarges all containers around a cell to the right and down, from the inside out. */
  static void growAround(DiagramEdit edit, DiagramKey page, String id) {
    PageView pageView = edit.pageView(page);
    Optional<Box> innerBox = pageView.box(id);
    for (String containerId : pageView.ancestorIds(id)) {
      Optional<Box> outerBox = pageView.box(containerId);
      if (innerBox.isEmpty()
          || outerBox.isEmpty()
          || !ShapePlacement.isContainer(pageView.cell(containerId))) {
        return;
      }
      double padding = PADDING;
      double width =
          Math.max(outerBox.get().width(), innerBox.get().right() + padding - outerBox.get().x());
      double height =
          Math.max(outerBox.get().height(), innerBox.get().bottom() + padding - outerBox.get().y());
      Box grown = new Box(outerBox.get().x(), outerBox.get().y(), width, height);
      if (!grown.equals(outerBox.get()) && grown.isFinite()) {
        edit.changeCell(pageView.cellKey(containerId), cell -> resized(cell, width, height));
      }
      innerBox = Optional.of(grown);
    }
  }

  static Cell resized(Cell cell, double width, double height) {
    Geometry geometry = cell.geometry().orElse(Geometry.EMPTY);
    return cell.withGeometry(Optional.of(geometry.withSize(width, height)));
  }
}
