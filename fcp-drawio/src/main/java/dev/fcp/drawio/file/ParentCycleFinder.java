package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds cycles of parent references between cells, in linear time. */
final class ParentCycleFinder {

  private static final int NONE = -1;

  private ParentCycleFinder() {}

  /** The index of a cell in a cycle, if there is one. */
  static Optional<Integer> find(List<PageItem> items) {
    int[] parentIndices = parentIndices(items);
    int[] visitedFrom = new int[items.size()];
    for (int start = 0; start < parentIndices.length; start++) {
      int index = start;
      while (index != NONE && visitedFrom[index] == 0) {
        visitedFrom[index] = start + 1;
        index = parentIndices[index];
      }
      if (index != NONE && visitedFrom[index] == start + 1) {
        return Optional.of(index);
      }
    }
    return Optional.empty();
  }

  private static int[] parentIndices(List<PageItem> items) {
    Map<String, Integer> indexById = HashMap.newHashMap(items.size());
    for (int i = 0; i < items.size(); i++) {
      indexById.put(items.get(i).key().cell(), i);
    }
    int[] parentIndices = new int[items.size()];
    for (int i = 0; i < parentIndices.length; i++) {
      parentIndices[i] =
          items.get(i).entity() instanceof Cell cell
              ? cell.parent().map(id -> indexById.getOrDefault(id, NONE)).orElse(NONE)
              : NONE;
    }
    return parentIndices;
  }
}
