package dev.fcp.drawio.language;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds free positions for new shapes: the first free cell of a grid that is filled in the flow
 * direction of the page and then across it, or a position beside another shape.
 */
final class FreeBoxFinder {

  /** The maximum number of rows and columns to search. */
  private static final int MAX_GRID_CELLS = 400;

  /** The number of shapes after which a new row or column begins. */
  private static final int SHAPES_PER_ROW = 5;

  private static final double MIN_GAP = 19;

  private final double left;
  private final double top;
  private final double columnWidth;
  private final double rowHeight;
  private final int columns;
  private final int rows;
  private final FlowDirection flow;
  private final List<Box> occupiedBoxes;
  private final Map<Integer, BitSet> occupiedColumnsByRow = new HashMap<>();

  private FreeBoxFinder(
      Box area,
      double columnWidth,
      double rowHeight,
      int columns,
      int rows,
      FlowDirection flow,
      List<Box> occupiedBoxes) {
    this.left = area.x();
    this.top = area.y();
    this.columnWidth = columnWidth;
    this.rowHeight = rowHeight;
    this.columns = columns;
    this.rows = rows;
    this.flow = flow;
    this.occupiedBoxes = occupiedBoxes.stream().map(flow::mirrored).toList();
    this.occupiedBoxes.forEach(this::occupy);
  }

  /** Creates a finder for a page. */
  static FreeBoxFinder onPage(FlowDirection flow, List<Box> occupiedBoxes) {
    return new FreeBoxFinder(
        new Box(40, 40, 0, 0), 160, 120, SHAPES_PER_ROW, SHAPES_PER_ROW, flow, occupiedBoxes);
  }

  /** Creates a finder for a container with a title. */
  static FreeBoxFinder within(
      Box container, double titleHeight, FlowDirection flow, List<Box> occupiedBoxes) {
    Box innerArea = new Box(container.x() + 20, container.y() + titleHeight + 20, 0, 0);
    int columns = (int) Math.clamp((container.width() - 20) / 140, 1, MAX_GRID_CELLS);
    int rows = (int) Math.clamp((container.height() - titleHeight - 20) / 80, 1, MAX_GRID_CELLS);
    // A container grows to the right and down, regardless of the flow of the page.
    FlowDirection containerFlow = flow.isVertical() ? FlowDirection.TB : FlowDirection.LR;
    return new FreeBoxFinder(innerArea, 140, 80, columns, rows, containerFlow, occupiedBoxes);
  }

  private void occupy(Box box) {
    int firstRow = gridIndex(box.y() - MIN_GAP - top, rowHeight);
    int lastRow = gridIndex(box.bottom() + MIN_GAP - top, rowHeight);
    int firstColumn = gridIndex(box.x() - MIN_GAP - left, columnWidth);
    int lastColumn = gridIndex(box.right() + MIN_GAP - left, columnWidth);
    if (lastColumn < 0 || lastRow < 0) {
      return;
    }
    for (int row = Math.max(0, firstRow); row <= lastRow; row++) {
      occupiedColumnsByRow
          .computeIfAbsent(row, r -> new BitSet())
          .set(Math.max(0, firstColumn), lastColumn + 1);
    }
  }

  private static int gridIndex(double distance, double cellSize) {
    return (int) Math.clamp(Math.floor(distance / cellSize), -1, MAX_GRID_CELLS);
  }

  /** The first free position for a shape. */
  Box firstFree(Box shape) {
    boolean flowsDown = flow.isVertical();
    for (int across = 0; across < MAX_GRID_CELLS - 1; across++) {
      for (int along = 0; along < (flowsDown ? rows : columns); along++) {
        int row = flowsDown ? along : across;
        int column = flowsDown ? across : along;
        Box candidate = shape.movedTo(left + column * columnWidth, top + row * rowHeight);
        if (isFreeAt(candidate, row, column)) {
          return flow.mirrored(candidate);
        }
      }
    }
    double lowestBottom = occupiedBoxes.stream().mapToDouble(Box::bottom).max().orElse(0);
    return flow.mirrored(shape.movedTo(left, lowestBottom + rowHeight));
  }

  private boolean isFreeAt(Box candidate, int row, int column) {
    int lastRow = gridIndex(candidate.bottom() - top - 1, rowHeight);
    int lastColumn = gridIndex(candidate.right() - left - 1, columnWidth);
    for (int r = row; r <= lastRow; r++) {
      BitSet occupiedColumns = occupiedColumnsByRow.get(r);
      int nextOccupied = occupiedColumns == null ? -1 : occupiedColumns.nextSetBit(column);
      if (nextOccupied >= 0 && nextOccupied <= lastColumn) {
        return false;
      }
    }
    return true;
  }

  /** A side of another shape. */
  enum Side {
    RIGHT_OF,
    LEFT_OF,
    ABOVE,
    BELOW
  }

  /**
   * The first position on one side of a shape that does not overlap other shapes. Shapes that
   * contain the anchor do not count as obstacles.
   */
  static Box beside(Box anchor, Side side, Box shape, double gap, List<Box> allBoxes) {
    List<Box> occupiedBoxes =
        allBoxes.stream().filter(other -> other.equals(anchor) || !other.contains(anchor)).toList();
    double middleX = anchor.x() + (anchor.width() - shape.width()) / 2;
    double middleY = anchor.y() + (anchor.height() - shape.height()) / 2;
    Box candidate =
        switch (side) {
          case RIGHT_OF -> shape.movedTo(anchor.right() + gap, middleY);
          case LEFT_OF -> shape.movedTo(anchor.x() - gap - shape.width(), middleY);
          case ABOVE -> shape.movedTo(middleX, anchor.y() - gap - shape.height());
          case BELOW -> shape.movedTo(middleX, anchor.bottom() + gap);
        };
    boolean movesDown = side == Side.RIGHT_OF || side == Side.LEFT_OF;
    for (int attempts = 0;
        attempts < MAX_GRID_CELLS && overlapsAny(candidate, occupiedBoxes);
        attempts++) {
      candidate =
          movesDown
              ? candidate.movedTo(candidate.x(), candidate.y() + shape.height() + MIN_GAP + 1)
              : candidate.movedTo(candidate.x() + shape.width() + MIN_GAP + 1, candidate.y());
    }
    return candidate;
  }

  private static boolean overlapsAny(Box candidate, List<Box> occupiedBoxes) {
    return occupiedBoxes.stream().anyMatch(other -> other.overlaps(candidate, MIN_GAP));
  }
}
