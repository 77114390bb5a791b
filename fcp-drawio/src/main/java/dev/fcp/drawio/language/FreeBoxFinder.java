package dev.fcp.drawio.language;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  /** Creates a finder for the inner area of a container. */
  static FreeBoxFinder within(Box innerArea, FlowDirection flow, List<Box> occupiedBoxes) {
    Box area = innerArea.movedTo(innerArea.x() + 20, innerArea.y() + 20);
    int columns = (int) Math.clamp((innerArea.width() - 20) / 140, 1, MAX_GRID_CELLS);
    int rows = (int) Math.clamp((innerArea.height() - 20) / 80, 1, MAX_GRID_CELLS);
    // A container grows to the right and down, regardless of the flow of the page.
    FlowDirection containerFlow = flow.isVertical() ? FlowDirection.TB : FlowDirection.LR;
    return new FreeBoxFinder(area, 140, 80, columns, rows, containerFlow, occupiedBoxes);
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

  /**
   * The first free position for a shape: in a block of cells that is filled in the flow direction,
   * or in the columns and rows after it, which keep the block about as wide as high.
   */
  Box firstFree(Box shape) {
    Optional<Box> free = Optional.empty();
    int columnCount = columns;
    int rowCount = rows;
    for (int i = 0; i < (flow.isVertical() ? columns : rows) && free.isEmpty(); i++) {
      free = flow.isVertical() ? freeInColumn(i, rows, shape) : freeInRow(i, columns, shape);
    }
    while (free.isEmpty() && columnCount < MAX_GRID_CELLS && rowCount < MAX_GRID_CELLS) {
      free =
          columnCount * columnWidth <= rowCount * rowHeight
              ? freeInColumn(columnCount++, rowCount, shape)
              : freeInRow(rowCount++, columnCount, shape);
    }
    return flow.mirrored(
        free.orElseGet(() -> {
          double lowestBottom = occupiedBoxes.stream().mapToDouble(Box::bottom).max().orElse(0);
          return shape.movedTo(left, lowestBottom + rowHeight);
        }));
  }

  private Optional<Box> freeInColumn(int column, int rowCount, Box shape) {
    return IntStream.range(0, rowCount)
        .filter(row -> isFreeAt(shape, row, column))
        .mapToObj(row -> boxAt(shape, row, column))
        .findFirst();
  }

  private Optional<Box> freeInRow(int row, int columnCount, Box shape) {
    return IntStream.range(0, columnCount)
        .filter(column -> isFreeAt(shape, row, column))
        .mapToObj(column -> boxAt(shape, row, column))
        .findFirst();
  }

  private Box boxAt(Box shape, int row, int column) {
    return shape.movedTo(left + column * columnWidth, top + row * rowHeight);
  }

  private boolean isFreeAt(Box shape, int row, int column) {
    Box candidate = boxAt(shape, row, column);
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

  /** The position on one side of a shape, centered on it. */
  static Box beside(Box anchor, Side side, Box shape, double gap) {
    double middleX = anchor.x() + (anchor.width() - shape.width()) / 2;
    double middleY = anchor.y() + (anchor.height() - shape.height()) / 2;
    return switch (side) {
      case RIGHT_OF -> shape.movedTo(anchor.right() + gap, middleY);
      case LEFT_OF -> shape.movedTo(anchor.x() - gap - shape.width(), middleY);
      case ABOVE -> shape.movedTo(middleX, anchor.y() - gap - shape.height());
      case BELOW -> shape.movedTo(middleX, anchor.bottom() + gap);
    };
  }

  /**
   * A free position one step further along a side of an anchor shape: down or up, right or left; on
   * the page if the anchor is.
   */
  static Optional<Box> nextTo(Box requested, Side side, Box anchor, Collection<Box> obstacles) {
    boolean isVertical = side == Side.RIGHT_OF || side == Side.LEFT_OF;
    double dx = isVertical ? 0 : requested.width() + MIN_GAP + 1;
    double dy = isVertical ? requested.height() + MIN_GAP + 1 : 0;
    return Stream.of(
            requested.movedTo(requested.x() + dx, requested.y() + dy),
            requested.movedTo(requested.x() - dx, requested.y() - dy))
        .filter(box -> box.x() >= Math.min(0, anchor.x()) && box.y() >= Math.min(0, anchor.y()))
        .filter(box -> obstacles.stream().noneMatch(other -> other.overlaps(box, MIN_GAP)))
        .findFirst();
  }
}
