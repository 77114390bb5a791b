package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DecimalText;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Optional;

/** Verbs that move and resize shapes. */
final class MoveVerbs {

  /** The value of {@code in:} that moves a shape out of its container. */
  private static final String NO_CONTAINER = "none";

  static final Form MOVE =
      Form.of(
              "move",
              "layout",
              "moves a shape, also into a container, which grows, or out of one (in:none)")
          .required("REF")
          .params(DiagramParams.TO, DiagramParams.BY)
          .params(ShapePlacement.BESIDE_PARAMS)
          .params(DiagramParams.IN, DiagramParams.PAGE);

  static final Form RESIZE =
      Form.of("resize", "layout", "resizes a shape")
          .required("REF")
          .params(DiagramParams.SIZE.mandatory(), DiagramParams.PAGE);

  private MoveVerbs() {}

  static ResultLine move(ParsedOperation op, DiagramEdit edit) {
    DiagramKey page = DiagramResolver.resolvePage(edit.model(), op);
    PageView pageView = edit.pageView(page);
    String id = DiagramResolver.resolveVertex(pageView, op, 0);
    Box box = requireMovableBox(pageView, id);
    ShapePlacement placement = new ShapePlacement(pageView, op, edit);
    String parent = resolveParent(op, pageView, placement, id);
    ShapePlacement.PlacedBox placed = placedBox(op, pageView, placement, id, box, parent);
    Box target = placed.box();
    if (!target.isFinite()) {
      throw OperationRefusedException.because(
          DiagramResolver.describe(pageView, id) + " would leave every page");
    }
    Box origin = pageView.originOf(parent);
    boolean isResized = target.width() != box.width() || target.height() != box.height();
    edit.changeCell(
        pageView.cellKey(id),
        cell -> {
          Cell moved =
              movedTo(
                  cell.withParent(Optional.of(parent)),
                  target.x() - origin.x(),
                  target.y() - origin.y());
          return isResized
              ? ContainerResize.resized(moved, target.width(), target.height())
              : moved;
        });
    boolean namesContainer = DiagramParams.IN.valueIn(op).isPresent();
    // As in the editor, a shape that moves within its container does not enlarge it.
    String growth = namesContainer ? ContainerResize.growAround(edit, page, id) : "";
    String destination = namesContainer ? destination(pageView, parent) : "";
    return ResultLine.changed(
        DiagramResolver.describe(pageView, id)
            + " moved"
            + destination
            + " to "
            + formatPoint(target.x(), target.y())
            + ContainerResize.describeResize(box, target)
            + placed.note()
            + growth);
  }

  private static String destination(PageView pageView, String parent) {
    return pageView.cell(parent).kind() == CellKind.LAYER
        ? " out"
        : " into " + DiagramResolver.labelOrTag(pageView, parent);
  }

  private static Box requireMovableBox(PageView pageView, String id) {
    if (pageView.cell(id).geometry().filter(Geometry::isRelative).isPresent()) {
      throw DiagramResolver.fixedToParent(pageView, id);
    }
    return pageView
        .box(id)
        .orElseThrow(() ->
            OperationRefusedException.because(
                DiagramResolver.describe(pageView, id)
                    + " has no place of its own; resize gives it one"));
  }

  private static Cell movedTo(Cell cell, double x, double y) {
    return cell.withGeometry(cell.geometry().map(geometry -> geometry.movedTo(x, y)));
  }

  private static String resolveParent(
      ParsedOperation op, PageView pageView, ShapePlacement placement, String id) {
    Optional<String> containerName = DiagramParams.IN.valueIn(op);
    if (containerName.isPresent() && containerName.get().equals(NO_CONTAINER)) {
      return pageView
          .layerOf(id)
          .or(pageView::firstReferableLayer)
          .orElseThrow(() -> OperationRefusedException.because("the page has no layer"));
    }
    Optional<String> container = placement.container();
    if (container.isPresent()) {
      String containerId = container.get();
      if (containerId.equals(id) || pageView.ancestorIds(containerId).contains(id)) {
        throw OperationRefusedException.because(
            DiagramResolver.describe(pageView, id) + " cannot move into itself");
      }
      return containerId;
    }
    return pageView
        .cell(id)
        .parent()
        .orElseThrow(() ->
            OperationRefusedException.because(
                DiagramResolver.describe(pageView, id) + " has no parent"));
  }

  private static ShapePlacement.PlacedBox placedBox(
      ParsedOperation op,
      PageView pageView,
      ShapePlacement placement,
      String id,
      Box box,
      String parent) {
    Optional<ShapePlacement.BesideAnchor> anchor = placement.anchor();
    Optional<DiagramParams.NumberPair> absolute = DiagramParams.TO.valueIn(op);
    Optional<DiagramParams.NumberPair> relative = DiagramParams.BY.valueIn(op);
    int destinationCount =
        (anchor.isPresent() ? 1 : 0)
            + (absolute.isPresent() ? 1 : 0)
            + (relative.isPresent() ? 1 : 0);
    boolean changesParent = !pageView.cell(id).parent().equals(Optional.of(parent));
    if (destinationCount > 1 || (destinationCount == 0 && DiagramParams.IN.valueIn(op).isEmpty())) {
      throw OperationRefusedException.because(
          "move needs one of to:, by:, near:, right-of:, left-of:, above:, below: and in:");
    }
    if (anchor.isPresent()) {
      requireNotInside(pageView, id, anchor.get());
      return placement.beside(anchor.get(), parent, box, Optional.of(id));
    }
    boolean placeAutomatically = changesParent && pageView.cell(parent).kind() != CellKind.LAYER;
    return ShapePlacement.PlacedBox.asRequested(
        absolute
            .map(to -> box.movedTo(to.first(), to.second()))
            .or(() -> relative.map(by -> box.movedTo(box.x() + by.first(), box.y() + by.second())))
            .orElseGet(
                () -> placeAutomatically ? placement.freeBox(parent, box, Optional.of(id)) : box));
  }

  private static void requireNotInside(
      PageView pageView, String id, ShapePlacement.BesideAnchor anchor) {
    if (anchor.id().equals(id) || pageView.ancestorIds(anchor.id()).contains(id)) {
      throw OperationRefusedException.because(
          DiagramResolver.describe(pageView, id) + " cannot stand beside itself");
    }
  }

  static ResultLine resize(ParsedOperation op, DiagramEdit edit) {
    PageView pageView = edit.pageView(DiagramResolver.resolvePage(edit.model(), op));
    String id = DiagramResolver.resolveVertex(pageView, op, 0);
    DiagramParams.NumberPair size = DiagramParams.SIZE.valueIn(op).orElseThrow();
    edit.changeCell(
        pageView.cellKey(id), cell -> ContainerResize.resized(cell, size.first(), size.second()));
    return ResultLine.changed(
        DiagramResolver.describe(pageView, id)
            + " is "
            + DecimalText.format(size.first())
            + "x"
            + DecimalText.format(size.second()));
  }

  /** Formats a point for a result. */
  static String formatPoint(double x, double y) {
    return Double.isFinite(x) && Double.isFinite(y)
        ? DecimalText.format(Math.rint(x * 100) / 100)
            + ","
            + DecimalText.format(Math.rint(y * 100) / 100)
        : x + "," + y;
  }
}
