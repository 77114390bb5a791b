package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Layers come and go, show and hide. */
final class LayerVerbs {

  private static final String CATEGORY = "layers";
  private static final String VISIBLE = "visible";

  static final Form CREATE =
      Form.of("layer create", CATEGORY, "adds a layer on top of the others")
          .required("\"NAME\"")
          .params(Arguments.PAGE);

  static final Form REMOVE =
      Form.of("layer remove", CATEGORY, "removes a layer with all that is on it")
          .required("LAYER")
          .params(Arguments.PAGE);

  static final Form RENAME =
      Form.of("layer rename", CATEGORY, "gives a layer another name")
          .required("LAYER")
          .required("\"NAME\"")
          .params(Arguments.PAGE);

  static final Form SHOW =
      Form.of("layer show", CATEGORY, "shows a layer").required("LAYER").params(Arguments.PAGE);

  static final Form HIDE =
      Form.of("layer hide", CATEGORY, "hides a layer with all that is on it")
          .required("LAYER")
          .params(Arguments.PAGE);

  private LayerVerbs() {}

  static ResultLine create(ParsedOp op, Edit edit) {
    DiagramKey page = Finder.page(edit.model(), op);
    Sheet sheet = edit.withLayer(page);
    String root = sheet.root().map(id -> Finder.rootToReferTo(id)).orElseThrow();
    String name = freeName(op, sheet, 0);
    String id = FreshId.of(sheet.usedIds(), name, "layer");
    edit.create(
        sheet.keyOf(id),
        Cell.blank(id, sheet.nextOrder())
            .withParent(Optional.of(root))
            .withAttributes(Attributes.of("value", name)));
    return ResultLine.created(Finder.told(edit.sheet(page), id));
  }

  private static String freeName(ParsedOp op, Sheet sheet, int word) {
    String name = Arguments.name("the name of the layer", op, word, "New layer");
    List<String> names =
        sheet.layers().stream().map(id -> Finder.layerName(sheet.cell(id))).toList();
    if (names.contains(name)) {
      throw NotDone.because(
          "there is a layer " + Quoting.quoted(name) + " already",
          op.withWord(word, FreshId.of(Set.copyOf(names), name)).text());
    }
    return name;
  }

  private static String layer(ParsedOp op, Sheet sheet) {
    return Finder.layer(sheet, op.words().get(0), better -> op.withWord(0, better));
  }

  static ResultLine remove(ParsedOp op, Edit edit) {
    Sheet sheet = edit.sheet(Finder.page(edit.model(), op));
    String id = layer(op, sheet);
    String told = told(sheet, id);
    if (sheet.layers().size() == 1) {
      throw NotDone.because(
          told + " is the only one", op.withVerb("layer hide").withWord(0, Finder.tag(id)).text());
    }
    Set<String> along = Removal.of(edit, sheet, Set.of(id));
    return ResultLine.deleted(told + ", with " + Phrases.counted(along.size(), "cell", "cells"));
  }

  static ResultLine rename(ParsedOp op, Edit edit) {
    Sheet sheet = edit.sheet(Finder.page(edit.model(), op));
    String id = layer(op, sheet);
    boolean same = Finder.layerName(sheet.cell(id)).equals(op.words().get(1));
    String name = same ? op.words().get(1) : freeName(op, sheet, 1);
    edit.cell(
        sheet.keyOf(id),
        cell -> cell.withLabel(Optional.of(Labels.spelled(name, Labels.isHtml(cell)))));
    return ResultLine.changed(told(sheet, id) + " is " + Labels.shown(name));
  }

  static ResultLine show(ParsedOp op, Edit edit) {
    return shown(op, edit, true);
  }

  static ResultLine hide(ParsedOp op, Edit edit) {
    return shown(op, edit, false);
  }

  private static ResultLine shown(ParsedOp op, Edit edit, boolean visible) {
    Sheet sheet = edit.sheet(Finder.page(edit.model(), op));
    String id = layer(op, sheet);
    boolean already = isVisible(sheet.cell(id)) == visible;
    if (!already) {
      edit.cell(sheet.keyOf(id), cell -> cell.withAttributes(shown(cell.attributes(), visible)));
    }
    String state = visible ? "visible" : "hidden";
    return ResultLine.changed(told(sheet, id) + (already ? " is already " : " is ") + state);
  }

  private static Attributes shown(Attributes attributes, boolean visible) {
    return visible ? attributes.without(VISIBLE) : attributes.with(VISIBLE, "0");
  }

  static boolean isVisible(Cell layer) {
    return !layer.attributes().has(VISIBLE, "0");
  }

  private static String told(Sheet sheet, String id) {
    return "layer " + Labels.shown(Finder.layerName(sheet.cell(id))) + " " + Finder.tag(id);
  }
}
