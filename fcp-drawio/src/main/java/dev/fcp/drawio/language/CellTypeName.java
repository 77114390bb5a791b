package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Style;
import java.util.Optional;

/** The name of the type of a cell in operations and results. */
final class CellTypeName {

  private CellTypeName() {}

  static String of(Cell cell) {
    return switch (cell.kind()) {
      case SHAPE -> ofShape(cell.style());
      case EDGE -> "edge";
      case GROUP -> "group";
      case LAYER -> "layer";
      case ROOT -> "root";
      case EDGE_LABEL -> "label";
    };
  }

  /** The type name of a shape with a style. */
  static String ofShape(Optional<Style> style) {
    return style.flatMap(ShapeType::of).map(ShapeType::primaryName).orElse("shape");
  }
}
