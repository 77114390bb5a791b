package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.history.Branch;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The branches of a session: what left the line of undo and redo, and how to come back to it.
 *
 * <p>Each method that changes something answers {@link Outcome.Refused} if the expected head is not
 * there, and throws {@link JournalException} if its record could not be written.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Branches<M, E> {

  private final Session<M, E> session;
  private final Moving<M, E> moving;

  Branches(Session<M, E> session, Moving<M, E> moving) {
    this.session = session;
    this.moving = moving;
  }

  /** All branches now: that of the line first, the others newest first (HI-1). */
  public List<Branch<E>> list() {
    Timeline<E> timeline = session.state().timeline();
    return timeline.history().branches(timeline.end());
  }

  /**
   * Gives the branch that holds a place a name, which goes with the steps that are made at its end
   * (HI-1). A place of the line means that, up to the last step that can be made again.
   *
   * @param place a step, or empty for the base
   * @return {@link Outcome.Recorded}; refused if the name is blank or that of a checkpoint, or
   *     there is no such place
   */
  public Outcome name(Intent intent, String name, Optional<StepId> place) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(place, "place");
    return session.note(
        intent,
        (time, state) ->
            new JournalRecord.Named(time, intent.origin(), Naming.branch(state, name, place)));
  }

  /**
   * Goes to where a branch ends, or to a checkpoint, wherever that lies (HI-2).
   *
   * @return as for {@link #switchTo(Intent, Optional)}; refused if there is no such name
   * @throws DriftException if the model would not be what it was
   */
  public Outcome switchTo(Intent intent, String name) {
    Objects.requireNonNull(name, "name");
    return moving.move(
        intent,
        Moved.Kind.SWITCH,
        timeline -> {
          Optional<NamedState> named = timeline.history().named(name);
          return reachable(timeline, named.orElseThrow(() -> unknown(timeline, name)).place());
        });
  }

  /**
   * Goes to any place of the history, which the line leads to then, with nothing ahead. What the
   * line left stays in the history as a branch (HI-2).
   *
   * @param place a step, or empty for the base
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if the line ends there and the cursor
   *     with it; refused if there is no such place, or steps on the way there were let go
   * @throws DriftException if the model would not be what it was
   */
  public Outcome switchTo(Intent intent, Optional<StepId> place) {
    Objects.requireNonNull(place, "place");
    return moving.move(intent, Moved.Kind.SWITCH, timeline -> reachable(timeline, place));
  }

  /**
   * Goes to any place of the history: as undo and redo do if it lies on the line, so that what is
   * ahead then can be made again, or else by switching to it (HI-3).
   *
   * @param place a step, or empty for the base
   * @return as for {@link #switchTo(Intent, Optional)}
   * @throws DriftException if the model would not be what it was
   */
  public Outcome jumpTo(Intent intent, Optional<StepId> place) {
    Objects.requireNonNull(place, "place");
    return moving.jump(intent, timeline -> reachable(timeline, place));
  }

  /** A place that known steps lead to. */
  private static Optional<StepId> reachable(Timeline<?> timeline, Optional<StepId> place) {
    Naming.requirePlace(timeline, place);
    boolean isReachable = timeline.directionOf(place) != Timeline.Direction.OFF_THE_LINE;
    if (!isReachable && !timeline.leadsTo(place)) {
      throw refusal(
          Conflict.because(
              "steps on the way to %s were let go".formatted(SessionState.words(place))));
    }
    return place;
  }

  private static RefusedException unknown(Timeline<?> timeline, String name) {
    List<NamedState> known = timeline.history().named();
    return refusal(Naming.unknown("branch or checkpoint", name, known).suggesting("branches"));
  }

  private static RefusedException refusal(Conflict conflict) {
    return new RefusedException(conflict);
  }
}
