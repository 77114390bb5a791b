package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The direction in which a page is read and new shapes are placed. */
enum FlowDirection {
  TB,
  LR,
  BT,
  RL;

  /** The direction of a page; top to bottom if it is not set. */
  static FlowDirection of(PageView pageView) {
    return pageView
        .rootId()
        .map(pageView::cell)
        .flatMap(root -> root.wrapperAttributes().value(Page.FLOW_ATTRIBUTE))
        .flatMap(FlowDirection::forName)
        .orElse(TB);
  }

  static Optional<FlowDirection> forName(String name) {
    return Arrays.stream(values()).filter(flow -> flow.name().equalsIgnoreCase(name)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(FlowDirection::name).toList();
  }

  /**
   * A copy of a root cell with this direction; unchanged if this is the default and none is set.
   */
  Cell applyTo(Cell root) {
    boolean isDefault = this == TB && !root.wrapperAttributes().hasValue(Page.FLOW_ATTRIBUTE);
    return isDefault
        ? root
        : root.withWrapperAttributes(root.wrapperAttributes().with(Page.FLOW_ATTRIBUTE, name()));
  }

  boolean isVertical() {
    return this == TB || this == BT;
  }

  /**
   * Mirrors a rectangle, so that placement can always proceed down or to the right; the function is
   * its own inverse.
   */
  Box mirrored(Box box) {
    double pageHeight = 680;
    double pageWidth = 840;
    return switch (this) {
      case TB, LR -> box;
      case BT -> box.movedTo(box.x(), pageHeight - box.bottom());
      case RL -> box.movedTo(pageWidth - box.right(), box.y());
    };
  }
}
