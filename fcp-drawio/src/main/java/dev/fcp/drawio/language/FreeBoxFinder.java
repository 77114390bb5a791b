package dev.fcp.drawio.language;

import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds free positions for new shapes: the first free cell of a grid, or a position beside another
 * shape. An immutable value; a copy with another shape shares the rest.
 *
 * @param shapesByCell how many shapes cover a cell of the grid, or are too close to it; only cells
 *     with at least one shape
 */
record FreeBoxFinder(PlacementGrid grid, PersistentMap<Integer, Integer> shapesByCell) {

  private static final double MIN_GAP = 19;

  /** Creates a finder for a grid with shapes. */
  static FreeBoxFinder of(PlacementGrid grid, Collection<Box> shapes) {
    int[] counts = new int[PlacementGrid.SIZE];
    shapes.forEach(shape -> grid.cellsIn(shape, MIN_GAP).forEach(cell -> counts[cell]++));
    List<Map.Entry<Integer, Integer>> shapesByCell = new ArrayList<>();
    for (int cell = 0; cell < counts.length; cell++) {
      if (counts[cell] > 0) {
        shapesByCell.add(Map.entry(cell, counts[cell]));
      }
    }
    return new FreeBoxFinder(
        grid, PersistentMap.ofSorted(Comparator.<Integer>naturalOrder(), shapesByCell));
  }

  FreeBoxFinder with(Box shape) {
    return withChangedCounts(shape, 1);
  }

  FreeBoxFinder without(Box shape) {
    return withChangedCounts(shape, -1);
  }

  private FreeBoxFinder withChangedCounts(Box shape, int change) {
    PersistentMap<Integer, Integer> changed = shapesByCell;
    for (int cell : grid.cellsIn(shape, MIN_GAP).toArray()) {
      int count = Optional.ofNullable(changed.get(cell)).orElse(0) + change;
      changed = count == 0 ? changed.without(cell) : changed.with(cell, count);
    }
    return new FreeBoxFinder(grid, changed);
  }

  /** The first free position for a shape; empty if the grid is full. */
  Optional<Box> firstFree(Box shape) {
    for (int cell = firstFreeCell(0); cell < PlacementGrid.SIZE; cell = firstFreeCell(cell + 1)) {
      Box candidate = grid.boxAt(cell, shape);
      if (grid.cellsIn(candidate, -1).noneMatch(shapesByCell::containsKey)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** The first cell without a shape from a cell on, found by bisection. */
  private int firstFreeCell(int from) {
    int first = from;
    int last = from + shapesByCell.size();
    while (first < last) {
      int middle = (first + last) / 2;
      if (freeCellsBelow(middle + 1) > freeCellsBelow(from)) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    return first;
  }

  private int freeCellsBelow(int cell) {
    return cell - shapesByCell.countBelow(cell);
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
