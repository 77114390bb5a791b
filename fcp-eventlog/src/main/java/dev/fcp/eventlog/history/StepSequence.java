package dev.fcp.eventlog.history;

import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The steps of a {@link History} in the order in which they were made, by position: the stored ones,
 * then those that were made since. Immutable.
 */
final class StepSequence<E> {

  private static final int MAX_NEWEST = 16;

  /** The stored steps, by the position of the first of them. */
  private final NavigableMap<Integer, StoredSteps<E>> stored;

  /** The position of the first step; stored ones before it were discarded. */
  private final int first;

  /** The position of the first step that is not stored. */
  private final int recentStart;

  private final PersistentList<Step<E>> recent;

  /** The positions of the recent steps, except the newest ones. */
  private final PersistentMap<StepId, Integer> older;

  /** Kept apart, so that a new step copies a small array instead of a path of the large tree. */
  private final PersistentMap<StepId, Integer> newest;

  /** Where a stored step was found last; the next one is usually near. */
  private int lastFoundStart;

  private StepSequence(
      NavigableMap<Integer, StoredSteps<E>> stored,
      int first,
      int recentStart,
      PersistentList<Step<E>> recent,
      PersistentMap<StepId, Integer> older,
      PersistentMap<StepId, Integer> newest) {
    this.stored = stored;
    this.first = first;
    this.recentStart = recentStart;
    this.recent = recent;
    this.older = older;
    this.newest = newest;
  }

  static <E> StepSequence<E> of(List<? extends StoredSteps<E>> parts) {
    NavigableMap<Integer, StoredSteps<E>> stored = new TreeMap<>();
    int end = 0;
    for (StoredSteps<E> part : parts) {
      if (part.size() > 0) {
        stored.put(end, part);
      }
      end += part.size();
    }
    return new StepSequence<>(
        stored, 0, end, PersistentList.empty(), PersistentMap.empty(), PersistentMap.empty());
  }

  StepSequence<E> with(Step<E> step) {
    boolean isFull = newest.size() == MAX_NEWEST;
    PersistentMap<StepId, Integer> few = isFull ? PersistentMap.empty() : newest;
    return new StepSequence<>(
        stored,
        first,
        recentStart,
        recent.append(step),
        isFull ? older.withAll(newest) : older,
        few.with(step.id(), end()));
  }

  /** The steps from a position on; the positions stay. */
  StepSequence<E> startingAt(int position) {
    if (position < recentStart) {
      var kept = stored.tailMap(stored.floorKey(position), true);
      return new StepSequence<>(kept, position, recentStart, recent, older, newest);
    }
    StepSequence<E> kept =
        new StepSequence<>(
            new TreeMap<>(),
            position,
            position,
            PersistentList.empty(),
            PersistentMap.empty(),
            PersistentMap.empty());
    for (Step<E> step : recent.drop(position - recentStart)) {
      kept = kept.with(step);
    }
    return kept;
  }

  int first() {
    return first;
  }

  /** The position after the last step. */
  int end() {
    return recentStart + recent.size();
  }

  StepId id(int position) {
    if (position >= recentStart) {
      return recent.get(position - recentStart).id();
    }
    var part = stored.floorEntry(position);
    return part.getValue().id(position - part.getKey());
  }

  HistoryPoint parent(int position) {
    if (position >= recentStart) {
      return recent.get(position - recentStart).parent();
    }
    var part = stored.floorEntry(position);
    return part.getValue().parent(position - part.getKey());
  }

  /** The position of the next step, from a position on, that does not follow the one before it. */
  int nextRun(int position) {
    int next = position;
    while (next < end() && follows(next)) {
      next++;
    }
    return next;
  }

  private boolean follows(int position) {
    var part = stored.floorEntry(position);
    boolean isInPart = position < recentStart && position > part.getKey();
    return isInPart
        ? part.getValue().followsPrevious(position - part.getKey())
        : position > first && parent(position).isAfter(id(position - 1));
  }

  Step<E> step(int position) {
    if (position >= recentStart) {
      return recent.get(position - recentStart);
    }
    var part = stored.floorEntry(position);
    return part.getValue().step(position - part.getKey());
  }

  /** The position of a step; negative if there is none. */
  int positionOf(StepId id) {
    Integer known = newest.get(id);
    known = known == null ? older.get(id) : known;
    if (known != null) {
      return known;
    }
    int position = positionIn(lastFoundStart, id);
    for (int start : position < 0 ? stored.descendingKeySet() : Set.<Integer>of()) {
      position = positionIn(start, id);
      if (position >= 0) {
        lastFoundStart = start;
        break;
      }
    }
    return position < first ? -1 : position;
  }

  private int positionIn(int start, StepId id) {
    StoredSteps<E> part = stored.get(start);
    int index = part == null ? -1 : part.indexOf(id);
    return index < 0 ? -1 : start + index;
  }
}
