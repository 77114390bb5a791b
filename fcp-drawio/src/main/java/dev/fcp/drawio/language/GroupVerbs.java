package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shapes are held together, and let go. */
final class GroupVerbs {

  private static final String CATEGORY = "layout";
  private static final Param<String> AS = Arguments.text("as", "NAME");
  private static final Style GROUP_STYLE = Style.parse("group;html=1;");

  static final Form GROUP =
      Form.of("group", CATEGORY, "holds shapes together, so that they move and go as one")
          .required("REF")
          .rest("REF")
          .params(AS, Arguments.PAGE);

  static final Form UNGROUP =
      Form.of("ungroup", CATEGORY, "dissolves a group; its members stay where they are")
          .required("REF")
          .params(Arguments.PAGE);

  private GroupVerbs() {}

  static ResultLine group(ParsedOp op, Edit edit) {
    DiagramKey page = Finder.page(edit.model(), op);
    Sheet sheet = edit.sheet(page);
    List<String> members = members(op, sheet);
    String parent = commonParent(op, sheet, members);
    Box box = around(sheet, members);
    String name = AS.of(op).orElse("");
    String id = FreshId.of(sheet.usedIds(), name, "group");
    Box origin = sheet.originIn(parent);
    edit.create(
        sheet.keyOf(id),
        Cell.blank(id, sheet.orderBefore(first(sheet, members)))
            .withParent(Optional.of(parent))
            .withAttributes(
                Attributes.of(
                    "value", Labels.spelled(name, true), "vertex", "1", "connectable", "0"))
            .withStyle(Optional.of(GROUP_STYLE))
            .withGeometry(
                Optional.of(
                    Geometry.box(
                        box.x() - origin.x(), box.y() - origin.y(), box.width(), box.height()))));
    for (String member : members) {
      moveInto(edit, sheet, member, id, box);
    }
    return ResultLine.created(
        Finder.told(edit.sheet(page), id)
            + " of "
            + Phrases.some(members.stream().map(member -> Finder.named(sheet, member)).toList()));
  }

