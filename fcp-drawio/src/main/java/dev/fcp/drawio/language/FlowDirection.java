package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The direction in which a page is read and grows. */
enum FlowDirection {
  TB,
  LR,
  BT,
  RL;

  /** The direction of a page; from top to bottom where it does not say. */
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

  /** The same cell with this direction; where it has none and needs none, it gets none. */
  Cell applyTo(Cell root) {
    boolean isDefault = this == TB && !root.wrapperAttributes().hasValue(Page.FLOW_ATTRIBUTE);
    return isDefault
        ? root
        : root.withWrapperAttributes(root.wrapperAttributes().with(Page.FLOW_ATTRIBUTE, name()));
  }

  boolean isVertical() {
    return this == TB || this == BT;
  }

  /** A rectangle as it would lie if this direction were down or to the right; its own opposite. */
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
