package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Domain;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells which events of a document are in effect (RB-2): they stand on the way to the cursor, and
 * no rollback took them back. It remembers the way that it saw last. Safe for use by several
 * threads.
 *
 * @param <E> the events
 */
public final class Effects<E> {

  private final LineIndex<E> line;

  /** For documents of a domain. */
  public Effects(Domain<?, E> domain) {
    this.line = new LineIndex<>(domain);
  }

  /**
   * Those of some events that are in effect. What a rollback did is so while nothing after it
   * brought back or took back the same.
   *
   * @param way all steps that lead to the cursor, oldest first
   */
  public synchronized Set<EventId> among(
      History<E> history, List<StepId> way, Collection<EventId> events) {
    line.moveTo(history, way);
    InEffect now = InEffect.now(line);
    Set<EventId> found = new LinkedHashSet<>();
    for (EventId event : events) {
      Optional<Integer> place = line.place(event.step());
      if (place.isPresent() && isInEffect(place.get(), event.index(), now)) {
        found.add(event);
      }
    }
    return found;
  }

  private boolean isInEffect(int place, int index, InEffect now) {
    if (!line.reversing().get(place)) {
      return now.contains(Write.key(place, index));
    }
    return InEffect.keysOf(line, place).anyMatch(key -> now.isLastNamedAt(key, place));
  }
}
