package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DecimalText;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.verbs.form.Phrases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Enlarges containers to fit their content. */
final class ContainerResize {

  private static final double PADDING = 20;

  private ContainerResize() {}

  /**
   * Enlarges all containers around a cell to the right and down, from the inside out.
   *
   * @return what changed, for the result; empty if nothing did
   */
  static String growAround(DiagramEdit edit, DiagramKey page, String id) {
    PageView pageView = edit.pageView(page);
    StringBuilder changes = new StringBuilder();
    String innerId = id;
    Optional<Box> innerBefore = pageView.box(id);
    Optional<Box> inner = innerBefore;
    for (String containerId : pageView.ancestorIds(id)) {
      Optional<Box> outer = pageView.box(containerId);
      if (inner.isEmpty()
          || outer.isEmpty()
          || !ShapePlacement.isContainer(pageView.cell(containerId))) {
        break;
      }
      Box content = inner.get();
      Optional<StackLayout> stack = StackLayout.of(pageView, containerId);
      if (stack.isPresent()) {
        List<String> movedIds =
            stack.get().makeRoom(edit, innerId, innerBefore.orElseThrow(), content);
        PageView changedPage = edit.pageView(page);
        content =
            movedIds.stream()
                .flatMap(movedId -> changedPage.box(movedId).stream())
                .reduce(content, Box::union);
        if (!movedIds.isEmpty()) {
          changes
              .append("; ")
              .append(Phrases.count(movedIds.size(), "neighbour makes", "neighbours make"))
              .append(" room");
        }
      }
      Box grown = grown(outer.get(), content, stack.isPresent() ? 0 : PADDING);
      if (!grown.equals(outer.get()) && grown.isFinite()) {
        edit.changeCell(
            pageView.cellKey(containerId), cell -> resized(cell, grown.width(), grown.height()));
        changes
            .append("; ")
            .append(DiagramResolver.describe(pageView, containerId))
            .append(" grows to ")
            .append(formatSize(grown.width(), grown.height()))
            .append(describeOverlaps(pageView, containerId, outer.get(), grown));
      }
      innerId = containerId;
      innerBefore = outer;
      inner = Optional.of(grown);
    }
    return changes.toString();
  }

  /** The siblings that a container did not overlap before it grew; in a stack, they make room. */
  private static String describeOverlaps(PageView pageView, String id, Box before, Box grown) {
    String parent = pageView.cell(id).parent().orElse("");
    if (pageView.find(parent).isEmpty() || StackLayout.of(pageView, parent).isPresent()) {
      return "";
    }
    List<String> overlapped = new ArrayList<>();
    for (String sibling : pageView.childIds(parent)) {
      boolean isNewOverlap =
          pageView
              .box(sibling)
              .filter(box -> box.overlaps(grown, 0) && !box.overlaps(before, 0))
              .isPresent();
      if (isNewOverlap) {
        overlapped.add(DiagramResolver.describe(pageView, sibling));
      }
    }
    return ShapePlacement.describeOverlaps(overlapped);
  }

  private static Box grown(Box outer, Box content, double padding) {
    return new Box(
        outer.x(),
        outer.y(),
        Math.max(outer.width(), content.right() + padding - outer.x()),
        Math.max(outer.height(), content.bottom() + padding - outer.y()));
  }

  /** Formats a size for a result. */
  static String formatSize(double width, double height) {
    return DecimalText.format(Math.rint(width * 100) / 100)
        + "x"
        + DecimalText.format(Math.rint(height * 100) / 100);
  }

  /** The size of a shape for a result, if it differs from the expected one. */
  static String describeResize(Box expected, Box actual) {
    return expected.width() == actual.width() && expected.height() == actual.height()
        ? ""
        : " as " + formatSize(actual.width(), actual.height());
  }

  static Cell resized(Cell cell, double width, double height) {
    Geometry geometry = cell.geometry().orElse(Geometry.EMPTY);
    return cell.withGeometry(Optional.of(geometry.withSize(width, height)));
  }
}
