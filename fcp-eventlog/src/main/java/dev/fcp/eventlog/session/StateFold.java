package dev.fcp.eventlog.session;

import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one more record makes of a state (SE-1).
 *
 * @param state the state before it
 * @param replay applies steps and takes them back
 */
record StateFold<M, E>(SessionState<M, E> state, Replay<M, E> replay) {

  /**
   * The state after a record, which has the number of the state still.
   *
   * @throws DamagedRecordException if the record cannot follow those before it
   * @throws DriftException if the model it leads to is not the one recorded (SE-10)
   */
  SessionState<M, E> apply(JournalRecord record) {
    SessionState<M, E> next = applyRecord(record);
    Optional<StepId> undoLimit = record.undoLimit();
    return undoLimit.isPresent()
        ? new StateFold<>(next, replay).withUndoLimit(undoLimit.get())
        : next;
  }

  private SessionState<M, E> applyRecord(JournalRecord record) {
    return switch (record) {
      case JournalRecord.Opened opened -> throw damaged("the document is open already");
      case JournalRecord.Committed committed -> applyCommitted(committed.steps());
      case JournalRecord.Replaced replaced -> applyReplaced(replaced);
      case JournalRecord.Moved moved -> applyMoved(moved);
      case JournalRecord.Named named ->
          requirePoint(named.state().point()).with(stack -> stack.with(named.state()));
      case JournalRecord.Saving saving -> {
        SavedMark mark = new SavedMark(saving.hash(), saving.point());
        yield requirePoint(saving.point()).with(state.versions().withPendingSave(mark));
      }
      case JournalRecord.Saved saved -> {
        SavedMark mark = new SavedMark(saved.hash(), saved.point());
        yield requirePoint(saved.point()).with(state.versions().withSaved(mark));
      }
      case JournalRecord.External external -> applyExternal(external);
      case JournalRecord.Refused refused -> state;
      case JournalRecord.Pruned retained -> applyRetained(retained.point());
    };
  }

  private SessionState<M, E> applyCommitted(List<Step<Value.Fields>> steps) {
    SessionState<M, E> next = state;
    for (Step<Value.Fields> recorded : steps) {
      next = new StateFold<>(next, replay).applyCommitted(decode(recorded));
    }
    return next;
  }

  private Step<E> decode(Step<Value.Fields> recorded) {
    return LazySteps.decode(replay.domain(), state.recordNumber() + 1, recorded);
  }

  private SessionState<M, E> applyCommitted(Step<E> step) {
    return addStep(step, SessionState::with);
  }

  /** How a state takes up a step, with the model that this leads to. */
  private interface StepAdder<M, E> {

    SessionState<M, E> add(SessionState<M, E> state, Step<E> step, M model);
  }

  private SessionState<M, E> addStep(Step<E> step, StepAdder<M, E> adder) {
    Optional<StepId> head = state.head();
    if (!step.parent().equals(head) || state.stack().contains(Optional.of(step.id()))) {
      throw damaged("step %s does not follow %s".formatted(step.id(), SessionState.describe(head)));
    }
    M model = replay.applyUnverified(step, state.model());
    Digest digest = replay.domain().digest(model);
    if (digest.version() != step.digestAfter().version()) {
      return adder
          .add(state, step.withDigestAfter(digest), model)
          .with(stack -> stack.withUnverified(Optional.of(step.id())));
    }
    Replay.requireMatch(Optional.of(step.id()), step.digestAfter(), digest);
    return adder.add(state, step, model);
  }

  private SessionState<M, E> applyReplaced(JournalRecord.Replaced record) {
    UndoStack<E> stack = state.stack();
    List<StepId> replacedSteps = record.replaced();
    if (!stack.lastSteps(replacedSteps.size()).equals(Optional.of(replacedSteps))) {
      throw damaged("steps %s are not the last of the line".formatted(replacedSteps));
    }
    M model = state.model();
    for (Step<E> step : stack.stepsOf(replacedSteps).reversed()) {
      model = replay.undo(step, model, state.digestAt(step.parent()));
    }
    Optional<Step<E>> replacement = record.steps().stream().findFirst().map(this::decode);
    if (replacement.isPresent()) {
      model = replay.apply(replacement.get(), model);
    }
    Optional<StepId> point =
        replacement.map(Step::id).or(() -> state.history().parent(replacedSteps.get(0)));
    return state
        .with(model, stack.withReplaced(replacedSteps, replacement))
        .with(state.versions().withStepsReplaced(replacedSteps, point));
  }

