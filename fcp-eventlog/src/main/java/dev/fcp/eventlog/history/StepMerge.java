package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Merge;
import dev.fcp.eventlog.domain.Touches;
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
public record StepMerge<M, E>(Domain<M, E> domain) {

  /**
   * The events of two steps as one, where each event of the second goes into one of the first.
   *
   * @return empty if some event of the second does not; no events if together they do nothing
   */
  public Optional<List<E>> joined(List<E> first, List<E> second) {
    List<E> events = new ArrayList<>(first);
    for (E event : second) {
      if (events.isEmpty()) {
        events.add(event);
      } else if (!join(events, event)) {
        return Optional.empty();
      }
    }
    return Optional.of(events);
  }

  /** All events of some steps, told in as few as can be. */
  public List<E> squashed(List<E> all) {
    List<E> events = new ArrayList<>();
    for (E event : all) {
      if (!join(events, event)) {
        events.add(event);
      }
    }
    return events;
  }

  /** Merges an event into the last one that it meets; nothing between them has to do with it. */
  private boolean join(List<E> events, E event) {
    Touches touches = domain.touches(event);
    for (int i = events.size() - 1; i >= 0; i--) {
      switch (domain.merge(events.get(i), event)) {
        case Merge.Into<E>(var both) -> {
          events.set(i, both);
          return true;
        }
        case Merge.Nothing<E> nothing -> {
          events.remove(i);
          return true;
        }
        case Merge.Apart<E> apart -> {
          if (meet(touches, domain.touches(events.get(i)))) {
            return false;
          }
        }
      }
    }
    return false;
  }

  /** Whether one writes what the other writes or refers to. */
  private static boolean meet(Touches one, Touches other) {
    return writesAny(one, other) || refersToAny(one, other) || refersToAny(other, one);
  }

  private static boolean writesAny(Touches one, Touches other) {
    return one.written().stream().anyMatch(unit -> other.written().stream().anyMatch(unit::meets));
  }

  private static boolean refersToAny(Touches one, Touches other) {
    List<EntityRef> written = other.written().stream().map(Unit::entity).toList();
    return !Collections.disjoint(one.mentioned(), written);
  }
}
