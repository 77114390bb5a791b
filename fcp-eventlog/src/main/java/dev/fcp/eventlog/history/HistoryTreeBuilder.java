package dev.fcp.eventlog.history;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the tree of a {@link History} from many steps at once. */
final class HistoryTreeBuilder<E> {

  private final List<HistoryNode<E>> stepNodes = new ArrayList<>();
  private final List<HistoryNode<E>> unknownNodes = new ArrayList<>();

  /** All nodes by step id; created when a step is not a child of the step before it. */
  private @Nullable Map<StepId, HistoryNode<E>> byId;

  History<E> build(Iterable<History.LazyStep<E>> lazySteps) {
    for (History.LazyStep<E> lazyStep : lazySteps) {
      HistoryNode<E> node =
          HistoryNode.childOf(parent(lazyStep.parent()), lazyStep.id(), lazyStep.loader());
      stepNodes.add(node);
      if (byId != null) {
        byId.put(node.id(), node);
      }
    }
    List<HistoryNode<E>> sorted = new ArrayList<>(stepNodes);
    sorted.addAll(unknownNodes);
    sorted.sort(Comparator.comparing(HistoryNode::id));
    List<Map.Entry<StepId, HistoryNode<E>>> entries =
        Lists.transform(sorted, node -> Map.entry(node.id(), node));
    return new History<>(
        NodeIndex.of(PersistentMap.ofSorted(Comparator.<StepId>naturalOrder(), entries)),
        PersistentList.copyOf(stepNodes),
        NamedStates.NONE);
  }

  private @Nullable HistoryNode<E> parent(HistoryPoint point) {
    if (point.isBase()) {
      return null;
    }
    HistoryNode<E> last = stepNodes.isEmpty() ? null : stepNodes.get(stepNodes.size() - 1);
    if (last != null && point.isAfter(last.id())) {
      return last;
    }
    if (byId == null) {
      byId = new HashMap<>();
      stepNodes.forEach(node -> byId.put(node.id(), node));
    }
    return byId.computeIfAbsent(
        point.step().orElseThrow(),
        id -> {
          unknownNodes.add(HistoryNode.unknown(id));
          return unknownNodes.get(unknownNodes.size() - 1);
        });
  }
}
