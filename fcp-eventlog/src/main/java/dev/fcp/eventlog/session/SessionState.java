package dev.fcp.eventlog.session;

import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.JournalRecord.External;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.JournalRecord.Saving;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import dev.fcp.eventlog.persistent.PersistentList;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The complete state of a session after some record of its journal: a pure fold over the records.
 * Edits, undo, loading and recovery all compute their states with this fold (SE-1).
 *
 * <p>A state is an immutable value, which later operations do not change.
 */
public final class SessionState<M, E> {

  private final Replay<M, E> replay;
  private final StepCarrier<M, E> carrier;
  private final long recordNumber;
  private final M model;
  private final Digest digest;
  private final KeptModels<M> kept;
  private final UndoStack<E> stack;
  private final FileVersions versions;
  private final PersistentList<PassedOver> passedOver;
  private final Marks marks;

  /**
   * A step that own undo passed over (RB-10).
   *
   * @param point the history point at the cursor then; while it is not applied, this does not count
   * @param step the step that was passed over
   */
  record PassedOver(HistoryPoint point, StepId step) {}

  private SessionState(
      Replay<M, E> replay,
      StepCarrier<M, E> carrier,
      long recordNumber,
      M model,
      Digest digest,
      KeptModels<M> kept,
      UndoStack<E> stack,
      FileVersions versions,
      PersistentList<PassedOver> passedOver,
      Marks marks) {
    this.replay = replay;
    this.carrier = carrier;
    this.recordNumber = recordNumber;
    this.model = model;
    this.digest = digest;
    this.kept = kept;
    this.stack = stack;
    this.versions = versions;
    this.passedOver = passedOver;
    this.marks = marks;
  }

  /** The state restored from a snapshot. */
  static <M, E> SessionState<M, E> restored(
      Domain<M, E> domain, long recordNumber, M model, UndoStack<E> stack, FileVersions versions) {
    return new SessionState<>(
            new Replay<>(domain),
            new StepCarrier<>(domain, new RollbackPlanner<>(domain)),
            recordNumber,
            model,
            domain.digest(model),
            KeptModels.none(),
            stack,
            versions,
            PersistentList.empty(),
            Marks.NONE)
        .withOnlyModel(model);
  }

  /** The same state, one record later. */
  SessionState<M, E> withNextRecordNumber() {
    return copy(recordNumber + 1, model, digest, kept, stack, versions, passedOver, marks);
  }

  /** This state with a new step at the cursor that produces the given model. */
  SessionState<M, E> with(Step<E> step, M model) {
    return withStep(step, model, stack.with(step));
  }

  /** This state with a carried step before the redo tail (SE-31). */
  SessionState<M, E> withCarried(Step<E> step, M model) {
    return withStep(step, model, stack.withCarried(step));
  }

  private SessionState<M, E> withStep(Step<E> step, M model, UndoStack<E> newStack) {
    HistoryPoint point = HistoryPoint.after(step.id());
    int depth = newStack.history().depth(point);
    KeptModels<M> newKept = kept.withIfDue(point, depth, model);
    return copy(
        recordNumber, model, step.digestAfter(), newKept, newStack, versions, passedOver, marks);
  }

  /** This state with models at other points. */
  SessionState<M, E> with(KeptModels<M> kept) {
    return copy(recordNumber, model, digest, kept, stack, versions, passedOver, marks);
  }

  /** The models at other points. */
  KeptModels<M> kept() {
    return kept;
  }

  /** This state with an ignored step after the redo tail (SE-31). */
  SessionState<M, E> withRedoable(Step<E> step) {
    return with(current -> current.withRedoable(step));
  }

  /**
   * The model at a history point; empty if steps on the path to it were pruned.
   *
   * @throws IllegalArgumentException if there is no such history point
   */
  Optional<M> modelAt(HistoryPoint point) {
    HistoryPath path = history().path(head(), point);
    if (!path.isComplete() || !stack.hasDigest(path.fork())) {
      return Optional.empty();
    }
    int distance = path.undoSteps().size() + path.redoSteps().size();
    Optional<KeptModels.Start<M>> start =
        distance > KeptModels.STEPS_APART
            ? kept().nearest(history(), point, distance)
            : Optional.empty();
    return Optional.of(
        start
            .map(from -> replayed(from.model(), history().path(from.point(), point)))
            .orElseGet(() -> replayed(model(), path)));
  }

