package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Verbs that group and ungroup shapes. */
final class GroupVerbs {

  private static final String CATEGORY = "layout";
  private static final Param<String> AS = DiagramParams.textParam("as", "NAME");
  private static final Style GROUP_STYLE = Style.parse("group;html=1;");

  static final Form GROUP =
      Form.of("group", CATEGORY, "groups shapes, so that they are moved and removed together")
          .required("REF")
          .rest("REF")
          .params(AS, DiagramParams.PAGE);

  static final Form UNGROUP =
      Form.of("ungroup", CATEGORY, "dissolves a group; its members stay where they are")
          .removing()
          .required("REF")
          .params(DiagramParams.PAGE);

  private GroupVerbs() {}

  static ResultLine group(ParsedOperation op, DiagramEdit edit) {
    DiagramKey page = DiagramResolver.resolvePage(edit.model(), op);
    PageView pageView = edit.pageView(page);
    List<String> members = resolveMembers(op, pageView);
    String parent = commonParent(pageView, members);
    Box box = boundingBox(pageView, members);
    String name = AS.valueIn(op).orElse("");
    String id = pageView.unusedId(name, "group");
    Box origin = pageView.originOf(parent);
    edit.create(
        pageView.cellKey(id),
        Cell.blank(
                id, edit.model().orderKeyBefore(pageView.cellKey(firstInOrder(pageView, members))))
            .withParent(Optional.of(parent))
            .withAttributes(
                Attributes.of(
                    "value", Labels.encode(name, true), "vertex", "1", "connectable", "0"))
            .withStyle(Optional.of(GROUP_STYLE))
            .withGeometry(
                Optional.of(
                    Geometry.ofBox(
                        box.x() - origin.x(), box.y() - origin.y(), box.width(), box.height()))));
    for (String member : members) {
      reparent(edit, pageView, member, id, box);
    }
    return ResultLine.created(
        DiagramResolver.describe(edit.pageView(page), id)
            + " of "
            + Phrases.abbreviatedList(
                members.stream()
                    .map(member -> DiagramResolver.labelOrTag(pageView, member))
                    .toList()));
  }

