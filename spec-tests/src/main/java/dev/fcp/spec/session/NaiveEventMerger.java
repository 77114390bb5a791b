package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Merges several events into as few as possible, with the merge of two events that the domain
 * provides.
 */
record NaiveEventMerger<M, E>(Domain<M, E> domain) {

  /** Returns all events, each merged into an earlier one if possible. */
  List<E> squash(List<E> allEvents) {
    List<E> events = List.of();
    for (E event : allEvents) {
      events = mergeInto(events, event).orElse(append(events, event));
    }
    return events;
  }

  /**
   * Returns the first events with the second ones merged into them; empty if one of these does not
   * merge.
   */
  Optional<List<E>> mergeAll(List<E> first, List<E> second) {
    Optional<List<E>> events = Optional.of(first);
    for (E event : second) {
      events =
          events.flatMap(
              merged -> merged.isEmpty() ? Optional.of(List.of(event)) : mergeInto(merged, event));
    }
    return events;
  }

  /** Merges an event into the last of the events that accepts it; empty if there is none. */
  private Optional<List<E>> mergeInto(List<E> events, E event) {
    if (events.isEmpty()) {
      return Optional.empty();
    }
    List<E> others = events.subList(0, events.size() - 1);
    E last = events.get(others.size());
    return switch (domain.merge(last, event)) {
      case EventMerge.CancelledOut<E> cancelled -> Optional.of(others);
      case EventMerge.MergedInto<E>(var mergedEvent) -> Optional.of(append(others, mergedEvent));
      case EventMerge.NotMergeable<E> separate ->
          overlap(last, event)
              ? Optional.empty()
              : mergeInto(others, event).map(appended -> append(appended, last));
    };
  }

  private List<E> append(List<E> events, E event) {
    List<E> appended = new ArrayList<>(events);
    appended.add(event);
    return List.copyOf(appended);
  }

  /** Whether one event writes a unit of the other, or an entity that the other mentions. */
  private boolean overlap(E firstEvent, E secondEvent) {
    Touches first = domain.touches(firstEvent);
    Touches second = domain.touches(secondEvent);
    for (Unit unit : first.written()) {
      if (second.written().stream().anyMatch(unit::overlaps)) {
        return true;
      }
    }
    return mentions(first, second) || mentions(second, first);
  }

  private static boolean mentions(Touches speaker, Touches writer) {
    Set<EntityRef> entities = new HashSet<>();
    writer.written().forEach(unit -> entities.add(unit.entity()));
    entities.retainAll(speaker.mentioned());
    return !entities.isEmpty();
  }
}
