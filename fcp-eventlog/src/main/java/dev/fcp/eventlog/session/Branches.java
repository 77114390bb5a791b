package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The branches of a session: lists and names them, and switches to them.
 *
 * <p>Each method that changes something returns {@link Outcome.Refused} if the expected head does
 * not match, and throws {@link JournalException} if its record could not be written.
 */
@CheckReturnValue
public final class Branches<M, E> {

  private final CommitPipeline<M, E> pipeline;
  private final CursorMover<M, E> cursorMover;
  private final EditOptions options;

  Branches(CommitPipeline<M, E> pipeline, CursorMover<M, E> cursorMover, EditOptions options) {
    this.pipeline = pipeline;
    this.cursorMover = cursorMover;
    this.options = options;
  }

  /** All branches: the current one first, the others newest first (HI-1). */
  public List<Branch<E>> list() {
    UndoStack<E> stack = pipeline.state().stack();
    return stack.history().branches(stack.end());
  }

  /**
   * Names the branch that contains a point (HI-1). Steps made at the end of the branch move the
   * name along. A point on the undo stack belongs to the current branch, which ends with the last
   * step that can be redone.
   *
   * @param point a point of that branch
   * @return {@link Outcome.Recorded}; {@link Outcome.Refused} if the name is blank or is the name
   *     of a checkpoint, or if there is no such point
   */
  public Outcome name(String name, HistoryPoint point) {
    Objects.requireNonNull(name, "name");
    return pipeline.appendRecord(
        options.orLabel("branch"),
        (time, state) ->
            new JournalRecord.Named(time, options.origin(), state.stack().branch(name, point)));
  }

  /**
   * Switches to the end of a branch or to a checkpoint, on any branch (HI-2).
   *
   * @return as for {@link #switchTo(HistoryPoint)}; {@link Outcome.Refused} also if there is no
   *     such name
   * @throws DriftException if the resulting model does not match the recorded digest
   */
  public Outcome switchTo(String name) {
    Objects.requireNonNull(name, "name");
    return cursorMover.moveTo(
        options.orLabel("switch"),
        Moved.Kind.SWITCH,
        stack -> {
          Optional<NamedState> named = stack.history().named(name);
          return requireReachable(stack, named.orElseThrow(() -> unknownName(stack, name)).point());
        });
  }

  /**
   * Switches to any point of the history. The undo stack then leads to that point, and the redo
   * tail is empty. Steps that leave the undo stack stay in the history as a branch (HI-2).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if the cursor is already there and the
   *     redo tail is empty; {@link Outcome.Refused} if there is no such point, or if steps on the
   *     path to it were pruned
   * @throws DriftException if the resulting model does not match the recorded digest
   */
  public Outcome switchTo(HistoryPoint point) {
    return cursorMover.moveTo(
        options.orLabel("switch"), Moved.Kind.SWITCH, stack -> requireReachable(stack, point));
  }

  /**
   * Moves the cursor to any point of the history: by undo or redo if the point is on the undo
   * stack, so that the redo tail stays; otherwise by switching to it (HI-3).
   *
   * @return as for {@link #switchTo(HistoryPoint)}
   * @throws DriftException if the resulting model does not match the recorded digest
   */
  public Outcome jumpTo(HistoryPoint point) {
    return cursorMover.jump(options.orLabel("jump"), stack -> requireReachable(stack, point));
  }

  /** Returns the point if it can be reached by known steps; otherwise throws. */
  private static HistoryPoint requireReachable(UndoStack<?> stack, HistoryPoint point) {
    stack.requirePoint(point);
    boolean isReachable = stack.directionOf(point) != UndoStack.Direction.OFF_STACK;
    if (!isReachable && !stack.isReachable(point)) {
      throw new RefusedException(
          Conflict.because("steps between here and %s were pruned".formatted(point)));
    }
    return point;
  }

  private static RefusedException unknownName(UndoStack<?> stack, String name) {
    List<NamedState> known = stack.history().named();
    return new RefusedException(
        UndoStack.unknownName("branch or checkpoint", name, known)
            .withSuggestion(new Suggestion.ListBranches()));
  }
}
