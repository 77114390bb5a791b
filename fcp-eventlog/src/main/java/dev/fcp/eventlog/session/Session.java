package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A document with undo and redo: it owns the model, and every change of it goes through here.
 *
 * <p>An edit is checked and applied to values, then written to the journal as one record, and only
 * then published, by one reference. So the session is always in the state before an operation or in
 * the one after it, whatever fails, and there is nothing to repair (SE-8).
 *
 * <p>A session object stands for one caller: its {@link #options()} say who makes the changes.
 * {@link #by} and {@link #with} give the same session for another caller; both share the model, the
 * journal and the undo stack, and are equal.
 *
 * <p>Any number of threads may use a session. Those that change it come one after another; those
 * that read get the last published {@link #state()} and never wait.
 *
 * @param <M> the model
 * @param <E> the events
 */
@CheckReturnValue
public final class Session<M, E> implements AutoCloseable {

  private static final Origin USER = Origin.of("user");

  private final Domain<M, E> domain;
  private final Journal journal;
  private final SessionSettings settings;
  private final CommitPipeline<M, E> pipeline;
  private final StepCommitter<M, E> stepCommitter;
  private final RollbackPlanner<M, E> planner;
  private final CursorMover<M, E> cursorMover;
  private final Audit<M, E> audit;
  private final EditOptions options;

  private Session(
      Domain<M, E> domain,
      Journal journal,
      SessionSettings settings,
      CommitPipeline<M, E> pipeline,
      Origin origin) {
    this.domain = domain;
    this.journal = journal;
    this.settings = settings;
    this.pipeline = pipeline;
    this.stepCommitter = new StepCommitter<>(domain, settings, pipeline);
    this.planner = new RollbackPlanner<>(domain);
    this.cursorMover = new CursorMover<>(pipeline, settings, planner);
    this.audit = new Audit<>(domain, journal, pipeline::state, planner);
    this.options = EditOptions.of("", origin);
  }

  private Session(Session<M, E> session, EditOptions options) {
    this.domain = session.domain;
    this.journal = session.journal;
    this.settings = session.settings;
    this.pipeline = session.pipeline;
    this.stepCommitter = session.stepCommitter;
    this.planner = session.planner;
    this.cursorMover = session.cursorMover;
    this.audit = session.audit;
    this.options = options;
  }

  /**
   * Opens a file that was read (SE-1).
   *
   * @param file what the format of the domain read
   * @param origin who opens it, and makes the changes unless {@link #by} says otherwise
   * @param journal an empty journal
   * @throws IllegalArgumentException if the journal holds records; see {@link #resume}
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
   * Starts a new document that no file holds yet (SE-1).
   *
   * @param origin who creates it, and makes the changes unless {@link #by} says otherwise
   * @param journal an empty journal
   * @throws IllegalArgumentException if the journal holds records; see {@link #resume}
   */
  public static <M, E> Session<M, E> create(
      Domain<M, E> domain, Origin origin, Journal journal, SessionSettings settings) {
    return begin(domain, domain.empty(), Optional.empty(), origin, journal, settings);
  }

  /** Starts a new document whose history lasts as long as the program; its origin is "user". */
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
    CommitPipeline<M, E> pipeline =
        CommitPipeline.begin(domain, journal, settings.clock(), record, model);
    return new Session<>(domain, journal, settings, pipeline, origin);
  }

  /**
   * Continues where a journal ends (SE-1). The changes are those of the origin "user" unless {@link
   * #by} says otherwise.
   *
   * @throws IllegalArgumentException if the journal holds no record
   * @throws JournalException if it is damaged or cannot be read
   */
  public static <M, E> Session<M, E> resume(
      Domain<M, E> domain, Journal journal, SessionSettings settings) {
    CommitPipeline<M, E> pipeline = CommitPipeline.resume(domain, journal, settings.clock());
    return new Session<>(domain, journal, settings, pipeline, USER);
  }

  /** The same session, whose operations are made with these options. */
  public Session<M, E> with(EditOptions options) {
    return new Session<>(this, options);
  }

  /** The same session, whose changes come from this origin. */
  public Session<M, E> by(Origin origin) {
    return with(options.by(origin));
  }

  /** With which options the operations of this object are made. */
  public EditOptions options() {
    return options;
  }

  /** The state after the last operation (SE-15). It stays as it is while the session goes on. */
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
   * Makes a step of the events that the body emits; see {@link #step(EditOptions, Consumer)}.
   *
   * @param label what is done, in words a user understands
   */
  public Outcome step(String label, Consumer<? super StepBuilder<M, E>> body) {
    return step(options.withLabel(label), body);
  }

  /**
   * Makes a step of the events that the body emits (SE-2, SE-3, SE-12). Within the body of a batch
   * it becomes a step of that batch, within the body of a step it joins that step.
   *
   * @return {@link Outcome.Committed}; {@link Outcome.Unchanged} if the body emitted nothing;
   *     {@link Outcome.Refused} if an event does not apply or the expected head is not there;
   *     {@link Outcome.Pending} within another body
   * @throws RefusedException within another body, in place of {@link Outcome.Refused}
   * @throws JournalException if the step could not be written
   */
  public Outcome step(EditOptions options, Consumer<? super StepBuilder<M, E>> body) {
    return stepCommitter.edit(options, batch -> batch.step(options, body));
  }

  /**
   * Makes several steps that succeed or fail together; see {@link #batch(EditOptions, Consumer)}.
   *
   * @param label what is done, in words a user understands
   */
  public Outcome batch(String label, Consumer<? super Batch<M, E>> body) {
    return batch(options.withLabel(label), body);
  }

  /**
   * Makes several steps that succeed or fail together (BT-1 to BT-6). Undo reverses them one by
   * one.
   *
   * @return as for {@link #step(EditOptions, Consumer)}
   * @throws RefusedException within another body, in place of {@link Outcome.Refused}
   * @throws IllegalStateException if a step is open
   * @throws JournalException if the steps could not be written
   */
  public Outcome batch(EditOptions options, Consumer<? super Batch<M, E>> body) {
    return stepCommitter.edit(options.withoutMerging(), batch -> batch.batch(options, body));
  }

  /**
   * Begins a gesture: each of its edits is published and written at once, and they all join into
   * one step until it ends (SE-32).
   *
   * @param label what is done, in words a user understands
   */
  public Gesture<M, E> beginGesture(String label) {
    return new Gesture<>(stepCommitter, options.withLabel(label));
  }

  /** Undoes the last step; see {@link #undo(int)}. */
  public Outcome undo() {
    return undo(1);
  }

  /**
   * Undoes the last steps, at most that many (SE-4, SE-5, SE-10). Ignored steps do not count and
   * stay applied (SE-31).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if there is none to undo; {@link
   *     Outcome.Refused} if the expected head is not there, or an ignored step builds on what would
   *     be undone
   * @throws IllegalArgumentException if the count is negative
   * @throws DriftException if the model would not be what it was
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
   * Redoes the next undone steps, at most that many (SE-4, SE-5, SE-10).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if there is none to redo; {@link
   *     Outcome.Refused} if the expected head is not there
   * @throws IllegalArgumentException if the count is negative
   * @throws DriftException if the model would not be what it was
   */
  public Outcome redo(int count) {
    requireNotNegative("redo", count);
    return cursorMover.undoOrRedo(
        options.orLabel("redo"), Moved.Kind.REDO, undoableSteps -> undoableSteps.redoTarget(count));
  }

  /**
   * Undoes to a checkpoint (SE-6).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if the cursor is there; {@link
   *     Outcome.Refused} if there is no such checkpoint, or it is ahead or on another branch
   * @throws DriftException if the model would not be what it was
   */
  public Outcome undoTo(String checkpoint) {
    return cursorMover.moveTo(
        options.orLabel("undo"), Moved.Kind.UNDO_TO, stack -> stack.checkpointPoint(checkpoint));
  }

  /**
   * Undoes to a checkpoint for good: what was done since cannot be redone, though the history keeps
   * it (SE-26).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if the cursor is there and nothing is
   *     undone; {@link Outcome.Refused} as {@link #undoTo}
   * @throws DriftException if the model would not be what it was
   */
  public Outcome bailTo(String checkpoint) {
    return cursorMover.moveTo(
        options.orLabel("bail"), Moved.Kind.BAIL, stack -> stack.checkpointPoint(checkpoint));
  }

  /**
   * Empties the undo stack: nothing can be undone or redone then (SE-33). The model stays, and the
   * history keeps all steps.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Unchanged} if the undo stack is empty; {@link
   *     Outcome.Refused} if the expected head is not there
   */
  public Outcome clear() {
    return cursorMover.clear(options.orLabel("clear"));
  }

  /**
   * Replaces all steps after a checkpoint by one, which undo reverses as a whole (SE-25). Its label
   * is that of the options. The history keeps the single steps.
   *
   * @return {@link Outcome.Committed}; {@link Outcome.Recorded} if together they did nothing, and
   *     none is left; {@link Outcome.Unchanged} if they are fewer than two; {@link Outcome.Refused}
   *     if there is no such checkpoint, it is not before the cursor, or steps are undone
   * @throws DriftException if the model would not be what it was
   */
  public Outcome squashTo(String checkpoint) {
    return stepCommitter.squashTo(options.orLabel("squash"), checkpoint);
  }

  /**
   * Names the state at the cursor (SE-6). The redo tail stays; an older use of the name is
   * forgotten.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Refused} if the name is blank or that of a
   *     branch, or the expected head is not there
   */
  public Outcome checkpoint(String name) {
    EditOptions named = options.orLabel("checkpoint");
    return pipeline.appendRecord(
        named,
        (time, state) ->
            new JournalRecord.Named(time, named.origin(), state.stack().checkpoint(name)));
  }

  /**
   * Marks the state at the cursor as saved, for a document that is stored elsewhere than in a file
   * (SE-7). {@link FileRecorder} does so for files.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Refused} if the expected head is not there
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
   * Changes how far undo goes, from the next step on (SE-29). The limits last as long as this
   * session; those of the next one are in its settings.
   */
  public void setUndoLimits(UndoLimits limits) {
    stepCommitter.setUndoLimits(limits);
  }

  /**
   * Lets a guard refuse changes from now on (SE-27).
   *
   * @return closes to end that
   */
  @CanIgnoreReturnValue
  public Subscription addGuard(SessionChange.Guard guard) {
    return pipeline.addGuard(guard);
  }

  /**
   * Notifies a listener of every change of the session from now on, whoever makes it (SE-23).
   *
   * @return closes to end that
   */
  @CanIgnoreReturnValue
  public Subscription listen(SessionChange.Listener listener) {
    return pipeline.listenerQueue().listen(listener);
  }

  /** Has a check made before each change, which may refuse it by throwing, until it is closed. */
  Subscription beforeChanges(Runnable check) {
    return pipeline.beforeChanges(check);
  }

  /** Whether the current thread is inside an operation of this session. */
  boolean isRunningHere() {
    return pipeline.isRunningHere();
  }

  /** Reverts selected steps and keeps what was done since. */
  public Rollbacks<M, E> rollbacks() {
    return new Rollbacks<>(domain, settings, pipeline, stepCommitter, planner, options);
  }

  /** What happened to the document, page by page. */
  public Audit<M, E> audit() {
    return audit;
  }

  /** The document as it was, seen from the current state. */
  public HistoricalViews<M, E> views() {
    return new HistoricalViews<>(domain, journal, state());
  }

  /** Lists, names and switches to branches. */
  public Branches<M, E> branches() {
    return new Branches<>(pipeline, cursorMover, options);
  }

  /** Records what happens to the file of the document. */
  public FileRecorder<M, E> fileRecorder() {
    return new FileRecorder<>(pipeline, stepCommitter, options);
  }

  /**
   * Removes old steps for good: they can no longer be undone, and the journal no longer holds them
   * (JN-14). Steps that undo no longer reaches go as well (SE-29). Named states among them keep
   * their model, see {@link #modelNamed}.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Unchanged} if none is old enough; {@link
   *     Outcome.Refused} if the expected head is not there
   * @throws JournalException if the journal fails; what the record removes may still be there then,
   *     and goes with the next call that removes something
   */
  public Outcome prune(RetentionPolicy policy) {
    EditOptions pruning = options.orLabel("prune");
    Outcome outcome =
        pipeline.commit(
            pruning,
            state -> {
              Optional<StepId> last = policy.lastExpired(state, settings.clock().instant());
              if (last.isEmpty()) {
                return Optional.empty();
              }
              StateSnapshot.saveNamed(domain, journal, state, last.get());
              JournalRecord record =
                  new JournalRecord.Pruned(
                      settings.clock().instant(), pruning.origin(), last.get());
              Outcome recorded = new Outcome.Recorded(state.digest());
              return Optional.of(
                  new PendingCommit<>(record, StateFold.apply(state, record), recorded));
            });
    if (outcome instanceof Outcome.Recorded) {
      pipeline.discardPruned();
    }
    return outcome;
  }

  /**
   * The model of a named state, also if its steps were pruned; empty if there is no such name.
   *
   * @throws JournalException if the journal cannot be read
   */
  public Optional<M> modelNamed(String name) {
    SessionState<M, E> state = state();
    return state
        .history()
        .named(name)
        .flatMap(named -> StateSnapshot.namedModel(domain, journal, state, named));
  }

  /**
   * Reads what other sessions wrote to the same journal. Every operation that changes something
   * does so anyway.
   *
   * @return the state now
   * @throws JournalException if the journal is damaged or cannot be read
   */
  @CanIgnoreReturnValue
  public SessionState<M, E> refresh() {
    return pipeline.refresh();
  }

  /**
   * Builds the state anew from the journal and continues with it (SE-1).
   *
   * @throws JournalException if the journal is damaged or cannot be read; the session keeps its
   *     state
   */
  @CanIgnoreReturnValue
  public SessionState<M, E> rebuild() {
    return pipeline.rebuild();
  }

  /**
   * Compares the digest of the model with the one computed from nothing but its content, and with
   * that of the model that the journal gives (SE-12).
   *
   * @throws JournalException if the journal is damaged or cannot be read
   */
  public Verification verify() {
    return pipeline.verify();
  }

  /**
   * Why the newest snapshot could not be written, if it could not. Nothing is lost by that; opening
   * takes longer.
   */
  public Optional<JournalException> snapshotFailure() {
    return pipeline.snapshotFailure();
  }

  /**
   * Writes what is not yet durable and closes the journal (SE-34). The last state can still be
   * read; every operation throws {@link IllegalStateException} then. Closing again does nothing.
   *
   * @throws JournalException if the journal fails
   * @throws IllegalStateException within the body of a step or batch
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

  /** Whether the other object is the same session, perhaps for another caller. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Session<?, ?> session && pipeline.equals(session.pipeline);
  }

  @Override
  public int hashCode() {
    return pipeline.hashCode();
  }
}