  /**
   * The model of the base, without replaying steps if it is still in memory.
   *
   * @throws NoSuchElementException if the base is no longer known
   */
  M baseModel() {
    return kept()
        .nearest(history(), HistoryPoint.BASE, 1)
        .map(KeptModels.Start::model)
        .or(() -> modelAt(HistoryPoint.BASE))
        .orElseThrow();
  }

  private M replayed(M start, HistoryPath path) {
    M model = start;
    for (StepId id : path.undoSteps()) {
      Step<E> step = history().step(id);
      model = replay.undo(step, model, digestAt(step.parent()));
    }
    for (StepId id : path.redoSteps()) {
      model = replay.apply(history().step(id), model);
    }
    return model;
  }

  /** This state with another model and another undo stack. */
  SessionState<M, E> with(M model, UndoStack<E> stack) {
    return copy(
        recordNumber, model, domain().digest(model), kept, stack, versions, passedOver, marks);
  }

  /** This state with an equal model, and without models at other points. */
  SessionState<M, E> withOnlyModel(M equalModel) {
    KeptModels<M> only = KeptModels.<M>none().withIfDue(head(), 0, equalModel);
    return copy(recordNumber, equalModel, digest, only, stack, versions, passedOver, marks);
  }

  /** This state with a changed undo stack. */
  SessionState<M, E> with(UnaryOperator<UndoStack<E>> change) {
    return copy(
        recordNumber, model, digest, kept, change.apply(stack), versions, passedOver, marks);
  }

  /** This state with other versions of the file. */
  SessionState<M, E> with(FileVersions versions) {
    return copy(recordNumber, model, digest, kept, stack, versions, passedOver, marks);
  }

  /** This state with other marks. */
  SessionState<M, E> with(Marks newMarks) {
    return copy(recordNumber, model, digest, kept, stack, versions, passedOver, newMarks);
  }

  /** This state with a step that own undo passes over from here on. */
  SessionState<M, E> withPassedOver(StepId step) {
    return withPassedOver(passedOver.append(new PassedOver(head(), step)));
  }

  /** This state with a step that own undo considers again. */
  SessionState<M, E> withoutPassedOver(StepId step) {
    List<PassedOver> remaining = new ArrayList<>(passedOver);
    for (int i = remaining.size() - 1; i >= 0; i--) {
      PassedOver passed = remaining.get(i);
      if (passed.step().equals(step) && isApplied(passed.point())) {
        remaining.remove(i);
        return withPassedOver(PersistentList.copyOf(remaining));
      }
    }
    return this;
  }

  private boolean isApplied(HistoryPoint point) {
    UndoStack.Direction direction = stack.directionOf(point);
    return direction == UndoStack.Direction.AT_CURSOR
        || direction == UndoStack.Direction.BEFORE_CURSOR;
  }

  /** This state after the last steps of the undo stack were replaced. */
  SessionState<M, E> withPassedOverReplaced(List<StepId> replaced, HistoryPoint replacement) {
    if (passedOver.isEmpty()) {
      return this;
    }
    return withPassedOver(
        PersistentList.copyOf(
            passedOver.stream()
                .filter(passed -> !replaced.contains(passed.step()))
                .map(passed ->
                    replaced.stream().anyMatch(passed.point()::isAfter)
                        ? new PassedOver(replacement, passed.step())
                        : passed)
                .toList()));
  }

  SessionState<M, E> withPassedOver(PersistentList<PassedOver> newPassedOver) {
    return copy(recordNumber, model, digest, kept, stack, versions, newPassedOver, marks);
  }

  private SessionState<M, E> copy(
      long recordNumber,
      M model,
      Digest digest,
      KeptModels<M> kept,
      UndoStack<E> stack,
      FileVersions versions,
      PersistentList<PassedOver> passedOver,
      Marks marks) {
    return new SessionState<>(
        replay, carrier, recordNumber, model, digest, kept, stack, versions, passedOver, marks);
  }

  /** The number of the last record applied to this state. */
  public long recordNumber() {
    return recordNumber;
  }

  /** The model at the cursor. */
  public M model() {
    return model;
  }

  /** The digest of the model. */
  public Digest digest() {
    return digest;
  }

  /** The applied and the undone steps, with the cursor between them. */
  public LogState<StepId> undoStack() {
    return stack.steps();
  }

  /** All steps and named states, including abandoned steps. */
  public History<E> history() {
    return stack.history();
  }

