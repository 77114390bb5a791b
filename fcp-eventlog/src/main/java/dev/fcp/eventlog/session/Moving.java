package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.Ledger.Change;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Moves the cursor along the line.
 *
 * @param ledger where that is recorded
 * @param clock the time of records
 */
record Moving<M, E>(Ledger<M, E> ledger, InstantSource clock) {

  /** Moves the cursor to a place of the line, which a function of it tells. */
  Outcome move(Intent intent, Moved.Kind kind, Function<Timeline<E>, Optional<StepId>> target) {
    return ledger.write(intent, state -> moved(intent, state, kind, target));
  }

  private Optional<Change<M, E>> moved(
      Intent intent,
      SessionState<M, E> state,
      Moved.Kind kind,
      Function<Timeline<E>, Optional<StepId>> target) {
    Optional<StepId> place = target.apply(state.timeline());
    boolean cuts = kind == Moved.Kind.BAIL && state.canRedo();
    if (place.equals(state.head()) && !cuts) {
      return Optional.empty();
    }
    Moved record = new Moved(clock.instant(), intent.origin(), kind, place);
    SessionState<M, E> next = state.after(record);
    List<StepId> steps = state.timeline().stepsTo(next.timeline());
    Outcome moved =
        new Outcome.Moved(steps, next.digest(), state.timeline().focusAt(next.timeline()));
    return Optional.of(new Change<>(record, next, moved));
  }
}
