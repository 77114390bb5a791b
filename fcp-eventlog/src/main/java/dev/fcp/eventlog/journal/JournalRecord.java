package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One thing that happened to a document. The state of a session is a fold over these, and over
 * nothing else.
 *
 * <p>Events stand in their encoded form, so that a journal needs no domain.
 */
public sealed interface JournalRecord {

  /** When it happened, by the clock of the session that wrote the record. */
  Instant time();

  /** The origin of the change. */
  Origin origin();

  /** The steps of the record, each after the one before it; most records have none. */
  default List<Step<Value.Fields>> steps() {
    return List.of();
  }

  /**
   * The same record with other steps.
   *
   * @throws IllegalArgumentException if records of this kind have no steps
   */
  default JournalRecord withSteps(List<Step<Value.Fields>> steps) {
    throw new IllegalArgumentException("a record without steps");
  }

  /**
   * The history point at which undo stops from this record on; empty if that does not change. Only
   * a record with steps has one.
   */
  default Optional<StepId> undoLimit() {
    return Optional.empty();
  }

  /**
   * The same record with a history point at which undo stops from then on.
   *
   * @throws IllegalArgumentException if it has no steps
   */
  default JournalRecord withUndoLimit(StepId undoLimit) {
    throw new IllegalArgumentException("a record without steps");
  }

  /** Refuses an undo limit without steps. */
  private static void requireStepsForUndoLimit(
      Optional<StepId> undoLimit, List<Step<Value.Fields>> steps) {
    if (undoLimit.isPresent() && steps.isEmpty()) {
      throw new IllegalArgumentException("a start, " + undoLimit.get() + ", without steps");
    }
  }

  /**
   * The document was opened; the first record of every journal.
   *
   * @param domain the name of the kind of document
   * @param formatVersion the version of this record family
   * @param source the file as it was found; empty for a new document
   * @param baseDigest the digest of the model before any step
   */
  record Opened(
      Instant time,
      Origin origin,
      String domain,
      int formatVersion,
      Optional<Source> source,
      Digest baseDigest)
      implements JournalRecord {

    /** The version of the record family that this release writes. */
    public static final int FORMAT_VERSION = 1;
  }

  /**
   * Steps were made, all of them or none.
   *
   * @param label what was asked for: the label of the batch, or that of the only step
   * @param steps the steps, each after the one before it; never none
   * @param undoLimit the history point at which undo stops from then on; empty if that does not
   *     change
   */
  record Committed(
      Instant time,
      Origin origin,
      String label,
      List<Step<Value.Fields>> steps,
      Optional<StepId> undoLimit)
      implements JournalRecord {

    /** Copies the steps; refuses a record without any. */
    public Committed {
      steps = List.copyOf(steps);
      if (steps.isEmpty()) {
        throw new IllegalArgumentException("a committed record without steps");
      }
    }

    /** The undo limit does not change. */
    public Committed(Instant time, Origin origin, String label, List<Step<Value.Fields>> steps) {
      this(time, origin, label, steps, Optional.empty());
    }

    @Override
    public Committed withSteps(List<Step<Value.Fields>> steps) {
      return new Committed(time, origin, label, steps, undoLimit);
    }

    @Override
    public Committed withUndoLimit(StepId undoLimit) {
      return new Committed(time, origin, label, steps, Optional.of(undoLimit));
    }
  }

  /**
   * The last steps of the undo stack were replaced by one, or by none: merged or squashed. They
   * remain in the history as abandoned steps.
   *
   * @param label what was asked for
   * @param replaced the steps, in the order of the undo stack; never none
   * @param steps the step that replaces them; none if together they had no effect
   * @param undoLimit the history point at which undo stops from then on; empty if that does not
   *     change
   */
  record Replaced(
      Instant time,
      Origin origin,
      String label,
      List<StepId> replaced,
      List<Step<Value.Fields>> steps,
      Optional<StepId> undoLimit)
      implements JournalRecord {

    /** Copies the lists; refuses an empty list to replace, and more than one replacement. */
    public Replaced {
      replaced = List.copyOf(replaced);
      steps = List.copyOf(steps);
      requireStepsForUndoLimit(undoLimit, steps);
      if (replaced.isEmpty() || steps.size() > 1) {
        throw new IllegalArgumentException(
            "%d steps in the place of %d".formatted(steps.size(), replaced.size()));
      }
    }

    /** The undo limit does not change. */
    public Replaced(
        Instant time,
        Origin origin,
        String label,
        List<StepId> replaced,
        List<Step<Value.Fields>> steps) {
      this(time, origin, label, replaced, steps, Optional.empty());
    }

    @Override
    public Replaced withSteps(List<Step<Value.Fields>> steps) {
      return new Replaced(time, origin, label, replaced, steps, undoLimit);
    }

    @Override
    public Replaced withUndoLimit(StepId undoLimit) {
      return new Replaced(time, origin, label, replaced, steps, Optional.of(undoLimit));
    }
  }

