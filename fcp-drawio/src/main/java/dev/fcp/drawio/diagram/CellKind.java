package dev.fcp.drawio.diagram;

/** What a cell is, by its own attributes alone; the first kind that fits. */
public enum CellKind {
  /** Has no parent. */
  ROOT,
  /** {@code edge="1"}. */
  EDGE,
  /** Neither {@code vertex="1"} nor {@code edge="1"}. */
  LAYER,
  /** A vertex with {@code connectable="0"} and relative geometry. */
  EDGE_LABEL,
  /** A vertex with the style token {@code group}. */
  GROUP,
  /** Any other vertex; containers and swimlanes too. */
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
