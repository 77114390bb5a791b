package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.Way;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.Ledger.Change;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Moves the cursor.
 *
 * @param ledger where that is recorded
 * @param clock the time of records
 */
record Moving<M, E>(Ledger<M, E> ledger, InstantSource clock) {

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
    boolean cuts = isForGood && state.canRedo();
    if (place.equals(state.head()) && !cuts) {
      return Optional.empty();
    }
    Moved record = new Moved(clock.instant(), intent.origin(), kind, place);
    SessionState<M, E> next = state.after(record);
    Way way = state.timeline().wayTo(next.timeline());
    Outcome moved =
        new Outcome.Moved(
            way.steps(), way.back().size(), next.digest(), next.timeline().focusAfter(way));
    return Optional.of(new Change<>(record, next, moved));
  }
}
