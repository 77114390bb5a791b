package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Focus;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepMerge;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Ledger.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts one step in the place of the last ones: a step joins the one before it, or several are
 * squashed (SE-24, SE-25). Used under the lock of the session.
 */
final class Rewriting<M, E> {

  private final Domain<M, E> domain;
  private final SessionSettings settings;
  private final StepMerge<M, E> merge;

  /** What the next step of its key may join. */
  private Last last =
      new Last(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * The last change.
   *
   * @param from the place where it was made
   * @param made the last step that it made; empty if it took one off the line
   * @param open that step, if it may be joined
   * @param before what might be joined before it, should it not be written
   */
  private record Last(
      Optional<StepId> from, Optional<StepId> made, Optional<Open> open, Optional<Open> before) {

    boolean isWritten(SessionState<?, ?> state) {
      return made.isPresent() ? state.timeline().holds(made) : !state.head().equals(from);
    }
  }

  /** A step that was opened to be joined. */
  private record Open(StepId step, String key, Instant until) {}

  Rewriting(Domain<M, E> domain, SessionSettings settings) {
    this.domain = domain;
    this.settings = settings;
    this.merge = new StepMerge<>(domain);
  }

  /**
   * The change that a step makes if it joins the last one; empty if it does not.
   *
   * @param made the step as it would stand alone
   */
  Optional<Change<M, E>> joined(Intent intent, SessionState<M, E> state, Step<E> made) {
    if (!mayJoin(intent, state, made)) {
      return Optional.empty();
    }
    Step<E> last = state.history().step(state.head().orElseThrow());
    return merge
        .joined(last.events(), made.events())
        .map(events -> {
          Focus focus = last.focus().then(made.focus());
          Intent kept = Intent.of(last.label(), intent.origin()).with(focus);
          return replacement(kept, state, List.of(last.id()), events, made.after());
        });
  }

  private boolean mayJoin(Intent intent, SessionState<M, E> state, Step<E> made) {
    Optional<Open> last = openAt(state);
    return last.isPresent()
        && intent.merging().map(Intent.MergeKey::key).equals(last.map(Open::key))
        && !state.line().canRedo()
        && !made.time().isAfter(last.get().until())
        && mayJoin(state.history().step(last.get().step()), made)
        && !isBorder(state);
  }

  private static boolean mayJoin(Step<?> last, Step<?> made) {
    return last.origin().equals(made.origin()) && !last.isIgnored() && !made.isIgnored();
  }

  private Optional<Open> openAt(SessionState<M, E> state) {
    return (last.isWritten(state) ? last.open() : last.before())
        .filter(step -> state.head().equals(Optional.of(step.step())));
  }

  /** Whether the state at the cursor is a checkpoint, or a version of the file belongs to it. */
  private static boolean isBorder(SessionState<?, ?> state) {
    return state.versions().isAt(state.head())
        || state.checkpoints().stream().anyMatch(name -> name.place().equals(state.head()));
  }

  /**
   * Notes that a step is made, which the next one may join if its intent says so.
   *
   * @param before the state that the change is of, and stays if it cannot be written
   */
  void made(Intent intent, SessionState<M, E> before, Change<M, E> change) {
    Optional<Open> open = Optional.empty();
    if (intent.merging().isPresent() && change.outcome() instanceof Outcome.Committed) {
      Intent.MergeKey merging = intent.merging().get();
      StepId step = change.next().head().orElseThrow();
      Instant until = change.record().time().plus(merging.window());
      open = Optional.of(new Open(step, merging.key(), until));
    }
    Optional<StepId> made = change.record().steps().stream().map(Step::id).reduce((a, b) -> b);
    last = new Last(before.head(), made, open, openAt(before));
  }

  /**
   * The change that puts one step in the place of all after a checkpoint; empty if that are fewer
   * than two.
   *
   * @throws RefusedException if the checkpoint is not behind the cursor, or there are undone steps
   */
  Optional<Change<M, E>> squashed(Intent intent, SessionState<M, E> state, String name) {
    Optional<StepId> place = state.timeline().placeOf(name);
    if (state.line().canRedo()) {
      throw new RefusedException(
          Conflict.because(
                  "%d undone steps lie ahead; make them again, or let them go"
                      .formatted(state.line().undoneCount()))
              .suggesting("redo " + state.redoDepth()));
    }
    int count = state.history().depth(state.head()) - state.history().depth(place);
    if (count < 2) {
      return Optional.empty();
    }
    List<StepId> last = state.line().recent(count);
    List<E> events = new ArrayList<>();
    last.forEach(id -> events.addAll(state.history().step(id).events()));
    Focus focus = focus(state, last.get(0)).then(focus(state, last.get(last.size() - 1)));
    List<E> fewer = merge.squashed(events);
    return Optional.of(replacement(intent.with(focus), state, last, fewer, state.digest()));
  }

  private static Focus focus(SessionState<?, ?> state, StepId id) {
    return state.history().step(id).focus();
  }

  private Change<M, E> replacement(
      Intent intent, SessionState<M, E> state, List<StepId> last, List<E> events, Digest after) {
    List<Step<Value.Fields>> by = new ArrayList<>();
    if (!events.isEmpty()) {
      Step<E> step =
          new Step<>(
              settings.ids().get(),
              state.history().parent(last.get(0)),
              intent.label(),
              intent.origin(),
              settings.clock().instant(),
              events,
              after,
              Reversal.NONE,
              last,
              intent.focus());
      by.add(step.map(domain.eventCodec()::encode));
    }
    JournalRecord record =
        new JournalRecord.Replaced(
            settings.clock().instant(), intent.origin(), intent.label(), last, by);
    SessionState<M, E> next = state.after(record);
    Outcome outcome =
        by.isEmpty()
            ? new Outcome.Recorded(next.digest())
            : new Outcome.Committed(List.of(by.get(0).id()), next.digest());
    return new Change<>(record, next, outcome);
  }
}
