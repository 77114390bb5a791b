package dev.fcp.eventlog.history;

import com.google.common.collect.ImmutableList;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Arrays;
import java.util.List;

/**
 * The steps of a {@link History} in the order in which they were made, by position: the stored
 * ones, then those that were made since. Immutable.
 */
final class StepSequence<E> {

  private static final int MAX_NEWEST = 16;

  private final List<? extends StoredSteps<E>> stored;

  /** The positions of the first of these. */
  private final int[] starts;

  /** The position of the first step; stored ones before it were discarded. */
  private final int first;

  /** The position of the first step that is not stored. */
  private final int recentStart;

  private final PersistentList<Step<E>> recent;

  /** The positions of the recent steps, except the newest ones. */
  private final PersistentMap<StepId, Integer> older;

  /** Kept apart, so that a new step copies a small array instead of a path of the large tree. */
  private final PersistentMap<StepId, Integer> newest;

  /** Among which stored steps one was found last; the next one is usually near. */
  private int lastFound;

  private StepSequence(
      List<? extends StoredSteps<E>> stored,
      int[] starts,
      int first,
      int recentStart,
      PersistentList<Step<E>> recent,
      PersistentMap<StepId, Integer> older,
      PersistentMap<StepId, Integer> newest) {
    this.stored = stored;
    this.starts = starts;
    this.first = first;
    this.recentStart = recentStart;
    this.recent = recent;
    this.older = older;
    this.newest = newest;
  }

  static <E> StepSequence<E> of(List<? extends StoredSteps<E>> parts) {
    List<? extends StoredSteps<E>> stored = parts.stream().filter(it -> it.size() > 0).toList();
    int[] starts = new int[stored.size()];
    int end = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = end;
      end += stored.get(i).size();
    }
    return of(stored, starts, 0, end, List.of());
  }

  private static <E> StepSequence<E> of(
      List<? extends StoredSteps<E>> stored,
      int[] starts,
      int first,
      int recentStart,
      Iterable<Step<E>> recent) {
    StepSequence<E> steps =
        new StepSequence<>(
            stored,
            starts,
            first,
            recentStart,
            PersistentList.empty(),
            PersistentMap.empty(),
            PersistentMap.empty());
    for (Step<E> step : recent) {
      steps = steps.with(step);
    }
    return steps;
  }

  StepSequence<E> with(Step<E> step) {
    boolean isFull = newest.size() == MAX_NEWEST;
    PersistentMap<StepId, Integer> few = isFull ? PersistentMap.empty() : newest;
    return new StepSequence<>(
        stored,
        starts,
        first,
        recentStart,
        recent.append(step),
        isFull ? older.withAll(newest) : older,
        few.with(step.id(), end()));
  }

  /** The steps from a position on; the positions stay. */
  StepSequence<E> startingAt(int position) {
    if (position < recentStart) {
      int part = partAt(position);
      return new StepSequence<>(
          stored.subList(part, starts.length),
          Arrays.copyOfRange(starts, part, starts.length),
          position,
          recentStart,
          recent,
          older,
          newest);
    }
    return of(List.of(), new int[0], position, position, recent.drop(position - recentStart));
  }

  /**
   * The same steps, the oldest of those in memory being read from now on; unchanged if the stored
   * ones do not begin with them.
   *
   * @param found stored steps; those before the ones in memory are ignored
   */
  StepSequence<E> withStored(StoredSteps<E> found) {
    int from = recent.isEmpty() ? -1 : found.indexOf(recent.get(0).id());
    if (from < 0 || found.size() - from > recent.size()) {
      return this;
    }
    StoredSteps<E> added = found.startingAt(from);
    for (int i = 0; i < added.size(); i++) {
      if (!added.id(i).equals(recent.get(i).id())) {
        return this;
      }
    }
    int[] newStarts = Arrays.copyOf(starts, starts.length + 1);
    newStarts[starts.length] = recentStart;
    return of(
        ImmutableList.<StoredSteps<E>>builder().addAll(stored).add(added).build(),
        newStarts,
        first,
        recentStart + added.size(),
        recent.drop(added.size()));
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
    int part = partAt(position);
    return stored.get(part).id(position - starts[part]);
  }

  HistoryPoint parent(int position) {
    if (position >= recentStart) {
      return recent.get(position - recentStart).parent();
    }
    int part = partAt(position);
    return stored.get(part).parent(position - starts[part]);
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
    int part = position < recentStart ? partAt(position) : -1;
    if (part >= 0 && position > starts[part]) {
      return stored.get(part).followsPrevious(position - starts[part]);
    }
    return position > first && parent(position).isAfter(id(position - 1));
  }

  Step<E> step(int position) {
    if (position >= recentStart) {
      return recent.get(position - recentStart);
    }
    int part = partAt(position);
    return stored.get(part).step(position - starts[part]);
  }

  /** The position of a step; negative if there is none. */
  int positionOf(StepId id) {
    Integer known = newest.get(id);
    known = known == null ? older.get(id) : known;
    if (known != null) {
      return known;
    }
    int position = positionIn(lastFound, id);
    for (int part = starts.length - 1; position < 0 && part >= 0; part--) {
      position = positionIn(part, id);
      lastFound = part;
    }
    return position < first ? -1 : position;
  }

  private int positionIn(int part, StepId id) {
    int index = part < starts.length ? stored.get(part).indexOf(id) : -1;
    return index < 0 ? -1 : starts[part] + index;
  }

  private int partAt(int position) {
    int part = Arrays.binarySearch(starts, position);
    return part >= 0 ? part : -part - 2;
  }
}
