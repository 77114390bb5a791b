package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.language.FreeBoxFinder.Side;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Determines the container and the position of a shape from the parameters of an operation. */
final class ShapePlacement {

  /** The default distance from the anchor shape, in px. */
  private static final double DEFAULT_GAP = 60;

  private static final Param<String> NEAR = DiagramParams.textParam("near", "REF");
  private static final Map<Side, Param<String>> SIDE_PARAMS = sideParams();

  /** The parameters that place a shape beside another one. */
  static final Param<?>[] BESIDE_PARAMS = besideParams();

  private final PageView pageView;
  private final ParsedOperation op;
  private final DiagramEdit edit;

  ShapePlacement(PageView pageView, ParsedOperation op, DiagramEdit edit) {
    this.edit = edit;
    this.pageView = pageView;
    this.op = op;
  }

  private static Map<Side, Param<String>> sideParams() {
    Map<Side, Param<String>> sides = new EnumMap<>(Side.class);
    sides.put(Side.RIGHT_OF, DiagramParams.textParam("right-of", "REF"));
    sides.put(Side.LEFT_OF, DiagramParams.textParam("left-of", "REF"));
    sides.put(Side.ABOVE, DiagramParams.textParam("above", "REF"));
    sides.put(Side.BELOW, DiagramParams.textParam("below", "REF"));
    return sides;
  }

  private static Param<?>[] besideParams() {
    List<Param<?>> params = new ArrayList<>(List.of(NEAR));
    params.addAll(SIDE_PARAMS.values());
    params.add(DiagramParams.GAP);
    return params.toArray(Param<?>[]::new);
  }

  /** An anchor shape and the side on which a shape is placed. */
  record BesideAnchor(String id, Side side) {}

  /** The anchor shape of the operation; empty if it has none. */
  Optional<BesideAnchor> anchor() {
    List<BesideAnchor> anchors = new ArrayList<>();
    resolveAnchor(NEAR)
        .ifPresent(id ->
            anchors.add(
                new BesideAnchor(
                    id, FlowDirection.of(pageView).isVertical() ? Side.BELOW : Side.RIGHT_OF)));
    SIDE_PARAMS.forEach((side, param) ->
        resolveAnchor(param).ifPresent(id -> anchors.add(new BesideAnchor(id, side))));
    if (anchors.size() > 1) {
      throw OperationRefusedException.because("a shape stands beside one other shape");
    }
    if (anchors.isEmpty() && op.param(DiagramParams.GAP.key()).isPresent()) {
      throw OperationRefusedException.because("a gap needs a shape from which it is counted");
    }
    return anchors.stream().findFirst();
  }

  private Optional<String> resolveAnchor(Param<String> param) {
    return param
        .valueIn(op)
        .map(name ->
            DiagramResolver.resolveVertex(
                pageView, name, replacement -> op.withParam(param.key(), replacement)));
  }

  /** The container named by the operation, if any. */
  Optional<String> container() {
    Optional<String> name = DiagramParams.IN.valueIn(op);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String key = DiagramParams.IN.key();
    String id =
        DiagramResolver.resolveVertex(
            pageView, name.get(), replacement -> op.withParam(key, replacement));
    if (!isContainer(pageView.cell(id))) {
      throw OperationRefusedException.because(
          DiagramResolver.describe(pageView, id) + " is not a group or container");
    }
    return Optional.of(DiagramResolver.requireReferable(pageView, id));
  }

  static boolean isContainer(Cell cell) {
    return cell.kind() == CellKind.GROUP
        || (cell.kind() == CellKind.SHAPE
            && cell.style().filter(ShapePlacement::isContainer).isPresent());
  }

  private static boolean isContainer(Style style) {
    return style.has("swimlane") || style.value("container").filter("1"::equals).isPresent();
  }

  /**
   * A position for a shape.
   *
   * @param note how it differs from the requested one, for the result; empty if it does not
   */
  record PlacedBox(Box box, String note) {

    /** The requested position, or any if none was requested. */
    static PlacedBox asRequested(Box box) {
      return new PlacedBox(box, "");
    }
  }

  /** The first free position in a layer or container, or the next one in a stack. */
  Box freeBox(String parent, Box shape, Optional<String> excludedId) {
    Optional<StackLayout> stack = StackLayout.of(pageView, parent);
    if (stack.isPresent()) {
      boolean hasRequestedSize =
          excludedId.isPresent() || DiagramParams.SIZE.valueIn(op).isPresent();
      return stack.get().next(shape, !hasRequestedSize, excludedId);
    }
    Cell cell = pageView.cell(parent);
    FlowDirection flow = FlowDirection.of(pageView);
    Optional<Box> area =
        isContainer(cell)
            ? pageView.box(parent).map(box -> innerArea(cell, box))
            : Optional.empty();
    return area.map(inner ->
            edit.placementView(pageView, Optional.of(parent), PlacementGrid.within(inner, flow)))
        .orElseGet(() -> edit.placementView(pageView, Optional.empty(), PlacementGrid.onPage(flow)))
        .firstFree(shape);
  }

