package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Kind;
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
final class Removal {

  private final Sheet sheet;

  /** The cells that are named, and all that is in them. */
  private final Set<String> going = new LinkedHashSet<>();

  private Removal(Sheet sheet, Set<String> named) {
    this.sheet = sheet;
    for (String id : named) {
      going.add(id);
      going.addAll(sheet.within(id));
    }
  }

  /**
   * Deletes cells, what is in them and the edges at all that. An edge that only lies in one of
   * them, with ends that stay, is taken out first and stays too.
   *
   * @return what went besides those that are named
   */
  static Set<String> of(Edit edit, Sheet sheet, Set<String> named) {
    new Removal(sheet, named).takeOutEdges(edit, named);
    Sheet lifted = edit.sheet(sheet.key());
    Set<String> all = withDependents(lifted, named);
    edit.deleteAll(lifted, List.copyOf(all));
    all.removeAll(named);
    return all;
  }

  private void takeOutEdges(Edit edit, Set<String> named) {
    for (String id : going) {
      Cell cell = sheet.cell(id);
      if (cell.kind() == Kind.EDGE
          && !named.contains(id)
          && stays(cell.source())
          && stays(cell.target())) {
        place(id)
            .ifPresent(
                up -> edit.cell(sheet.keyOf(id), edge -> GroupVerbs.movedOut(sheet, id, edge, up)));
      }
    }
  }

  private boolean stays(Optional<String> end) {
    return end.flatMap(sheet::find).isPresent() && !going.contains(end.get());
  }

  /**
   * The innermost of what holds an edge and stays, else the layer of its source, else the first
   * layer that stays: directly on the root there are only layers.
   */
  private Optional<String> place(String edge) {
    Optional<String> source = sheet.cell(edge).source();
    return sheet.above(edge).stream()
        .filter(up -> !going.contains(up) && sheet.cell(up).kind() != Kind.ROOT)
        .findFirst()
        .or(() -> source.flatMap(sheet::layerOf))
        .or(() -> sheet.layersToPutOn().stream().filter(up -> !going.contains(up)).findFirst());
  }

  /** What is deleted when some cells are: what is in them, the edges at all that, and so on. */
  static Set<String> withDependents(Sheet sheet, Set<String> cells) {
    Set<String> all = new LinkedHashSet<>();
    List<String> open = new ArrayList<>(cells);
    while (!open.isEmpty()) {
      String id = open.remove(open.size() - 1);
      if (all.add(id)) {
        open.addAll(sheet.in(id));
        open.addAll(sheet.edgesAt(id));
      }
    }
    return inContainersFirstOrder(sheet, all);
  }

  /** Each cell behind those that contain it, and edges last, so that they are deleted first. */
  private static Set<String> inContainersFirstOrder(Sheet sheet, Set<String> cells) {
    Map<String, Integer> depths = new HashMap<>();
    Set<String> ofEdges = new HashSet<>();
    for (String id : cells) {
      List<String> above = sheet.above(id);
      depths.put(id, above.size());
      if (sheet.cell(id).kind() == Kind.EDGE
          || above.stream().anyMatch(up -> sheet.cell(up).kind() == Kind.EDGE)) {
        ofEdges.add(id);
      }
    }
    List<String> ordered = new ArrayList<>(cells);
    ordered.sort(
        Comparator.comparing((String id) -> ofEdges.contains(id)).thenComparing(depths::get));
    return new LinkedHashSet<>(ordered);
  }
}
