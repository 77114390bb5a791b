package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Determines which records of a journal must not be moved to its archive (AR-3). */
final class LocalRecords {

  /** How many records are examined at once. */
  private static final int CHUNK = 1000;

  private LocalRecords() {}

  /**
   * The number of the first record that opening, undo and redo need; one past the last record if
   * they need none.
   *
   * @param limits if undo has limits, all that can be undone stays
   */
  static long first(
      SessionState<?, ?> state, Journal journal, UndoLimits limits, ArchivePolicy policy) {
    int depth =
        limits.equals(UndoLimits.none())
            ? Math.min(policy.minUndoDepth(), state.undoDepth())
            : state.undoDepth();
    UndoStack<?> stack = state.stack();
    List<StepId> steps = new ArrayList<>(state.undoStack().applied());
    int first =
        depth == 0
            ? steps.size()
            : stack.positionOf(HistoryPoint.after(state.undoableSteps(depth).get(0).id())).orElse(1)
                - 1;
    // Changes of other programs are merged with the saved state. The first snapshot has the base.
    Optional<HistoryPoint> saved =
        state.savedMark().map(SessionState.SavedMark::point).filter(point -> !point.isBase());
    OptionalInt savedPosition =
        saved.isPresent() ? stack.positionOf(saved.get()) : OptionalInt.empty();
    first = Math.min(first, savedPosition.orElse(first));
    steps.addAll(state.undoStack().undone());
    // The step before them has the digest of the state to which undo goes.
    return steps.isEmpty()
        ? state.recordNumber() + 1
        : recordOf(steps.get(Math.clamp(first - 1, 0, steps.size() - 1)), journal);
  }

  private static long recordOf(StepId step, Journal journal) {
    long end = journal.lastNumber();
    while (end >= journal.firstNumber()) {
      long start = Math.max(journal.firstNumber(), end - CHUNK + 1);
      for (StepLocation location : journal.stepLocations(start, end)) {
        if (location.id().equals(step)) {
          return location.recordNumber();
        }
      }
      end = start - 1;
    }
    return journal.firstNumber();
  }
}