  private SessionState<M, E> applyMoved(JournalRecord.Moved record) {
    return switch (record.kind()) {
      case UNDO, REDO ->
          record.steps().isEmpty() ? moveTo(record.point()) : applyCarried(record.steps());
      case UNDO_TO -> moveTo(record.point());
      case BAIL -> moveTo(record.point()).with(stack -> stack.with(stack.steps().truncate()));
      case SWITCH -> switchTo(record.point());
    };
  }

  /** The cursor before what lies ahead, and behind ignored steps that stay applied (SE-31). */
  private SessionState<M, E> applyCarried(List<Step<Value.Fields>> steps) {
    SessionState<M, E> next = moveTo(steps.get(0).parent());
    for (Step<Value.Fields> recorded : steps) {
      Step<E> step = decode(recorded);
      if (!step.isCarried() || !next.undoStack().canRedo()) {
        throw damaged("step %s was not walked over".formatted(step.id()));
      }
      next = new StateFold<>(next, replay).addStep(step, SessionState::withCarried);
    }
    return next;
  }

  private SessionState<M, E> switchTo(Optional<StepId> point) {
    Optional<M> model = requirePoint(point).modelAt(point);
    return state.with(
        model.orElseThrow(() ->
            damaged("steps on the way to %s are gone".formatted(SessionState.describe(point)))),
        state.stack().switchedTo(point));
  }

  private SessionState<M, E> moveTo(Optional<StepId> point) {
    UndoStack<E> stack = state.stack();
    if (point.equals(state.head())) {
      return state;
    }
    OptionalInt position = stack.positionOf(point);
    if (position.isEmpty()) {
      throw damaged(
          "the cursor moves to %s, which is off the line".formatted(SessionState.describe(point)));
    }
    M model = state.model();
    for (Step<E> step : stack.stepsOf(stack.carriedSteps()).reversed()) {
      model = replay.undo(step, model, state.digestAt(step.parent()));
    }
    LogState<StepId> uncarried = stack.uncarriedSteps();
    int undoCount = uncarried.appliedCount() - position.getAsInt();
    LogState.Move<StepId> move =
        undoCount > 0 ? uncarried.undo(undoCount) : uncarried.redo(-undoCount);
    for (Step<E> step : stack.stepsOf(move.events())) {
      model =
          undoCount > 0
              ? replay.undo(step, model, state.digestAt(step.parent()))
              : replay.apply(step, model);
    }
    return state.with(model, stack.with(move.state()));
  }

  private SessionState<M, E> applyExternal(JournalRecord.External external) {
    SessionState<M, E> next = applyCommitted(external.steps());
    return new StateFold<>(next, replay)
        .requirePoint(external.point())
        .with(next.versions().withExternal(external));
  }

  /** The state, from which undo goes back to a place and no further; the tree stays. */
  SessionState<M, E> withUndoLimit(StepId undoLimit) {
    int count = appliedCountUpTo(undoLimit);
    return state.with(stack -> stack.withoutFirst(count));
  }

  private SessionState<M, E> applyRetained(StepId undoLimit) {
    int count = appliedCountUpTo(undoLimit);
    return state.with(
        stack -> stack.withoutFirst(count).withoutStepsBefore(undoLimit).withPoints(points()));
  }

  private List<Optional<StepId>> points() {
    return state.versions().points();
  }

  /** How many of the oldest steps of the line lead to a place; it is not the end of all. */
  private int appliedCountUpTo(StepId step) {
    OptionalInt position = state.stack().positionOf(Optional.of(step));
    if (position.isEmpty()
        || position.getAsInt() > Math.max(0, state.undoStack().appliedCount() - 1)) {
      throw damaged("step %s is not among those that can be let go".formatted(step));
    }
    return position.getAsInt();
  }

  /** The state, which must hold a place. */
  private SessionState<M, E> requirePoint(Optional<StepId> point) {
    if (!state.stack().contains(point)) {
      throw damaged("there is no " + SessionState.describe(point));
    }
    return state;
  }

  private DamagedRecordException damaged(String reason) {
    return new DamagedRecordException(state.recordNumber() + 1, reason);
  }
}
