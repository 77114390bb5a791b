package dev.fcp.drawio.language;

import java.util.stream.IntStream;

/**
 * The cells into which shapes without a position are placed, numbered in the order in which they
 * are filled: first a block in the flow direction of the page, then the columns and rows after it,
 * in the order of their distance, which keeps the block about as wide as high.
 *
 * @param area where the grid begins, and how large it is without the cells after the first block
 * @param columnWidth the width of a cell in px
 * @param rowHeight the height of a cell in px
 * @param columns the number of columns of the first block
 * @param rows the number of rows of the first block
 */
record PlacementGrid(
    Box area, double columnWidth, double rowHeight, int columns, int rows, FlowDirection flow) {

  /** The maximum number of rows, and of columns. */
  private static final int MAX_LENGTH = 200;

  /** The number of shapes after which a new row or column begins on a page. */
  private static final int SHAPES_PER_ROW = 5;

  private static final double MARGIN = 20;

  /** The number of cells. */
  static final int SIZE = MAX_LENGTH * MAX_LENGTH;

  /** The grid of a page. */
  static PlacementGrid onPage(FlowDirection flow) {
    return new PlacementGrid(new Box(40, 40, 0, 0), 160, 120, SHAPES_PER_ROW, SHAPES_PER_ROW, flow);
  }

  /** The grid of the inner area of a container. */
  static PlacementGrid within(Box innerArea, FlowDirection flow) {
    Box area = innerArea.movedTo(innerArea.x() + MARGIN, innerArea.y() + MARGIN);
    int columns = (int) Math.clamp((innerArea.width() - MARGIN) / 140, 1, MAX_LENGTH);
    int rows = (int) Math.clamp((innerArea.height() - MARGIN) / 80, 1, MAX_LENGTH);
    // A container grows to the right and down, regardless of the flow of the page.
    FlowDirection containerFlow = flow.isVertical() ? FlowDirection.TB : FlowDirection.LR;
    return new PlacementGrid(area, 140, 80, columns, rows, containerFlow);
  }

  /** A shape at the corner of a cell. */
  Box boxAt(int cell, Box shape) {
    return flow.mirrored(
        shape.movedTo(area.x() + columnOf(cell) * columnWidth, area.y() + rowOf(cell) * rowHeight));
  }

  /** The cells that a rectangle with some space around it covers. */
  IntStream cellsIn(Box box, double gap) {
    Box mirrored = flow.mirrored(box);
    int firstColumn = index(mirrored.x() - gap - area.x(), columnWidth);
    int lastColumn = index(mirrored.right() + gap - area.x(), columnWidth);
    int firstRow = index(mirrored.y() - gap - area.y(), rowHeight);
    int lastRow = index(mirrored.bottom() + gap - area.y(), rowHeight);
    return IntStream.rangeClosed(Math.max(0, firstRow), Math.min(lastRow, MAX_LENGTH - 1))
        .flatMap(row ->
            IntStream.rangeClosed(Math.max(0, firstColumn), Math.min(lastColumn, MAX_LENGTH - 1))
                .map(column -> cellAt(column, row)));
  }

  private static int index(double distance, double cellSize) {
    return (int) Math.clamp(Math.floor(distance / cellSize), -1, MAX_LENGTH);
  }

  /** The number of a cell: how many cells are in the block before its row or column, and in it. */
  private int cellAt(int column, int row) {
    if (column < columns && row < rows) {
      return flow.isVertical() ? column * rows + row : row * columns + column;
    }
    boolean isInAddedRow = row >= rows && column < columnsBeforeRow(row);
    return isInAddedRow
        ? row * columnsBeforeRow(row) + column
        : column * rowsBeforeColumn(column) + row;
  }

  /** The number of columns when a row is added to the block. */
  private int columnsBeforeRow(int row) {
    int nearerColumns = (int) Math.floor(row * rowHeight / columnWidth) + 1;
    return Math.min(Math.max(columns, nearerColumns), MAX_LENGTH);
  }

  /** The number of rows when a column is added to the block. */
  private int rowsBeforeColumn(int column) {
    int nearerRows = (int) Math.ceil(column * columnWidth / rowHeight);
    return Math.min(Math.max(rows, nearerRows), MAX_LENGTH);
  }

  private int columnOf(int cell) {
    if (cell < columns * rows) {
      return flow.isVertical() ? cell / rows : cell % columns;
    }
    int row = lastRowBegunBy(cell);
    return isInRow(cell, row) ? cell - row * columnsBeforeRow(row) : lastColumnBegunBy(cell);
  }

  private int rowOf(int cell) {
    if (cell < columns * rows) {
      return flow.isVertical() ? cell % rows : cell / columns;
    }
    int row = lastRowBegunBy(cell);
    int column = lastColumnBegunBy(cell);
    return isInRow(cell, row) ? row : cell - column * rowsBeforeColumn(column);
  }

  private boolean isInRow(int cell, int row) {
    return row >= rows && cell < (row + 1) * columnsBeforeRow(row);
  }

  private int lastRowBegunBy(int cell) {
    int row = rows;
    while (row < MAX_LENGTH && row * columnsBeforeRow(row) <= cell) {
      row++;
    }
    return row - 1;
  }

  private int lastColumnBegunBy(int cell) {
    int column = columns;
    while (column < MAX_LENGTH && column * rowsBeforeColumn(column) <= cell) {
      column++;
    }
    return column - 1;
  }
}
