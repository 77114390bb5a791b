package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPath;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Moves the cursor.
 *
 * @param pipeline where that is recorded
 * @param clock the time of records
 * @param carrier leads over ignored steps
 */
record CursorMover<M, E>(
    CommitPipeline<M, E> pipeline, InstantSource clock, IgnoredStepCarrier<M, E> carrier) {

  /** Undo and redo stop at steps that are not ignored, and leave those between standing (SE-31). */
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
    List<Step<E>> carried = carrier.carry(state, target);
    Optional<StepId> point =
        carried.isEmpty()
            ? state.stack().pointAt(target.position())
            : Optional.of(carried.get(carried.size() - 1).id());
    List<Step<Value.Fields>> encoded =
        carried.stream().map(step -> step.map(state.domain().eventCodec()::encode)).toList();
    return Optional.of(
        toCommit(state, new Moved(clock.instant(), options.origin(), kind, point, encoded)));
  }

  /** Moves the cursor to a place, which a function of the line tells. */
  Outcome moveTo(
      EditOptions options, Moved.Kind kind, Function<UndoStack<E>, Optional<StepId>> target) {
    return pipeline.commit(
        options, state -> moveIfNeeded(options, state, kind, target.apply(state.stack())));
  }

  /** Moves the cursor along the line if a place lies on it, or else to that place. */
  Outcome jump(EditOptions options, Function<UndoStack<E>, Optional<StepId>> target) {
    return pipeline.commit(
        options,
        state -> {
          Optional<StepId> point = target.apply(state.stack());
          Moved.Kind kind =
              switch (state.stack().directionOf(point)) {
                case BEFORE_CURSOR, AT_CURSOR -> Moved.Kind.UNDO;
                case AFTER_CURSOR -> Moved.Kind.REDO;
                case OFF_STACK -> Moved.Kind.SWITCH;
              };
          return moveIfNeeded(options, state, kind, point);
        });
  }

  private Optional<PendingCommit<M, E>> moveIfNeeded(
      EditOptions options, SessionState<M, E> state, Moved.Kind kind, Optional<StepId> point) {
    boolean discardsRedoTail = kind == Moved.Kind.BAIL || kind == Moved.Kind.SWITCH;
    boolean discardsSteps = discardsRedoTail && state.undoStack().canRedo();
    if (point.equals(state.head()) && !discardsSteps) {
      return Optional.empty();
    }
    return Optional.of(toCommit(state, new Moved(clock.instant(), options.origin(), kind, point)));
  }

  private PendingCommit<M, E> toCommit(SessionState<M, E> state, Moved record) {
    SessionState<M, E> next = state.apply(record);
    UndoStack<E> stack = next.stack();
    HistoryPath path = stack.withoutRoundTrips(state.stack().pathTo(stack));
    Outcome outcome =
        new Outcome.Moved(
            path.steps(), path.undoSteps().size(), next.digest(), stack.editorSelectionAfter(path));
    return new PendingCommit<>(record, next, outcome);
  }
}
