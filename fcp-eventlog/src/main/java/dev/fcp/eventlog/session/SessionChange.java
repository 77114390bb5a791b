package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What happened to a session, as its listeners are told (SE-23). It names steps and a record, never
 * positions of the log, which may have moved on.
 *
 * @param recordNumber the record that tells of it
 * @param kind what happened
 * @param steps the steps that were made, taken back (newest first) or made again (oldest first), in
 *     the order in which that happened; none for the other kinds
 * @param undoneCount how many of them were taken back; these come first
 * @param origin who caused it; perhaps in another session on the same journal
 * @param editorSelection where the user was in the state that is reached: before the last of the
 *     steps that were taken back, or after the last one that was made; no fields if nobody said
 *     (SE-28)
 */
public record SessionChange(
    long recordNumber,
    Kind kind,
    List<StepId> steps,
    int undoneCount,
    Origin origin,
    Value.Fields editorSelection) {

  /** The kinds of changes. */
  public enum Kind {
    /** Steps were made. */
    COMMITTED,
    /** Steps were replaced by this one, or by nothing. */
    REPLACED,
    /** Steps were taken back. */
    UNDONE,
    /** Steps were taken back for good; they can not be made again. */
    BAILED,
    /** The undo stack was emptied. */
    CLEARED,
    /** Steps were made again. */
    REDONE,
    /**
     * Steps were taken back and others made again, on the way to another place of the history; what
     * is undone cannot be made again then.
     */
    SWITCHED,
    /** A state got a name. */
    NAMED,
    /** The file was replaced by a version of the document. */
    SAVED,
    /** A version of the file that somebody else wrote was found, and became these steps. */
    EXTERNAL,
    /** Old steps were let go. */
    PRUNED
  }

  /** Copies the list. */
  public SessionChange {
    Objects.requireNonNull(kind, "kind");
    steps = List.copyOf(steps);
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(editorSelection, "editorSelection");
  }

  /** Whether the model may be another one. */
  public boolean changesModel() {
    return !steps.isEmpty() || kind == Kind.REPLACED;
  }

  /** Whether it could still be left undone: a file that was replaced or found is so already. */
  boolean isGuarded() {
    return kind != Kind.SAVED && (kind != Kind.EXTERNAL || changesModel());
  }

  /** What a record does to a state; empty if nobody needs to know. */
  static <M, E> Optional<SessionChange> of(
      SessionState<M, E> before, JournalRecord record, SessionState<M, E> after) {
    return switch (record) {
      case JournalRecord.Committed committed -> withRecordSteps(after, Kind.COMMITTED, record);
      case JournalRecord.Replaced replaced -> withRecordSteps(after, Kind.REPLACED, record);
      case JournalRecord.External external -> withRecordSteps(after, Kind.EXTERNAL, record);
      case JournalRecord.Moved moved -> {
        HistoryPath path = before.stack().pathTo(after.stack());
        Value.Fields editorSelection =
            after.stack().editorSelectionAfter(after.stack().withoutRoundTrips(path));
        yield Optional.of(
            new SessionChange(
                after.recordNumber(),
                kind(moved.kind(), path),
                path.steps(),
                path.undoSteps().size(),
                record.origin(),
                editorSelection));
      }
      case JournalRecord.Named named -> withRecordSteps(after, Kind.NAMED, record);
      case JournalRecord.Saved saved -> withRecordSteps(after, Kind.SAVED, record);
      case JournalRecord.Pruned retained -> withRecordSteps(after, Kind.PRUNED, record);
      case JournalRecord.Opened opened -> Optional.empty();
      case JournalRecord.Saving saving -> Optional.empty();
      case JournalRecord.Refused refused -> Optional.empty();
    };
  }

  private static Kind kind(JournalRecord.Moved.Kind kind, HistoryPath path) {
    return switch (kind) {
      case BAIL -> Kind.BAILED;
      case CLEAR -> Kind.CLEARED;
      case SWITCH -> Kind.SWITCHED;
      case REDO -> Kind.REDONE;
      case UNDO, UNDO_TO -> path.undoSteps().isEmpty() ? Kind.REDONE : Kind.UNDONE;
    };
  }

  /** A change that made the steps of its record, if it has any. */
  private static Optional<SessionChange> withRecordSteps(
      SessionState<?, ?> after, Kind kind, JournalRecord record) {
    List<StepId> steps = record.steps().stream().map(Step::id).toList();
    Value.Fields editorSelection =
        record.steps().isEmpty()
            ? Value.Fields.EMPTY
            : record.steps().get(steps.size() - 1).editorSelection().after();
    return Optional.of(
        new SessionChange(after.recordNumber(), kind, steps, 0, record.origin(), editorSelection));
  }

  /** May refuse an operation before it is recorded (SE-27). */
  @FunctionalInterface
  public interface Guard {

    /**
     * Why an operation is not to be done; empty if it may be. That a file was replaced or found is
     * not asked about; the step that a found version would become is. Called while the session is
     * locked, so it must not use the session. What it throws refuses the operation as well.
     *
     * @param label what is asked for
     * @param change what would happen
     */
    Optional<Conflict> refusal(String label, SessionChange change);
  }

  /** Wants to know what happens to a session (SE-23). */
  @FunctionalInterface
  public interface Listener {

    /**
     * Something happened, and is published. Called by one thread at a time, in the order of the
     * records, outside of all locks; what it throws is logged and keeps nobody else from being
     * told. It may work with the session: what comes of that is told behind what is queued already.
     */
    void changed(SessionChange change);
  }
}