  /** The known steps from the base to the cursor, oldest first; each is read when accessed. */
  List<Step<E>> appliedSteps() {
    return stack.stepsOf(history().between(HistoryPoint.BASE, head()));
  }

  /**
   * The copy of an ignored step that stays applied while steps around it are undone (SE-31), given
   * the step or a copy. Any other step, and one that is not applied, is returned as it is.
   */
  public StepId appliedCopyOf(StepId step) {
    return stack.appliedCopyOf(step);
  }

  /** The history point at the cursor: after the last applied step, or the base. */
  public HistoryPoint head() {
    return stack.head();
  }

  /**
   * The recorded digest at a history point.
   *
   * @throws java.util.NoSuchElementException if there is no such step
   */
  Digest digestAt(HistoryPoint point) {
    return stack.digestAt(point);
  }

  /** Whether undo reverses a step: there is one, and no ignored step builds on it (SE-31). */
  public boolean canUndo() {
    return canMoveTo(undoable().undoTarget(1));
  }

  /** Whether redo reapplies a step: there is one, and no ignored step is in its way (SE-31). */
  public boolean canRedo() {
    return canMoveTo(undoable().redoTarget(1));
  }

  private boolean canMoveTo(Optional<UndoableSteps.Target> target) {
    return target.filter(found -> carrier.canCarry(this, found)).isPresent();
  }

  /** How many steps undo counts; an ignored step that builds on one of them prevents its undo. */
  public int undoDepth() {
    return undoable().undoableCount();
  }

  /** How many steps redo counts. */
  public int redoDepth() {
    return undoable().redoableCount();
  }

  /**
   * How many steps before the start of the undo stack are still in the history; they can no longer
   * be undone (SE-29).
   */
  public int stepCountBeforeUndoStack() {
    return stack.oldestBeforeStart().isEmpty()
        ? 0
        : history().between(HistoryPoint.BASE, stack.start().point()).size();
  }

  /** The label of the step that undo would reverse; empty if it would reverse none. */
  public Optional<String> undoLabel() {
    return canUndo() ? label(undoable().lastUndoable(1)) : Optional.empty();
  }

  /** The label of the step that redo would reapply; empty if it would reapply none. */
  public Optional<String> redoLabel() {
    return canRedo() ? label(undoable().nextRedoable(1)) : Optional.empty();
  }

  private Optional<String> label(List<StepId> steps) {
    return steps.stream().findFirst().map(id -> history().step(id).label());
  }

  /**
   * Up to {@code count} of the steps that undo would reverse next, oldest first; each is read when
   * it is accessed.
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public List<Step<E>> undoableSteps(int count) {
    return stack.stepsOf(undoable().lastUndoable(requireNotNegative(count)));
  }

  /**
   * Up to {@code count} of the steps that redo would reapply next, oldest first; each is read when
   * it is accessed.
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public List<Step<E>> redoableSteps(int count) {
    return stack.stepsOf(undoable().nextRedoable(requireNotNegative(count)));
  }

  private static int requireNotNegative(int count) {
    if (count < 0) {
      throw new IllegalArgumentException(count + " steps: a count is 0 or more");
    }
    return count;
  }

  private UndoableSteps undoable() {
    return new UndoableSteps(stack);
  }

  /** The checkpoints, sorted by name. */
  public List<NamedState> checkpoints() {
    return history().named(NamedState.Kind.CHECKPOINT);
  }

  /**
   * The conflict for a name that is not the name of a checkpoint: it is the name of a branch or
   * unknown (SE-6).
   */
  public Conflict checkpointConflict(String name) {
    return stack.checkpointConflict(name);
  }

  /**
   * The state that the file contains, according to the last record about the file; empty if there
   * is no file yet, or if another program wrote a version that is not a state of the document.
   */
  public Optional<SavedMark> savedMark() {
    return versions.saved().filter(mark -> versions.external().isEmpty());
  }

  /**
   * The external version that the file contains and that is not a state of the document; empty if
   * there is none.
   */
  public Optional<ExternalVersion> externalVersion() {
    return versions.newestExternal();
  }

  /** Whether the file contains the state at the cursor. */
  public boolean isSaved() {
    return savedMark().filter(mark -> mark.point().equals(head())).isPresent();
  }

