package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;

/** What a cell is, in a word. */
final class TypeName {

  private TypeName() {}

  static String of(Cell cell) {
    return switch (cell.kind()) {
      case SHAPE -> cell.style().flatMap(ShapeType::of).map(ShapeType::word).orElse("shape");
      case EDGE -> "edge";
      case GROUP -> "group";
      case LAYER -> "layer";
      case ROOT -> "root";
      case EDGE_LABEL -> "label";
    };
  }
}
