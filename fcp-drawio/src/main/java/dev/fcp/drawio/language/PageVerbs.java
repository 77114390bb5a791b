package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Pages come and go, get names and directions; the document gets a title. */
final class PageVerbs {

  private static final String CATEGORY = "pages";
  private static final Param<String> FLOW =
      Param.choice("flow", Flow.names().toArray(String[]::new));

  static final Form ADD =
      Form.of("page add", CATEGORY, "adds a page behind the others")
          .required("\"NAME\"")
          .params(FLOW);

  static final Form REMOVE =
      Form.of("page remove", CATEGORY, "removes a page with all that is on it").required("PAGE");

  static final Form RENAME =
      Form.of("page rename", CATEGORY, "gives a page another name")
          .required("PAGE")
          .required("\"NAME\"");

  static final Form ORIENT =
      Form.of("orient", CATEGORY, "sets the direction in which a page flows; new shapes follow it")
          .required("TB|LR|BT|RL", "LR")
          .params(Arguments.PAGE);

  static final Form TITLE_FORM =
      Form.of("title", CATEGORY, "gives the document a title").required("\"TEXT\"");

  private PageVerbs() {}

  static ResultLine add(ParsedOp op, Edit edit) {
    String name = freeName(op, edit, 0);
    edit.holdPages();
    EntityModel<DiagramKey, DiagramEntity> model = edit.model();
    List<DiagramKey> pages = Sheet.pages(model);
    Set<String> used = new HashSet<>();
    pages.forEach(key -> used.add(key.page()));
    pages.forEach(key -> page(model, key).storedId().ifPresent(used::add));
    Optional<OrderKey> last =
        pages.isEmpty()
            ? Optional.empty()
            : Optional.of(page(model, pages.get(pages.size() - 1)).order());
    String id = FreshId.of(used, name, "page");
    DiagramKey key = DiagramKey.page(id);
    edit.create(key, Page.named(id, name, OrderKey.between(last, Optional.empty())));
    Sheet sheet = edit.withLayer(key);
    FLOW.of(op).flatMap(Flow::named).ifPresent(flow -> orient(edit, sheet, flow));
    return ResultLine.created("page " + Labels.shown(name) + " #" + id);
  }

  private static Page page(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    return (Page) model.find(key).orElseThrow();
  }

  private static String freeName(ParsedOp op, Edit edit, int word) {
    String name = Arguments.name("the name of the page", op, word, "New page");
    List<String> names =
        Sheet.pages(edit.model()).stream().map(key -> Finder.pageName(edit.model(), key)).toList();
    if (names.contains(name)) {
      throw NotDone.because(
          "there is a page " + Quoting.quoted(name) + " already",
          op.withWord(word, FreshId.of(Set.copyOf(names), name)).text());
    }
    return name;
  }

  static ResultLine remove(ParsedOp op, Edit edit) {
    DiagramKey key = Finder.page(edit.model(), op.words().get(0), name -> op.withWord(0, name));
    List<DiagramKey> pages = Sheet.pages(edit.model());
    String told = "page " + Labels.shown(Finder.pageName(edit.model(), key));
    if (pages.size() == 1) {
      throw NotDone.because(told + " is the only one", "page add \"Page-2\"");
    }
    Sheet sheet = edit.sheet(key);
    Optional<String> title =
        key.equals(pages.get(0)) ? storedTitle(edit.model()) : Optional.empty();
    edit.deleteAll(sheet, List.copyOf(Removal.withDependents(sheet, sheet.cells().keySet())));
    edit.deleteForeign(key);
    edit.delete(key);
    title.ifPresent(text -> entitle(edit, pages.get(1), text));
    return ResultLine.deleted(
        told + ", with " + Phrases.counted(sheet.cells().size(), "cell", "cells"));
  }

  static ResultLine rename(ParsedOp op, Edit edit) {
    DiagramKey key = Finder.page(edit.model(), op.words().get(0), name -> op.withWord(0, name));
    String before = Finder.pageName(edit.model(), key);
    boolean same = before.equals(op.words().get(1));
    String name = same ? before : freeName(op, edit, 1);
    edit.holdPages();
    edit.page(key, page -> page.withAttributes(page.attributes().with("name", name)));
    return ResultLine.changed("page " + Labels.shown(before) + " is " + Labels.shown(name));
  }

  static ResultLine orient(ParsedOp op, Edit edit) {
    String word = op.words().get(0);
    Flow flow =
        Flow.named(word)
            .orElseThrow(() ->
                NotDone.because(
                    Quoting.quoted(word) + " is no direction; known are TB, LR, BT, RL",
                    op.withWord(0, Suggestions.nearest(word, Flow.names()).orElse("LR")).text()));
    Sheet sheet = edit.withRoot(Finder.page(edit.model(), op));
    Flow before = Flow.of(sheet);
    orient(edit, sheet, flow);
    String name = Labels.shown(Finder.pageName(edit.model(), sheet.key()));
    return ResultLine.changed(
        "page " + name + (before == flow ? " already flows " : " flows ") + flow);
  }

  private static void orient(Edit edit, Sheet sheet, Flow flow) {
    edit.cell(sheet.keyOf(sheet.root().orElseThrow()), flow::writtenInto);
  }

  static ResultLine title(ParsedOp op, Edit edit) {
    String text = Arguments.name("the title", op, 0, "New title");
    DiagramKey first = Finder.page(edit.model(), op);
    entitle(edit, first, text);
    return ResultLine.changed("title " + Labels.shown(text));
  }

  private static void entitle(Edit edit, DiagramKey page, String text) {
    Sheet sheet = edit.withRoot(page);
    edit.cell(sheet.keyOf(sheet.root().orElseThrow()), root -> entitled(root, text));
  }

  static Cell entitled(Cell root, String text) {
    return root.withWrapperAttributes(root.wrapperAttributes().with(Page.TITLE, text));
  }

  private static Optional<String> storedTitle(EntityModel<DiagramKey, DiagramEntity> model) {
    Optional<Sheet> first = Sheet.pages(model).stream().findFirst().map(k -> new Sheet(model, k));
    return first.flatMap(sheet ->
        sheet.root().map(sheet::cell).flatMap(root -> root.wrapperAttributes().value(Page.TITLE)));
  }

  /** The title of a document: its own, else the name of its first page. */
  static Optional<String> title(EntityModel<DiagramKey, DiagramEntity> model) {
    return storedTitle(model)
        .or(() ->
            Sheet.pages(model).stream()
                .findFirst()
                .flatMap(key -> page(model, key).name())
                .filter(name -> !name.isBlank()));
  }
}