  /**
   * Whether a file has the version that this document last loaded, merged or saved, or that of a
   * later save that was started and not recorded as finished.
   *
   * @param hash the SHA-256 of the file, 64 hex digits
   */
  public boolean isKnownFile(String hash) {
    return versions.isOurs(hash);
  }

  /**
   * The mark of a save that was started and not recorded as finished; empty if there is none with
   * this hash.
   *
   * @param hash the SHA-256 of the file, 64 hex digits
   */
  public Optional<SavedMark> pendingSave(String hash) {
    return versions.pendingSave(hash);
  }

  /** Whether the file contains a step of the history. */
  public SaveStatus saveStatus(StepId step) {
    HistoryPoint point = HistoryPoint.after(step);
    if (versions.saved().filter(mark -> isBefore(point, mark.point())).isPresent()
        || (versions.isFoundInFile(point)
            && pendingFolderSave().isEmpty()
            && history().step(step).label().equals(External.LABEL))) {
      return SaveStatus.SAVED;
    }
    if (versions.pendingSaves().stream().anyMatch(it -> isBefore(point, it.mark().point()))) {
      return SaveStatus.PENDING;
    }
    boolean isFailed =
        !isBefore(point, head())
            && versions.failedSaves().stream().anyMatch(it -> isBefore(point, it.point()));
    return isFailed ? SaveStatus.FAILED : SaveStatus.UNSAVED;
  }

  private boolean isBefore(HistoryPoint point, HistoryPoint end) {
    return history().isKnown(point) && history().isKnown(end) && history().isAncestor(point, end);
  }

  /** The saves of a folder that failed, oldest first. */
  public List<FailedSave> failedSaves() {
    return versions.failedSaves();
  }

  /** The model that a save of a folder writes; empty if steps on the path to it were pruned. */
  public Optional<M> modelOf(PendingSave save) {
    return modelAt(save.mark().point());
  }

  /**
   * The newest point of which the file contains all changes, or all that did not conflict; empty if
   * there is no file.
   */
  public Optional<HistoryPoint> pointOfFile() {
    return versions.pointOfFile();
  }

  /**
   * Whether a version of the file is recorded at a point: one that was loaded or found there, or
   * the one that was saved last.
   */
  public boolean hasVersionAt(HistoryPoint point) {
    return versions.hasVersionAt(point);
  }

  /** The last save of a folder that was started and not recorded as finished. */
  public Optional<PendingSave> pendingFolderSave() {
    return versions.pendingFolderSave();
  }

  /**
   * The model that the file contains according to the journal, with the keys of this document.
   * External versions are compared with it. Empty if there is no file, or if steps on the path to
   * that state were pruned.
   */
  public Optional<M> modelOfFile() {
    Domain<M, E> domain = replay.domain();
    Optional<M> model = versions.saved().flatMap(mark -> modelAt(mark.point()));
    for (ExternalVersion version : versions.external()) {
      if (!version.isUndecided()
          && domain.format().read(version.source().bytes())
              instanceof ReadResult.Readable<M>(var fileModel, var source)) {
        for (E event : model.isPresent() ? domain.diff(model.get(), fileModel) : List.<E>of()) {
          model = model.map(before -> domain.replay(event, before));
        }
      }
    }
    return model;
  }

  /**
   * Who owns a change of a file that another program makes now: the origin of the newest open mark
   * for the file (DO-22); empty if there is none.
   *
   * @param path the path of the file below the document, if that is a folder; otherwise empty, and
   *     only marks for all files count
   */
  public Optional<Origin> ownerOf(Optional<String> path) {
    return marks.owner(path).map(Mark::origin);
  }

  /** The open marks, newest first (DO-22). */
  public List<Mark> openMarks() {
    return marks.open();
  }

  /**
   * The first mark of each message that began after the start of the history, by session and
   * message; the message may have no steps (DO-22).
   */
  public List<Mark> messages() {
    return List.copyOf(marks.first().values());
  }

  /** The source that was loaded, if the cursor is at the base. */
  public Optional<Source> baseSource() {
    return head().isBase() ? versions.loadedSource() : Optional.empty();
  }

  /** The sources of all known versions of the file. */
  List<Source> knownSources() {
    List<Source> sources = new ArrayList<>();
    versions.texts().forEach(text -> sources.add(text.source()));
    versions.external().forEach(version -> sources.add(version.source()));
    return sources;
  }

  /** The sources at the head and its ancestors, nearest first, from which the model is written. */
  public List<Source> sourcesForWriting() {
    return versions.sourcesNearestFirst(history(), head());
  }

