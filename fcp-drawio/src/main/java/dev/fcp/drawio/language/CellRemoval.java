package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.verbs.form.Phrases;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Deletes cells together with their dependents, but keeps connections whose ends remain. */
final class CellRemoval {

  private final PageView pageView;

  /** The named cells and their descendants. */
  private final Set<String> removedIds = new LinkedHashSet<>();

  private CellRemoval(PageView pageView, Set<String> namedIds) {
    this.pageView = pageView;
    for (String id : namedIds) {
      removedIds.add(id);
      removedIds.addAll(pageView.descendantIds(id));
    }
  }

  /**
   * Deletes cells, their descendants, and all edges connected to these. An edge that is contained
   * in a deleted cell but connects remaining cells is moved out first and kept.
   *
   * @return what else was deleted or moved out
   */
  static SideEffects remove(DiagramEdit edit, PageView pageView, Set<String> namedIds) {
    int keptEdges = new CellRemoval(pageView, namedIds).detachEdges(edit, namedIds);
    PageView updatedPage = edit.pageView(pageView.key());
    Set<String> dependents = withDependents(updatedPage, namedIds);
    edit.deleteAll(updatedPage, List.copyOf(dependents));
    dependents.removeAll(namedIds);
    return new SideEffects(dependents, keptEdges);
  }

  /**
   * What a removal did to cells that were not named.
   *
   * @param deletedIds the ids of those that were deleted
   * @param keptEdges the number of edges that were moved out of a deleted cell
   */
  record SideEffects(Set<String> deletedIds, int keptEdges) {

    /** The edges that were moved out, for the result; empty if there are none. */
    String describeKeptEdges() {
      return keptEdges == 0
          ? ""
          : "; "
              + Phrases.count(keptEdges, "connection", "connections")
              + " between other shapes "
              + (keptEdges == 1 ? "stays" : "stay");
    }
  }

  private int detachEdges(DiagramEdit edit, Set<String> namedIds) {
    int detached = 0;
    for (String id : removedIds) {
      Cell cell = pageView.cell(id);
      if (cell.kind() == CellKind.EDGE
          && !namedIds.contains(id)
          && remains(cell.source())
          && remains(cell.target())) {
        Optional<String> newParent = newParent(id);
        if (newParent.isPresent()) {
          edit.changeCell(
              pageView.cellKey(id),
              edge -> GroupVerbs.reparented(pageView, id, edge, newParent.get()));
          detached++;
        }
      }
    }
    return detached;
  }

  private boolean remains(Optional<String> end) {
    return end.flatMap(pageView::find).isPresent() && !removedIds.contains(end.get());
  }

  /**
   * The new parent of an edge: the innermost ancestor that remains, otherwise the layer of its
   * source, otherwise the first layer that remains. The root cannot be the parent, because it
   * contains only layers.
   */
  private Optional<String> newParent(String edge) {
    Optional<String> source = pageView.cell(edge).source();
    return pageView.ancestorIds(edge).stream()
        .filter(ancestor ->
            !removedIds.contains(ancestor) && pageView.cell(ancestor).kind() != CellKind.ROOT)
        .findFirst()
        .or(() -> source.flatMap(pageView::layerOf))
        .or(() ->
            pageView.referableLayerIds().stream()
                .filter(ancestor -> !removedIds.contains(ancestor))
                .findFirst());
  }

  /**
   * Some cells and their dependents: descendants, edges connected to these, and the dependents of
   * those edges.
   */
  static Set<String> withDependents(PageView pageView, Set<String> ids) {
    Set<String> dependents = new LinkedHashSet<>();
    List<String> pending = new ArrayList<>(ids);
    while (!pending.isEmpty()) {
      String id = pending.remove(pending.size() - 1);
      if (dependents.add(id)) {
        pending.addAll(pageView.childIds(id));
        pending.addAll(pageView.edgesOf(id));
      }
    }
    return containersFirst(pageView, dependents);
  }

  /** Sorts each cell after its ancestors, and edges last, because deletion starts from the end. */
  private static Set<String> containersFirst(PageView pageView, Set<String> ids) {
    Map<String, Integer> depths = new HashMap<>();
    Set<String> edgesAndTheirLabels = new HashSet<>();
    for (String id : ids) {
      List<String> ancestors = pageView.ancestorIds(id);
      depths.put(id, ancestors.size());
      if (pageView.cell(id).kind() == CellKind.EDGE
          || ancestors.stream()
              .anyMatch(ancestor -> pageView.cell(ancestor).kind() == CellKind.EDGE)) {
        edgesAndTheirLabels.add(id);
      }
    }
    List<String> sorted = new ArrayList<>(ids);
    sorted.sort(
        Comparator.comparing((String id) -> edgesAndTheirLabels.contains(id))
            .thenComparing(depths::get));
    return new LinkedHashSet<>(sorted);
  }
}
