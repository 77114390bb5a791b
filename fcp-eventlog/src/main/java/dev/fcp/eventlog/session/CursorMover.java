package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Moves the cursor, for undo, redo, jumps and switches.
 *
 * <p>Undo and redo leave ignored steps applied (SE-31): each of them is copied as a carried step
 * for the point at which the cursor arrives.
 *
 * @param pipeline commits the cursor moves
 */
record CursorMover<M, E>(CommitPipeline<M, E> pipeline) {

  /** Undoes or redoes steps that are not ignored; ignored steps in between stay applied (SE-31). */
  Outcome undoOrRedo(
      EditOptions options,
      Moved.Kind kind,
      Function<UndoableSteps, Optional<UndoableSteps.Target>> target) {
    return pipeline.commit(
        options,
        state ->
            target
                .apply(new UndoableSteps(state.stack()))
                .flatMap(found -> carryAndMove(options, state, kind, found)));
  }

  private Optional<PendingCommit<M, E>> carryAndMove(
      EditOptions options, SessionState<M, E> state, Moved.Kind kind, UndoableSteps.Target target) {
    List<Step<E>> carried = state.carrier().carry(state, target, pipeline.settings().ids());
    HistoryPoint point =
        carried.isEmpty()
            ? state.stack().pointAt(target.position())
            : HistoryPoint.after(carried.get(carried.size() - 1).id());
    List<Step<Value.Fields>> encoded =
        carried.stream().map(step -> step.map(state.domain().eventCodec()::encode)).toList();
    return moved(options, state, kind, point, encoded);
  }

  /** Moves the cursor to the history point that a function of the undo stack returns. */
  Outcome moveTo(
      EditOptions options, Moved.Kind kind, Function<UndoStack<E>, HistoryPoint> target) {
    return pipeline.commit(
        options, state -> moveIfNeeded(options, state, kind, target.apply(state.stack())));
  }

  /**
   * Moves the cursor by undo or redo if the point is on the undo stack, otherwise by switching to
   * it.
   */
  Outcome jump(EditOptions options, Function<UndoStack<E>, HistoryPoint> target) {
    return pipeline.commit(
        options,
        state -> {
          HistoryPoint point = target.apply(state.stack());
          Moved.Kind kind =
              switch (state.stack().directionOf(point)) {
                case BEFORE_CURSOR, AT_CURSOR -> Moved.Kind.UNDO;
                case AFTER_CURSOR -> Moved.Kind.REDO;
                case OFF_STACK -> Moved.Kind.SWITCH;
              };
          return moveIfNeeded(options, state, kind, point);
        });
  }

  /** Clears the undo stack (SE-33). */
  Outcome clear(EditOptions options) {
    return pipeline.commit(
        options,
        state -> {
          if (state.stack().length() == 0 && state.undoStack().appliedCount() == 0) {
            return Optional.empty();
          }
          return moved(options, state, Moved.Kind.CLEAR, state.head(), List.of());
        });
  }

  private Optional<PendingCommit<M, E>> moveIfNeeded(
      EditOptions options, SessionState<M, E> state, Moved.Kind kind, HistoryPoint point) {
    boolean discardsRedoTail = kind == Moved.Kind.BAIL || kind == Moved.Kind.SWITCH;
    boolean discardsSteps = discardsRedoTail && state.undoStack().canRedo();
    if (point.equals(state.head()) && !discardsSteps) {
      return Optional.empty();
    }
    return moved(options, state, kind, point, List.of());
  }

  private Optional<PendingCommit<M, E>> moved(
      EditOptions options,
      SessionState<M, E> state,
      Moved.Kind kind,
      HistoryPoint point,
      List<Step<Value.Fields>> carried) {
    Moved record =
        new Moved(pipeline.settings().clock().instant(), options.origin(), kind, point, carried);
    return Optional.of(PendingCommit.of(state, record));
  }
}
