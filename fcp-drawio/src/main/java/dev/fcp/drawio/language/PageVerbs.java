package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Verbs that add, remove, rename and orient pages, and set the title of the document. */
final class PageVerbs {

  private static final String CATEGORY = "pages";
  private static final Param<String> FLOW =
      Param.choice("flow", FlowDirection.names().toArray(String[]::new));

  static final Form ADD =
      Form.of("page add", CATEGORY, "adds a page after the others")
          .required("\"NAME\"")
          .params(FLOW);

  static final Form REMOVE =
      Form.of("page remove", CATEGORY, "removes a page with all that is on it")
          .removing()
          .required("PAGE");

  static final Form RENAME =
      Form.of("page rename", CATEGORY, "renames a page").required("PAGE").required("\"NAME\"");

  static final Form ORIENT =
      Form.of("orient", CATEGORY, "sets the direction in which a page flows; new shapes follow it")
          .required("TB|LR|BT|RL")
          .params(DiagramParams.PAGE);

  static final Form TITLE =
      Form.of("title", CATEGORY, "sets the title of the document").required("\"TEXT\"");

  private PageVerbs() {}

  static ResultLine add(ParsedOperation op, DiagramEdit edit) {
    String name = requireUnusedName(op, edit, 0);
    String conversion = edit.convertToMxfile();
    EntityModel<DiagramKey, DiagramEntity> model = edit.model();
    List<DiagramKey> pages = PageView.pageKeys(model);
    Set<String> usedIds = new HashSet<>();
    pages.forEach(key -> usedIds.add(key.page()));
    pages.forEach(key -> pageEntity(model, key).storedId().ifPresent(usedIds::add));
    Optional<OrderKey> lastOrderKey =
        pages.isEmpty()
            ? Optional.empty()
            : Optional.of(pageEntity(model, pages.get(pages.size() - 1)).order());
    String id = UniqueId.of(usedIds, UniqueId.slug(name, "page"));
    DiagramKey key = DiagramKey.page(id);
    edit.create(key, Page.named(id, name, OrderKey.between(lastOrderKey, Optional.empty())));
    PageView pageView = edit.pageWithLayer(key);
    FLOW.valueIn(op)
        .flatMap(FlowDirection::forName)
        .ifPresent(flow -> setFlow(edit, pageView, flow));
    return ResultLine.created("page " + Labels.display(name) + " #" + id + conversion);
  }

  private static Page pageEntity(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    return (Page) model.find(key).orElseThrow();
  }

  private static String requireUnusedName(ParsedOperation op, DiagramEdit edit, int positional) {
    String name = DiagramParams.requireName("the name of the page", op, positional, "New page");
    List<String> names =
        PageView.pageKeys(edit.model()).stream()
            .map(key -> DiagramResolver.pageName(edit.model(), key))
            .toList();
    if (names.contains(name)) {
      throw OperationRefusedException.because(
          "there is a page " + Quoting.quoteAlways(name) + " already",
          op.withWord(positional, UniqueId.of(Set.copyOf(names), name)).canonicalText());
    }
    return name;
  }

  static ResultLine remove(ParsedOperation op, DiagramEdit edit) {
    DiagramKey key =
        DiagramResolver.resolvePage(edit.model(), op.words().get(0), name -> op.withWord(0, name));
    List<DiagramKey> pages = PageView.pageKeys(edit.model());
    String description = "page " + Labels.display(DiagramResolver.pageName(edit.model(), key));
    if (pages.size() == 1) {
      throw OperationRefusedException.because(description + " is the only one");
    }
    PageView pageView = edit.pageView(key);
    Optional<String> title =
        key.equals(pages.get(0)) ? storedTitle(edit.model()) : Optional.empty();
    edit.deleteAll(
        pageView, List.copyOf(CellRemoval.withDependents(pageView, pageView.cells().keySet())));
    edit.deleteRemaining(key);
    edit.delete(key);
    title.ifPresent(text -> setTitle(edit, pages.get(1), text));
    return ResultLine.deleted(
        description + ", with " + Phrases.count(pageView.cells().size(), "cell", "cells"));
  }

  static ResultLine rename(ParsedOperation op, DiagramEdit edit) {
    DiagramKey key =
        DiagramResolver.resolvePage(edit.model(), op.words().get(0), name -> op.withWord(0, name));
    String oldName = DiagramResolver.pageName(edit.model(), key);
    boolean isSameName = oldName.equals(op.words().get(1));
    String name = isSameName ? oldName : requireUnusedName(op, edit, 1);
    String conversion = edit.convertToMxfile();
    edit.changePage(key, page -> page.withAttributes(page.attributes().with("name", name)));
    return ResultLine.changed(
        "page " + Labels.display(oldName) + " is " + Labels.display(name) + conversion);
  }

  static ResultLine orient(ParsedOperation op, DiagramEdit edit) {
    String positional = op.words().get(0);
    FlowDirection flow =
        FlowDirection.forName(positional)
            .orElseThrow(() ->
                OperationRefusedException.because(
                    Quoting.quoteAlways(positional)
                        + " is not a direction; known are TB, LR, BT, RL"));
    PageView pageView = edit.pageWithRoot(DiagramResolver.resolvePage(edit.model(), op));
    FlowDirection oldFlow = FlowDirection.of(pageView);
    setFlow(edit, pageView, flow);
    String name = Labels.display(DiagramResolver.pageName(edit.model(), pageView.key()));
    return ResultLine.changed(
        "page " + name + (oldFlow == flow ? " already flows " : " flows ") + flow);
  }

  private static void setFlow(DiagramEdit edit, PageView pageView, FlowDirection flow) {
    edit.changeCell(pageView.cellKey(pageView.rootId().orElseThrow()), flow::applyTo);
  }

  static ResultLine title(ParsedOperation op, DiagramEdit edit) {
    String text = DiagramParams.requireName("the title", op, 0, "New title");
    DiagramKey first = DiagramResolver.resolvePage(edit.model(), op);
    setTitle(edit, first, text);
    return ResultLine.changed("title " + Labels.display(text));
  }

  private static void setTitle(DiagramEdit edit, DiagramKey page, String text) {
    PageView pageView = edit.pageWithRoot(page);
    edit.changeCell(
        pageView.cellKey(pageView.rootId().orElseThrow()), root -> withTitle(root, text));
  }

  static Cell withTitle(Cell root, String text) {
    return root.withWrapperAttributes(root.wrapperAttributes().with(Page.TITLE_ATTRIBUTE, text));
  }

  private static Optional<String> storedTitle(EntityModel<DiagramKey, DiagramEntity> model) {
    Optional<PageView> first =
        PageView.pageKeys(model).stream().findFirst().map(key -> new PageView(model, key));
    return first.flatMap(pageView ->
        pageView
            .rootId()
            .map(pageView::cell)
            .flatMap(root -> root.wrapperAttributes().value(Page.TITLE_ATTRIBUTE)));
  }

  /** The title of a document, or the name of its first page if it has no title. */
  static Optional<String> title(EntityModel<DiagramKey, DiagramEntity> model) {
    return storedTitle(model)
        .or(() ->
            PageView.pageKeys(model).stream()
                .findFirst()
                .flatMap(key -> pageEntity(model, key).name())
                .filter(name -> !name.isBlank()));
  }
}
