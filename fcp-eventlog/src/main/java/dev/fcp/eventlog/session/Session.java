package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.folder.PathPatterns;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.ArchivedObject;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A document with undo and redo. A session owns the model; every change to the model goes through
 * it.
 *
 * <p>An edit is checked and applied to immutable values, appended to the journal as one record, and
 * then published by a single reference assignment. If any stage fails, the published state is
 * unchanged, so an operation is either complete or has no effect (SE-8).
 *
 * <p>A session object belongs to one caller: its {@link #options()} contain the origin of the
 * changes. {@link #by} and {@link #with} return the same session for another caller; both objects
 * share the model, the journal and the undo stack, and are equal.
 *
 * <p>Sessions are thread-safe. Writers are serialized; readers get the last published {@link
 * #state()} and never block.
 */
@CheckReturnValue
public final class Session<M, E> implements AutoCloseable {

  private static final Origin USER = Origin.of("user");

  private final CommitPipeline<M, E> pipeline;
  private final StepCommitter<M, E> stepCommitter;
  private final RollbackPlanner<M, E> planner;
  private final CursorMover<M, E> cursorMover;
  private final Audit<M, E> audit;
  private final EditOptions options;

  private Session(CommitPipeline<M, E> pipeline, Origin origin) {
    this.pipeline = pipeline;
    this.stepCommitter = new StepCommitter<>(pipeline);
    this.planner = new RollbackPlanner<>(pipeline.domain(), pipeline.stepIndexes()::all);
    this.cursorMover = new CursorMover<>(pipeline);
    this.audit = new Audit<>(pipeline, planner);
    this.options = EditOptions.of("", origin);
  }

  private Session(Session<M, E> session, EditOptions options) {
    this.pipeline = session.pipeline;
    this.stepCommitter = session.stepCommitter;
    this.planner = session.planner;
    this.cursorMover = session.cursorMover;
    this.audit = session.audit;
    this.options = Objects.requireNonNull(options, "options");
  }

  /**
   * Starts a session for a file that was read (SE-1).
   *
   * @param file the result of reading the file with the format of the domain
   * @param origin who opens the file; also the origin of all changes, unless {@link #by} sets
   *     another one
   * @param journal an empty journal
   * @throws IllegalArgumentException if the journal is not empty; see {@link #resume}
   */
  public static <M, E> Session<M, E> open(
      Domain<M, E> domain,
      ReadResult.Readable<M> file,
      Origin origin,
      Journal journal,
      SessionSettings settings) {
    return begin(domain, file.model(), Optional.of(file.source()), origin, journal, settings);
  }

  /**
   * Starts a session for a new document without a file (SE-1).
   *
   * @param origin who creates the document; also the origin of all changes, unless {@link #by} sets
   *     another one
   * @param journal an empty journal
   * @throws IllegalArgumentException if the journal is not empty; see {@link #resume}
   */
  public static <M, E> Session<M, E> create(
      Domain<M, E> domain, Origin origin, Journal journal, SessionSettings settings) {
    return begin(domain, domain.empty(), Optional.empty(), origin, journal, settings);
  }

  /**
   * Starts a session for a new document whose history is kept in memory only; its origin is "user".
   */
  public static <M, E> Session<M, E> inMemory(Domain<M, E> domain) {
    return create(domain, USER, InMemoryJournal.empty(), SessionSettings.standard());
  }

  private static <M, E> Session<M, E> begin(
      Domain<M, E> domain,
      M model,
      Optional<Source> source,
      Origin origin,
      Journal journal,
      SessionSettings settings) {
    JournalRecord.Opened record =
        new JournalRecord.Opened(
            settings.clock().instant(),
            origin,
            domain.name(),
            JournalRecord.Opened.FORMAT_VERSION,
            source,
            domain.digest(model));
    return new Session<>(CommitPipeline.begin(domain, journal, settings, record, model), origin);
  }

  /**
   * Resumes the session that a journal recorded (SE-1). The origin of all changes is "user", unless
   * {@link #by} sets another one.
   *
   * @throws IllegalArgumentException if the journal is empty
   * @throws JournalException if it is damaged or cannot be read
   */
  public static <M, E> Session<M, E> resume(
      Domain<M, E> domain, Journal journal, SessionSettings settings) {
    return new Session<>(CommitPipeline.resume(domain, journal, settings), USER);
  }

  /**
   * Resumes from a state that another session of the same document has published, without reading
   * the journal.
   *
   * @param journal a journal whose last record is that of the state; steps before it are still read
   *     from the journal of the other session
   * @throws IllegalArgumentException if the last record has another number
   */
  public static <M, E> Session<M, E> resume(
      SessionState<M, E> state, Journal journal, SessionSettings settings) {
    return new Session<>(CommitPipeline.resume(state, journal, settings), USER);
  }

  /**
   * Copies all records to an empty journal, and returns a session with the same state that
   * continues there. This session is unchanged; the origin of the new one is "user", unless {@link
   * #by} sets another one.
   *
   * @throws IllegalArgumentException if the journal is not empty, or if the first records of this
   *     session were discarded
   * @throws JournalException if a record cannot be read or written
   */
  public Session<M, E> copyTo(Journal target) {
    return new Session<>(pipeline.copyTo(target), USER);
  }

  /** Returns the same session with these options for its operations. */
  public Session<M, E> with(EditOptions options) {
    return new Session<>(this, options);
  }

  /** Returns the same session with this origin for its changes. */
  public Session<M, E> by(Origin origin) {
    return with(options.by(origin));
  }

  /** The options for the operations of this object. */
  public EditOptions options() {
    return options;
  }

  /**
   * The state after the last operation (SE-15): an immutable value, which later operations do not
   * change.
   */
  public SessionState<M, E> state() {
    return pipeline.state();
  }

  /** The model after the last operation. */
  public M model() {
    return state().model();
  }

  /** The digest after the last operation. */
  public Digest digest() {
    return state().digest();
  }

  /**
   * Commits a step with the events that the body emits; see {@link #step(EditOptions, Consumer)}.
   *
   * @param label describes the operation to the user, such as in a menu
   */
  public Outcome step(String label, Consumer<? super StepBuilder<M, E>> body) {
    return step(options.withLabel(label), body);
  }

  /**
   * Commits a step with the events that the body emits (SE-2, SE-3, SE-12). Inside the body of a
   * batch it becomes a step of that batch; inside the body of a step its events are added to that
   * step.
   *
   * @return {@link Outcome.Committed}; {@link Outcome.Unchanged} if the body changed nothing;
   *     {@link Outcome.Refused} if an event does not apply or the expected head does not match;
   *     {@link Outcome.Pending} inside another body
   * @throws RefusedException inside another body, instead of returning {@link Outcome.Refused}
   * @throws java.util.concurrent.CancellationException if the body throws it; nothing changes and
   *     nothing is recorded
   * @throws JournalException if the step could not be written
   */
  public Outcome step(EditOptions options, Consumer<? super StepBuilder<M, E>> body) {
    Objects.requireNonNull(options, "options");
    return stepCommitter.edit(options, batch -> batch.step(options, body));
  }

  /**
   * Commits several steps that succeed or fail together; see {@link #batch(EditOptions, Consumer)}.
   *
   * @param label describes the operation to the user, such as in a menu
   */
  public Outcome batch(String label, Consumer<? super Batch<M, E>> body) {
    return batch(options.withLabel(label), body);
  }

  /**
   * Commits several steps that succeed or fail together (BT-1 to BT-6). Undo reverses them one by
   * one. They are ignored if the options are (SE-31), and have the merge key of the options unless
   * they have their own; they merge with each other, but not with steps outside of the batch
   * (SE-24).
   *
   * @return as for {@link #step(EditOptions, Consumer)}
   * @throws RefusedException inside another body, instead of returning {@link Outcome.Refused}
   * @throws java.util.concurrent.CancellationException if the body throws it; nothing changes and
   *     nothing is recorded
   * @throws IllegalStateException if a step is open
   * @throws JournalException if the steps could not be written
   */
  public Outcome batch(EditOptions options, Consumer<? super Batch<M, E>> body) {
    Objects.requireNonNull(options, "options");
    return stepCommitter.edit(options.withoutMerging(), batch -> batch.batch(options, body));
  }

  /**
   * Begins a gesture: each edit is published and recorded at once, and all edits until its end are
   * merged into one step (SE-32).
   *
   * @param label describes the operation to the user, such as in a menu
   */
  public Gesture<M, E> beginGesture(String label) {
    return new Gesture<>(stepCommitter, options.withLabel(label));
  }

  /** Undoes the last step; see {@link #undo(int)}. */
  public Outcome undo() {
    return undo(1);
  }

  /**
   * Undoes up to {@code count} steps, newest first (SE-4, SE-5, SE-10). Ignored steps do not count
   * and stay applied (SE-31).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if there is nothing to undo; {@link
   *     Outcome.Refused} if the expected head does not match, or if an ignored step depends on a
   *     step that would be undone
   * @throws IllegalArgumentException if the count is negative
   * @throws DriftException if the resulting model does not match the recorded digest
   */
  public Outcome undo(int count) {
    requireNotNegative("undo", count);
    return cursorMover.undoOrRedo(
        options.orLabel("undo"), Moved.Kind.UNDO, undoableSteps -> undoableSteps.undoTarget(count));
  }

  /** Redoes the next step; see {@link #redo(int)}. */
  public Outcome redo() {
    return redo(1);
  }

  /**
   * Redoes up to {@code count} undone steps (SE-4, SE-5, SE-10).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if there is nothing to redo; {@link
   *     Outcome.Refused} if the expected head does not match
   * @throws IllegalArgumentException if the count is negative
   * @throws DriftException if the resulting model does not match the recorded digest
   */
  public Outcome redo(int count) {
    requireNotNegative("redo", count);
    return cursorMover.undoOrRedo(
        options.orLabel("redo"), Moved.Kind.REDO, undoableSteps -> undoableSteps.redoTarget(count));
  }

  /**
   * Undoes to a checkpoint (SE-6).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if the cursor is already there; {@link
   *     Outcome.Refused} if there is no such checkpoint, or if it is in the redo tail or on another
   *     branch
   * @throws DriftException if the resulting model does not match the recorded digest
   */
  public Outcome undoTo(String checkpoint) {
    return cursorMover.moveTo(
        options.orLabel("undo"), Moved.Kind.UNDO_TO, stack -> stack.checkpointPoint(checkpoint));
  }

  /**
   * Undoes to a checkpoint and discards the redo tail: the undone steps cannot be redone, but the
   * history keeps them (SE-26).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if the cursor is already there and the
   *     redo tail is empty; {@link Outcome.Refused} as for {@link #undoTo}
   * @throws DriftException if the resulting model does not match the recorded digest
   */
  public Outcome bailTo(String checkpoint) {
    return cursorMover.moveTo(
        options.orLabel("bail"), Moved.Kind.BAIL, stack -> stack.checkpointPoint(checkpoint));
  }

  /**
   * Clears the undo stack: nothing can be undone or redone afterwards (SE-33). The model does not
   * change, and the history keeps all steps.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Unchanged} if the undo stack is empty; {@link
   *     Outcome.Refused} if the expected head does not match
   */
  public Outcome clear() {
    return cursorMover.clear(options.orLabel("clear"));
  }

  /**
   * Squashes all steps after a checkpoint into one, which undo reverses as a whole (SE-25). Its
   * label is taken from the options. The history keeps the original steps.
   *
   * @return {@link Outcome.Committed}; {@link Outcome.Recorded} if the steps cancel each other out,
   *     so that no step is left; {@link Outcome.Unchanged} if there are fewer than two; {@link
   *     Outcome.Refused} if there is no such checkpoint, if it is not before the cursor, or if the
   *     redo tail is not empty
   * @throws DriftException if the resulting model does not match the recorded digest
   * @throws IllegalStateException if the options are {@linkplain EditOptions#ignored ignored}
   */
  public Outcome squashTo(String checkpoint) {
    requireUndoable("squash");
    return stepCommitter.squashTo(options.orLabel("squash"), checkpoint);
  }

  /**
   * Squashes the last applied steps into one, like {@link #squashTo} (SE-25).
   *
   * @param count how many, with the ignored ones
   * @return as for {@link #squashTo}; {@link Outcome.Refused} if fewer steps are applied
   * @throws IllegalArgumentException if the count is negative
   * @throws IllegalStateException if the options are {@linkplain EditOptions#ignored ignored}
   */
  public Outcome squash(int count) {
    requireNotNegative("squash", count);
    requireUndoable("squash");
    return stepCommitter.squash(options.orLabel("squash"), count);
  }

  /**
   * Sets a checkpoint at the cursor (SE-6). The redo tail stays. If the checkpoint already exists,
   * it is moved.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Refused} if the name is blank or is the name
   *     of a branch, or if the expected head does not match
   */
  public Outcome checkpoint(String name) {
    EditOptions named = options.orLabel("checkpoint");
    return pipeline.appendRecord(
        named,
        (time, state) ->
            new JournalRecord.Named(time, named.origin(), state.stack().checkpoint(name)));
  }

  /**
   * Marks the state at the cursor as saved, for documents that are not stored in a file (SE-7). For
   * files, use {@link FileRecorder}.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Refused} if the expected head does not match
   */
  public Outcome markSaved() {
    EditOptions saving = options.orLabel("save");
    return pipeline.appendRecord(
        saving,
        (time, state) ->
            new JournalRecord.Saved(
                time, saving.origin(), SavedMark.hashWithoutFile(state.digest()), state.head()));
  }

  /**
   * Begins a message: from now on, changes that other programs make in the file belong to the
   * origin of the options (DO-22). The other marks of its session end if they are for another
   * message or for the same files.
   *
   * @param paths a pattern that limits the mark to some files of a folder, as a line of {@code
   *     .gitignore}; empty for all
   * @return {@link Outcome.Recorded}; {@link Outcome.Refused} if the origin has no session, if the
   *     pattern has a {@link PathPatterns#faultOf fault}, or if the expected head does not match
   */
  public Outcome mark(String paths) {
    return recordMark(options.orLabel("mark"), JournalRecord.Marked.Kind.BEGIN, paths);
  }

  /**
   * Ends all marks of the session of the options (DO-22). A later mark begins anew.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Refused} as for {@link #mark}
   */
  public Outcome endMarks() {
    return recordMark(options.orLabel("end of mark"), JournalRecord.Marked.Kind.END, "");
  }

  private Outcome recordMark(EditOptions marking, JournalRecord.Marked.Kind kind, String paths) {
    return pipeline.appendRecord(
        marking,
        (time, state) -> {
          if (marking.origin().session().isEmpty()) {
            throw new RefusedException(Conflict.because("a mark needs a session"));
          }
          Optional<String> fault = paths.isEmpty() ? Optional.empty() : PathPatterns.faultOf(paths);
          if (fault.isPresent()) {
            throw new RefusedException(
                Conflict.because("\"%s\" names no files: %s".formatted(paths, fault.get()))
                    .withSuggestion("a pattern such as src/** or *.md"));
          }
          return new JournalRecord.Marked(time, marking.origin(), kind, paths);
        });
  }

  /**
   * Sets the undo limits, effective from the next step (SE-29). They are not recorded: a resumed
   * session takes its limits from its settings.
   */
  public void setUndoLimits(UndoLimits limits) {
    stepCommitter.setUndoLimits(limits);
  }

  /**
   * Adds a guard, which can refuse changes from now on (SE-27).
   *
   * @return a subscription; closing it removes the guard
   */
  @CanIgnoreReturnValue
  public Subscription addGuard(SessionChange.Guard guard) {
    return pipeline.addGuard(guard);
  }

  /**
   * Adds a guard that decides by the state that a change of the model would lead to (SE-27). It is
   * called while the session is locked, so it must not use the session.
   *
   * @param guard returns the reason to refuse the change; empty to allow it
   * @return a subscription; closing it removes the guard
   */
  @CanIgnoreReturnValue
  public Subscription addStateGuard(
      Function<? super SessionState<M, E>, Optional<Conflict>> guard) {
    return pipeline.addStateGuard(guard);
  }

  /**
   * Adds a listener, which is notified of every change to the session from now on, whoever makes it
   * (SE-23).
   *
   * @return a subscription; closing it removes the listener
   */
  @CanIgnoreReturnValue
  public Subscription listen(SessionChange.Listener listener) {
    return pipeline.listen(listener);
  }

  /** Adds a check that runs before each change and can prevent it by throwing an exception. */
  Subscription beforeChanges(Runnable check) {
    return pipeline.beforeChanges(check);
  }

  /** Whether the current thread is inside an operation of this session. */
  boolean isRunningHere() {
    return pipeline.isRunningHere();
  }

  /** Requires options of an operation whose steps are never ignored. */
  private void requireUndoable(String operation) {
    if (options.isIgnored()) {
      throw new IllegalStateException(
          "a %s makes a step that can be undone; use options that are not ignored"
              .formatted(operation));
    }
  }

  /**
   * Rolls back selected steps and keeps later ones.
   *
   * @throws IllegalStateException if the options are {@linkplain EditOptions#ignored ignored}
   */
  public Rollbacks<M, E> rollbacks() {
    requireUndoable("rollback");
    return new Rollbacks<>(pipeline, stepCommitter, planner, options);
  }

  /** The audit log of the document, read page by page. */
  public Audit<M, E> audit() {
    return audit;
  }

  /** Earlier states of the document. */
  public HistoricalViews<M, E> views() {
    return new HistoricalViews<>(pipeline.domain(), pipeline.journal(), state());
  }

  /**
   * The read model of a projection: its value for the current state, which all callers of this
   * session share (PR-8). Nothing is computed before it is read.
   *
   * @throws IllegalArgumentException if the session has another projection with that name
   */
  public <R> ReadModel<M, E, R> readModel(Projection<M, E, R> projection) {
    return pipeline.readModels().of(projection);
  }

  /** Lists, names and switches to branches. */
  public Branches<M, E> branches() {
    return new Branches<>(pipeline, cursorMover, options);
  }

  /**
   * Records what happens to the file of the document.
   *
   * @throws IllegalStateException if the options are {@linkplain EditOptions#ignored ignored}
   */
  public FileRecorder<M, E> fileRecorder() {
    requireUndoable("merge");
    return new FileRecorder<>(pipeline, stepCommitter, options);
  }

  /**
   * Discards old steps for good: they can no longer be undone, and they are removed from the
   * journal (JN-14). If the journal has an archive, their records are kept there (AR-8). Steps
   * beyond the undo limits are discarded too (SE-29). The models of named states among them are
   * kept; see {@link #modelNamed}.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Unchanged} if no step has expired; {@link
   *     Outcome.Refused} if the expected head does not match
   * @throws JournalException if the archive cannot be reached, and nothing changes; or if the
   *     journal fails: the discarded steps may then still be in the journal until the next call
   *     that discards steps
   */
  public Outcome prune(RetentionPolicy policy) {
    pipeline.journal().requireArchive();
    EditOptions pruning = options.orLabel("prune");
    InstantSource clock = pipeline.settings().clock();
    Outcome outcome =
        pipeline.commit(
            pruning,
            state -> {
              Optional<StepId> last = policy.lastExpired(state, clock.instant());
              last.ifPresent(step ->
                  StateSnapshot.saveNamed(pipeline.domain(), pipeline.journal(), state, step));
              return last.map(step ->
                  PendingCommit.pruned(
                      state, new JournalRecord.Pruned(clock.instant(), pruning.origin(), step)));
            });
    if (outcome instanceof Outcome.Recorded) {
      pipeline.discardPruned();
    }
    return outcome;
  }

  /**
   * Moves old records to the archive of the journal, from which they are read when they are needed
   * (AR-2). Opening the session, editing, and undo of as many steps as the policy says do not need
   * it (AR-3). The state does not change.
   *
   * @param policy which records stay
   * @return the objects that now contain the moved records; empty if none were moved
   * @throws JournalException if the journal has no archive, or if the archive fails; what was moved
   *     until then is in the archive
   */
  @CanIgnoreReturnValue
  public List<ArchivedObject> archive(ArchivePolicy policy) {
    return pipeline.archive(policy, stepCommitter.undoLimits(), false);
  }

  /**
   * The objects that {@link #archive} would store; changes nothing and needs no archive.
   *
   * @throws JournalException if the journal cannot be read
   */
  public List<ArchivedObject> archivable(ArchivePolicy policy) {
    return pipeline.archive(policy, stepCommitter.undoLimits(), true);
  }

  /**
   * Purges a secret from the history: from all records and branches, from snapshots, versions of
   * the file and the archive (RD-1). The document does not change. Undo, redo and jumps lead to
   * states with markers in the place of the secret; this cannot be undone. The time grows with the
   * length of the history.
   *
   * @param reason why, for the record; must not contain the secret
   * @return what was recorded; empty if the history does not contain the secret
   * @throws RefusedException if the present document or its saved version contains the secret, or
   *     if an event would not apply without it; nothing changes and nothing is recorded
   * @throws UnsupportedOperationException if the journal or the domain cannot do that
   * @throws JournalException if the archive cannot be reached, and nothing changes; or if the
   *     journal failed: the history is redacted as a whole or not at all when it is opened next
   */
  public Optional<JournalRecord.Redacted> redact(Redaction redaction, String reason) {
    return pipeline.redact(options.orLabel("redact"), redaction, reason);
  }

  /**
   * What {@link #redact} would record; changes nothing.
   *
   * @throws RefusedException as for {@link #redact}
   */
  public JournalRecord.Redacted redactable(Redaction redaction, String reason) {
    return pipeline.redactable(options, redaction, reason);
  }

  /**
   * The model of a named state, even if its steps were pruned; empty if there is no such name.
   *
   * @throws JournalException if the journal cannot be read
   */
  public Optional<M> modelNamed(String name) {
    SessionState<M, E> state = state();
    return state
        .history()
        .named(name)
        .flatMap(
            named -> StateSnapshot.namedModel(pipeline.domain(), pipeline.journal(), state, named));
  }

  /**
   * Applies the records that other sessions appended to the same journal. Every operation that
   * changes something does this first.
   *
   * @return the new state
   * @throws JournalException if the journal is damaged or cannot be read
   */
  @CanIgnoreReturnValue
  public SessionState<M, E> refresh() {
    return pipeline.refresh();
  }

  /**
   * Rebuilds the state from the journal and continues with it (SE-1).
   *
   * @throws JournalException if the journal is damaged or cannot be read; the session keeps its
   *     state
   */
  @CanIgnoreReturnValue
  public SessionState<M, E> rebuild() {
    return pipeline.rebuild();
  }

  /**
   * Appends records that damage had cut off from the journal, as far as they follow from the state:
   * every step that they refer to is known, and every model matches the recorded digest (JN-22).
   * The others are skipped.
   *
   * @param lost the records, in their former order
   * @return those that were appended
   * @throws JournalException if one of them could not be written
   */
  public List<JournalRecord> salvage(List<JournalRecord> lost) {
    return pipeline.salvage(lost);
  }

  /**
   * Compares the digest of the model with one computed from scratch, and with the digest of the
   * model replayed from the journal (SE-12). A pruned journal is replayed from the last time it was
   * pruned.
   *
   * @throws JournalException if the journal is damaged or cannot be read
   */
  public Verification verify() {
    return pipeline.verify();
  }

  /**
   * Why the newest snapshot, or the value of a projection with it, could not be written; empty if
   * both were. A missing one loses no data, but the session takes longer to open.
   */
  public Optional<JournalException> snapshotFailure() {
    return pipeline.snapshotFailure();
  }

  /**
   * Makes all records durable and closes the journal (SE-34). The last state can still be read;
   * every operation throws {@link IllegalStateException} from then on. Closing again does nothing.
   *
   * @throws JournalException if the journal fails
   * @throws IllegalStateException inside the body of a step or batch
   */
  @Override
  public void close() {
    pipeline.close();
  }

  private static void requireNotNegative(String operation, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          operation + " of " + count + " steps: a count is 0 or more");
    }
  }

  /** Whether the other object is the same session, possibly for another caller. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Session<?, ?> session && pipeline.equals(session.pipeline);
  }

  @Override
  public int hashCode() {
    return pipeline.hashCode();
  }
}
