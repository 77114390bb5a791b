package dev.fcp.eventlog.session;

import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StoredSteps;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.ArchivedObject;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Moved;
import dev.fcp.eventlog.journal.JournalRecord.Pruned.StepGroup;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The only code that changes the state of a session. A change is computed on immutable values, its
 * record is submitted to the journal, and once the record is durable, the new state is published by
 * a single reference assignment. If any stage fails, the published state is unchanged. If an append
 * fails although the record was written, the next operation finds the record and applies it (SE-8).
 *
 * <p>While a thread waits for its record to become durable, other threads continue from the state
 * after it, so that several records share one force (group commit). That state is not visible to
 * readers until it is durable.
 */
final class CommitPipeline<M, E> {

  private static final int RECORDS_UNTIL_RETRY = 100;

  /** For how long a thread waits for another step without being suspended. */
  private static final int MAX_SPINS = 1_000;

  private final Domain<M, E> domain;
  private final Journal journal;
  private final SessionSettings settings;
  private final ReentrantLock lock = new ReentrantLock();

  private final ListenerQueue<PendingChange> listenerQueue =
      new ListenerQueue<>(
          pending -> pending.change().recordNumber() <= state().recordNumber(),
          pending -> pending.receipt().hasFailed());

  private final List<StateGuard<M, E>> guards = new CopyOnWriteArrayList<>();
  private final List<Runnable> changeChecks = new CopyOnWriteArrayList<>();

  private volatile SessionState<M, E> published;

  /** The state after all submitted records; guarded by the lock, like all fields below. */
  private SessionState<M, E> tip;

  /** The receipt for the last submitted record. */
  private Journal.Receipt receipt = Journal.Receipt.NONE;

  /** Whether an operation is running. */
  private boolean isRunning;

  private boolean isClosed;

  private final StepIndexes<E> stepIndexes;
  private final ReadModelRegistry<M, E> readModels;

  /** Held by the thread that writes a snapshot, or that stores or deletes values of projections. */
  private final ReentrantLock snapshotLock = new ReentrantLock();

  /** No snapshot is attempted before this record. */
  private volatile long nextSnapshotRecord;

  /** Why the last snapshot, or a value with it, could not be written; empty if it was. */
  private volatile Optional<JournalException> snapshotFailure = Optional.empty();

  /**
   * The effect of an operation, before it is recorded.
   *
   * @param record the record to append
   * @param next the state after the record
   */
  record PendingCommit<M, E>(JournalRecord record, SessionState<M, E> next) {

    /** The effect of a record on a state. */
    static <M, E> PendingCommit<M, E> of(SessionState<M, E> state, JournalRecord record) {
      return new PendingCommit<>(record, StateFold.apply(state, record));
    }

    /**
     * The effect of a record that prunes steps, with the summary of those that leave the history.
     */
    static <M, E> PendingCommit<M, E> pruned(
        SessionState<M, E> state, JournalRecord.Pruned record) {
      SessionState<M, E> next = StateFold.apply(state, record);
      int count = state.history().stepIds().size() - next.history().stepIds().size();
      return new PendingCommit<>(
          new JournalRecord.Pruned(
              record.time(),
              record.origin(),
              record.point(),
              StepGroup.of(state.history().steps().subList(0, count))),
          next);
    }
  }

  /** Decides about a change by what it does and by the state after it. */
  private interface StateGuard<M, E> {
    Optional<Conflict> refusal(String label, SessionChange change, SessionState<M, E> after);
  }

  /** A change to report, whose record may still fail to be written. */
  private record PendingChange(SessionChange change, Journal.Receipt receipt) {}

  private CommitPipeline(
      Domain<M, E> domain, Journal journal, SessionSettings settings, SessionState<M, E> state) {
    this.domain = domain;
    this.journal = journal;
    this.stepIndexes = new StepIndexes<>(domain, journal);
    this.readModels = new ReadModelRegistry<>(this::state, journal);
    this.settings = settings;
    this.published = state;
    this.tip = state;
  }

