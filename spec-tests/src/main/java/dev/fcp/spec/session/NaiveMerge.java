package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Merge;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Several events told in as few as can be; what two of them come to is told by the domain. */
record NaiveMerge<M, E>(Domain<M, E> domain) {

  /** All events, each in the one before it that it goes into, if there is one. */
  List<E> inFewest(List<E> all) {
    List<E> events = List.of();
    for (E event : all) {
      events = into(events, event).orElse(followed(events, event));
    }
    return events;
  }

  /** The same, if each of the second goes into one that is there. */
  Optional<List<E>> wholly(List<E> first, List<E> second) {
    Optional<List<E>> events = Optional.of(first);
    for (E event : second) {
      events =
          events.flatMap(some -> some.isEmpty() ? Optional.of(List.of(event)) : into(some, event));
    }
    return events;
  }

  /** The events with one more that goes into the last one it can; none if there is no such one. */
  private Optional<List<E>> into(List<E> events, E event) {
    if (events.isEmpty()) {
      return Optional.empty();
    }
    List<E> others = events.subList(0, events.size() - 1);
    E last = events.get(others.size());
    return switch (domain.merge(last, event)) {
      case Merge.Nothing<E> nothing -> Optional.of(others);
      case Merge.Into<E>(var both) -> Optional.of(followed(others, both));
      case Merge.Apart<E> apart ->
          haveToDo(last, event)
              ? Optional.empty()
              : into(others, event).map(longer -> followed(longer, last));
    };
  }

  private List<E> followed(List<E> events, E event) {
    List<E> longer = new ArrayList<>(events);
    longer.add(event);
    return List.copyOf(longer);
  }

  /** Whether one writes a unit of the other, or an entity that the other speaks of. */
  private boolean haveToDo(E one, E other) {
    Touches first = domain.touches(one);
    Touches second = domain.touches(other);
    for (Unit unit : first.written()) {
      if (second.written().stream().anyMatch(unit::meets)) {
        return true;
      }
    }
    return speaksOf(first, second) || speaksOf(second, first);
  }

  private static boolean speaksOf(Touches speaker, Touches writer) {
    Set<EntityRef> entities = new HashSet<>();
    writer.written().forEach(unit -> entities.add(unit.entity()));
    entities.retainAll(speaker.mentioned());
    return !entities.isEmpty();
  }
}
