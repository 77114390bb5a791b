package dev.fcp.drawio.language;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds places for new shapes, so that a picture looks decent before anybody arranges it: the first
 * free slot of a grid that fills along the flow of the page and then across it, or a place beside
 * another shape.
 */
final class FreePlace {

  /** Slots are looked for in so many rows and columns at most. */
  private static final int MOST = 400;

  /** A row or column of a page begins anew after so many shapes. */
  private static final int LONGEST = 5;

  private static final double GAP = 19;

  private final double left;
  private final double top;
  private final double pitchX;
  private final double pitchY;
  private final int columns;
  private final int rows;
  private final Flow flow;
  private final List<Box> others;
  private final Map<Integer, BitSet> taken = new HashMap<>();

  private FreePlace(
      Box area, double pitchX, double pitchY, int columns, int rows, Flow flow, List<Box> others) {
    this.left = area.x();
    this.top = area.y();
    this.pitchX = pitchX;
    this.pitchY = pitchY;
    this.columns = columns;
    this.rows = rows;
    this.flow = flow;
    this.others = others.stream().map(flow::mirrored).toList();
    this.others.forEach(this::take);
  }

  /** The places on a page. */
  static FreePlace onPage(Flow flow, List<Box> others) {
    return new FreePlace(new Box(40, 40, 0, 0), 160, 120, LONGEST, LONGEST, flow, others);
  }

  /** The places in a container that begins with a title of some height. */
  static FreePlace within(Box container, double title, Flow flow, List<Box> others) {
    Box inner = new Box(container.x() + 20, container.y() + title + 20, 0, 0);
    int columns = (int) Math.clamp((container.width() - 20) / 140, 1, MOST);
    int rows = (int) Math.clamp((container.height() - title - 20) / 80, 1, MOST);
    // A container grows to the right and down, whatever the page does.
    Flow down = flow.isVertical() ? Flow.TB : Flow.LR;
    return new FreePlace(inner, 140, 80, columns, rows, down, others);
  }

  private void take(Box box) {
    int fromRow = slot(box.y() - GAP - top, pitchY);
    int toRow = slot(box.bottom() + GAP - top, pitchY);
    int from = slot(box.x() - GAP - left, pitchX);
    int to = slot(box.right() + GAP - left, pitchX);
    if (to < 0 || toRow < 0) {
      return;
    }
    for (int row = Math.max(0, fromRow); row <= toRow; row++) {
      taken.computeIfAbsent(row, r -> new BitSet()).set(Math.max(0, from), to + 1);
    }
  }

  private static int slot(double distance, double pitch) {
    return (int) Math.clamp(Math.floor(distance / pitch), -1, MOST);
  }

  /** The first free place for a shape. */
  Box first(Box shape) {
    boolean down = flow.isVertical();
    for (int across = 0; across < MOST - 1; across++) {
      for (int along = 0; along < (down ? rows : columns); along++) {
        int row = down ? along : across;
        int column = down ? across : along;
        Box place = shape.at(left + column * pitchX, top + row * pitchY);
        if (isFree(place, row, column)) {
          return flow.mirrored(place);
        }
      }
    }
    double below = others.stream().mapToDouble(Box::bottom).max().orElse(0);
    return flow.mirrored(shape.at(left, below + pitchY));
  }

  private boolean isFree(Box place, int row, int column) {
    int toRow = slot(place.bottom() - top - 1, pitchY);
    int to = slot(place.right() - left - 1, pitchX);
    for (int r = row; r <= toRow; r++) {
      BitSet marks = taken.get(r);
      int next = marks == null ? -1 : marks.nextSetBit(column);
      if (next >= 0 && next <= to) {
        return false;
      }
    }
    return true;
  }

  /** Where a shape stands in relation to another. */
  enum Side {
    RIGHT_OF,
    LEFT_OF,
    ABOVE,
    BELOW
  }

  /**
   * The first place on one side of a shape that meets no other. What the shape is drawn on is in
   * nobody's way.
   */
  static Box beside(Box anchor, Side side, Box shape, double gap, List<Box> all) {
    List<Box> others =
        all.stream().filter(other -> other.equals(anchor) || !other.covers(anchor)).toList();
    double middleX = anchor.x() + (anchor.width() - shape.width()) / 2;
    double middleY = anchor.y() + (anchor.height() - shape.height()) / 2;
    Box place =
        switch (side) {
          case RIGHT_OF -> shape.at(anchor.right() + gap, middleY);
          case LEFT_OF -> shape.at(anchor.x() - gap - shape.width(), middleY);
          case ABOVE -> shape.at(middleX, anchor.y() - gap - shape.height());
          case BELOW -> shape.at(middleX, anchor.bottom() + gap);
        };
    boolean upright = side == Side.RIGHT_OF || side == Side.LEFT_OF;
    for (int tries = 0; tries < MOST && isMet(place, others); tries++) {
      place =
          upright
              ? place.at(place.x(), place.y() + shape.height() + GAP + 1)
              : place.at(place.x() + shape.width() + GAP + 1, place.y());
    }
    return place;
  }

  private static boolean isMet(Box place, List<Box> others) {
    return others.stream().anyMatch(other -> other.meets(place, GAP));
  }
}
