package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Unit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What taking back a selection would do, worked out on one state (RB-7). Nothing has happened yet.
 *
 * @param head the place of that state; the plan is for no other
 * @param steps the selected steps that were in effect, newest first
 * @param absent selected ids of which there is no step on the line
 * @param events what would be done, in order; none if there is nothing to do
 * @param reversal what would be out of effect, and in effect again
 * @param seen how many events of the selection were looked at
 * @param reversed how many of them would be taken back, or brought back, at least in part; none if
 *     there are no events
 * @param superseded what needs no taking back, for somebody wrote over it
 * @param conflicts what cannot be taken back, for others built on it
 * @param failures what could not be worked out
 * @param digest the digest after the events
 * @param <E> the events
 */
public record RollbackPlan<E>(
    Optional<StepId> head,
    List<StepId> steps,
    List<StepId> absent,
    List<E> events,
    Reversal reversal,
    int seen,
    int reversed,
    List<Superseded> superseded,
    List<Skipped> conflicts,
    List<Failed> failures,
    Digest digest) {

  /** Copies the lists. */
  public RollbackPlan {
    Objects.requireNonNull(head, "head");
    steps = List.copyOf(steps);
    absent = List.copyOf(absent);
    events = List.copyOf(events);
    Objects.requireNonNull(reversal, "reversal");
    superseded = List.copyOf(superseded);
    conflicts = List.copyOf(conflicts);
    failures = List.copyOf(failures);
    Objects.requireNonNull(digest, "digest");
  }

  /** Whether all of the selection could be worked out; conflicts do not count. */
  public boolean isSuccess() {
    return failures.isEmpty();
  }

  /** Whether nothing stands in the way of any part of the selection. */
  public boolean isWhole() {
    return failures.isEmpty() && conflicts.isEmpty();
  }

  /**
   * A unit that somebody wrote since, and that keeps its value.
   *
   * @param event the event of the selection that wrote it
   * @param type the name of its type
   * @param unit the unit
   * @param by the step that wrote it since
   */
  public record Superseded(EventId event, String type, Unit unit, StepId by) {

    /** Refuses null. */
    public Superseded {
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(unit, "unit");
      Objects.requireNonNull(by, "by");
    }
  }

  /**
   * An event that stays as it is.
   *
   * @param event the event of the selection
   * @param type the name of its type
   * @param conflict why
   * @param by the steps that stand in the way: without all of them it could be taken back; none if
   *     nobody can tell
   */
  public record Skipped(EventId event, String type, Conflict conflict, List<StepId> by) {

    /** Copies the list. */
    public Skipped {
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(conflict, "conflict");
      by = List.copyOf(by);
    }
  }

  /**
   * An event that ended in an exception.
   *
   * @param event the event of the selection
   * @param type the name of its type
   * @param reason what happened
   */
  public record Failed(EventId event, String type, String reason) {

    /** Refuses null. */
    public Failed {
      Objects.requireNonNull(event, "event");
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