  /** Starts a journal with its first record. */
  static <M, E> CommitPipeline<M, E> begin(
      Domain<M, E> domain,
      Journal journal,
      SessionSettings settings,
      JournalRecord.Opened record,
      M model) {
    SessionState<M, E> state = StateFold.opened(domain, record, model);
    requireWritten(journal.append(0, record));
    CommitPipeline<M, E> pipeline = new CommitPipeline<>(domain, journal, settings, state);
    pipeline.writeSnapshotIfDue();
    return pipeline;
  }

  /** Copies the records to an empty journal, and returns a pipeline that continues there. */
  CommitPipeline<M, E> copyTo(Journal target) {
    SessionState<M, E> state = refresh();
    List<JournalRecord> records = journal.read(1).subList(0, (int) state.recordNumber());
    requireWritten(target.append(0, records.get(0)));
    JournalRecord.Opened opened = (JournalRecord.Opened) records.get(0);
    SessionState<M, E> base = StateFold.openedVerified(domain, opened, state.baseModel());
    // A snapshot of the base may be needed after damage.
    new CommitPipeline<>(domain, target, settings, base).writeSnapshotIfDue();
    Journal.Receipt receipt = Journal.Receipt.NONE;
    for (int number = 1; number < records.size(); number++) {
      receipt =
          switch (target.submit(number, records.get(number), receipt)) {
            case Journal.SubmitResult.Accepted(var last, var accepted) -> accepted;
            case Journal.SubmitResult.Stale(var last) ->
                throw new JournalException("another session writes to the journal");
          };
    }
    receipt.await();
    CommitPipeline<M, E> copy = new CommitPipeline<>(domain, target, settings, state);
    copy.writeSnapshotIfDue();
    return copy;
  }

  private static void requireWritten(Journal.AppendResult result) {
    if (result instanceof Journal.AppendResult.Stale(var lastNumber)) {
      throw new IllegalArgumentException("the journal holds " + lastNumber + " records already");
    }
  }

  /**
   * Appends records that damage had cut off, as far as they follow from the state (JN-22).
   *
   * @return those that were appended
   */
  List<JournalRecord> salvage(List<JournalRecord> lost) {
    return runExclusively(() -> {
      catchUp();
      return lost.stream().filter(this::appendIfFollowing).toList();
    });
  }

  private boolean appendIfFollowing(JournalRecord record) {
    Optional<JournalRecord> move = missingMove(record);
    try {
      SessionState<M, E> start = move.isPresent() ? StateFold.apply(tip, move.get()) : tip;
      SessionState<M, E> next = StateFold.apply(start, record);
      return (move.isEmpty() || append(move.get(), start)) && append(record, next);
    } catch (DamagedRecordException | DriftException e) {
      // It refers to a lost step, or leads to another state than it did.
      return false;
    }
  }

  /** The lost move of the cursor to where the steps of a record were made, if that is known. */
  private Optional<JournalRecord> missingMove(JournalRecord record) {
    boolean addsSteps =
        record instanceof JournalRecord.Committed || record instanceof JournalRecord.External;
    return record.steps().stream()
        .limit(addsSteps ? 1 : 0)
        .filter(step -> !step.isIgnored())
        .map(Step::parent)
        .filter(parent -> !parent.equals(tip.head()) && tip.stack().positionOf(parent).isPresent())
        .<JournalRecord>map(parent ->
            new JournalRecord.Moved(
                record.time(), record.origin(), JournalRecord.Moved.Kind.UNDO_TO, parent))
        .findFirst();
  }

  /** Resumes with the state loaded from a journal. */
  static <M, E> CommitPipeline<M, E> resume(
      Domain<M, E> domain, Journal journal, SessionSettings settings) {
    return new CommitPipeline<>(domain, journal, settings, StateLoader.load(domain, journal));
  }

