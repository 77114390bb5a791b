package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.Way;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.Ledger.Change;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Moves the cursor.
 *
 * @param ledger where that is recorded
 * @param clock the time of records
 * @param walking leads over ignored steps
 */
record Moving<M, E>(Ledger<M, E> ledger, InstantSource clock, Walking<M, E> walking) {

  /** Undo and redo stop at steps that are not ignored, and leave those between standing (SE-31). */
  Outcome walk(Intent intent, Moved.Kind kind, Function<Stops, Optional<Stops.Target>> target) {
    return ledger.write(
        intent,
        state ->
            target
                .apply(new Stops(state.timeline()))
                .flatMap(found -> walked(intent, state, kind, found)));
  }

  private Optional<Change<M, E>> walked(
      Intent intent, SessionState<M, E> state, Moved.Kind kind, Stops.Target target) {
    List<Step<E>> carried = walking.carried(state, target);
    Optional<StepId> place =
        carried.isEmpty()
            ? state.timeline().placeAt(target.position())
            : Optional.of(carried.get(carried.size() - 1).id());
    List<Step<Value.Fields>> encoded =
        carried.stream().map(step -> step.map(state.domain().eventCodec()::encode)).toList();
    return Optional.of(
        made(state, new Moved(clock.instant(), intent.origin(), kind, place, encoded)));
  }

  /** Moves the cursor to a place, which a function of the line tells. */
  Outcome move(Intent intent, Moved.Kind kind, Function<Timeline<E>, Optional<StepId>> target) {
    return ledger.write(
        intent, state -> moved(intent, state, kind, target.apply(state.timeline())));
  }

  /** Moves the cursor along the line if a place lies on it, or else to that place. */
  Outcome jump(Intent intent, Function<Timeline<E>, Optional<StepId>> target) {
    return ledger.write(
        intent,
        state -> {
          Optional<StepId> place = target.apply(state.timeline());
          Moved.Kind kind =
              switch (state.timeline().directionOf(place)) {
                case BEHIND, HERE -> Moved.Kind.UNDO;
                case AHEAD -> Moved.Kind.REDO;
                case OFF_THE_LINE -> Moved.Kind.SWITCH;
              };
          return moved(intent, state, kind, place);
        });
  }

  private Optional<Change<M, E>> moved(
      Intent intent, SessionState<M, E> state, Moved.Kind kind, Optional<StepId> place) {
    boolean isForGood = kind == Moved.Kind.BAIL || kind == Moved.Kind.SWITCH;
    boolean cuts = isForGood && state.line().canRedo();
    if (place.equals(state.head()) && !cuts) {
      return Optional.empty();
    }
    return Optional.of(made(state, new Moved(clock.instant(), intent.origin(), kind, place)));
  }

  private Change<M, E> made(SessionState<M, E> state, Moved record) {
    SessionState<M, E> next = state.after(record);
    Timeline<E> timeline = next.timeline();
    Way way = timeline.without(state.timeline().wayTo(timeline));
    Outcome moved =
        new Outcome.Moved(way.steps(), way.back().size(), next.digest(), timeline.focusAfter(way));
    return new Change<>(record, next, moved);
  }
}
