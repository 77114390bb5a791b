package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.Step.Reversal;
import java.util.List;

/**
 * What taking back a selection would do, worked out on one state (RB-7). Nothing has happened yet.
 *
 * @param head the point of that state; the plan is for no other
 * @param steps the selected steps that were in effect, newest first
 * @param missing selected ids of which there is no step on the line
 * @param events what would be done, in order; none if there is nothing to do
 * @param reversal what would be out of effect, and in effect again
 * @param examinedCount how many events of the selection were looked at
 * @param reversedCount how many of them would be taken back, or brought back, at least in part;
 *     none if there are no events
 * @param superseded what needs no taking back, for somebody wrote over it
 * @param conflicts what cannot be taken back, for others built on it
 * @param failures what could not be worked out
 * @param digest the digest after the events
 * @param <E> the events
 */
public record RollbackPlan<E>(
    HistoryPoint head,
    List<StepId> steps,
    List<StepId> missing,
    List<E> events,
    Reversal reversal,
    int examinedCount,
    int reversedCount,
    List<Superseded> superseded,
    List<Skipped> conflicts,
    List<Failed> failures,
    Digest digest) {

  /** Copies the lists. */
  public RollbackPlan {
    steps = List.copyOf(steps);
    missing = List.copyOf(missing);
    events = List.copyOf(events);
    superseded = List.copyOf(superseded);
    conflicts = List.copyOf(conflicts);
    failures = List.copyOf(failures);
  }

  /** Whether all of the selection could be worked out; conflicts do not count. */
  public boolean isSuccess() {
    return failures.isEmpty();
  }

  /** Whether nothing stands in the way of any part of the selection. */
  public boolean isComplete() {
    return failures.isEmpty() && conflicts.isEmpty();
  }

  /**
   * A unit that somebody wrote since, and that keeps its value.
   *
   * @param event the event of the selection that wrote it
   * @param type the name of its type
   * @param unit the unit
   * @param laterStep the step that wrote it since
   */
  public record Superseded(EventId event, String type, Unit unit, StepId laterStep) {}

  /**
   * An event that stays as it is.
   *
   * @param event the event of the selection
   * @param type the name of its type
   * @param conflict why
   * @param blockingSteps the steps that stand in the way: without all of them it could be taken
   *     back; none if nobody can tell
   */
  public record Skipped(EventId event, String type, Conflict conflict, List<StepId> blockingSteps) {

    /** Copies the list. */
    public Skipped {
      blockingSteps = List.copyOf(blockingSteps);
    }
  }

  /**
   * An event that ended in an exception.
   *
   * @param event the event of the selection
   * @param type the name of its type
   * @param reason what happened
   */
  public record Failed(EventId event, String type, String reason) {}
}