  /** The part of a container that its title does not cover. */
  static Box innerArea(Cell container, Box box) {
    Style style = container.style().orElse(Style.EMPTY);
    double title =
        container.kind() == CellKind.GROUP
            ? (LabelText.of(container).isEmpty() ? 0 : 20)
            : style.number("startSize").orElse(30.0);
    boolean isTitleOnLeft =
        style.has("swimlane") && style.value("horizontal").filter("0"::equals).isPresent();
    return isTitleOnLeft
        ? new Box(box.x() + title, box.y(), box.width() - title, box.height())
        : new Box(box.x(), box.y() + title, box.width(), box.height() - title);
  }

  /**
   * The position beside an anchor shape; if another shape is in the way, one step further along
   * that side, and if there is none either, on top of it.
   */
  PlacedBox beside(BesideAnchor anchor, String parent, Box shape, Optional<String> excludedId) {
    Box anchorBox =
        pageView
            .box(anchor.id())
            .orElseThrow(() ->
                OperationRefusedException.because(
                    DiagramResolver.describe(pageView, anchor.id()) + " has no place"));
    if (StackLayout.of(pageView, parent).isPresent()) {
      return new PlacedBox(
          freeBox(parent, shape, excludedId),
          ", at the end of " + DiagramResolver.describe(pageView, parent));
    }
    double gap = DiagramParams.GAP.valueIn(op).orElse(DEFAULT_GAP);
    Map<String, Box> obstacles = obstacles(anchor.id(), anchorBox, parent, excludedId);
    Box requested = FreeBoxFinder.beside(anchorBox, anchor.side(), shape, gap);
    List<String> inTheWay =
        obstacles.entrySet().stream()
            .filter(obstacle -> obstacle.getValue().overlaps(requested, 0))
            .map(Map.Entry::getKey)
            .toList();
    if (inTheWay.isEmpty()) {
      return PlacedBox.asRequested(requested);
    }
    String description = DiagramResolver.describe(pageView, inTheWay.get(0));
    return FreeBoxFinder.nextTo(requested, anchor.side(), anchorBox, obstacles.values())
        .map(box -> new PlacedBox(box, ", because " + description + " is in the way"))
        .orElseGet(() ->
            new PlacedBox(
                requested,
                describeOverlaps(
                    inTheWay.stream().map(id -> DiagramResolver.describe(pageView, id)).toList())));
  }

  /** Says which shapes another one overlaps, for a result; empty if there are none. */
  static String describeOverlaps(List<String> descriptions) {
    if (descriptions.isEmpty()) {
      return "";
    }
    int others = descriptions.size() - 1;
    return ", overlapping " + descriptions.get(0) + (others == 0 ? "" : " and " + others + " more");
  }

  /**
   * The shapes and groups that a shape should not overlap, by id: neither what contains the anchor
   * or the new position, nor what other obstacles contain.
   */
  private Map<String, Box> obstacles(
      String anchorId, Box anchorBox, String parent, Optional<String> excludedId) {
    Set<String> surroundingIds = new HashSet<>(pageView.ancestorIds(anchorId));
    surroundingIds.add(parent);
    surroundingIds.addAll(pageView.ancestorIds(parent));
    for (String id : pageView.idsOfKind(CellKind.SHAPE, CellKind.GROUP)) {
      Optional<Box> box = pageView.box(id);
      if (box.filter(it -> !it.equals(anchorBox) && it.contains(anchorBox)).isPresent()) {
        surroundingIds.add(id);
      }
    }
    excludedId.ifPresent(surroundingIds::remove);
    Map<String, Box> obstacles = new LinkedHashMap<>();
    for (String id : pageView.idsOfKind(CellKind.SHAPE, CellKind.GROUP)) {
      boolean isOutermost =
          pageView
                  .cell(id)
                  .parent()
                  .flatMap(pageView::find)
                  .filter(it -> it.kind() == CellKind.SHAPE || it.kind() == CellKind.GROUP)
                  .isEmpty()
              || surroundingIds.contains(pageView.cell(id).parent().orElseThrow());
      if (isOutermost
          && !id.equals(anchorId)
          && !surroundingIds.contains(id)
          && !excludedId.equals(Optional.of(id))) {
        pageView.box(id).filter(Box::isFinite).ifPresent(box -> obstacles.put(id, box));
      }
    }
    return obstacles;
  }
}
