package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The direction in which a page is read and grows. */
enum Flow {
  TB,
  LR,
  BT,
  RL;

  /** The direction of a page; from top to bottom where it does not say. */
  static Flow of(Sheet sheet) {
    return sheet
        .root()
        .map(sheet::cell)
        .flatMap(root -> root.wrapperAttributes().value(Page.FLOW))
        .flatMap(Flow::named)
        .orElse(TB);
  }

  static Optional<Flow> named(String name) {
    return Arrays.stream(values()).filter(flow -> flow.name().equalsIgnoreCase(name)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Flow::name).toList();
  }

  /** The same cell with this direction; where it has none and needs none, it gets none. */
  Cell writtenInto(Cell root) {
    boolean derived = this == TB && !root.wrapperAttributes().has(Page.FLOW);
    return derived
        ? root
        : root.withWrapperAttributes(root.wrapperAttributes().with(Page.FLOW, name()));
  }

  boolean isVertical() {
    return this == TB || this == BT;
  }

  /** A rectangle as it would lie if this direction were down or to the right; its own opposite. */
  Box mirrored(Box box) {
    double depth = 680;
    double breadth = 840;
    return switch (this) {
      case TB, LR -> box;
      case BT -> box.at(box.x(), depth - box.bottom());
      case RL -> box.at(breadth - box.right(), box.y());
    };
  }
}
