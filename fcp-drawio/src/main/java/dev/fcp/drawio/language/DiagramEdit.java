package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.verbs.VerbContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Emits the events of one operation: each creation, change and deletion of an entity is one event.
 */
final class DiagramEdit {

  private final DiagramDomain domain;
  private final VerbContext<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> context;

  DiagramEdit(
      DiagramDomain domain,
      VerbContext<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> context) {
    this.domain = domain;
    this.context = context;
  }

  /** The model after the events so far. */
  EntityModel<DiagramKey, DiagramEntity> model() {
    return context.model();
  }

  PageView pageView(DiagramKey page) {
    return new PageView(model(), page);
  }

  /** The free positions of a page or container in the current model. */
  PlacementView placementView(PageView pageView, Optional<String> container, PlacementGrid grid) {
    PlacementView view =
        context
            .view(PlacementView.LAST)
            .map(last -> last.following(pageView, container, grid))
            .orElseGet(() -> PlacementView.of(pageView, container, grid));
    context.setView(PlacementView.LAST, Optional.of(view));
    return view;
  }

  void create(DiagramKey key, DiagramEntity entity) {
    context.emit(domain.added(key, entity));
  }

  void delete(DiagramKey key) {
    context.emit(domain.removed(key, model()));
  }

  /** Changes a cell; emits no event if the result is equal. */
  void changeCell(DiagramKey key, UnaryOperator<Cell> change) {
    Cell cell = (Cell) model().find(key).orElseThrow();
    replace(key, cell, change.apply(cell));
  }

  /** Changes a page; emits no event if the result is equal. */
  void changePage(DiagramKey key, UnaryOperator<Page> change) {
    Page page = (Page) model().find(key).orElseThrow();
    replace(key, page, change.apply(page));
  }

  private void replace(DiagramKey key, DiagramEntity before, DiagramEntity after) {
    domain.between(key, before, after).ifPresent(context::emit);
  }

  /**
   * Converts a bare model to a document that can have several named pages.
   *
   * @return the conversion, for the result; empty if the document had pages already
   */
  String convertToMxfile() {
    DiagramKey key = DiagramKey.document();
    DocumentRoot root = (DocumentRoot) model().find(key).orElseThrow();
    DocumentRoot converted = root.withForm(DocumentRoot.FileForm.MXFILE);
    replace(key, root, converted);
    return converted.equals(root)
        ? ""
        : "; the file becomes an mxfile, which can have several pages";
  }

  /** Deletes cells in reverse order, so that each is deleted before its container. */
  void deleteAll(PageView pageView, List<String> containersFirst) {
    List<String> ids = new ArrayList<>(containersFirst);
    Collections.reverse(ids);
    ids.forEach(id -> delete(pageView.cellKey(id)));
  }

  /** Deletes the remaining elements of a page, such as foreign elements. */
  void deleteRemaining(DiagramKey page) {
    List<DiagramKey> remaining = new ArrayList<>();
    model().keysInOrder(page).forEach(remaining::add);
    remaining.forEach(this::delete);
  }

  /** The page with a root cell; an empty page has none, so one is created. */
  PageView pageWithRoot(DiagramKey page) {
    PageView pageView = pageView(page);
    if (pageView.rootId().isPresent()) {
      return pageView;
    }
    changePage(
        page,
        pageEntity ->
            pageEntity.model().isPresent()
                ? pageEntity
                : pageEntity.withModel(Optional.of(Attributes.NONE)));
    PageView emptyPage = pageView(page);
    String id = emptyPage.unusedId("0");
    create(emptyPage.cellKey(id), Cell.blank(id, emptyPage.orderKeyAtEnd()));
    return pageWithLayer(page);
  }

  /** The page with a root cell and a layer for new shapes; both are created if missing. */
  PageView pageWithLayer(DiagramKey page) {
    PageView pageView = pageWithRoot(page);
    if (pageView.firstReferableLayer().isPresent()) {
      return pageView;
    }
    String root = DiagramResolver.requireReferableRoot(pageView.rootId().orElseThrow());
    String id = pageView.unusedId("1");
    OrderKey orderKey = pageView.orderKeyAtEnd();
    create(pageView.cellKey(id), Cell.blank(id, orderKey).withParent(Optional.of(root)));
    return pageView(page);
  }
}
