package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A container with the style {@code childLayout=stackLayout}, such as a pool of lanes: its members
 * stand one after the other, and each fills the container across that direction.
 */
final class StackLayout {

  private final PageView pageView;
  private final Box area;
  private final boolean isHorizontal;
  private final double spacing;
  private final List<String> members = new ArrayList<>();

  private StackLayout(PageView pageView, String container, Box box, Style style) {
    this.pageView = pageView;
    this.area = ShapePlacement.innerArea(pageView.cell(container), box);
    this.isHorizontal = !hasValue(style, "horizontalStack", "0");
    this.spacing = style.number("stackSpacing").orElse(0.0);
    for (String id : pageView.childIds(container)) {
      CellKind kind = pageView.cell(id).kind();
      if ((kind == CellKind.SHAPE || kind == CellKind.GROUP)
          && pageView.box(id).filter(Box::isFinite).isPresent()) {
        members.add(id);
      }
    }
  }

  /** The layout of a container; empty if it is not a stack. */
  static Optional<StackLayout> of(PageView pageView, String container) {
    Optional<Style> style =
        pageView.cell(container).style().filter(it -> hasValue(it, "childLayout", "stackLayout"));
    return style.flatMap(
        it -> pageView.box(container).map(box -> new StackLayout(pageView, container, box, it)));
  }

  private static boolean hasValue(Style style, String key, String value) {
    return style.value(key).filter(value::equals).isPresent();
  }

  /**
   * The position after all members, with the size of the container across the stack.
   *
   * @param fitsMembers whether the shape gets the length of the last member, or fits into the
   *     container if it is the first
   */
  Box next(Box shape, boolean fitsMembers, Optional<String> excludedId) {
    double end = isHorizontal ? area.x() : area.y();
    double length = fitsMembers ? Math.min(length(shape), length(area)) : length(shape);
    for (String id : members) {
      if (!excludedId.equals(Optional.of(id))) {
        Box box = box(id);
        length = fitsMembers && end(box) + spacing >= end ? length(box) : length;
        end = Math.max(end, end(box) + spacing);
      }
    }
    return isHorizontal
        ? new Box(end, area.y(), length, area.height())
        : new Box(area.x(), end, area.width(), length);
  }

  /**
   * Makes room for a member that has grown: the members after it move along, and all become as wide
   * across the stack.
   *
   * @return the ids of the other members that changed
   */
  List<String> makeRoom(DiagramEdit edit, String grownId, Box before, Box after) {
    List<String> changedIds = new ArrayList<>();
    for (String id : members) {
      Box box = box(id);
      double shift = start(box) >= end(before) ? end(after) - end(before) : 0;
      Box changed =
          isHorizontal
              ? new Box(
                  box.x() + shift, box.y(), box.width(), Math.max(box.height(), after.height()))
              : new Box(
                  box.x(), box.y() + shift, Math.max(box.width(), after.width()), box.height());
      boolean needsRoom = shift != 0 || across(after) > across(before);
      if (!id.equals(grownId) && needsRoom && !changed.equals(box)) {
        edit.changeCell(pageView.cellKey(id), cell -> moved(cell, box, changed));
        changedIds.add(id);
      }
    }
    return changedIds;
  }

  private static Cell moved(Cell cell, Box from, Box to) {
    return cell.withGeometry(
        cell.geometry()
            .map(geometry ->
                geometry
                    .movedTo(geometry.x() + to.x() - from.x(), geometry.y() + to.y() - from.y())
                    .withSize(to.width(), to.height())));
  }

  private Box box(String id) {
    return pageView.box(id).orElseThrow();
  }

  private double start(Box box) {
    return isHorizontal ? box.x() : box.y();
  }

  private double end(Box box) {
    return isHorizontal ? box.right() : box.bottom();
  }

  private double length(Box box) {
    return isHorizontal ? box.width() : box.height();
  }

  private double across(Box box) {
    return isHorizontal ? box.height() : box.width();
  }
}
