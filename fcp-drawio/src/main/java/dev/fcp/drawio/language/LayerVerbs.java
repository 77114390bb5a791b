package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Verbs that create, remove, rename, show and hide layers. */
final class LayerVerbs {

  private static final String CATEGORY = "layers";
  private static final String VISIBLE = "visible";

  static final Form CREATE =
      Form.of("layer create", CATEGORY, "adds a layer on top of the others")
          .required("\"NAME\"")
          .params(DiagramParams.PAGE);

  static final Form REMOVE =
      Form.of("layer remove", CATEGORY, "removes a layer with all that is on it")
          .removing()
          .required("LAYER")
          .params(DiagramParams.PAGE);

  static final Form RENAME =
      Form.of("layer rename", CATEGORY, "renames a layer")
          .required("LAYER")
          .required("\"NAME\"")
          .params(DiagramParams.PAGE);

  static final Form SHOW =
      Form.of("layer show", CATEGORY, "shows a layer").required("LAYER").params(DiagramParams.PAGE);

  static final Form HIDE =
      Form.of("layer hide", CATEGORY, "hides a layer with all that is on it")
          .required("LAYER")
          .params(DiagramParams.PAGE);

  private LayerVerbs() {}

  static ResultLine create(ParsedOperation op, DiagramEdit edit) {
    DiagramKey page = DiagramResolver.resolvePage(edit.model(), op);
    PageView pageView = edit.pageWithLayer(page);
    String root =
        pageView.rootId().map(id -> DiagramResolver.requireReferableRoot(id)).orElseThrow();
    String name = requireUnusedName(op, pageView, 0);
    String id = pageView.unusedId(name, "layer");
    edit.create(
        pageView.cellKey(id),
        Cell.blank(id, pageView.orderKeyAtEnd())
            .withParent(Optional.of(root))
            .withAttributes(Attributes.of("value", name)));
    return ResultLine.created(DiagramResolver.describe(edit.pageView(page), id));
  }

  private static String requireUnusedName(ParsedOperation op, PageView pageView, int positional) {
    String name = DiagramParams.requireName("the name of the layer", op, positional, "New layer");
    List<String> names =
        pageView.layerIds().stream()
            .map(id -> DiagramResolver.layerName(pageView.cell(id)))
            .toList();
    if (names.contains(name)) {
      throw OperationRefusedException.because(
          "there is a layer " + Quoting.quoteAlways(name) + " already",
          op.withWord(positional, UniqueId.of(Set.copyOf(names), name)).canonicalText());
    }
    return name;
  }

  private static String resolveLayer(ParsedOperation op, PageView pageView) {
    return DiagramResolver.resolveLayer(
        pageView, op.words().get(0), replacement -> op.withWord(0, replacement));
  }

  static ResultLine remove(ParsedOperation op, DiagramEdit edit) {
    PageView pageView = edit.pageView(DiagramResolver.resolvePage(edit.model(), op));
    String id = resolveLayer(op, pageView);
    String description = describe(pageView, id);
    if (pageView.layerIds().size() == 1) {
      throw OperationRefusedException.because(description + " is the only one");
    }
    CellRemoval.SideEffects effects = CellRemoval.remove(edit, pageView, Set.of(id));
    return ResultLine.deleted(
        description
            + ", with "
            + Phrases.count(effects.deletedIds().size(), "cell", "cells")
            + effects.describeKeptEdges());
  }

  static ResultLine rename(ParsedOperation op, DiagramEdit edit) {
    PageView pageView = edit.pageView(DiagramResolver.resolvePage(edit.model(), op));
    String id = resolveLayer(op, pageView);
    boolean isSameName = DiagramResolver.layerName(pageView.cell(id)).equals(op.words().get(1));
    String name = isSameName ? op.words().get(1) : requireUnusedName(op, pageView, 1);
    edit.changeCell(
        pageView.cellKey(id),
        cell -> cell.withLabel(Optional.of(Labels.encode(name, LabelText.isHtml(cell)))));
    return ResultLine.changed(describe(pageView, id) + " is " + Labels.display(name));
  }

  static ResultLine show(ParsedOperation op, DiagramEdit edit) {
    return setVisible(op, edit, true);
  }

  static ResultLine hide(ParsedOperation op, DiagramEdit edit) {
    return setVisible(op, edit, false);
  }

  private static ResultLine setVisible(ParsedOperation op, DiagramEdit edit, boolean visible) {
    PageView pageView = edit.pageView(DiagramResolver.resolvePage(edit.model(), op));
    String id = resolveLayer(op, pageView);
    if (isVisible(pageView.cell(id)) != visible) {
      edit.changeCell(
          pageView.cellKey(id),
          cell -> cell.withAttributes(withVisible(cell.attributes(), visible)));
    }
    return ResultLine.changed(describe(pageView, id) + (visible ? " is visible" : " is hidden"));
  }

  private static Attributes withVisible(Attributes attributes, boolean visible) {
    return visible ? attributes.without(VISIBLE) : attributes.with(VISIBLE, "0");
  }

  static boolean isVisible(Cell layer) {
    return !layer.attributes().hasValue(VISIBLE, "0");
  }

  private static String describe(PageView pageView, String id) {
    return "layer "
        + Labels.display(DiagramResolver.layerName(pageView.cell(id)))
        + " "
        + DiagramResolver.tag(id);
  }
}