  /** Resumes with the state after the last record of a journal. */
  static <M, E> CommitPipeline<M, E> resume(
      SessionState<M, E> state, Journal journal, SessionSettings settings) {
    if (state.recordNumber() != journal.lastNumber()) {
      throw new IllegalArgumentException(
          "a state after record %d; the last one of the journal is %d"
              .formatted(state.recordNumber(), journal.lastNumber()));
    }
    return new CommitPipeline<>(state.domain(), journal, settings, state);
  }

  Domain<M, E> domain() {
    return domain;
  }

  Journal journal() {
    return journal;
  }

  SessionSettings settings() {
    return settings;
  }

  SessionState<M, E> state() {
    return published;
  }

  /**
   * Adds a listener for all changes published from now on, until the returned subscription is
   * closed.
   */
  Subscription listen(SessionChange.Listener listener) {
    Objects.requireNonNull(listener, "listener");
    return listenerQueue.listen(pending -> listener.changed(pending.change()));
  }

  /** Verifies the digest of the model from scratch and against the journal. */
  Verification verify() {
    return runExclusively(() -> {
      catchUp();
      List<Redacted> redactions = new ArrayList<>();
      SessionState<M, E> replayed =
          StateLoader.loadFromStart(
              domain,
              journal,
              (before, record, after) -> {
                if (record instanceof Redacted redacted) {
                  redactions.add(redacted);
                }
              });
      return new Verification(
          domain.digest(tip.model()),
          domain.digestFromScratch(tip.model()),
          replayed.digest(),
          replayed.unverifiedPoints(),
          redactions);
    });
  }

  /** Applies and publishes the records of other sessions. */
  SessionState<M, E> refresh() {
    return runExclusively(() -> {
      catchUp();
      return tip;
    });
  }

  /**
   * Waits until all submitted records are durable, then publishes the state loaded from the
   * journal.
   */
  SessionState<M, E> rebuild() {
    return runExclusively(() -> {
      discardLost();
      receipt.await();
      reload();
      return tip;
    });
  }

  /** Advances to the state loaded from the journal, and publishes it. */
  private void reload() {
    long knownRecord = tip.recordNumber();
    List<SessionChange> changes = new ArrayList<>();
    SessionState<M, E> loaded =
        StateLoader.load(
            domain,
            journal,
            knownRecord,
            (before, record, after) -> {
              if (after.recordNumber() > knownRecord) {
                change(before, record, after).ifPresent(changes::add);
              }
            });
    advanceTo(loaded, changes);
    republish(loaded);
    readModels.forget();
  }

  /** The indexes of the steps. */
  StepIndexes<E> stepIndexes() {
    return stepIndexes;
  }

  /** The read models. */
  ReadModelRegistry<M, E> readModels() {
    return readModels;
  }

  /** Why the last snapshot, or a value with it, could not be written; empty if it was. */
  Optional<JournalException> snapshotFailure() {
    return snapshotFailure;
  }

  /** Computes a change of the latest state and commits it. */
  Outcome commit(
      EditOptions options, Function<SessionState<M, E>, Optional<PendingCommit<M, E>>> operation) {
    changeChecks.forEach(Runnable::run);
    Outcome outcome = runExclusively(() -> tryCommit(options, operation));
    writeSnapshotIfDue();
    return outcome;
  }

  /** Commits a record that does not change the model or the cursor. */
  Outcome appendRecord(
      EditOptions options, BiFunction<Instant, SessionState<M, E>, JournalRecord> recordAt) {
    return commit(
        options,
        state ->
            Optional.of(
                PendingCommit.of(state, recordAt.apply(settings.clock().instant(), state))));
  }

  /** Closes the journal after running operations; does nothing if it is already closed. */
  void close() {
    lock.lock();
    try {
      if (isRunning) {
        throw new IllegalStateException("an operation of this session is under way");
      }
      if (isClosed) {
        return;
      }
      isClosed = true;
    } finally {
      lock.unlock();
    }
    try {
      storeBeforeClose();
    } finally {
      journal.close();
    }
  }

