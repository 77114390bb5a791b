package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Numbers;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.Optional;

/** Shapes get other places and sizes. */
final class MoveVerbs {

  /** In place of a container: none at all. */
  private static final String NOWHERE = "none";

  static final Form MOVE =
      Form.of("move", "layout", "moves a shape, also into a container or out of one (in:none)")
          .required("REF")
          .params(Arguments.TO, Arguments.BY)
          .params(Placement.BESIDE)
          .params(Arguments.IN, Arguments.PAGE);

  static final Form RESIZE =
      Form.of("resize", "layout", "gives a shape another size")
          .required("REF")
          .params(Arguments.SIZE.mandatory(), Arguments.PAGE);

  private MoveVerbs() {}

  static ResultLine move(ParsedOp op, Edit edit) {
    DiagramKey page = Finder.page(edit.model(), op);
    Sheet sheet = edit.sheet(page);
    String id = Finder.vertex(sheet, op, 0);
    Box from = placed(sheet, op, id);
    String parent = parent(op, sheet, id);
    Box to = target(op, sheet, id, from, parent);
    if (!to.isFinite()) {
      throw NotDone.because(
          Finder.told(sheet, id) + " would leave every page", Finder.placing(op, id));
    }
    Box origin = sheet.originIn(parent);
    edit.cell(
        sheet.keyOf(id),
        cell ->
            placed(cell.withParent(Optional.of(parent)), to.x() - origin.x(), to.y() - origin.y()));
    Growth.around(edit, page, id);
    String where = Arguments.IN.of(op).isPresent() ? into(sheet, parent) : "";
    return ResultLine.changed(
        Finder.told(sheet, id) + " moved" + where + " to " + shown(to.x(), to.y()));
  }

  private static String into(Sheet sheet, String parent) {
    return sheet.cell(parent).kind() == Kind.LAYER
        ? " out"
        : " into " + Finder.named(sheet, parent);
  }

  private static Box placed(Sheet sheet, ParsedOp op, String id) {
    if (sheet.cell(id).geometry().filter(Geometry::isRelative).isPresent()) {
      throw new NotDone(Finder.fixed(sheet, op, 0, id));
    }
    return sheet
        .box(id)
        .orElseThrow(() ->
            NotDone.because(
                Finder.told(sheet, id) + " has no place of its own", Finder.placing(op, id)));
  }

  private static Cell placed(Cell cell, double x, double y) {
    return cell.withGeometry(cell.geometry().map(geometry -> geometry.at(x, y)));
  }

  private static String parent(ParsedOp op, Sheet sheet, String id) {
    Optional<String> in = Arguments.IN.of(op);
    if (in.isPresent() && in.get().equals(NOWHERE)) {
      return sheet
          .layerOf(id)
          .or(sheet::layer)
          .orElseThrow(() ->
              NotDone.because("the page has no layer", Arguments.onPageOf(op, Finder.NEW_LAYER)));
    }
    Optional<String> container = new Placement(sheet, op).container();
    if (container.isPresent()) {
      String into = container.get();
      if (into.equals(id) || sheet.above(into).contains(id)) {
        throw NotDone.because(
            Finder.told(sheet, id) + " cannot move into itself",
            op.withParam(Arguments.IN.key(), NOWHERE).text());
      }
      return into;
    }
    return sheet
        .cell(id)
        .parent()
        .orElseThrow(() ->
            NotDone.because(
                Finder.told(sheet, id) + " stands nowhere",
                op.withParam(Arguments.IN.key(), NOWHERE).text()));
  }

  private static Box target(ParsedOp op, Sheet sheet, String id, Box from, String parent) {
    Placement placement = new Placement(sheet, op);
    Optional<Placement.Anchor> anchor = placement.anchor();
    Optional<Arguments.Pair> to = Arguments.TO.of(op);
    Optional<Arguments.Pair> by = Arguments.BY.of(op);
    int ways = (anchor.isPresent() ? 1 : 0) + (to.isPresent() ? 1 : 0) + (by.isPresent() ? 1 : 0);
    boolean moved = !sheet.cell(id).parent().equals(Optional.of(parent));
    if (ways > 1 || (ways == 0 && Arguments.IN.of(op).isEmpty())) {
      throw NotDone.because(
          "move needs one of to:, by:, near:, right-of:, left-of:, above:, below: and in:",
          Placement.besideNone(op)
              .withoutParam(Arguments.BY.key())
              .withParam(Arguments.TO.key(), "100,100")
              .text());
    }
    if (anchor.isPresent()) {
      requireOther(sheet, op, id, anchor.get());
      return placement.beside(anchor.get(), parent, from, Optional.of(id));
    }
    if (to.isPresent()) {
      return from.at(to.get().first(), to.get().second());
    }
    if (by.isPresent()) {
      return from.at(from.x() + by.get().first(), from.y() + by.get().second());
    }
    boolean free = moved && sheet.cell(parent).kind() != Kind.LAYER;
    return free ? placement.free(parent, from, Optional.of(id)) : from;
  }

  private static void requireOther(Sheet sheet, ParsedOp op, String id, Placement.Anchor anchor) {
    if (anchor.id().equals(id) || sheet.above(anchor.id()).contains(id)) {
      throw NotDone.because(
          Finder.told(sheet, id) + " cannot stand beside itself",
          Placement.besideNone(op).withParam(Arguments.BY.key(), "40,0").text());
    }
  }

  static ResultLine resize(ParsedOp op, Edit edit) {
    Sheet sheet = edit.sheet(Finder.page(edit.model(), op));
    String id = Finder.vertex(sheet, op, 0);
    Arguments.Pair size = Arguments.SIZE.of(op).orElseThrow();
    edit.cell(sheet.keyOf(id), cell -> Growth.resized(cell, size.first(), size.second()));
    return ResultLine.changed(
        Finder.told(sheet, id)
            + " is "
            + Numbers.text(size.first())
            + "x"
            + Numbers.text(size.second()));
  }

  /** A point for an answer. */
  static String shown(double x, double y) {
    return Double.isFinite(x) && Double.isFinite(y)
        ? Numbers.text(Math.rint(x * 100) / 100) + "," + Numbers.text(Math.rint(y * 100) / 100)
        : x + "," + y;
  }
}
