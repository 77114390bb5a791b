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
 * The steps of an undo stack that undo and redo count: all but the ignored ones (SE-31). Positions
 * refer to the undo stack without carried steps.
 *
 * @param stack the undo stack
 */
record UndoableSteps(UndoStack<?> stack) {

  /**
   * The target of an undo or redo.
   *
   * @param position how many steps of the undo stack are applied afterwards
   * @param carriedSteps the ignored steps after that position that stay applied, oldest first
   */
  record Target(int position, List<StepId> carriedSteps) {}

  private boolean isUndoable(int index) {
    return !stack.ignored().contains(stack.idAt(index));
  }

  /** How many steps can be undone. */
  int undoableCount() {
    return stack.uncarriedCount() - ignoredBetween(0, stack.uncarriedCount());
  }

  /** How many steps can be redone. */
  int redoableCount() {
    int cursor = stack.uncarriedCount();
    return stack.length() - cursor - ignoredBetween(cursor, stack.length());
  }

  /** Iterates over the ignored steps, because there are usually few of them. */
  private int ignoredBetween(int from, int to) {
    int count = 0;
    for (StepId step : stack.ignored().steps().keys()) {
      OptionalInt position = stack.positionOf(HistoryPoint.after(step));
      int stepPosition = position.orElse(0);
      count += stepPosition > from && stepPosition <= to ? 1 : 0;
    }
    return count;
  }

  /** Up to {@code count} of the steps that undo would reverse next, oldest first. */
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

  /** Up to {@code count} of the steps that redo would reapply next, oldest first. */
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

  /** The target of undoing {@code count} steps, or all if there are fewer. */
  Optional<Target> undoTarget(int count) {
    return lastUndoable(count).stream().findFirst().map(first -> target(positionOf(first) - 1));
  }

  /**
   * The target of redoing {@code count} steps, or all if there are fewer, including the ignored
   * steps that follow.
   */
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

  /** The cursor itself, with the ignored steps that are applied there. */
  Target current() {
    return target(stack.uncarriedCount());
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