  /**
   * The cursor moved: along the undo stack, or to another history point.
   *
   * @param kind by which operation
   * @param point the history point of the cursor
   * @param steps the ignored steps that undo or redo walked over and left standing, as they are
   *     told there, before what lies ahead; mostly none
   */
  record Moved(
      Instant time, Origin origin, Kind kind, HistoryPoint point, List<Step<Value.Fields>> steps)
      implements JournalRecord {

    /** The operations that move the cursor. */
    public enum Kind {
      /** Some steps back. */
      UNDO,
      /** Some steps forward. */
      REDO,
      /** Back to a named state. */
      UNDO_TO,
      /** Back for good: what lies ahead then is no longer on the line. */
      BAIL,
      /** To any history point; the undo stack is the path to it then. */
      SWITCH,
      /** Nowhere: what was done until here can no longer be undone, and nothing be redone. */
      CLEAR
    }

    /**
     * Copies the steps; refuses steps that do not lead to the history point, or of another
     * operation.
     */
    public Moved {
      steps = List.copyOf(steps);
      if (!steps.isEmpty()
          && ((kind != Kind.UNDO && kind != Kind.REDO)
              || !point.isAfter(steps.get(steps.size() - 1).id()))) {
        throw new IllegalArgumentException(
            "%d steps with %s to %s".formatted(steps.size(), kind, point));
      }
    }

    /** A move that walked over no ignored step. */
    public Moved(Instant time, Origin origin, Kind kind, HistoryPoint point) {
      this(time, origin, kind, point, List.of());
    }

    @Override
    public Moved withSteps(List<Step<Value.Fields>> steps) {
      return new Moved(time, origin, kind, point, steps);
    }
  }

  /**
   * A state was given a name. This record is the sentinel; the line holds none.
   *
   * @param state the name and its history point
   */
  record Named(Instant time, Origin origin, NamedState state) implements JournalRecord {}

  /**
   * The file is about to be replaced.
   *
   * @param hash the SHA-256 of the bytes that will stand there, 64 hex digits
   * @param point the point whose state will be written
   */
  record Saving(Instant time, Origin origin, String hash, HistoryPoint point)
      implements JournalRecord {}

  /**
   * The file was replaced.
   *
   * @param hash the SHA-256 of the bytes that stand there, 64 hex digits
   * @param point the point whose state was written
   */
  record Saved(Instant time, Origin origin, String hash, HistoryPoint point)
      implements JournalRecord {}

  /**
   * A version of the file was found that someone else wrote.
   *
   * @param source the file as it was found
   * @param mergeExtent how much of it is in the document
   * @param steps what it brought; none if that was nothing, or nothing but text without content
   * @param point the state that it belongs to, after these steps
   * @param undoLimit the history point at which undo stops from then on; empty if that does not
   *     change
   */
  record External(
      Instant time,
      Origin origin,
      Source source,
      MergeExtent mergeExtent,
      List<Step<Value.Fields>> steps,
      HistoryPoint point,
      Optional<StepId> undoLimit)
      implements JournalRecord {

    /** The undo limit does not change. */
    public External(
        Instant time,
        Origin origin,
        Source source,
        MergeExtent mergeExtent,
        List<Step<Value.Fields>> steps,
        HistoryPoint point) {
      this(time, origin, source, mergeExtent, steps, point, Optional.empty());
    }

    /** A version that contains the state at a history point. */
    public static External of(Instant time, Origin origin, Source source, HistoryPoint point) {
      return new External(time, origin, source, MergeExtent.WHOLE, List.of(), point);
    }

    /** How much of a version that someone else wrote is in the document. */
    public enum MergeExtent {
      /** All of it: it contains the state at its history point. */
      WHOLE,
      /** What did not contradict the document, which may also hold more. */
      PART,
      /** Nothing: it is kept, and whoever owns the document is to decide. */
      NONE
    }

    /** Copies the steps; refuses some that do not fit. */
    public External {
      steps = List.copyOf(steps);
      requireStepsForUndoLimit(undoLimit, steps);
      if (mergeExtent == MergeExtent.NONE && !steps.isEmpty()) {
        throw new IllegalArgumentException("a version that does not fit, with steps");
      }
    }

    @Override
    public External withSteps(List<Step<Value.Fields>> steps) {
      return new External(time, origin, source, mergeExtent, steps, point, undoLimit);
    }

    @Override
    public External withUndoLimit(StepId undoLimit) {
      return new External(time, origin, source, mergeExtent, steps, point, Optional.of(undoLimit));
    }
  }

  /**
   * An operation was refused or failed. Kept for the audit; it changes no state.
   *
   * @param label what was asked for
   * @param reason why it was not done
   */
  record Refused(Instant time, Origin origin, String label, String reason)
      implements JournalRecord {}

  /**
   * Old steps can no longer be undone.
   *
   * @param point the last of them; an applied step of the line, but not its last one
   */
  record Pruned(Instant time, Origin origin, StepId point) implements JournalRecord {}
}
