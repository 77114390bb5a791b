package dev.fcp.eventlog.session;

import com.google.common.collect.Lists;
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
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A change to a session, as reported to its listeners (SE-23). It identifies steps and a record by
 * id and number, never by position in the undo stack, which may have changed since.
 *
 * @param recordNumber the number of the record of this change
 * @param kind what happened
 * @param steps the steps that were committed, undone (newest first) or redone (oldest first), in
 *     the order in which that happened; empty for the other kinds
 * @param undoneCount how many of them were undone; these come first
 * @param origin who caused the change, possibly in another session on the same journal
 * @param editorSelection the selection and caret to restore: those before the last undone step, or
 *     after the last step that was committed or redone; no fields if none were recorded (SE-28)
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
    /** Steps were committed. */
    COMMITTED,
    /** Steps were replaced by this one, or removed because they cancelled each other out. */
    REPLACED,
    /** Steps were undone, or a step was committed that reverses others. */
    UNDONE,
    /** Steps were undone and the redo tail was discarded; they cannot be redone. */
    BAILED,
    /** The undo stack was cleared. */
    CLEARED,
    /** Steps were redone, or a step was committed that restores what another one reversed. */
    REDONE,
    /**
     * Steps were undone and others redone to switch to another history point; the redo tail is
     * empty afterwards.
     */
    SWITCHED,
    /** A checkpoint or branch was named. */
    NAMED,
    /** The document was saved to its file. */
    SAVED,
    /** An external version of the file was found and merged as these steps. */
    EXTERNAL,
    /** Old steps were discarded. */
    PRUNED
  }

  /** Copies the list. */
  public SessionChange {
    Objects.requireNonNull(kind, "kind");
    steps = List.copyOf(steps);
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(editorSelection, "editorSelection");
  }

  /** Whether the model may have changed. */
  public boolean changesModel() {
    return !steps.isEmpty() || kind == Kind.REPLACED;
  }

  /**
   * Whether guards are asked about this change. A save, or an external version that adds no step,
   * has already happened and cannot be refused.
   */
  boolean isGuarded() {
    return kind != Kind.SAVED && (kind != Kind.EXTERNAL || changesModel());
  }

  /** The change that a record makes to a state; empty if it is not reported. */
  static <M, E> Optional<SessionChange> of(
      SessionState<M, E> before, JournalRecord record, SessionState<M, E> after) {
    return switch (record) {
      case JournalRecord.Committed committed -> withRecordSteps(after, kind(committed), record);
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
      case JournalRecord.Failed failed -> Optional.empty();
      case JournalRecord.Refused refused -> Optional.empty();
      case JournalRecord.PassedOver passedOver -> Optional.empty();
      case JournalRecord.Marked marked -> Optional.empty();
      case JournalRecord.Redacted redacted -> Optional.empty();
    };
  }

  /** A step that only reverses or only restores others is an undo or a redo for the user. */
  private static Kind kind(JournalRecord.Committed record) {
    Step.Reversal reversal = record.steps().get(0).reversal();
    if (reversal.isNone() || !(reversal.reversed().isEmpty() || reversal.restored().isEmpty())) {
      return Kind.COMMITTED;
    }
    return reversal.restored().isEmpty() ? Kind.UNDONE : Kind.REDONE;
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

  /** A change with the steps of its record, if it has any, without those after the redo tail. */
  private static Optional<SessionChange> withRecordSteps(
      SessionState<?, ?> after, Kind kind, JournalRecord record) {
    Value.Fields editorSelection =
        record.steps().isEmpty()
            ? Value.Fields.EMPTY
            : record.steps().getLast().editorSelection().after();
    return Optional.of(
        new SessionChange(
            after.recordNumber(),
            kind,
            Lists.transform(stepsAtCursor(record), Step::id),
            0,
            record.origin(),
            editorSelection));
  }

  /** The steps of a record without those after the redo tail, of which it also has copies. */
  static List<Step<Value.Fields>> stepsAtCursor(JournalRecord record) {
    if (record.steps().size() < 2) {
      return record.steps();
    }
    Set<StepId> originals =
        record.steps().stream()
            .filter(Step::isCarried)
            .map(Step::originalId)
            .collect(Collectors.toSet());
    return record.steps().stream().filter(step -> !originals.contains(step.id())).toList();
  }

  /** A callback that can refuse a change before it is recorded (SE-27). */
  @FunctionalInterface
  public interface Guard {

    /**
     * Returns the reason to refuse a change; empty to allow it. Guards are not asked about saves
     * and external versions as such, but about the step that merges an external version. Called
     * while the session is locked, so a guard must not use the session. If it throws an exception,
     * the change is refused.
     *
     * @param label the label of the operation
     * @param change what would happen
     */
    Optional<Conflict> refusal(String label, SessionChange change);
  }

  /** A callback for changes to a session (SE-23). */
  @FunctionalInterface
  public interface Listener {

    /**
     * Called after a change was published: by one thread at a time, in record order, without
     * holding a lock. An exception is logged and does not affect other listeners. A listener may
     * use the session; changes that it makes are queued and reported after those already queued.
     */
    void changed(SessionChange change);
  }
}
