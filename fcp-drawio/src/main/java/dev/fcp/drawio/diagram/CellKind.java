package dev.fcp.drawio.diagram;

/** The kind of a cell, determined by its attributes; the first kind that matches applies. */
public enum CellKind {
  /** A cell without a parent. */
  ROOT,
  /** A cell with {@code edge="1"}. */
  EDGE,
  /** A cell with neither {@code vertex="1"} nor {@code edge="1"}. */
  LAYER,
  /** A vertex with {@code connectable="0"} and relative geometry. */
  EDGE_LABEL,
  /** A vertex with the style token {@code group}. */
  GROUP,
  /** Any other vertex, including containers and swimlanes. */
  SHAPE;

  /** The kind of a cell. */
  public static CellKind of(Cell cell) {
    if (cell.parent().isEmpty()) {
      return ROOT;
    }
    if (cell.attributes().hasValue("edge", "1")) {
      return EDGE;
    }
    if (!cell.attributes().hasValue("vertex", "1")) {
      return LAYER;
    }
    if (cell.attributes().hasValue("connectable", "0")
        && cell.geometry().filter(Geometry::isRelative).isPresent()) {
      return EDGE_LABEL;
    }
    return cell.style().filter(style -> style.has("group")).isPresent() ? GROUP : SHAPE;
  }
}
