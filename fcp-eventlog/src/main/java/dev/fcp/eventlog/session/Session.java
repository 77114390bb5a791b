package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlanner;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A document that is worked on: it owns the model, and every change of it goes through here.
 *
 * <p>An edit is checked and applied to values, then written to the journal as one record, and only
 * then published, by one reference. So the session is always in the state before an operation or in
 * the one after it, whatever fails, and there is nothing to repair (SE-8).
 *
 * <p>Any number of threads may use a session. Those that change it come one after another; those
 * that read get the last published {@link #state()} and never wait.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Session<M, E> {

  private final Domain<M, E> domain;
  private final Journal journal;
  private final SessionSettings settings;
  private final CommitPipeline<M, E> pipeline;
  private final StepCommitter<M, E> stepCommitter;
  private final CursorMover<M, E> cursorMover;
  private final Rollbacks<M, E> rollbacks;
  private final Audit<M, E> audit;

  private Session(
      Domain<M, E> domain,
      Journal journal,
      SessionSettings settings,
      CommitPipeline<M, E> pipeline) {
    this.domain = domain;
    this.journal = journal;
    this.settings = settings;
    this.pipeline = pipeline;
    this.stepCommitter = new StepCommitter<>(domain, settings, pipeline);
    RollbackPlanner<M, E> planner = new RollbackPlanner<>(domain);
    this.cursorMover = new CursorMover<>(pipeline, settings, planner);
    this.rollbacks = new Rollbacks<>(domain, settings, pipeline, stepCommitter, planner);
    this.audit = new Audit<>(domain, journal, pipeline::state, planner);
  }

  /**
   * Opens a file that was read (SE-1).
   *
   * @param file what the format of the domain read
   * @param origin who opens it
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
   * Begins a new document, which no file holds yet (SE-1).
   *
   * @param journal an empty journal
   * @throws IllegalArgumentException if the journal holds records; see {@link #resume}
   */
  public static <M, E> Session<M, E> create(
      Domain<M, E> domain, Origin origin, Journal journal, SessionSettings settings) {
    return begin(domain, domain.empty(), Optional.empty(), origin, journal, settings);
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
    return new Session<>(domain, journal, settings, pipeline);
  }

  /**
   * Goes on where a journal ends (SE-1).
   *
   * @throws IllegalArgumentException if the journal holds no record
   * @throws JournalException if it is damaged or cannot be read
   */
  public static <M, E> Session<M, E> resume(
      Domain<M, E> domain, Journal journal, SessionSettings settings) {
    CommitPipeline<M, E> pipeline = CommitPipeline.resume(domain, journal, settings.clock());
    return new Session<>(domain, journal, settings, pipeline);
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
   * Makes a step of the events that the body emits (SE-2, SE-3, SE-12). Within the body of a batch
   * it becomes a step of that, within the body of a step it joins it.
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
   * Makes several steps that succeed or fail together (BT-1 to BT-6). Undo takes them back one by
   * one.
   *
   * @return as for {@link #step}
   * @throws RefusedException within another body, in place of {@link Outcome.Refused}
   * @throws IllegalStateException if a step is open
   * @throws JournalException if the steps could not be written
   */
  public Outcome batch(EditOptions options, Consumer<? super Batch<M, E>> body) {
    return stepCommitter.edit(options.withoutMerging(), batch -> batch.batch(options, body));
  }

  /**
   * Takes back the last steps, at most that many (SE-4, SE-5, SE-10). It walks over ignored ones,
   * which stay (SE-31).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if there is none to take back; {@link
   *     Outcome.Refused} if the expected head is not there, or an ignored step builds on what would
   *     be taken back
   * @throws IllegalArgumentException if the count is negative
   * @throws DriftException if the model would not be what it was
   */
  public Outcome undo(EditOptions options, int count) {
    requireNotNegative("undo", count);
    return cursorMover.undoOrRedo(
        options, Moved.Kind.UNDO, undoableSteps -> undoableSteps.undoTarget(count));
  }

  /**
   * Makes the next undone steps again, at most that many (SE-4, SE-5, SE-10).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if there is none to make again; {@link
   *     Outcome.Refused} if the expected head is not there
   * @throws IllegalArgumentException if the count is negative
   * @throws DriftException if the model would not be what it was
   */
  public Outcome redo(EditOptions options, int count) {
    requireNotNegative("redo", count);
    return cursorMover.undoOrRedo(
        options, Moved.Kind.REDO, undoableSteps -> undoableSteps.redoTarget(count));
  }

  /**
   * Goes back to a checkpoint (SE-6).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if the cursor stands there; {@link
   *     Outcome.Refused} if there is no such checkpoint, or it lies ahead or on another branch
   * @throws DriftException if the model would not be what it was
   */
  public Outcome undoTo(EditOptions options, String name) {
    Objects.requireNonNull(name, "name");
    return cursorMover.moveTo(options, Moved.Kind.UNDO_TO, stack -> stack.checkpointPoint(name));
  }

  /**
   * Goes back to a checkpoint for good: what was done since can not be made again, though the
   * history keeps it (SE-26).
   *
   * @return {@link Outcome.Moved}; {@link Outcome.Unchanged} if the cursor stands there and nothing
   *     lies ahead; {@link Outcome.Refused} as {@link #undoTo}
   * @throws DriftException if the model would not be what it was
   */
  public Outcome bailTo(EditOptions options, String name) {
    Objects.requireNonNull(name, "name");
    return cursorMover.moveTo(options, Moved.Kind.BAIL, stack -> stack.checkpointPoint(name));
  }

  /**
   * Puts one step in the place of all after a checkpoint; undo takes that back at once (SE-25). Its
   * label is that of the intent. The history keeps the single steps.
   *
   * @return {@link Outcome.Committed}; {@link Outcome.Recorded} if together they did nothing, and
   *     none is left; {@link Outcome.Unchanged} if they are fewer than two; {@link Outcome.Refused}
   *     if there is no such checkpoint, it is not behind the cursor, or undone steps lie ahead
   * @throws DriftException if the model would not be what it was
   */
  public Outcome squashTo(EditOptions options, String name) {
    Objects.requireNonNull(name, "name");
    return stepCommitter.squashTo(options, name);
  }

  /**
   * Lets a guard refuse what is asked for from now on (SE-27).
   *
   * @return closes to end that
   */
  public Subscription addGuard(SessionChange.Guard guard) {
    return pipeline.addGuard(Objects.requireNonNull(guard, "guard"));
  }

  /**
   * Gives the state at the cursor a name (SE-6). The redo tail stays; an older use of the name is
   * forgotten.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Refused} if the name is blank or that of a
   *     branch, or the expected head is not there
   */
  public Outcome checkpoint(EditOptions options, String name) {
    Objects.requireNonNull(name, "name");
    return pipeline.appendRecord(
        options,
        (time, state) ->
            new JournalRecord.Named(time, options.origin(), state.stack().checkpoint(name)));
  }

  /**
   * Tells a listener of all that happens to the session from now on, whoever causes it (SE-23).
   *
   * @return closes to end that
   */
  public Subscription listen(SessionChange.Listener listener) {
    return pipeline.listenerQueue().listen(Objects.requireNonNull(listener, "listener"));
  }

  /** Has a check made before each change, which may refuse it by throwing, until it is closed. */
  Subscription beforeChanges(Runnable check) {
    return pipeline.beforeChanges(check);
  }

  /** Whether the current thread is inside an operation of this session. */
  boolean isRunningHere() {
    return pipeline.isRunningHere();
  }

  /** Where some steps are taken back and what was done since is kept. */
  public Rollbacks<M, E> rollbacks() {
    return rollbacks;
  }

  /** What happened to the document, page by page. */
  public Audit<M, E> audit() {
    return audit;
  }

  /** The document as it was, seen from the state now. */
  public HistoricalViews<M, E> views() {
    return new HistoricalViews<>(domain, journal, state());
  }

  /** Where one goes to what left the line of undo and redo. */
  public Branches<M, E> branches() {
    return new Branches<>(pipeline, cursorMover);
  }

  /** Where is told what happens to the file of the document. */
  public FileRecorder<M, E> fileRecorder() {
    return new FileRecorder<>(pipeline, stepCommitter);
  }

  /**
   * Lets go of old steps, for good: they can no longer be undone, and the journal no longer holds
   * them (JN-14). Steps that undo no longer reaches go as well (SE-29). Named states among them
   * keep their model, see {@link #modelNamed}.
   *
   * @return {@link Outcome.Recorded}; {@link Outcome.Unchanged} if none is old enough; {@link
   *     Outcome.Refused} if the expected head is not there
   * @throws JournalException if the journal fails; what was let go in the record may still be there
   *     then, and goes with the next call that lets go of something
   */
  public Outcome prune(EditOptions options, RetentionPolicy policy) {
    Objects.requireNonNull(policy, "policy");
    Outcome outcome =
        pipeline.commit(
            options,
            state -> {
              Optional<StepId> last = policy.lastExpired(state, settings.clock().instant());
              if (last.isEmpty()) {
                return Optional.empty();
              }
              StateSnapshot.saveNamed(domain, journal, state, last.get());
              JournalRecord record =
                  new JournalRecord.Pruned(
                      settings.clock().instant(), options.origin(), last.get());
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
   * The model of a named state, also if its steps were let go; empty if there is no such name.
   *
   * @throws JournalException if the journal cannot be read
   */
  public Optional<M> modelNamed(String name) {
    SessionState<M, E> state = state();
    return state
        .history()
        .named(Objects.requireNonNull(name, "name"))
        .flatMap(named -> StateSnapshot.namedModel(domain, journal, state, named));
  }

  /**
   * Takes up what other sessions wrote to the same journal. Every operation that changes something
   * does so anyway.
   *
   * @return the state now
   * @throws JournalException if the journal is damaged or cannot be read
   */
  public SessionState<M, E> refresh() {
    return pipeline.refresh();
  }

  /**
   * Builds the state anew from the journal and goes on with it (SE-1).
   *
   * @throws JournalException if the journal is damaged or cannot be read; the session keeps its
   *     state
   */
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
   * Why the newest snapshot could not be kept, if it could not. Nothing is lost by that; opening
   * takes longer.
   */
  public Optional<JournalException> snapshotFailure() {
    return pipeline.snapshotFailure();
  }

  private static void requireNotNegative(String operation, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          operation + " of " + count + " steps: a count is 0 or more");
    }
  }
}
