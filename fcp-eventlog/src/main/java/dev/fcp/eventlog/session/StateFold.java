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
  SessionState<M, E> after(JournalRecord record) {
    SessionState<M, E> next = folded(record);
    Optional<StepId> start = record.start();
    return start.isPresent() ? new StateFold<>(next, replay).startingAt(start.get()) : next;
  }

  private SessionState<M, E> folded(JournalRecord record) {
    return switch (record) {
      case JournalRecord.Opened opened -> throw damaged("the document is open already");
      case JournalRecord.Committed committed -> committed(committed.steps());
      case JournalRecord.Replaced replaced -> replaced(replaced);
      case JournalRecord.Moved moved -> moved(moved);
      case JournalRecord.Named named ->
          at(named.state().place()).with(timeline -> timeline.with(named.state()));
      case JournalRecord.Saving saving -> {
        SavedMark mark = new SavedMark(saving.hash(), saving.place());
        yield at(saving.place()).with(state.versions().withSaving(mark));
      }
      case JournalRecord.Saved saved -> {
        SavedMark mark = new SavedMark(saved.hash(), saved.place());
        yield at(saved.place()).with(state.versions().withSaved(mark));
      }
      case JournalRecord.External external -> found(external);
      case JournalRecord.Refused refused -> state;
      case JournalRecord.Retained retained -> retained(retained.place());
    };
  }

  private SessionState<M, E> committed(List<Step<Value.Fields>> steps) {
    SessionState<M, E> next = state;
    for (Step<Value.Fields> recorded : steps) {
      next = new StateFold<>(next, replay).committed(decoded(recorded));
    }
    return next;
  }

  private Step<E> decoded(Step<Value.Fields> recorded) {
    return StepsOfJournal.decoded(replay.domain(), state.recordNumber() + 1, recorded);
  }

  private SessionState<M, E> committed(Step<E> step) {
    return made(step, SessionState::with);
  }

  /** How a state takes up a step, with the model that this leads to. */
  private interface TakingUp<M, E> {

    SessionState<M, E> with(SessionState<M, E> state, Step<E> step, M model);
  }

  private SessionState<M, E> made(Step<E> step, TakingUp<M, E> takingUp) {
    Optional<StepId> head = state.head();
    if (!step.parent().equals(head) || state.timeline().holds(Optional.of(step.id()))) {
      throw damaged("step %s does not follow %s".formatted(step.id(), SessionState.words(head)));
    }
    M model = replay.unverified(step, state.model());
    Digest digest = replay.domain().digest(model);
    if (digest.version() != step.after().version()) {
      return takingUp
          .with(state, step.withAfter(digest), model)
          .with(timeline -> timeline.withUnverified(Optional.of(step.id())));
    }
    Replay.requireMatch(Optional.of(step.id()), step.after(), digest);
    return takingUp.with(state, step, model);
  }

  private SessionState<M, E> replaced(JournalRecord.Replaced record) {
    Timeline<E> timeline = state.timeline();
    List<StepId> last = record.replaced();
    if (!timeline.last(last.size()).equals(Optional.of(last))) {
      throw damaged("steps %s are not the last of the line".formatted(last));
    }
    M model = state.model();
    for (Step<E> step : timeline.steps(last).reversed()) {
      model = replay.back(step, model, state.digestAt(step.parent()));
    }
    Optional<Step<E>> by = record.steps().stream().findFirst().map(this::decoded);
    if (by.isPresent()) {
      model = replay.again(by.get(), model);
    }
    Optional<StepId> place = by.map(Step::id).or(() -> state.history().parent(last.get(0)));
    return state
        .with(model, timeline.replaced(last, by))
        .with(state.versions().replaced(last, place));
  }

  private SessionState<M, E> moved(JournalRecord.Moved record) {
    return switch (record.kind()) {
      case UNDO, REDO ->
          record.steps().isEmpty() ? movedTo(record.place()) : carried(record.steps());
      case UNDO_TO -> movedTo(record.place());
      case BAIL ->
          movedTo(record.place()).with(timeline -> timeline.with(timeline.line().truncate()));
      case SWITCH -> switchedTo(record.place());
    };
  }

  /** The cursor before what lies ahead, and behind ignored steps that stay applied (SE-31). */
  private SessionState<M, E> carried(List<Step<Value.Fields>> steps) {
    SessionState<M, E> next = movedTo(steps.get(0).parent());
    for (Step<Value.Fields> recorded : steps) {
      Step<E> step = decoded(recorded);
      if (!step.isCarried() || !next.line().canRedo()) {
        throw damaged("step %s was not walked over".formatted(step.id()));
      }
      next = new StateFold<>(next, replay).made(step, SessionState::carrying);
    }
    return next;
  }

  private SessionState<M, E> switchedTo(Optional<StepId> place) {
    Optional<M> model = at(place).modelAt(place);
    return state.with(
        model.orElseThrow(
            () -> damaged("steps on the way to %s are gone".formatted(SessionState.words(place)))),
        state.timeline().switchedTo(place));
  }

  private SessionState<M, E> movedTo(Optional<StepId> place) {
    Timeline<E> timeline = state.timeline();
    if (place.equals(state.head())) {
      return state;
    }
    OptionalInt position = timeline.positionOf(place);
    if (position.isEmpty()) {
      throw damaged(
          "the cursor moves to %s, which is off the line".formatted(SessionState.words(place)));
    }
    M model = state.model();
    for (Step<E> step : timeline.steps(timeline.carried()).reversed()) {
      model = replay.back(step, model, state.digestAt(step.parent()));
    }
    LogState<StepId> plain = timeline.plainLine();
    int back = plain.appliedCount() - position.getAsInt();
    LogState.Move<StepId> move = back > 0 ? plain.undo(back) : plain.redo(-back);
    for (Step<E> step : timeline.steps(move.events())) {
      model =
          back > 0
              ? replay.back(step, model, state.digestAt(step.parent()))
              : replay.again(step, model);
    }
    return state.with(model, timeline.with(move.state()));
  }

  private SessionState<M, E> found(JournalRecord.External external) {
    SessionState<M, E> next = committed(external.steps());
    return new StateFold<>(next, replay).at(external.place()).with(next.versions().with(external));
  }

  /** The state, from which undo goes back to a place and no further; the tree stays. */
  SessionState<M, E> startingAt(StepId place) {
    int count = firstAppliedUntil(place);
    return state.with(timeline -> timeline.withoutFirst(count));
  }

  private SessionState<M, E> retained(StepId place) {
    int count = firstAppliedUntil(place);
    return state.with(
        timeline -> timeline.withoutFirst(count).withoutStepsBefore(place).withPlaces(places()));
  }

  private List<Optional<StepId>> places() {
    return state.versions().places();
  }

  /** How many of the oldest steps of the line lead to a place; it is not the end of all. */
  private int firstAppliedUntil(StepId place) {
    OptionalInt position = state.timeline().positionOf(Optional.of(place));
    if (position.isEmpty() || position.getAsInt() > Math.max(0, state.line().appliedCount() - 1)) {
      throw damaged("step %s is not among those that can be let go".formatted(place));
    }
    return position.getAsInt();
  }

  /** The state, which must hold a place. */
  private SessionState<M, E> at(Optional<StepId> place) {
    if (!state.timeline().holds(place)) {
      throw damaged("there is no " + SessionState.words(place));
    }
    return state;
  }

  private DamagedRecordException damaged(String reason) {
    return new DamagedRecordException(state.recordNumber() + 1, reason);
  }
}
