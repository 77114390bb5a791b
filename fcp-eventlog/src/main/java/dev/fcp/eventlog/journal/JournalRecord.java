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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that happened to a document. The state of a session is a fold over its records alone.
 *
 * <p>Events are encoded, so that a journal needs no domain.
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
   * The step after which the undo stack begins from this record on; empty if that does not change.
   * Only a record with steps can have one.
   */
  default Optional<StepId> undoLimit() {
    return Optional.empty();
  }

  /**
   * The same record with another undo limit.
   *
   * @throws IllegalArgumentException if it has no steps
   */
  default JournalRecord withUndoLimit(StepId undoLimit) {
    throw new IllegalArgumentException("a record without steps");
  }

  /** Rejects an undo limit without steps. */
  private static void requireStepsForUndoLimit(
      Optional<StepId> undoLimit, List<Step<Value.Fields>> steps) {
    if (undoLimit.isPresent() && steps.isEmpty()) {
      throw new IllegalArgumentException("undo limit " + undoLimit.get() + " without steps");
    }
  }

  /**
   * The document was opened; the first record of every journal.
   *
   * @param domain the name of the domain
   * @param formatVersion the version of the record format
   * @param source the file that was opened; empty for a new document
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

    /** The version of the record format that this release writes. */
    public static final int FORMAT_VERSION = 1;
  }

  /**
   * Steps were committed.
   *
   * @param label the label of the batch, or of the only step
   * @param steps the steps, each after the one before it; never empty. Ignored steps that left the
   *     redo tail come first, followed by their carried steps at the cursor
   * @param undoLimit the step after which the undo stack begins from then on; empty if that does
   *     not change
   */
  record Committed(
      Instant time,
      Origin origin,
      String label,
      List<Step<Value.Fields>> steps,
      Optional<StepId> undoLimit)
      implements JournalRecord {

    /** Copies the steps; rejects a record without steps. */
    public Committed {
      steps = List.copyOf(steps);
      if (steps.isEmpty()) {
        throw new IllegalArgumentException("a committed record without steps");
      }
    }

    /** A record that does not change the undo limit. */
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
   * @param label the label of the operation
   * @param replaced the replaced steps, in the order of the undo stack; never empty
   * @param steps the step that replaces them; empty if they cancelled each other out
   * @param undoLimit the step after which the undo stack begins from then on; empty if that does
   *     not change
   */
  record Replaced(
      Instant time,
      Origin origin,
      String label,
      List<StepId> replaced,
      List<Step<Value.Fields>> steps,
      Optional<StepId> undoLimit)
      implements JournalRecord {

    /** Copies the lists; rejects an empty list of replaced steps, and more than one replacement. */
    public Replaced {
      replaced = List.copyOf(replaced);
      steps = List.copyOf(steps);
      requireStepsForUndoLimit(undoLimit, steps);
      if (replaced.isEmpty() || steps.size() > 1) {
        throw new IllegalArgumentException(
            "%d steps in the place of %d".formatted(steps.size(), replaced.size()));
      }
    }

    /** A record that does not change the undo limit. */
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
   * @param kind the operation
   * @param point the history point at which the cursor arrived
   * @param steps the carried steps, if undo or redo skipped ignored steps; usually empty
   */
  record Moved(
      Instant time,
      Origin origin,
      Moved.Kind kind,
      HistoryPoint point,
      List<Step<Value.Fields>> steps)
      implements JournalRecord {

    /** The operations that move the cursor. */
    public enum Kind {
      /** Undo of some steps. */
      UNDO,
      /** Redo of some steps. */
      REDO,
      /** Undo to a checkpoint. */
      UNDO_TO,
      /** Undo to a checkpoint that discards the redo tail. */
      BAIL,
      /** Switch to any history point; the undo stack then leads to it. */
      SWITCH,
      /** The undo stack was cleared; the cursor did not move. */
      CLEAR
    }

    /**
     * Copies the steps; rejects steps that do not lead to the history point, or with another
     * operation than undo and redo.
     */
    public Moved {
      steps = List.copyOf(steps);
      if (!steps.isEmpty()
          && ((kind != Moved.Kind.UNDO && kind != Moved.Kind.REDO)
              || !point.isAfter(steps.get(steps.size() - 1).id()))) {
        throw new IllegalArgumentException(
            "%d steps with %s to %s".formatted(steps.size(), kind, point));
      }
    }

    /** A move without carried steps. */
    public Moved(Instant time, Origin origin, Moved.Kind kind, HistoryPoint point) {
      this(time, origin, kind, point, List.of());
    }

    @Override
    public Moved withSteps(List<Step<Value.Fields>> steps) {
      return new Moved(time, origin, kind, point, steps);
    }
  }

  /**
   * A checkpoint or a branch was named.
   *
   * @param state the name and its history point
   */
  record Named(Instant time, Origin origin, NamedState state) implements JournalRecord {}

  /**
   * The file is about to be replaced, or the files of a folder.
   *
   * @param hash the SHA-256 of the bytes that will be written, 64 hex digits; for a folder, that of
   *     its manifest
   * @param point the point whose state will be written
   * @param files the files of a folder that will be written; empty for a single file
   */
  record Saving(Instant time, Origin origin, String hash, HistoryPoint point, List<SavedFile> files)
      implements JournalRecord {

    /** Copies the list. */
    public Saving {
      files = List.copyOf(files);
    }

    /** The save of a single file. */
    public Saving(Instant time, Origin origin, String hash, HistoryPoint point) {
      this(time, origin, hash, point, List.of());
    }

    /**
     * A file of a folder that is written by a save.
     *
     * @param path the path below the folder; {@code /} separates names
     * @param before the version before the save: the SHA-256 in hex, and {@code +x} if its owner
     *     may execute it; empty if the save creates the file
     * @param after the version after the save; empty if the save deletes the file
     */
    public record SavedFile(String path, Optional<String> before, Optional<String> after) {}
  }

  /**
   * The file was replaced.
   *
   * @param hash the SHA-256 of the bytes that were written, 64 hex digits
   * @param point the point whose state was written
   */
  record Saved(Instant time, Origin origin, String hash, HistoryPoint point)
      implements JournalRecord {}

  /**
   * A save of a folder ended without success. The folder holds none of its changes, except in files
   * that another program has edited since.
   *
   * @param hash the hash in the record of its begin
   * @param point the point whose state was to be written
   * @param cause why it failed; {@value #TIMEOUT} if nothing is known but that it never ended
   */
  record Failed(Instant time, Origin origin, String hash, HistoryPoint point, String cause)
      implements JournalRecord {

    /** The cause of a failure that is inferred from the time alone. */
    public static final String TIMEOUT = "timeout_pending";
  }

  /**
   * A version of the file was found that another program wrote.
   *
   * @param source the version
   * @param mergeExtent how much of it was merged into the document
   * @param steps the steps with the merged changes; empty if there were none
   * @param point the history point to which the version belongs, after these steps
   * @param undoLimit the step after which the undo stack begins from then on; empty if that does
   *     not change
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

    /** The label of a step with the changes that another program made. */
    public static final String LABEL = "edited elsewhere";

    /** A record that does not change the undo limit. */
    public External(
        Instant time,
        Origin origin,
        Source source,
        MergeExtent mergeExtent,
        List<Step<Value.Fields>> steps,
        HistoryPoint point) {
      this(time, origin, source, mergeExtent, steps, point, Optional.empty());
    }

    /** A version that equals the state at a history point. */
    public static External of(Instant time, Origin origin, Source source, HistoryPoint point) {
      return new External(time, origin, source, MergeExtent.WHOLE, List.of(), point);
    }

    /** How much of an external version was merged into the document. */
    public enum MergeExtent {
      /** All of it: the state at its history point equals the version. */
      WHOLE,
      /** The changes without conflicts; the document may also contain other changes. */
      PART,
      /** Nothing; the version is stored until the user decides what to do with it. */
      NONE
    }

    /** Copies the steps; rejects steps if nothing was merged. */
    public External {
      steps = List.copyOf(steps);
      requireStepsForUndoLimit(undoLimit, steps);
      if (mergeExtent == MergeExtent.NONE && !steps.isEmpty()) {
        throw new IllegalArgumentException("a version of which nothing was merged, with steps");
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
   * An operation was refused or failed. Recorded for the audit log; it does not change the state.
   *
   * @param label the label of the operation
   * @param reason why it was refused or failed
   */
  record Refused(Instant time, Origin origin, String label, String reason)
      implements JournalRecord {}

  /**
   * Own undo considered a step of which nothing could be undone, or own redo took that back.
   *
   * @param kind whether own undo passes over the step from then on, or considers it again
   * @param step the step
   */
  record PassedOver(Instant time, Origin origin, PassedOver.Kind kind, StepId step)
      implements JournalRecord {

    /** The operations that pass over a step. */
    public enum Kind {
      /** Own undo passes over the step from then on. */
      UNDO,
      /** Own undo considers the step again. */
      REDO
    }
  }

  /**
   * A mark begins or ends: it says to whom changes belong that other programs make in the file.
   *
   * @param origin the owner; its session is known
   * @param kind whether a mark begins, or the marks of the session end
   * @param paths a pattern that limits a mark that begins to some files of a folder, as a line of
   *     {@code .gitignore}; empty for all files
   */
  record Marked(Instant time, Origin origin, Marked.Kind kind, String paths)
      implements JournalRecord {

    /** Whether a mark begins, or the marks of a session end. */
    public enum Kind {
      /** The mark begins; the other marks of its session end if they are for another message. */
      BEGIN,
      /** All marks of the session end. */
      END
    }

    /** Rejects an owner without a session, and an end that is limited to some files. */
    public Marked {
      if (origin.session().isEmpty()) {
        throw new IllegalArgumentException("a mark without a session");
      }
      if (kind == Marked.Kind.END && !paths.isEmpty()) {
        throw new IllegalArgumentException("the end of marks of " + paths);
      }
    }
  }

  /**
   * Old steps were discarded.
   *
   * @param point the last discarded step: an applied step of the undo stack, but not the last one
   * @param summary the steps that left the history, grouped by what made them, in the order of the
   *     first step of each group; empty if an older release wrote the record
   */
  record Pruned(Instant time, Origin origin, StepId point, List<StepGroup> summary)
      implements JournalRecord {

    /** Copies the list. */
    public Pruned {
      summary = List.copyOf(summary);
    }

    /** A record without a summary. */
    public Pruned(Instant time, Origin origin, StepId point) {
      this(time, origin, point, List.of());
    }

    /**
     * Discarded steps of one actor, session and message (AR-9).
     *
     * @param origin the actor, the session and the message
     * @param stepCount the number of steps
     * @param first the first step
     * @param last the last step
     * @param digestAfter the digest after the last step
     */
    public record StepGroup(
        Origin origin, int stepCount, StepId first, StepId last, Digest digestAfter) {

      /** Groups steps, oldest first. */
      public static List<StepGroup> of(List<? extends Step<?>> steps) {
        Map<Origin, StepGroup> groups = new LinkedHashMap<>();
        for (Step<?> step : steps) {
          Origin by = step.origin().withProvenance(Map.of());
          StepGroup group = groups.get(by);
          groups.put(
              by,
              new StepGroup(
                  by,
                  group == null ? 1 : group.stepCount() + 1,
                  group == null ? step.id() : group.first(),
                  step.id(),
                  step.digestAfter()));
        }
        return List.copyOf(groups.values());
      }
    }
  }

  /**
   * A secret was purged from all records before this one (RD-3). It is not in this record either.
   *
   * @param kind what kind of secret it was
   * @param reason why it was purged
   * @param redactedSteps the steps whose events or texts were changed, in the order of the records
   * @param digests the steps whose digest was computed again, in the same order
   */
  record Redacted(
      Instant time,
      Origin origin,
      Redacted.Kind kind,
      String reason,
      List<StepId> redactedSteps,
      List<StepRange> digests)
      implements JournalRecord {

    /** The kinds of secrets. */
    public enum Kind {
      /** A text, wherever it occurred. */
      TEXT,
      /** The texts of an entity. */
      ENTITY,
      /** The former values of a field. */
      FIELD
    }

    /** Copies the lists. */
    public Redacted {
      redactedSteps = List.copyOf(redactedSteps);
      digests = List.copyOf(digests);
    }

    /** The number of steps whose digest was computed again. */
    public int digestCount() {
      return digests.stream().mapToInt(StepRange::stepCount).sum();
    }

    /**
     * Steps that follow one another in the records.
     *
     * @param first the first step
     * @param last the last step
     * @param stepCount the number of steps
     */
    public record StepRange(StepId first, StepId last, int stepCount) {}
  }
}