  private static List<String> resolveMembers(ParsedOperation op, PageView pageView) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < op.words().size(); i++) {
      String id = DiagramResolver.resolveVertex(pageView, op, i);
      if (pageView.box(id).filter(Box::isFinite).isEmpty()) {
        throw OperationRefusedException.because(
            DiagramResolver.describe(pageView, id) + " has no place; resize gives it one");
      }
      if (isFixedToParent(pageView.cell(id))) {
        throw DiagramResolver.fixedToParent(pageView, id);
      }
      if (!members.contains(id)) {
        members.add(id);
      }
    }
    for (String id : members) {
      for (String ancestor : pageView.ancestorIds(id)) {
        if (members.contains(ancestor)) {
          throw OperationRefusedException.because(
              DiagramResolver.describe(pageView, id)
                  + " is in "
                  + DiagramResolver.describe(pageView, ancestor)
                  + " already");
        }
      }
    }
    return members;
  }

  private static String commonParent(PageView pageView, List<String> members) {
    List<String> commonAncestors = new ArrayList<>(pageView.ancestorIds(members.get(0)));
    members.forEach(member -> commonAncestors.retainAll(pageView.ancestorIds(member)));
    return commonAncestors.stream()
        .filter(ancestor -> pageView.cell(ancestor).kind() != CellKind.ROOT)
        .findFirst()
        .orElseThrow(() ->
            OperationRefusedException.because("shapes of different layers cannot be grouped"));
  }

  private static Box boundingBox(PageView pageView, List<String> members) {
    return members.stream()
        .flatMap(member -> pageView.box(member).stream())
        .reduce(Box::union)
        .orElseThrow();
  }

  private static String firstInOrder(PageView pageView, List<String> members) {
    return members.stream().min(pageView.inOrder()).orElseThrow();
  }

  private static void reparent(
      DiagramEdit edit, PageView pageView, String member, String groupId, Box origin) {
    Box box = pageView.box(member).orElseThrow();
    edit.changeCell(
        pageView.cellKey(member),
        cell ->
            cell.withParent(Optional.of(groupId))
                .withGeometry(
                    cell.geometry()
                        .map(geometry ->
                            geometry.movedTo(box.x() - origin.x(), box.y() - origin.y()))));
  }

  static ResultLine ungroup(ParsedOperation op, DiagramEdit edit) {
    PageView pageView = edit.pageView(DiagramResolver.resolvePage(edit.model(), op));
    String id = DiagramResolver.resolveVertex(pageView, op, 0);
    String description = DiagramResolver.describe(pageView, id);
    if (pageView.cell(id).kind() != CellKind.GROUP) {
      throw OperationRefusedException.because(description + " is not a group");
    }
    List<String> edges = pageView.edgesOf(id);
    if (!edges.isEmpty()) {
      throw OperationRefusedException.because(
          description
              + " has "
              + Phrases.count(edges.size(), "connection", "connections")
              + " of its own");
    }
    String parent =
        pageView
            .cell(id)
            .parent()
            .orElseThrow(() -> OperationRefusedException.because(description + " has no parent"));
    Box oldOrigin = pageView.originOf(id);
    Box newOrigin = pageView.originOf(parent);
    List<String> members = pageView.childIds(id);
    for (String member : members) {
      edit.changeCell(
          pageView.cellKey(member),
          cell -> reparented(pageView, member, cell, parent, oldOrigin, newOrigin));
    }
    edit.delete(pageView.cellKey(id));
    return ResultLine.deleted(
        description + ", " + Phrases.count(members.size(), "member stays", "members stay"));
  }

  /** Moves a cell to another container without changing its position on the page. */
  static Cell reparented(PageView pageView, String id, Cell cell, String parent) {
    Box oldOrigin = pageView.originOf(cell.parent().orElseThrow());
    return reparented(pageView, id, cell, parent, oldOrigin, pageView.originOf(parent));
  }

  private static Cell reparented(
      PageView pageView, String id, Cell cell, String parent, Box oldOrigin, Box newOrigin) {
    Cell moved = cell.withParent(Optional.of(parent));
    double dx = oldOrigin.x() - newOrigin.x();
    double dy = oldOrigin.y() - newOrigin.y();
    if (cell.geometry().isEmpty() || (dx == 0 && dy == 0 && !isFixedToParent(cell))) {
      return moved;
    }
    Geometry geometry = cell.geometry().get();
    if (cell.kind() == CellKind.EDGE) {
      return moved.withGeometry(Optional.of(translated(geometry, dx, dy)));
    }
    Optional<Box> drawnBox = pageView.box(id).filter(Box::isFinite);
    // A position relative to the size of the group becomes an absolute one.
    Geometry absolute =
        geometry.isRelative()
            ? geometry
                .withAttributes(geometry.attributes().without("relative"))
                .withNamedPoint("offset", Optional.empty())
            : geometry;
    return moved.withGeometry(
        Optional.of(
            drawnBox
                .map(box -> absolute.movedTo(box.x() - newOrigin.x(), box.y() - newOrigin.y()))
                .orElse(geometry)));
  }

  private static boolean isFixedToParent(Cell cell) {
    return cell.kind() != CellKind.EDGE && cell.geometry().filter(Geometry::isRelative).isPresent();
  }

  private static Geometry translated(Geometry geometry, double dx, double dy) {
    Geometry translated =
        geometry.withPoints(
            geometry.points().stream().map(original -> translated(original, dx, dy)).toList());
    for (String pointName : List.of("sourcePoint", "targetPoint")) {
      Optional<Point> point = Optional.ofNullable(geometry.namedPoints().get(pointName));
      translated =
          translated.withNamedPoint(pointName, point.map(original -> translated(original, dx, dy)));
    }
    return translated;
  }

  private static Point translated(Point point, double dx, double dy) {
    Point moved = Point.at(point.x() + dx, point.y() + dy);
    return new Point(
        point
            .attributes()
            .with("x", moved.attributes().value("x"))
            .with("y", moved.attributes().value("y")));
  }
}
