package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
import dev.fcp.verbs.ViewKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The free positions of a page, or of a container, in one model value. Immutable. The view of a
 * later model is made from the cells that changed, so that placing many shapes does not visit all
 * shapes for each.
 *
 * @param container the container; empty for the page, where only shapes outside of others count
 */
record PlacementView(
    EntityModel<DiagramKey, DiagramEntity> model,
    DiagramKey page,
    Optional<String> container,
    FreeBoxFinder finder) {

  /** The view that was last used in a conversation. */
  static final ViewKey<Optional<PlacementView>> LAST =
      ViewKey.of("free positions", Optional.empty());

  private static final Set<CellKind> SHAPES = Set.of(CellKind.SHAPE, CellKind.GROUP);

  /** A view of a page or container. */
  static PlacementView of(PageView pageView, Optional<String> container, PlacementGrid grid) {
    return new PlacementView(
        pageView.model(),
        pageView.key(),
        container,
        FreeBoxFinder.of(grid, boxes(pageView, container)));
  }

  private static List<Box> boxes(PageView pageView, Optional<String> container) {
    return container
        .map(pageView::childIds)
        .orElseGet(() -> pageView.idsOfKind(CellKind.SHAPE, CellKind.GROUP))
        .stream()
        .flatMap(id -> box(pageView, container, id).stream())
        .toList();
  }

  /** The box of a shape that is directly in the container, or on the page outside of others. */
  private static Optional<Box> box(PageView pageView, Optional<String> container, String id) {
    Optional<String> parent = pageView.find(id).flatMap(Cell::parent);
    boolean isIn = container.isPresent() ? container.equals(parent) : !isShape(pageView, parent);
    return isIn && isShape(pageView, Optional.of(id))
        ? pageView.box(id).filter(Box::isFinite)
        : Optional.empty();
  }

  private static boolean isShape(PageView pageView, Optional<String> id) {
    return id.flatMap(pageView::find).filter(cell -> SHAPES.contains(cell.kind())).isPresent();
  }

  /** The same view if it still applies, otherwise another one, for a later model. */
  PlacementView following(PageView pageView, Optional<String> newContainer, PlacementGrid grid) {
    boolean isSamePlace =
        page.equals(pageView.key()) && container.equals(newContainer) && finder.grid().equals(grid);
    if (!isSamePlace || model.find(page).isEmpty()) {
      return of(pageView, newContainer, grid);
    }
    PageView before = new PageView(model, page);
    FreeBoxFinder changed = finder;
    for (String id : changedIds(pageView)) {
      if (movesOthers(before, pageView, id)) {
        return of(pageView, container, grid);
      }
      Optional<Box> oldBox = box(before, container, id);
      Optional<Box> newBox = box(pageView, container, id);
      if (!oldBox.equals(newBox)) {
        FreeBoxFinder without = oldBox.map(changed::without).orElse(changed);
        changed = newBox.map(without::with).orElse(without);
      }
    }
    return new PlacementView(pageView.model(), page, container, changed);
  }

  /** Whether a change of a cell may move its children, or put them into a shape or out of one. */
  private static boolean movesOthers(PageView before, PageView after, String id) {
    boolean staysShape = isShape(before, Optional.of(id)) && isShape(after, Optional.of(id));
    return !staysShape && !(before.childIds(id).isEmpty() && after.childIds(id).isEmpty());
  }

  private List<String> changedIds(PageView pageView) {
    List<String> ids = new ArrayList<>();
    model
        .entities()
        .forEachDifference(
            pageView.model().entities(),
            new MapDifferenceConsumer<DiagramKey, DiagramEntity>() {
              @Override
              public void onlyInThis(DiagramKey key, DiagramEntity entity) {
                add(key);
              }

              @Override
              public void onlyInOther(DiagramKey key, DiagramEntity entity) {
                add(key);
              }

              @Override
              public void valueDiffers(
                  DiagramKey key, DiagramEntity thisEntity, DiagramEntity otherEntity) {
                add(key);
              }

              private void add(DiagramKey key) {
                if (key.isCell() && key.pageKey().equals(page)) {
                  ids.add(key.cell());
                }
              }
            });
    return ids;
  }

  /** The first free position for a shape, or one below all others if the grid is full. */
  Box firstFree(Box shape) {
    return finder
        .firstFree(shape)
        .orElseGet(() -> {
          PlacementGrid grid = finder.grid();
          double bottom =
              boxes(new PageView(model, page), container).stream()
                  .mapToDouble(Box::bottom)
                  .max()
                  .orElse(0);
          return shape.movedTo(grid.area().x(), bottom + grid.rowHeight());
        });
  }
}
