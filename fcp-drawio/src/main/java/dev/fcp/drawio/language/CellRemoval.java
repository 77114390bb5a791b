package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.verbs.form.Phrases;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
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
    namedIds.forEach(this::addWithDescendants);
  }

  private void addWithDescendants(String namedId) {
    Deque<String> pending = new ArrayDeque<>(List.of(namedId));
    while (!pending.isEmpty()) {
      String id = pending.removeFirst();
      if (removedIds.add(id)) {
        pending.addAll(pageView.childIds(id));
      }
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
    Map<String, Depth> depths = new HashMap<>();
    for (String id : ids) {
      measure(pageView, id, depths);
    }
    List<String> sorted = new ArrayList<>(ids);
    sorted.sort(
        Comparator.comparing(
            depths::get,
            Comparator.comparing(Depth::isOnEdge).thenComparingInt(Depth::ancestorCount)));
    return new LinkedHashSet<>(sorted);
  }

  /**
   * The depth of a cell.
   *
   * @param ancestorCount the number of its ancestors
   * @param isOnEdge whether it is an edge or has one among its ancestors
   */
  private record Depth(int ancestorCount, boolean isOnEdge) {

    private static final Depth OUTSIDE = new Depth(-1, false);
  }

  /** Adds the depths of a cell and its ancestors, each of which is visited once. */
  private static void measure(PageView pageView, String id, Map<String, Depth> depths) {
    Deque<String> unknown = new ArrayDeque<>();
    Optional<String> next = Optional.of(id);
    while (next.isPresent()
        && !depths.containsKey(next.get())
        && pageView.find(next.get()).isPresent()) {
      unknown.push(next.get());
      next = pageView.cell(next.get()).parent();
    }
    Depth parent =
        next.map(ancestor -> depths.getOrDefault(ancestor, Depth.OUTSIDE)).orElse(Depth.OUTSIDE);
    for (String descendant : unknown) {
      boolean isEdge = pageView.cell(descendant).kind() == CellKind.EDGE;
      parent = new Depth(parent.ancestorCount() + 1, parent.isOnEdge() || isEdge);
      depths.put(descendant, parent);
    }
  }
}
