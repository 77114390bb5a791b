package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Shapes come and go. */
final class ShapeVerbs {

  private static final String CATEGORY = "shapes";
  private static final Param<String> ID = Arguments.text("id", "ID");
  private static final Param<Palette> THEME = Palette.themeParam();

  static final Form ADD =
      Form.of("add", CATEGORY, "adds a shape, at a free place unless one is given")
          .required("TYPE", "box")
          .optional("\"LABEL\"")
          .params(Arguments.AT, Arguments.SIZE, Arguments.IN, Arguments.LAYER, ID, THEME)
          .params(Placement.BESIDE)
          .params(StyleProperty.params("fill", "stroke", "font", "font-size", "dashed"))
          .params(Arguments.PAGE);

  static final Form REMOVE =
      Form.of("remove", CATEGORY, "removes shapes with what is in them and their connections")
          .required("REF")
          .rest("REF")
          .params(Arguments.PAGE);

  private ShapeVerbs() {}

  static ResultLine add(ParsedOp op, Edit edit) {
    ShapeType type = type(op);
    String label = op.words().size() < 2 ? "" : Arguments.written("the label", op, 1);
    DiagramKey page = Finder.page(edit.model(), op);
    Sheet sheet = edit.withLayer(page);
    Placement placement = new Placement(sheet, op);
    Optional<Placement.Anchor> anchor = placement.anchor();
    String parent = parent(op, sheet, placement, anchor);
    Box size =
        Arguments.SIZE
            .of(op)
            .map(given -> new Box(0, 0, given.first(), given.second()))
            .orElseGet(() -> type.sizeFor(label));
    Box box = place(op, placement, anchor, parent, size);
    String id = freshId(op, sheet, label, type);
    edit.create(sheet.keyOf(id), shape(op, sheet, id, type, label, parent, box));
    Growth.around(edit, page, id);
    return ResultLine.created(
        Finder.told(edit.sheet(page), id) + " at " + MoveVerbs.shown(box.x(), box.y()));
  }

  private static ShapeType type(ParsedOp op) {
    String name = op.words().get(0);
    return ShapeType.named(name)
        .orElseThrow(() ->
            NotDone.because(
                "there is no shape type " + Quoting.quoted(name),
                op.withWord(0, Suggestions.nearest(name, ShapeType.allNames()).orElse("box"))
                    .text()));
  }

  private static String parent(
      ParsedOp op, Sheet sheet, Placement placement, Optional<Placement.Anchor> anchor) {
    Optional<String> container = placement.container();
    Optional<String> layer = Arguments.LAYER.of(op);
    if (layer.isPresent() && container.isPresent()) {
      throw NotDone.because(
          "a shape in a container is on the layer of that container",
          op.withoutParam(Arguments.LAYER.key()).text());
    }
    if (layer.isPresent()) {
      String key = Arguments.LAYER.key();
      String id = Finder.layer(sheet, layer.get(), better -> op.withParam(key, better));
      return Finder.toReferTo(sheet, id, op);
    }
    return container
        .or(() ->
            anchor
                .flatMap(beside -> sheet.cell(beside.id()).parent())
                .filter(up -> sheet.find(up).isPresent()))
        .or(sheet::layer)
        .orElseThrow();
  }

  private static Box place(
      ParsedOp op,
      Placement placement,
      Optional<Placement.Anchor> anchor,
      String parent,
      Box size) {
    Optional<Arguments.Pair> at = Arguments.AT.of(op);
    if (at.isPresent() && anchor.isPresent()) {
      throw NotDone.because(
          "a shape stands at a point or beside another shape, not both",
          op.withoutParam(Arguments.AT.key()).text());
    }
    if (at.isPresent()) {
      return size.at(at.get().first(), at.get().second());
    }
    return anchor
        .map(beside -> placement.beside(beside, parent, size, Optional.empty()))
        .orElseGet(() -> placement.free(parent, size, Optional.empty()));
  }

  private static String freshId(ParsedOp op, Sheet sheet, String label, ShapeType type) {
    Set<String> used = sheet.usedIds();
    Optional<String> wanted = ID.of(op);
    if (wanted.isEmpty()) {
      return FreshId.of(used, label, type.word());
    }
    String id = wanted.get();
    if (id.isBlank()) {
      throw NotDone.because("the id is empty", op.withoutParam(ID.key()).text());
    }
    if (used.contains(id)) {
      throw NotDone.because(
          "the id " + Quoting.quoted(id) + " is in use on this page",
          op.withParam(ID.key(), FreshId.of(used, id)).text());
    }
    return id;
  }

  private static Cell shape(
      ParsedOp op, Sheet sheet, String id, ShapeType type, String label, String parent, Box box) {
    Style themed = THEME.of(op).map(theme -> theme.applied(type.style())).orElse(type.style());
    Box origin = sheet.originIn(parent);
    return Cell.blank(id, sheet.nextOrder())
        .withParent(Optional.of(parent))
        .withAttributes(Attributes.of("value", Labels.spelled(label, true), "vertex", "1"))
        .withStyle(Optional.of(StyleProperty.applied(themed, op)))
        .withGeometry(
            Optional.of(
                Geometry.box(
                    box.x() - origin.x(), box.y() - origin.y(), box.width(), box.height())));
  }

  static ResultLine remove(ParsedOp op, Edit edit) {
    DiagramKey page = Finder.page(edit.model(), op);
    Sheet sheet = edit.sheet(page);
    Set<String> named = new LinkedHashSet<>();
    for (int i = 0; i < op.words().size(); i++) {
      named.add(Finder.any(sheet, op, i));
    }
    List<String> told = named.stream().map(id -> Finder.told(sheet, id)).toList();
    Set<String> along = Removal.of(edit, sheet, named);
    return ResultLine.deleted(Phrases.some(told) + along(sheet, along));
  }

  private static String along(Sheet sheet, Set<String> others) {
    long edges = others.stream().filter(id -> sheet.cell(id).kind() == Kind.EDGE).count();
    long members =
        others.stream()
            .filter(
                id -> sheet.cell(id).kind() == Kind.SHAPE || sheet.cell(id).kind() == Kind.GROUP)
            .count();
    List<String> parts = new ArrayList<>();
    if (members > 0) {
      parts.add(Phrases.counted(members, "shape in it", "shapes in it"));
    }
    if (edges > 0) {
      parts.add(Phrases.counted(edges, "connection", "connections"));
    }
    return parts.isEmpty() ? "" : ", with " + String.join(" and ", parts);
  }
}
