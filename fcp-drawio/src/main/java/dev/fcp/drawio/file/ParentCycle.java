package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.file.DiagramContent.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds cells that lie within themselves, by way of their parents. Linear. */
final class ParentCycle {

  private static final int NONE = -1;

  private ParentCycle() {}

  /** The place of a cell of a cycle, if there is one. */
  static Optional<Integer> find(List<Item> items) {
    int[] parents = parents(items);
    int[] seenFrom = new int[items.size()];
    for (int start = 0; start < parents.length; start++) {
      int at = start;
      while (at != NONE && seenFrom[at] == 0) {
        seenFrom[at] = start + 1;
        at = parents[at];
      }
      if (at != NONE && seenFrom[at] == start + 1) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  private static int[] parents(List<Item> items) {
    Map<String, Integer> places = HashMap.newHashMap(items.size());
    for (int i = 0; i < items.size(); i++) {
      places.put(items.get(i).key().cell(), i);
    }
    int[] parents = new int[items.size()];
    for (int i = 0; i < parents.length; i++) {
      parents[i] =
          items.get(i).entity() instanceof Cell cell
              ? cell.parent().map(id -> places.getOrDefault(id, NONE)).orElse(NONE)
              : NONE;
    }
    return parents;
  }
}
