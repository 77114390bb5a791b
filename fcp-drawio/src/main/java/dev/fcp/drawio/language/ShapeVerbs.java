package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Verbs that add and remove shapes. */
final class ShapeVerbs {

  private static final String CATEGORY = "shapes";
  private static final Param<String> ID = DiagramParams.textParam("id", "ID");
  private static final Param<NamedColor> THEME = NamedColor.themeParam();

  static final Form ADD =
      Form.of(
              "add",
              CATEGORY,
              "adds a shape, at a free place unless one is given; its container grows")
          .required("TYPE")
          .optional("\"LABEL\"")
          .params(
              DiagramParams.AT,
              DiagramParams.SIZE,
              DiagramParams.IN,
              DiagramParams.LAYER,
              ID,
              THEME)
          .params(ShapePlacement.BESIDE_PARAMS)
          .params(StyleProperty.params("fill", "stroke", "font", "font-size", "dashed"))
          .params(DiagramParams.PAGE);

  static final Form REMOVE =
      Form.of("remove", CATEGORY, "removes shapes with what is in them and their connections")
          .removing()
          .required("REF")
          .rest("REF")
          .params(DiagramParams.PAGE);

  private ShapeVerbs() {}

  static ResultLine add(ParsedOperation op, DiagramEdit edit) {
    ShapeType type = resolveType(op);
    String label = op.words().size() < 2 ? "" : DiagramParams.requireWritable("the label", op, 1);
    DiagramKey page = DiagramResolver.resolvePage(edit.model(), op);
    PageView pageView = edit.pageWithLayer(page);
    ShapePlacement placement = new ShapePlacement(pageView, op, edit);
    Optional<ShapePlacement.BesideAnchor> anchor = placement.anchor();
    String parent = resolveParent(op, pageView, placement, anchor);
    Box size =
        DiagramParams.SIZE
            .valueIn(op)
            .map(numbers -> new Box(0, 0, numbers.first(), numbers.second()))
            .orElseGet(() -> type.sizeFor(label));
    ShapePlacement.PlacedBox placed = placedBox(op, placement, anchor, parent, size);
    Box box = placed.box();
    String id = newId(op, pageView, label, type);
    Cell shape = newShape(op, pageView, id, type, label, parent, box);
    edit.create(pageView.cellKey(id), shape);
    boolean isInContainer = pageView.cell(parent).kind() != CellKind.LAYER;
    String growth = isInContainer ? ContainerResize.growAround(edit, page, id) : "";
    return ResultLine.created(
        DiagramResolver.describe(id, shape)
            + " at "
            + MoveVerbs.formatPoint(box.x(), box.y())
            + (DiagramParams.SIZE.valueIn(op).isPresent()
                ? ContainerResize.describeResize(size, box)
                : "")
            + placed.note()
            + growth);
  }

  private static ShapeType resolveType(ParsedOperation op) {
    String name = op.words().get(0);
    return ShapeType.forName(name)
        .orElseThrow(() ->
            new OperationRefusedException(
                new Refusal(
                    "there is no shape type "
                        + Quoting.quoteAlways(name)
                        + "; known are "
                        + String.join(", ", ShapeType.allNames()),
                    Suggestions.findSimilar(name, ShapeType.allNames())
                        .map(type -> op.withWord(0, type).canonicalText()))));
  }

  private static String resolveParent(
      ParsedOperation op,
      PageView pageView,
      ShapePlacement placement,
      Optional<ShapePlacement.BesideAnchor> anchor) {
    Optional<String> container = placement.container();
    Optional<String> layer = DiagramParams.LAYER.valueIn(op);
    if (layer.isPresent() && container.isPresent()) {
      throw OperationRefusedException.because(
          "a shape in a container is on the layer of that container");
    }
    if (layer.isPresent()) {
      String key = DiagramParams.LAYER.key();
      String id =
          DiagramResolver.resolveLayer(
              pageView, layer.get(), replacement -> op.withParam(key, replacement));
      return DiagramResolver.requireReferable(pageView, id);
    }
    return container
        .or(() ->
            anchor
                .flatMap(shapeAnchor -> pageView.cell(shapeAnchor.id()).parent())
                .filter(parentId -> pageView.find(parentId).isPresent()))
        .or(pageView::firstReferableLayer)
        .orElseThrow();
  }

