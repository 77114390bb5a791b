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
 * Merges a sequence of events into fewer events with the same effect (DM-11).
 *
 * @param domain the domain of the events
 */
public record EventMerger<M, E>(Domain<M, E> domain) {

  private static final int MAX_MERGED_ONE_BY_ONE = 64;

  /**
   * Merges each event of a step into an event of the step before it.
   *
   * @return the merged events, possibly none if they cancel each other out; empty if an event
   *     cannot be merged
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

  /**
   * Merges events into as few as possible. Of many events, each half is merged first: a merge of
   * edits of a text takes time in proportion to their length.
   */
  public List<E> squash(List<E> all) {
    int middle = all.size() > MAX_MERGED_ONE_BY_ONE ? all.size() / 2 : 0;
    List<E> events = new ArrayList<>(middle == 0 ? List.of() : squash(all.subList(0, middle)));
    List<E> rest = all.subList(middle, all.size());
    for (E event : middle == 0 ? rest : squash(rest)) {
      if (!mergeInto(events, event)) {
        events.add(event);
      }
    }
    return events;
  }

  /**
   * Merges an event into an earlier one, unless an event in between affects the same units or
   * entities.
   */
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

  /** Whether one event writes something that the other one writes or refers to. */
  private static boolean overlap(Touches first, Touches second) {
    return writesAny(first, second) || refersToAny(first, second) || refersToAny(second, first);
  }

  private static boolean writesAny(Touches first, Touches second) {
    return first.written().stream()
        .anyMatch(unit ->
            second.written().stream()
                .anyMatch(other -> unit.overlaps(other) || areOfSameText(unit, other)));
  }

  /** Whether two units are characters of one text: an insertion may come after another one. */
  private static boolean areOfSameText(Unit first, Unit second) {
    return first.entity().equals(second.entity())
        && first.characters().isPresent()
        && second.characters().isPresent();
  }

  private static boolean refersToAny(Touches first, Touches second) {
    List<EntityRef> written = second.written().stream().map(Unit::entity).toList();
    return !Collections.disjoint(first.mentioned(), written);
  }
}