  /**
   * The history points whose digest was recorded by another version of the digest function and was
   * recomputed.
   */
  public List<HistoryPoint> unverifiedPoints() {
    return stack.unverifiedPoints();
  }

  /** Applies steps to the models of this document. */
  Replay<M, E> replay() {
    return replay;
  }

  /** Computes the carried steps of this document. */
  StepCarrier<M, E> carrier() {
    return carrier;
  }

  /** The domain of the document. */
  public Domain<M, E> domain() {
    return replay.domain();
  }

  /** The undo stack and the history that contains it. */
  UndoStack<E> stack() {
    return stack;
  }

  /** The steps that own undo passed over, in the order in which it did. */
  PersistentList<PassedOver> passedOver() {
    return passedOver;
  }

  /** The marks. */
  Marks marks() {
    return marks;
  }

  /** The known versions of the file. */
  FileVersions versions() {
    return versions;
  }

  /** Refuses an operation that expects another head than this one (SE-9). */
  void requireExpectedHead(EditOptions options) {
    Optional<EditOptions.ExpectedHead> expected = options.expectedHead();
    if (expected.isPresent() && !matches(expected.get())) {
      throw new RefusedException(
          Conflict.because(
              "the document has changed: expected %s, found %s, hash:%s"
                  .formatted(expected.get(), head(), digest().shortHex())));
    }
  }

  private boolean matches(EditOptions.ExpectedHead expected) {
    return switch (expected) {
      case EditOptions.ExpectedHead.AtPoint(var point) -> head().equals(point);
      case EditOptions.ExpectedHead.WithDigest(var prefix) -> digest().hex().startsWith(prefix);
    };
  }

  /**
   * The state of the document that the file contains.
   *
   * @param hash the SHA-256 of the file, 64 hex digits
   * @param point the point at which the document was in that state
   */
  public record SavedMark(String hash, HistoryPoint point) {

    /** The hash for a state that is not saved in a file; no file has this hash. */
    static String hashWithoutFile(Digest digest) {
      return Source.of(("saved elsewhere: " + digest.hex()).getBytes(StandardCharsets.UTF_8)).id();
    }
  }

  /** Whether the file contains a step, as {@link #saveStatus} says. */
  public enum SaveStatus {
    /** The file contains it. */
    SAVED,
    /** No save has written it yet. */
    UNSAVED,
    /** A save that writes it has begun and is not recorded as finished. */
    PENDING,
    /** A save that was to write it failed, and it is not applied any more. */
    FAILED
  }

  /**
   * A save that was started and not recorded as finished.
   *
   * @param mark what the save writes
   * @param since when the save of a folder began; for a single file {@link Instant#EPOCH}
   * @param files the files that the save of a folder writes; empty for a single file
   */
  public record PendingSave(SavedMark mark, Instant since, List<SavedFile> files) {

    /** Copies the list. */
    public PendingSave {
      files = List.copyOf(files);
    }

    static PendingSave of(Saving saving) {
      Instant since = saving.files().isEmpty() ? Instant.EPOCH : saving.time();
      return new PendingSave(new SavedMark(saving.hash(), saving.point()), since, saving.files());
    }

    boolean isOfFolder() {
      return !files.isEmpty();
    }
  }

  /**
   * A save of a folder that failed.
   *
   * @param hash the hash of the version that was to be written
   * @param point the point whose state was to be written
   * @param cause why it failed
   */
  public record FailedSave(String hash, HistoryPoint point, String cause) {}

  /**
   * The beginning of a message: changes that other programs make belong to it until it ends.
   *
   * @param time when it began
   * @param origin the owner of the changes
   * @param paths a pattern for the files to which it is limited; empty for all
   * @param point the last step that was made before, even if it was undone
   */
  public record Mark(Instant time, Origin origin, String paths, HistoryPoint point) {}

  /**
   * A version of the file that another program wrote and that is not a state of the document.
   *
   * @param source its bytes
   * @param mergeExtent how much of it was merged into the document: a part, or nothing
   */
  public record ExternalVersion(Source source, MergeExtent mergeExtent) {

    /** Rejects null. */
    public ExternalVersion {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(mergeExtent, "mergeExtent");
    }

    /** Whether nothing of it was merged, so that the user has to decide what to do with it. */
    public boolean isUndecided() {
      return mergeExtent == MergeExtent.NONE;
    }
  }
}
