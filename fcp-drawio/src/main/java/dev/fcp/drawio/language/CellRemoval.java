package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Deletes cells with what cannot stay without them, and saves the connections that can. */
final class CellRemoval {

  private final PageView pageView;

  /** The cells that are named, and all that is in them. */
  private final Set<String> removedIds = new LinkedHashSet<>();

  private CellRemoval(PageView pageView, Set<String> namedIds) {
    this.pageView = pageView;
    for (String id : namedIds) {
      removedIds.add(id);
      removedIds.addAll(pageView.descendantIds(id));
    }
  }

  /**
   * Deletes cells, what is in them and the edges at all that. An edge that only lies in one of
   * them, with ends that stay, is taken out first and stays too.
   *
   * @return what went besides those that are named
   */
  static Set<String> remove(DiagramEdit edit, PageView pageView, Set<String> namedIds) {
    new CellRemoval(pageView, namedIds).detachEdges(edit, namedIds);
    PageView updatedPage = edit.pageView(pageView.key());
    Set<String> dependents = withDependents(updatedPage, namedIds);
    edit.deleteAll(updatedPage, List.copyOf(dependents));
    dependents.removeAll(namedIds);
    return dependents;
  }

  private void detachEdges(DiagramEdit edit, Set<String> namedIds) {
    for (String id : removedIds) {
      Cell cell = pageView.cell(id);
      if (cell.kind() == CellKind.EDGE
          && !namedIds.contains(id)
          && remains(cell.source())
          && remains(cell.target())) {
        newParent(id)
            .ifPresent(newParent ->
                edit.changeCell(
                    pageView.cellKey(id), edge -> GroupVerbs.reparented(pageView, id, edge, newParent)));
      }
    }
  }

  private boolean remains(Optional<String> end) {
    return end.flatMap(pageView::find).isPresent() && !removedIds.contains(end.get());
  }

  /**
   * The innermost of what holds an edge and stays, else the layer of its source, else the first
   * layer that stays: directly on the root there are only layers.
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

  /** What is deleted when some cells are: what is in them, the edges at all that, and so on. */
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

  /** Each cell behind those that contain it, and edges last, so that they are deleted first. */
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