  private static ShapePlacement.PlacedBox placedBox(
      ParsedOperation op,
      ShapePlacement placement,
      Optional<ShapePlacement.BesideAnchor> anchor,
      String parent,
      Box size) {
    Optional<DiagramParams.NumberPair> point = DiagramParams.AT.valueIn(op);
    if (point.isPresent() && anchor.isPresent()) {
      throw OperationRefusedException.because(
          "a shape stands at a point or beside another shape, not both");
    }
    if (point.isPresent()) {
      return ShapePlacement.PlacedBox.asRequested(
          size.movedTo(point.get().first(), point.get().second()));
    }
    return anchor
        .map(shapeAnchor -> placement.beside(shapeAnchor, parent, size, Optional.empty()))
        .orElseGet(() ->
            ShapePlacement.PlacedBox.asRequested(
                placement.freeBox(parent, size, Optional.empty())));
  }

  private static String newId(ParsedOperation op, PageView pageView, String label, ShapeType type) {
    Optional<String> requestedId = ID.valueIn(op);
    if (requestedId.isEmpty()) {
      return pageView.unusedId(label, type.primaryName());
    }
    String id = requestedId.get();
    if (id.isBlank()) {
      throw OperationRefusedException.because("the id is empty");
    }
    if (pageView.isUsed(id)) {
      throw OperationRefusedException.because(
          "the id " + Quoting.quoteAlways(id) + " is in use on this page",
          op.withParam(ID.key(), pageView.unusedId(id)).canonicalText());
    }
    return id;
  }

  private static Cell newShape(
      ParsedOperation op,
      PageView pageView,
      String id,
      ShapeType type,
      String label,
      String parent,
      Box box) {
    Style themed = THEME.valueIn(op).map(theme -> theme.applyTo(type.style())).orElse(type.style());
    Box origin = pageView.originOf(parent);
    return Cell.blank(id, pageView.orderKeyAtEnd())
        .withParent(Optional.of(parent))
        .withAttributes(Attributes.of("value", Labels.encode(label, true), "vertex", "1"))
        .withStyle(Optional.of(StyleProperty.applyTo(themed, op)))
        .withGeometry(
            Optional.of(
                Geometry.ofBox(
                    box.x() - origin.x(), box.y() - origin.y(), box.width(), box.height())));
  }

  static ResultLine remove(ParsedOperation op, DiagramEdit edit) {
    DiagramKey page = DiagramResolver.resolvePage(edit.model(), op);
    PageView pageView = edit.pageView(page);
    Set<String> namedIds = new LinkedHashSet<>();
    for (int i = 0; i < op.words().size(); i++) {
      namedIds.add(DiagramResolver.resolveCell(pageView, op, i));
    }
    List<String> descriptions =
        namedIds.stream().map(id -> DiagramResolver.describe(pageView, id)).toList();
    CellRemoval.SideEffects effects = CellRemoval.remove(edit, pageView, namedIds);
    return ResultLine.deleted(
        Phrases.abbreviatedList(descriptions)
            + describeDependents(pageView, effects.deletedIds())
            + effects.describeKeptEdges());
  }

  private static String describeDependents(PageView pageView, Set<String> dependents) {
    long edges =
        dependents.stream().filter(id -> pageView.cell(id).kind() == CellKind.EDGE).count();
    long members =
        dependents.stream()
            .filter(id ->
                pageView.cell(id).kind() == CellKind.SHAPE
                    || pageView.cell(id).kind() == CellKind.GROUP)
            .count();
    List<String> parts = new ArrayList<>();
    if (members > 0) {
      parts.add(Phrases.count(members, "shape in it", "shapes in it"));
    }
    if (edges > 0) {
      parts.add(Phrases.count(edges, "connection", "connections"));
    }
    return parts.isEmpty() ? "" : ", with " + String.join(" and ", parts);
  }
}
