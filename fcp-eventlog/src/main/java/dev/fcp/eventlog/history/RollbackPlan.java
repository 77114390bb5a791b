package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.Step.Reversal;
import java.util.List;

/**
 * The effect that rolling back a selection of steps would have on one state (RB-7). Making a plan
 * changes nothing.
 *
 * @param head the history point of that state; the plan is valid only there
 * @param steps the selected steps that were in effect, newest first
 * @param missing selected ids of steps that are not on the undo stack
 * @param events the events that would be applied, in order
 * @param reversal which events would be reversed and restored
 * @param examinedCount the number of events in the selection
 * @param reversedCount the number of them that would be reversed or restored, at least in part; 0
 *     if there are no events
 * @param superseded units that a later step overwrote, so that nothing has to be reversed
 * @param conflicts events that cannot be reversed because later steps depend on them
 * @param failures events for which planning failed
 * @param digest the digest after the events
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

  /** Whether planning succeeded for the whole selection; conflicts are not failures. */
  public boolean isSuccess() {
    return failures.isEmpty();
  }

  /** Whether the whole selection can be rolled back. */
  public boolean isComplete() {
    return failures.isEmpty() && conflicts.isEmpty();
  }

  /**
   * A unit that a later step wrote, and that keeps its value.
   *
   * @param event the event of the selection that wrote it
   * @param type the type of that event
   * @param unit the unit
   * @param laterStep the later step that wrote the unit
   */
  public record Superseded(EventId event, String type, Unit unit, StepId laterStep) {}

  /**
   * An event that cannot be reversed.
   *
   * @param event the event of the selection
   * @param type its type
   * @param conflict the reason
   * @param blockingSteps the later steps that prevent it: if all of them were rolled back too, the
   *     event could be reversed; empty if they cannot be determined
   */
  public record Skipped(EventId event, String type, Conflict conflict, List<StepId> blockingSteps) {

    /** Copies the list. */
    public Skipped {
      blockingSteps = List.copyOf(blockingSteps);
    }
  }

  /**
   * An event for which planning threw an exception.
   *
   * @param event the event of the selection
   * @param type its type
   * @param reason a description of the exception
   */
  public record Failed(EventId event, String type, String reason) {}
}
