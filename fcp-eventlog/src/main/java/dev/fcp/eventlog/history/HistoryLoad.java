package dev.fcp.eventlog.history;

import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts many steps into a tree at once. */
final class HistoryLoad<E> {

  private final List<Node<E>> made = new ArrayList<>();
  private final List<Node<E>> unknown = new ArrayList<>();

  /** Made when the first step comes that does not stand below the one before it. */
  private @Nullable Map<StepId, Node<E>> byId;

  History<E> of(Iterable<History.Outline<E>> outlines) {
    for (History.Outline<E> outline : outlines) {
      Node<E> node = Node.below(parent(outline.parent()), outline.id(), outline.content());
      made.add(node);
      if (byId != null) {
        byId.put(node.id(), node);
      }
    }
    List<Node<E>> sorted = new ArrayList<>(made);
    sorted.addAll(unknown);
    sorted.sort(Comparator.comparing(Node::id));
    List<Map.Entry<StepId, Node<E>>> entries = new ArrayList<>(sorted.size());
    sorted.forEach(node -> entries.add(Map.entry(node.id(), node)));
    return new History<>(
        PersistentMap.ofSorted(Comparator.<StepId>naturalOrder(), entries),
        PersistentList.copyOf(made),
        NamedStates.NONE);
  }

  private @Nullable Node<E> parent(Optional<StepId> place) {
    if (place.isEmpty()) {
      return null;
    }
    Node<E> last = made.isEmpty() ? null : made.get(made.size() - 1);
    if (last != null && last.id().equals(place.get())) {
      return last;
    }
    if (byId == null) {
      byId = new HashMap<>();
      made.forEach(node -> byId.put(node.id(), node));
    }
    return byId.computeIfAbsent(
        place.get(),
        id -> {
          unknown.add(Node.unknown(id));
          return unknown.get(unknown.size() - 1);
        });
  }
}
