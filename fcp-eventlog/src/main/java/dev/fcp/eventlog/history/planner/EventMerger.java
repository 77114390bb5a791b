package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Tells several events, one after the other, in fewer with the same effect (DM-11).
 *
 * @param domain whose events
 */
public record EventMerger<M, E>(Domain<M, E> domain) {

  /**
   * The events of two steps as one, where each event of the second goes into one of the first.
   *
   * @return empty if some event of the second does not; no events if together they do nothing
   */
  public Optional<List<E>> mergeSteps(List<E> first, List<E> second) {
    List<E> events = new ArrayList<>(first);
    for (E event : second) {
      if (events.isEmpty()) {
        events.add(event);
      } else if (!mergeInto(events, event)) {
        return Optional.empty();
      }
    }
    return Optional.of(events);
  }

  /** All events of some steps, merged into as few as possible. */
  public List<E> squash(List<E> all) {
    List<E> events = new ArrayList<>();
    for (E event : all) {
      if (!mergeInto(events, event)) {
        events.add(event);
      }
    }
    return events;
  }

  /** Merges an event into the last one that it meets; nothing between them has to do with it. */
  private boolean mergeInto(List<E> events, E event) {
    Touches touches = domain.touches(event);
    for (int i = events.size() - 1; i >= 0; i--) {
      switch (domain.merge(events.get(i), event)) {
        case EventMerge.MergedInto<E>(var merged) -> {
          events.set(i, merged);
          return true;
        }
        case EventMerge.CancelledOut<E> cancelledOut -> {
          events.remove(i);
          return true;
        }
        case EventMerge.NotMergeable<E> notMergeable -> {
          if (overlap(touches, domain.touches(events.get(i)))) {
            return false;
          }
        }
      }
    }
    return false;
  }

  /** Whether one writes what the other writes or refers to. */
  private static boolean overlap(Touches first, Touches second) {
    return writesAny(first, second) || refersToAny(first, second) || refersToAny(second, first);
  }

  private static boolean writesAny(Touches first, Touches second) {
    return first.written().stream()
        .anyMatch(unit -> second.written().stream().anyMatch(unit::overlaps));
  }

  private static boolean refersToAny(Touches first, Touches second) {
    List<EntityRef> written = second.written().stream().map(Unit::entity).toList();
    return !Collections.disjoint(first.mentioned(), written);
  }
}
