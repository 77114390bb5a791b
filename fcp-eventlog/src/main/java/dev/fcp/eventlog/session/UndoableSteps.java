package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.HistoryPoint;
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
 * @param stack the line
 */
record UndoableSteps(UndoStack<?> stack) {

  /**
   * Where undo or redo goes.
   *
   * @param position how many steps of the line are applied then
   * @param carriedSteps the ignored steps behind that position which are to stay applied, oldest
   *     first
   */
  record Target(int position, List<StepId> carriedSteps) {}

  private boolean isUndoable(int index) {
    return !stack.ignored().contains(stack.idAt(index));
  }

  boolean canUndo() {
    return !lastUndoable(1).isEmpty();
  }

  boolean canRedo() {
    return !nextRedoable(1).isEmpty();
  }

  /** How many stops lie before the cursor. */
  int undoableCount() {
    return stack.uncarriedCount() - ignoredBetween(0, stack.uncarriedCount());
  }

  /** How many stops lie ahead. */
  int redoableCount() {
    int cursor = stack.uncarriedCount();
    return stack.length() - cursor - ignoredBetween(cursor, stack.length());
  }

  /** There are few of them on most lines, of however many steps. */
  private int ignoredBetween(int from, int to) {
    int count = 0;
    for (StepId step : stack.ignored().steps().keys()) {
      OptionalInt position = stack.positionOf(HistoryPoint.after(step));
      int stepPosition = position.orElse(0);
      count += stepPosition > from && stepPosition <= to ? 1 : 0;
    }
    return count;
  }

  /** The last stops before the cursor, at most so many, oldest first. */
  List<StepId> lastUndoable(int count) {
    List<StepId> recent = new ArrayList<>();
    for (int index = stack.uncarriedCount() - 1; index >= 0 && recent.size() < count; index--) {
      if (isUndoable(index)) {
        recent.add(stack.idAt(index));
      }
    }
    Collections.reverse(recent);
    return recent;
  }

  /** The next stops ahead, at most so many, oldest first. */
  List<StepId> nextRedoable(int count) {
    List<StepId> upcoming = new ArrayList<>();
    int length = stack.length();
    for (int index = stack.uncarriedCount(); index < length && upcoming.size() < count; index++) {
      if (isUndoable(index)) {
        upcoming.add(stack.idAt(index));
      }
    }
    return upcoming;
  }

  /** Where undo goes: before so many stops, or before the first. */
  Optional<Target> undoTarget(int count) {
    return lastUndoable(count).stream().findFirst().map(first -> target(positionOf(first) - 1));
  }

  /** Where redo goes: behind so many stops, or the last one, and what is ignored behind that. */
  Optional<Target> redoTarget(int count) {
    List<StepId> steps = nextRedoable(count);
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    int position = positionOf(steps.get(steps.size() - 1));
    while (position < stack.length() && !isUndoable(position)) {
      position++;
    }
    return Optional.of(target(position));
  }

  private int positionOf(StepId step) {
    return stack.positionOf(HistoryPoint.after(step)).orElseThrow();
  }

  private Target target(int position) {
    Set<StepId> carriedSteps = new LinkedHashSet<>();
    for (int index = position; index < stack.uncarriedCount(); index++) {
      if (!isUndoable(index)) {
        carriedSteps.add(stack.idAt(index));
      }
    }
    for (StepId carried : stack.carriedSteps()) {
      StepId original = stack.originalId(carried);
      if (positionOf(original) > position) {
        carriedSteps.add(original);
      }
    }
    return new Target(position, List.copyOf(carriedSteps));
  }
}
