package dev.fcp.drawio.language;

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

/** What one operation does to the model: entities that come, change and go, each as one event. */
final class Edit {

  private final VerbContext<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> context;

  Edit(VerbContext<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> context) {
    this.context = context;
  }

  /** The model with all that was done so far. */
  EntityModel<DiagramKey, DiagramEntity> model() {
    return context.model();
  }

  Sheet sheet(DiagramKey page) {
    return new Sheet(model(), page);
  }

  void create(DiagramKey key, DiagramEntity entity) {
    context.emit(DiagramEvent.created(key, entity));
  }

  void delete(DiagramKey key) {
    context.emit(DiagramEvent.deleted(key, model().find(key).orElseThrow()));
  }

  /** Changes a cell; nothing happens if it stays as it is. */
  void cell(DiagramKey key, UnaryOperator<Cell> change) {
    Cell cell = (Cell) model().find(key).orElseThrow();
    become(key, cell, change.apply(cell));
  }

  /** Changes a page; nothing happens if it stays as it is. */
  void page(DiagramKey key, UnaryOperator<Page> change) {
    Page page = (Page) model().find(key).orElseThrow();
    become(key, page, change.apply(page));
  }

  private void become(DiagramKey key, DiagramEntity from, DiagramEntity to) {
    DiagramEvent.between(key, from, to).ifPresent(context::emit);
  }

  /** Makes the document one that can hold several pages with names. */
  void holdPages() {
    DiagramKey key = DiagramKey.document();
    DocumentRoot root = (DocumentRoot) model().find(key).orElseThrow();
    become(key, root, root.withForm(DocumentRoot.Form.MXFILE));
  }

  /** Deletes cells, each before what contains it. */
  void deleteAll(Sheet sheet, List<String> containersFirst) {
    List<String> ids = new ArrayList<>(containersFirst);
    Collections.reverse(ids);
    ids.forEach(id -> delete(sheet.keyOf(id)));
  }

  /** Deletes what stands on a page beside its cells. */
  void deleteForeign(DiagramKey page) {
    List<DiagramKey> left = new ArrayList<>();
    model().inOrder(page).forEach(left::add);
    left.forEach(this::delete);
  }

  /** The page with a root cell, which it gets if it has none, as an empty page has none. */
  Sheet withRoot(DiagramKey page) {
    if (sheet(page).root().isPresent()) {
      return sheet(page);
    }
    page(page, p -> p.model().isPresent() ? p : p.withModel(Optional.of(Attributes.NONE)));
    Sheet empty = sheet(page);
    String id = FreshId.of(empty.usedIds(), "0");
    create(empty.keyOf(id), Cell.blank(id, empty.nextOrder()));
    return withLayer(page);
  }

  /** The page with a root cell and a layer on which shapes can be put. */
  Sheet withLayer(DiagramKey page) {
    Sheet sheet = withRoot(page);
    if (sheet.layer().isPresent()) {
      return sheet;
    }
    String root = Finder.rootToReferTo(sheet.root().orElseThrow());
    String id = FreshId.of(sheet.usedIds(), "1");
    OrderKey order = sheet.nextOrder();
    create(sheet.keyOf(id), Cell.blank(id, order).withParent(Optional.of(root)));
    return sheet(page);
  }
}
