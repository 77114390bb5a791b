package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The steps of a line at which undo and redo stop: all but the ignored ones (SE-31). Positions and
 * steps are those of the line without what is only carried.
 *
 * @param timeline the line
 */
record Stops(Timeline<?> timeline) {

  /**
   * Where undo or redo goes.
   *
   * @param position how many steps of the line are applied then
   * @param standing the ignored steps behind that position which are to stay applied, oldest first
   */
  record Target(int position, List<StepId> standing) {}

  private boolean isStop(int index) {
    return !timeline.ignored().holds(timeline.idAt(index));
  }

  boolean canUndo() {
    return !recent(1).isEmpty();
  }

  boolean canRedo() {
    return !upcoming(1).isEmpty();
  }

  /** How many stops lie before the cursor. */
  int behind() {
    return timeline.plainCount() - ignoredBetween(0, timeline.plainCount());
  }

  /** How many stops lie ahead. */
  int ahead() {
    int cursor = timeline.plainCount();
    return timeline.length() - cursor - ignoredBetween(cursor, timeline.length());
  }

  /** There are few of them on most lines, of however many steps. */
  private int ignoredBetween(int from, int to) {
    int count = 0;
    for (StepId step : timeline.ignored().steps().keys()) {
      OptionalInt position = timeline.positionOf(Optional.of(step));
      int at = position.orElse(0);
      count += at > from && at <= to ? 1 : 0;
    }
    return count;
  }

  /** The last stops before the cursor, at most so many, oldest first. */
  List<StepId> recent(int count) {
    List<StepId> recent = new ArrayList<>();
    for (int index = timeline.plainCount() - 1; index >= 0 && recent.size() < count; index--) {
      if (isStop(index)) {
        recent.add(timeline.idAt(index));
      }
    }
    Collections.reverse(recent);
    return recent;
  }

  /** The next stops ahead, at most so many, oldest first. */
  List<StepId> upcoming(int count) {
    List<StepId> upcoming = new ArrayList<>();
    int length = timeline.length();
    for (int index = timeline.plainCount(); index < length && upcoming.size() < count; index++) {
      if (isStop(index)) {
        upcoming.add(timeline.idAt(index));
      }
    }
    return upcoming;
  }

  /** Where undo goes: before so many stops, or before the first. */
  Optional<Target> back(int count) {
    return recent(count).stream().findFirst().map(first -> target(positionOf(first) - 1));
  }

  /** Where redo goes: behind so many stops, or the last one, and what is ignored behind that. */
  Optional<Target> ahead(int count) {
    List<StepId> steps = upcoming(count);
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    int position = positionOf(steps.get(steps.size() - 1));
    while (position < timeline.length() && !isStop(position)) {
      position++;
    }
    return Optional.of(target(position));
  }

  private int positionOf(StepId step) {
    return timeline.positionOf(Optional.of(step)).orElseThrow();
  }

  private Target target(int position) {
    Set<StepId> standing = new LinkedHashSet<>();
    for (int index = position; index < timeline.plainCount(); index++) {
      if (!isStop(index)) {
        standing.add(timeline.idAt(index));
      }
    }
    for (StepId carried : timeline.carried()) {
      StepId original = timeline.original(carried);
      if (positionOf(original) > position) {
        standing.add(original);
      }
    }
    return new Target(position, List.copyOf(standing));
  }
}
