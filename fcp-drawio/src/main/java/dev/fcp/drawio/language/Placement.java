package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.language.FreePlace.Side;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where an operation wants a shape to stand: in what, and at which place of the page. */
final class Placement {

  /** How far shapes that are placed beside another stand from it, in px. */
  private static final double USUAL_GAP = 60;

  /** The keys of {@link #BESIDE}. */
  private static final Set<String> KEYS =
      Set.of("near", "right-of", "left-of", "above", "below", "gap");

  private static final Param<String> NEAR = Arguments.text("near", "REF");
  private static final Map<Side, Param<String>> SIDES = sides();

  /** The parameters that put a shape beside another. */
  static final Param<?>[] BESIDE = beside();

  private final Sheet sheet;
  private final ParsedOp op;

  Placement(Sheet sheet, ParsedOp op) {
    this.sheet = sheet;
    this.op = op;
  }

  private static Map<Side, Param<String>> sides() {
    Map<Side, Param<String>> sides = new EnumMap<>(Side.class);
    sides.put(Side.RIGHT_OF, Arguments.text("right-of", "REF"));
    sides.put(Side.LEFT_OF, Arguments.text("left-of", "REF"));
    sides.put(Side.ABOVE, Arguments.text("above", "REF"));
    sides.put(Side.BELOW, Arguments.text("below", "REF"));
    return sides;
  }

  private static Param<?>[] beside() {
    List<Param<?>> params = new ArrayList<>(List.of(NEAR));
    params.addAll(SIDES.values());
    params.add(Arguments.GAP);
    return params.toArray(Param<?>[]::new);
  }

  /** The shape beside which the new place is, and the side of it. */
  record Anchor(String id, Side side) {}

  /** What the operation says about another shape; empty if nothing. */
  Optional<Anchor> anchor() {
    List<Anchor> anchors = new ArrayList<>();
    find(NEAR)
        .ifPresent(id ->
            anchors.add(new Anchor(id, Flow.of(sheet).isVertical() ? Side.BELOW : Side.RIGHT_OF)));
    SIDES.forEach((side, param) -> find(param).ifPresent(id -> anchors.add(new Anchor(id, side))));
    if (anchors.size() > 1) {
      throw NotDone.because("a shape stands beside one other shape", besideOne().text());
    }
    if (anchors.isEmpty() && op.param(Arguments.GAP.key()).isPresent()) {
      throw NotDone.because(
          "a gap needs a shape from which it is counted",
          op.withoutParam(Arguments.GAP.key()).text());
    }
    return anchors.stream().findFirst();
  }

  /** The operation with the first of the shapes beside which it puts its own. */
  private ParsedOp besideOne() {
    ParsedOp one = op;
    boolean first = true;
    for (String key : op.params().keySet()) {
      boolean anchor = KEYS.contains(key) && !key.equals(Arguments.GAP.key());
      one = anchor && !first ? one.withoutParam(key) : one;
      first &= !anchor;
    }
    return one;
  }

  /** An operation that says nothing about other shapes. */
  static ParsedOp besideNone(ParsedOp op) {
    ParsedOp none = op;
    for (String key : KEYS) {
      none = none.withoutParam(key);
    }
    return none;
  }

  private Optional<String> find(Param<String> param) {
    return param
        .of(op)
        .map(name -> Finder.vertex(sheet, name, better -> op.withParam(param.key(), better)));
  }

  /** The shape or group that the operation names as the one to stand in. */
  Optional<String> container() {
    Optional<String> name = Arguments.IN.of(op);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String key = Arguments.IN.key();
    String id = Finder.vertex(sheet, name.get(), better -> op.withParam(key, better));
    if (!isContainer(sheet.cell(id))) {
      throw NotDone.because(
          Finder.told(sheet, id) + " is no group or container and holds no shapes",
          firstContainer()
              .map(other -> op.withParam(key, Finder.tag(other)).text())
              .orElse(Arguments.onPageOf(op, "add container \"Area\"")));
    }
    return Optional.of(Finder.toReferTo(sheet, id, op));
  }

  private Optional<String> firstContainer() {
    return sheet.ofKind(Kind.SHAPE, Kind.GROUP).stream()
        .filter(id -> isContainer(sheet.cell(id)) && !DiagramKey.isSynthetic(id))
        .findFirst();
  }

  static boolean isContainer(Cell cell) {
    return cell.kind() == Kind.GROUP
        || (cell.kind() == Kind.SHAPE && cell.style().filter(Placement::isContainer).isPresent());
  }

  private static boolean isContainer(Style style) {
    return style.has("swimlane") || style.value("container").filter("1"::equals).isPresent();
  }

  /** The places of the other shapes beside which one in this parent stands. */
  List<Box> neighbours(String parent, Optional<String> except) {
    List<Box> boxes = new ArrayList<>();
    boolean top = sheet.find(parent).filter(p -> p.kind() == Kind.LAYER).isPresent();
    List<String> ids = top ? topmost() : sheet.in(parent);
    for (String id : ids) {
      Kind kind = sheet.cell(id).kind();
      if ((kind == Kind.SHAPE || kind == Kind.GROUP) && !except.equals(Optional.of(id))) {
        sheet.box(id).filter(Box::isFinite).ifPresent(boxes::add);
      }
    }
    return boxes;
  }

  private List<String> topmost() {
    return sheet.ofKind(Kind.SHAPE, Kind.GROUP).stream()
        .filter(id ->
            sheet
                .cell(id)
                .parent()
                .flatMap(sheet::find)
                .filter(p -> p.kind() == Kind.SHAPE || p.kind() == Kind.GROUP)
                .isEmpty())
        .toList();
  }

  /** The first free place in a layer or container. */
  Box free(String parent, Box shape, Optional<String> except) {
    List<Box> others = neighbours(parent, except);
    Flow flow = Flow.of(sheet);
    Optional<Box> around = isContainer(sheet.cell(parent)) ? sheet.box(parent) : Optional.empty();
    return around
        .map(box -> FreePlace.within(box, title(sheet.cell(parent)), flow, others).first(shape))
        .orElseGet(() -> FreePlace.onPage(flow, others).first(shape));
  }

  private static double title(Cell container) {
    if (container.kind() == Kind.GROUP) {
      return Labels.plain(container).isEmpty() ? 0 : 20;
    }
    return container.style().flatMap(style -> style.number("startSize")).orElse(30.0);
  }

  /** The place beside another shape. */
  Box beside(Anchor anchor, String parent, Box shape, Optional<String> except) {
    Box at =
        sheet
            .box(anchor.id())
            .orElseThrow(() ->
                NotDone.because(
                    Finder.told(sheet, anchor.id()) + " has no place", besideNone(op).text()));
    double gap = Arguments.GAP.of(op).orElse(USUAL_GAP);
    return FreePlace.beside(at, anchor.side(), shape, gap, neighbours(parent, except));
  }
}