  private static List<String> members(ParsedOp op, Sheet sheet) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < op.words().size(); i++) {
      String id = Finder.vertex(sheet, op, i);
      if (sheet.box(id).filter(Box::isFinite).isEmpty()) {
        throw NotDone.because(Finder.told(sheet, id) + " has no place", Finder.placing(op, id));
      }
      if (isFixed(sheet.cell(id))) {
        throw new NotDone(Finder.fixed(sheet, op, i, id));
      }
      if (!members.contains(id)) {
        members.add(id);
      }
    }
    for (String id : members) {
      for (String up : sheet.above(id)) {
        if (members.contains(up)) {
          throw NotDone.because(
              Finder.told(sheet, id) + " is in " + Finder.told(sheet, up) + " already",
              grouping(op, members.stream().filter(it -> !it.equals(id)).toList()));
        }
      }
    }
    return members;
  }

  private static String commonParent(ParsedOp op, Sheet sheet, List<String> members) {
    List<String> common = new ArrayList<>(sheet.above(members.get(0)));
    members.forEach(member -> common.retainAll(sheet.above(member)));
    return common.stream()
        .filter(up -> sheet.cell(up).kind() != Kind.ROOT)
        .findFirst()
        .orElseThrow(() ->
            NotDone.because(
                "shapes of different layers are no group",
                grouping(op, ofOneLayer(sheet, members))));
  }

  private static List<String> ofOneLayer(Sheet sheet, List<String> members) {
    Optional<String> layer = sheet.layerOf(members.get(0));
    return members.stream().filter(it -> sheet.layerOf(it).equals(layer)).toList();
  }

  /** The operation with other members. */
  private static String grouping(ParsedOp op, List<String> members) {
    return op.withPositionals(
            members.stream()
                .map(id -> new Positional(Finder.tag(id), Positional.Kind.WORD))
                .toList())
        .text();
  }

  private static Box around(Sheet sheet, List<String> members) {
    return members.stream()
        .flatMap(member -> sheet.box(member).stream())
        .reduce(Box::with)
        .orElseThrow();
  }

  private static String first(Sheet sheet, List<String> members) {
    return sheet.cells().keySet().stream().filter(members::contains).findFirst().orElseThrow();
  }

  private static void moveInto(Edit edit, Sheet sheet, String member, String into, Box origin) {
    Box box = sheet.box(member).orElseThrow();
    edit.cell(
        sheet.keyOf(member),
        cell ->
            cell.withParent(Optional.of(into))
                .withGeometry(
                    cell.geometry().map(g -> g.at(box.x() - origin.x(), box.y() - origin.y()))));
  }

  static ResultLine ungroup(ParsedOp op, Edit edit) {
    Sheet sheet = edit.sheet(Finder.page(edit.model(), op));
    String id = Finder.vertex(sheet, op, 0);
    String told = Finder.told(sheet, id);
    if (sheet.cell(id).kind() != Kind.GROUP) {
      throw NotDone.because(
          told + " is no group",
          sheet.ofKind(Kind.GROUP).stream()
              .findFirst()
              .map(group -> op.withWord(0, Finder.tag(group)))
              .orElse(op.withVerb(GROUP.name()))
              .text());
    }
    List<String> edges = sheet.edgesAt(id);
    if (!edges.isEmpty()) {
      throw NotDone.because(
          told
              + " has "
              + Phrases.counted(edges.size(), "connection", "connections")
              + " of its own",
          Arguments.onPageOf(op, "remove " + Quoting.quote(Finder.tag(edges.get(0)))));
    }
    String parent =
        sheet
            .cell(id)
            .parent()
            .orElseThrow(
                () -> NotDone.because(told + " stands nowhere", op.withVerb("remove").text()));
    Box from = sheet.originIn(id);
    Box to = sheet.originIn(parent);
    List<String> members = sheet.in(id);
    for (String member : members) {
      edit.cell(sheet.keyOf(member), cell -> movedOut(sheet, member, cell, parent, from, to));
    }
    edit.delete(sheet.keyOf(id));
    return ResultLine.deleted(
        told + ", " + Phrases.counted(members.size(), "member stays", "members stay"));
  }

  /** A cell in another container, drawn where it was. */
  static Cell movedOut(Sheet sheet, String id, Cell cell, String parent) {
    Box from = sheet.originIn(cell.parent().orElseThrow());
    return movedOut(sheet, id, cell, parent, from, sheet.originIn(parent));
  }

  private static Cell movedOut(Sheet sheet, String id, Cell cell, String parent, Box from, Box to) {
    Cell out = cell.withParent(Optional.of(parent));
    double dx = from.x() - to.x();
    double dy = from.y() - to.y();
    if (cell.geometry().isEmpty() || (dx == 0 && dy == 0 && !isFixed(cell))) {
      return out;
    }
    Geometry geometry = cell.geometry().get();
    if (cell.kind() == Kind.EDGE) {
      return out.withGeometry(Optional.of(shifted(geometry, dx, dy)));
    }
    Optional<Box> place = sheet.box(id).filter(Box::isFinite);
    // What was fixed to the group by a share of its size gets a place of its own.
    Geometry free =
        geometry.isRelative()
            ? geometry
                .withAttributes(geometry.attributes().without("relative"))
                .withNamedPoint("offset", Optional.empty())
            : geometry;
    return out.withGeometry(
        Optional.of(place.map(b -> free.at(b.x() - to.x(), b.y() - to.y())).orElse(geometry)));
  }

  private static boolean isFixed(Cell cell) {
    return cell.kind() != Kind.EDGE && cell.geometry().filter(Geometry::isRelative).isPresent();
  }

  private static Geometry shifted(Geometry geometry, double dx, double dy) {
    Geometry shifted =
        geometry.withPoints(geometry.points().stream().map(p -> shifted(p, dx, dy)).toList());
    for (String end : List.of("sourcePoint", "targetPoint")) {
      Optional<Point> point = Optional.ofNullable(geometry.namedPoints().get(end));
      shifted = shifted.withNamedPoint(end, point.map(p -> shifted(p, dx, dy)));
    }
    return shifted;
  }

  private static Point shifted(Point point, double dx, double dy) {
    Point at = Point.at(point.x() + dx, point.y() + dy);
    return new Point(
        point
            .attributes()
            .with("x", at.attributes().value("x"))
            .with("y", at.attributes().value("y")));
  }
}