  private void storeBeforeClose() {
    snapshotLock.lock();
    try {
      if (canStoreValues()) {
        snapshotFailure = readModels.storeBeforeClose();
      }
    } catch (JournalException e) {
      // The journal fails. The next session computes the values from the model.
      snapshotFailure = Optional.of(e);
    } finally {
      snapshotLock.unlock();
    }
  }

  /**
   * Whether there are read models whose values may be stored. If there are records that the session
   * has not applied, another one may have pruned what the values contain.
   */
  private boolean canStoreValues() {
    if (readModels.isEmpty()) {
      return false;
    }
    lock.lock();
    try {
      return journal.lastNumber() == tip.recordNumber();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the current thread is inside an operation. */
  boolean isRunningHere() {
    return lock.isHeldByCurrentThread() && isRunning;
  }

  /** The result or failure of an operation, with the state and the receipt to wait for. */
  private record Completion<M, E, T>(
      @Nullable T result,
      @Nullable Throwable failure,
      SessionState<M, E> tip,
      Journal.Receipt receipt) {}

  /** Runs one operation at a time, then waits outside the lock until its records are durable. */
  private <T> T runExclusively(Supplier<T> operation) {
    Completion<M, E, T> completion = runLocked(operation);
    Throwable failure = completion.failure();
    try {
      completion.receipt().await();
      publish(completion.tip());
    } catch (RuntimeException | Error e) {
      if (failure == null) {
        throw e;
      }
      suppress(failure, e);
    }
    listenerQueue.deliver();
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    return Objects.requireNonNull(completion.result());
  }

  private <T> Completion<M, E, T> runLocked(Supplier<T> operation) {
    // Most steps are shorter than suspending a thread takes.
    for (int i = 0; i < MAX_SPINS && lock.isLocked(); i++) {
      Thread.onSpinWait();
    }
    lock.lock();
    try {
      if (isRunning) {
        throw new IllegalStateException("another operation of this session is under way");
      }
      if (isClosed) {
        throw new IllegalStateException("the session is closed");
      }
      isRunning = true;
      T result = null;
      Throwable failure = null;
      try {
        result = operation.get();
      } catch (RuntimeException | Error e) {
        failure = e;
      } finally {
        isRunning = false;
      }
      return new Completion<>(result, failure, tip, receipt);
    } finally {
      lock.unlock();
    }
  }

  /** Publishes a state unless a later one is published: threads may finish waiting in any order. */
  private synchronized void publish(SessionState<M, E> state) {
    if (state.recordNumber() > published.recordNumber()) {
      published = state;
    }
  }

  /** Publishes a rebuilt state even if it has the same record number as the published one. */
  private synchronized void republish(SessionState<M, E> state) {
    published = state;
  }

  /** Forgets and deletes the values of projections, which may contain what is no longer kept. */
  private void deleteProjections() {
    snapshotLock.lock();
    try {
      readModels.delete();
    } finally {
      snapshotLock.unlock();
    }
  }

  /** Writes a snapshot of the published state, which no redaction replaces meanwhile. */
  private void writeSnapshot() {
    snapshotLock.lock();
    try {
      journal.writeSnapshot(StateSnapshot.of(domain, published));
    } finally {
      snapshotLock.unlock();
    }
  }

  /** Writes a snapshot, then discards the journal records before the undo stack. */
  void discardPruned() {
    deleteProjections();
    SessionState<M, E> state = published;
    HistoryPoint start = state.stack().start().point();
    List<Journal.StepLocation> locations =
        journal.stepLocations(journal.firstNumber(), state.recordNumber());
    Optional<Journal.StepLocation> oldest =
        locations.stream().filter(location -> start.isAfter(location.id())).findFirst();
    if (oldest.isPresent()) {
      writeSnapshot();
      journal.discardBefore(oldest.get().recordNumber());
    }
  }

  /**
   * Moves old records to the archive of the journal, after a snapshot from which opening needs none
   * of them; thins out the snapshots among them.
   *
   * @param limits the undo limits
   */
  List<ArchivedObject> archive(ArchivePolicy policy, UndoLimits limits, boolean isDryRun) {
    SessionState<M, E> state = refresh();
    long first = LocalRecords.first(state, journal, limits, policy);
    long newest = Iterables.getLast(journal.snapshotNumbers(), 0L);
    if (!isDryRun && newest < Math.min(first, state.recordNumber())) {
      writeSnapshot();
    }
    List<ArchivedObject> moved = journal.archive(policy, first, isDryRun);
    if (!isDryRun && !moved.isEmpty()) {
      journal.thinSnapshots(moved.get(moved.size() - 1).lastRecord() + 1);
    }
    return moved;
  }

  /**
   * Purges a secret from the journal, and continues with the redacted state (RD-1).
   *
   * @return the record of the redaction; empty if the journal does not contain the secret
   */
  Optional<Redacted> redact(EditOptions options, Redaction redaction, String reason) {
    changeChecks.forEach(Runnable::run);
    journal.requireArchive();
    // No snapshot and no value of a projection is written from a state with the secret. Acquired
    // before the lock of the session, as by a thread that writes a snapshot.
    snapshotLock.lock();
    try {
      return runExclusively(() -> {
        discardLost();
        receipt.await();
        Journal.WriteLock writeLock = journal.acquireWriteLock();
        try {
          return redactLocked(options, redaction, reason);
        } finally {
          writeLock.close();
        }
      });
    } finally {
      snapshotLock.unlock();
    }
  }

  private Optional<Redacted> redactLocked(EditOptions options, Redaction redaction, String reason) {
    catchUp();
    tip.requireExpectedHead(options);
    Optional<Redacted> record = redactionPlanner(options, redaction, reason).redact();
    if (record.isPresent()) {
      stepIndexes.clear();
      reload();
    }
    return record;
  }

  /** The record that {@link #redact} would append, without any change. */
  Redacted redactable(EditOptions options, Redaction redaction, String reason) {
    return runExclusively(() -> {
      catchUp();
      return redactionPlanner(options, redaction, reason).plan().lastRecord();
    });
  }

  private RedactionPlanner<M, E> redactionPlanner(
      EditOptions options, Redaction redaction, String reason) {
    return new RedactionPlanner<>(
        journal, tip, redaction, reason, options.origin(), settings.clock().instant());
  }

  /**
   * Writes a snapshot if one is due. A failure is remembered but not thrown, because snapshots
   * merely speed up loading.
   */
  private void writeSnapshotIfDue() {
    // If another thread is writing one already, this thread need not wait for it.
    if (published.recordNumber() < nextSnapshotRecord || !snapshotLock.tryLock()) {
      return;
    }
    // Read under the lock, because a redaction replaces the state.
    SessionState<M, E> state = published;
    try {
      if (!journal.isSnapshotDue()) {
        return;
      }
      journal.writeSnapshot(StateSnapshot.of(domain, state));
      stepIndexes.store(state);
      stepIndexes.newlyStored().forEach(this::releaseSteps);
      state
          .stack()
          .start()
          .point()
          .step()
          .ifPresent(step -> journal.thinSnapshots(stepIndexes.firstRecordBefore(step)));
      snapshotFailure = canStoreValues() ? readModels.store() : Optional.empty();
    } catch (JournalException e) {
      postponeSnapshot(state, e);
    } catch (UnsupportedOperationException e) {
      postponeSnapshot(state, new JournalException(String.valueOf(e.getMessage()), e));
    } finally {
      snapshotLock.unlock();
    }
  }

  /** Reads stored steps from now on, instead of keeping them in memory. */
  private void releaseSteps(StoredSteps<E> stored) {
    lock.lock();
    try {
      tip = tip.with(stack -> stack.withStored(stored));
      synchronized (this) {
        published = published.with(stack -> stack.withStored(stored));
      }
    } finally {
      lock.unlock();
    }
  }

  private void postponeSnapshot(SessionState<M, E> state, JournalException failure) {
    snapshotFailure = Optional.of(failure);
    nextSnapshotRecord = state.recordNumber() + RECORDS_UNTIL_RETRY;
  }

  private Outcome tryCommit(
      EditOptions options, Function<SessionState<M, E>, Optional<PendingCommit<M, E>>> operation) {
    catchUp();
    try {
      tip.requireExpectedHead(options);
      Optional<PendingCommit<M, E>> commit = operation.apply(tip);
      return commit.isEmpty() ? new Outcome.Unchanged() : submit(options, commit.get());
    } catch (RefusedException refusal) {
      recordRefusal(options, Objects.requireNonNull(refusal.getMessage()));
      return new Outcome.Refused(refusal.conflicts());
    } catch (JournalException | CancellationException unrecorded) {
      throw unrecorded;
    } catch (RuntimeException | Error failure) {
      recordFailure(options, failure);
      throw failure;
    }
  }

  /** Adds a check that runs before each change and can prevent it by throwing an exception. */
  Subscription beforeChanges(Runnable check) {
    return ListenerQueue.subscribe(changeChecks, check);
  }

  /** Adds a guard, until the returned subscription is closed. */
  Subscription addGuard(SessionChange.Guard guard) {
    Objects.requireNonNull(guard, "guard");
    // Wrapped, so that each registration of the same guard can be removed on its own.
    return ListenerQueue.subscribe(guards, (label, change, after) -> guard.refusal(label, change));
  }

  /** Adds a guard that is asked about changes of the model, until the subscription is closed. */
  Subscription addStateGuard(Function<? super SessionState<M, E>, Optional<Conflict>> guard) {
    Objects.requireNonNull(guard, "guard");
    return ListenerQueue.subscribe(
        guards,
        (label, change, after) -> change.changesModel() ? guard.apply(after) : Optional.empty());
  }

  /** Asks all guards; a guard that throws an exception refuses the change. */
  private void requireAllowed(EditOptions options, PendingCommit<M, E> commit) {
    if (!guards.isEmpty()) {
      SessionChange.of(tip, commit.record(), commit.next())
          .filter(SessionChange::isGuarded)
          .ifPresent(change -> requireAllowed(options.label(), change, commit.next()));
    }
  }

  private void requireAllowed(String label, SessionChange change, SessionState<M, E> after) {
    for (StateGuard<M, E> guard : guards) {
      Optional<Conflict> refusal;
      try {
        refusal = guard.refusal(label, change, after);
      } catch (RuntimeException failure) {
        RefusedException refused =
            new RefusedException(Conflict.because("a guard failed: " + failure));
        refused.initCause(failure);
        throw refused;
      }
      if (refusal.isPresent()) {
        throw new RefusedException(refusal.get());
      }
    }
  }

  private Outcome submit(EditOptions options, PendingCommit<M, E> commit) {
    requireAllowed(options, commit);
    Outcome outcome = outcome(commit);
    if (append(commit.record(), commit.next())) {
      return outcome;
    }
    catchUp();
    throw new RefusedException(
        Conflict.because("another session changed the document in between; look and try again"));
  }

  /** The outcome of a commit; it says whether its steps discard the redo tail (SE-13). */
  private Outcome outcome(PendingCommit<M, E> commit) {
    SessionState<M, E> next = commit.next();
    if (commit.record() instanceof Moved moved && moved.kind() != Moved.Kind.CLEAR) {
      HistoryPath path = next.stack().withoutRoundTrips(tip.stack().pathTo(next.stack()));
      return new Outcome.Moved(
          path.steps(),
          path.undoSteps().size(),
          next.digest(),
          next.stack().editorSelectionAfter(path));
    }
    List<StepId> steps = Lists.transform(SessionChange.stepsAtCursor(commit.record()), Step::id);
    if (steps.isEmpty()) {
      return new Outcome.Recorded(next.digest());
    }
    HistoryPoint end = tip.stack().end();
    boolean discardsRedo = tip.undoStack().canRedo() && next.stack().positionOf(end).isEmpty();
    return new Outcome.Committed(
        steps, next.digest(), discardsRedo ? Optional.of(end) : Optional.empty());
  }

  /**
   * Submits a record to the journal and advances the tip; returns false if another session has
   * appended records.
   */
  private boolean append(JournalRecord record, SessionState<M, E> next) {
    return switch (journal.submit(tip.recordNumber(), record, receipt)) {
      case Journal.SubmitResult.Accepted(var number, var newReceipt) -> {
        change(tip, record, next)
            .ifPresent(change -> listenerQueue.enqueue(new PendingChange(change, newReceipt)));
        stepIndexes.add(number, record);
        tip = next;
        receipt = newReceipt;
        yield true;
      }
      case Journal.SubmitResult.Stale(var lastNumber) -> false;
    };
  }

  /** The change to report to the listeners; empty if there are none. */
  private Optional<SessionChange> change(
      SessionState<M, E> before, JournalRecord record, SessionState<M, E> after) {
    return listenerQueue.hasListeners()
        ? SessionChange.of(before, record, after)
        : Optional.empty();
  }

  /** Applies the records that other sessions appended to the same journal. */
  private void catchUp() {
    discardLost();
    SessionState<M, E> state = tip;
    long lastNumber = journal.lastNumber();
    if (lastNumber < state.recordNumber()) {
      throw new JournalException(
          "the journal lost records: %d are left of %d; the session keeps its state"
              .formatted(lastNumber, state.recordNumber()));
    }
    if (lastNumber > state.recordNumber()) {
      List<SessionChange> changes = new ArrayList<>();
      List<JournalRecord> records = journal.read(state.recordNumber() + 1);
      if (records.stream().anyMatch(Redacted.class::isInstance)) {
        stepIndexes.clear();
        reload();
        return;
      }
      for (JournalRecord record : records) {
        SessionState<M, E> next = StateFold.apply(state, record);
        change(state, record, next).ifPresent(changes::add);
        state = next;
      }
      advanceTo(state, changes);
    }
  }

  /** Returns to the published state if the journal failed to write later records. */
  private void discardLost() {
    if (receipt.hasFailed()) {
      tip = published;
      receipt = Journal.Receipt.NONE;
      stepIndexes.removeAfter(tip.recordNumber());
    }
  }

  /**
   * Advances to a state read from the journal, with all changes at once, so that none is reported
   * twice.
   */
  private void advanceTo(SessionState<M, E> state, List<SessionChange> changes) {
    tip = state;
    changes.forEach(
        change -> listenerQueue.enqueue(new PendingChange(change, Journal.Receipt.NONE)));
  }

  /** Records a refusal for the audit log; retries if other sessions append meanwhile. */
  private void recordRefusal(EditOptions options, String reason) {
    JournalRecord record =
        new JournalRecord.Refused(
            settings.clock().instant(), options.origin(), options.label(), reason);
    while (!append(record, StateFold.apply(tip, record))) {
      catchUp();
    }
  }

  /**
   * Records a failure for the audit log. An exception thrown here is added to the first one as
   * suppressed.
   */
  private void recordFailure(EditOptions options, Throwable failure) {
    try {
      recordRefusal(options, failure.toString());
    } catch (RuntimeException | Error second) {
      suppress(failure, second);
    }
  }

  @SuppressWarnings("ReferenceEquality") // A throwable cannot suppress itself.
  private static void suppress(Throwable failure, Throwable second) {
    if (second != failure) {
      failure.addSuppressed(second);
    }
  }
}
