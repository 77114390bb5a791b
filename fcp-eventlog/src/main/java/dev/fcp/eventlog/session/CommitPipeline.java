package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one place where the state of a session moves: a change is worked out on values, its record is
 * handed to the journal, and when that says that the record lasts, one reference is written.
 * Whatever fails on the way leaves the old reference. If an append fails after all is written, the
 * next operation finds the record and folds it in (SE-8).
 *
 * <p>While a thread waits for its record to last, others go on from the state after it, so that
 * several records are forced together; nobody sees that state before.
 */
final class CommitPipeline<M, E> {

  private static final int RECORDS_UNTIL_RETRY = 100;

  private final Domain<M, E> domain;
  private final Journal journal;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();

  private final ListenerQueue listenerQueue;
  private final List<SessionChange.Guard> guards = new CopyOnWriteArrayList<>();
  private final List<Runnable> changeChecks = new CopyOnWriteArrayList<>();

  private volatile SessionState<M, E> published;

  /** The state after all that was handed to the journal; guarded by the lock, as all below. */
  private SessionState<M, E> tip;

  /** What the journal owes for the last record of the tip. */
  private Journal.Receipt receipt = Journal.Receipt.NONE;

  /** Whether an operation is under way. */
  private boolean isRunning;

  private boolean isClosed;

  /** The record before which no snapshot is tried again. */
  private volatile long nextSnapshotRecord;

  /** Why the last snapshot could not be kept, if it could not. */
  private volatile Optional<JournalException> snapshotFailure = Optional.empty();

  /**
   * What an operation comes to.
   *
   * @param record what is to be written
   * @param next the state after it
   * @param outcome what the caller is told then
   */
  record PendingCommit<M, E>(JournalRecord record, SessionState<M, E> next, Outcome outcome) {}

  private CommitPipeline(
      Domain<M, E> domain, Journal journal, InstantSource clock, SessionState<M, E> state) {
    this.domain = domain;
    this.journal = journal;
    this.clock = clock;
    this.published = state;
    this.tip = state;
    this.listenerQueue = new ListenerQueue(() -> published.recordNumber());
  }

  /** Writes the first record of a journal. */
  static <M, E> CommitPipeline<M, E> begin(
      Domain<M, E> domain,
      Journal journal,
      InstantSource clock,
      JournalRecord.Opened record,
      M model) {
    SessionState<M, E> state = StateFold.opened(domain, record, model);
    return switch (journal.append(0, record)) {
      case Journal.AppendResult.Written(var number) -> {
        CommitPipeline<M, E> pipeline = new CommitPipeline<>(domain, journal, clock, state);
        pipeline.writeSnapshotIfDue();
        yield pipeline;
      }
      case Journal.AppendResult.Stale(var lastNumber) ->
          throw new IllegalArgumentException(
              "the journal holds " + lastNumber + " records already");
    };
  }

  /** Takes up the state that a journal tells of. */
  static <M, E> CommitPipeline<M, E> resume(
      Domain<M, E> domain, Journal journal, InstantSource clock) {
    return new CommitPipeline<>(domain, journal, clock, StateLoader.load(domain, journal));
  }

  SessionState<M, E> state() {
    return published;
  }

  ListenerQueue listenerQueue() {
    return listenerQueue;
  }

  /** Holds the model against its content and against the journal. */
  Verification verify() {
    return runExclusively(() -> {
      catchUp();
      SessionState<M, E> replayed = StateLoader.loadFromStart(domain, journal);
      return new Verification(
          domain.digest(tip.model()),
          domain.digestFromScratch(tip.model()),
          replayed.digest(),
          replayed.unverifiedPoints());
    });
  }

  /** Publishes what other sessions wrote. */
  SessionState<M, E> refresh() {
    return runExclusively(() -> {
      catchUp();
      return tip;
    });
  }

  /** Publishes the state that the journal gives, once all that it took lasts. */
  SessionState<M, E> rebuild() {
    return runExclusively(() -> {
      discardLost();
      receipt.await();
      long knownRecord = tip.recordNumber();
      List<SessionChange> changes = new ArrayList<>();
      SessionState<M, E> rebuilt =
          StateLoader.load(
              domain,
              journal,
              knownRecord,
              (before, record, after) -> {
                if (after.recordNumber() > knownRecord) {
                  SessionChange.of(before, record, after).ifPresent(changes::add);
                }
              });
      advanceTo(rebuilt, changes);
      republish(rebuilt);
      return tip;
    });
  }

  /** Why the last snapshot could not be kept, if it could not. */
  Optional<JournalException> snapshotFailure() {
    return snapshotFailure;
  }

  /** Works out a change of the newest state, and makes it. */
  Outcome commit(
      EditOptions options, Function<SessionState<M, E>, Optional<PendingCommit<M, E>>> operation) {
    changeChecks.forEach(Runnable::run);
    Outcome outcome = runExclusively(() -> tryCommit(options, operation));
    writeSnapshotIfDue();
    return outcome;
  }

  /** Commits a record that leaves the model and the cursor as they are. */
  Outcome appendRecord(
      EditOptions options, BiFunction<Instant, SessionState<M, E>, JournalRecord> recordAt) {
    return commit(
        options,
        state -> {
          JournalRecord record = recordAt.apply(clock.instant(), state);
          Outcome outcome = new Outcome.Recorded(state.digest());
          return Optional.of(new PendingCommit<>(record, StateFold.apply(state, record), outcome));
        });
  }

  /** Closes the journal, once nothing is under way; does nothing if that was done. */
  void close() {
    lock.lock();
    try {
      if (isRunning) {
        throw new IllegalStateException("an operation of this session is under way");
      }
      if (!isClosed) {
        isClosed = true;
        journal.close();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the current thread is inside an operation. */
  boolean isRunningHere() {
    return lock.isHeldByCurrentThread() && isRunning;
  }

  /** What an operation left behind: its result or its failure, and what is still owed for it. */
  private record Completion<M, E, T>(
      @Nullable T result,
      @Nullable Throwable failure,
      SessionState<M, E> tip,
      Journal.Receipt receipt) {}

  /** Does one operation at a time, and then waits until what it wrote lasts. */
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

  /** The receipts of two threads may be read in any order. */
  private synchronized void publish(SessionState<M, E> state) {
    if (state.recordNumber() > published.recordNumber()) {
      published = state;
    }
  }

  /** What stands in its place is not the same, even if it tells of the same record. */
  private synchronized void republish(SessionState<M, E> state) {
    published = state;
  }

  /** Lets the journal drop what lies before the line, after a snapshot of what is. */
  void discardPruned() {
    SessionState<M, E> state = published;
    HistoryPoint start = state.stack().start().point();
    List<Journal.StepLocation> locations = journal.stepLocations(state.recordNumber());
    Optional<Journal.StepLocation> oldest =
        locations.stream().filter(location -> start.isAfter(location.id())).findFirst();
    if (oldest.isPresent()) {
      journal.writeSnapshot(StateSnapshot.of(domain, state));
      journal.discardBefore(oldest.get().recordNumber());
    }
  }

  /** A snapshot only saves time: where it fails, what was done is done all the same. */
  private void writeSnapshotIfDue() {
    SessionState<M, E> state = published;
    if (state.recordNumber() < nextSnapshotRecord || !journal.isSnapshotDue()) {
      return;
    }
    try {
      journal.writeSnapshot(StateSnapshot.of(domain, state));
      snapshotFailure = Optional.empty();
    } catch (JournalException e) {
      postponeSnapshot(state, e);
    } catch (UnsupportedOperationException e) {
      postponeSnapshot(state, new JournalException(String.valueOf(e.getMessage()), e));
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
    } catch (JournalException journalFailure) {
      throw journalFailure;
    } catch (RuntimeException | Error failure) {
      recordFailure(options, failure);
      throw failure;
    }
  }

  /** Has a check made before each change, which may keep it from being tried by throwing. */
  Subscription beforeChanges(Runnable check) {
    changeChecks.add(check);
    return () -> changeChecks.remove(check);
  }

  /** Lets a guard refuse what is asked for, until the answer is closed. */
  Subscription addGuard(SessionChange.Guard guard) {
    Objects.requireNonNull(guard, "guard");
    // Wrapped, so that a guard that guards twice is asked twice and leaves once.
    SessionChange.Guard registration = (label, change) -> guard.refusal(label, change);
    guards.add(registration);
    return () -> guards.remove(registration);
  }

  /** Asks all guards; one that fails refuses. */
  private void requireAllowed(EditOptions options, PendingCommit<M, E> commit) {
    Optional<SessionChange> sessionChange =
        SessionChange.of(tip, commit.record(), commit.next()).filter(SessionChange::isGuarded);
    for (SessionChange.Guard guard :
        sessionChange.isPresent() ? guards : List.<SessionChange.Guard>of()) {
      Optional<Conflict> refusal;
      try {
        refusal = guard.refusal(options.label(), sessionChange.get());
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
    if (append(commit.record(), commit.next())) {
      return commit.outcome();
    }
    catchUp();
    throw new RefusedException(
        Conflict.because("another session changed the document in between; look and try again"));
  }

  /** Hands a record to the journal; tells whether it follows the tip, and then moves that. */
  private boolean append(JournalRecord record, SessionState<M, E> next) {
    return switch (journal.submit(tip.recordNumber(), record, receipt)) {
      case Journal.SubmitResult.Accepted(var number, var newReceipt) -> {
        listenerQueue.enqueue(SessionChange.of(tip, record, next), newReceipt);
        tip = next;
        receipt = newReceipt;
        yield true;
      }
      case Journal.SubmitResult.Stale(var lastNumber) -> false;
    };
  }

  /** Folds in what other sessions wrote to the same journal. */
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
      for (JournalRecord record : journal.read(state.recordNumber() + 1)) {
        SessionState<M, E> next = StateFold.apply(state, record);
        SessionChange.of(state, record, next).ifPresent(changes::add);
        state = next;
      }
      advanceTo(state, changes);
    }
  }

  /** Goes back to what is published if the journal lost what was handed to it after that. */
  private void discardLost() {
    if (receipt.hasFailed()) {
      tip = published;
      receipt = Journal.Receipt.NONE;
    }
  }

  /** Goes on from what the journal holds, all at once, so that nothing of it is told twice. */
  private void advanceTo(SessionState<M, E> state, List<SessionChange> changes) {
    tip = state;
    listenerQueue.enqueue(changes, Journal.Receipt.NONE);
  }

  /** Keeps for the audit that something was not done; tries again if others write meanwhile. */
  private void recordRefusal(EditOptions options, String reason) {
    JournalRecord record =
        new JournalRecord.Refused(clock.instant(), options.origin(), options.label(), reason);
    while (!append(record, StateFold.apply(tip, record))) {
      catchUp();
    }
  }

  /**
   * Keeps for the audit that something failed. What fails here too is told with the first failure.
   */
  private void recordFailure(EditOptions options, Throwable failure) {
    try {
      recordRefusal(options, failure.toString());
    } catch (RuntimeException | Error second) {
      suppress(failure, second);
    }
  }

  @SuppressWarnings("ReferenceEquality") // A throwable cannot be suppressed by itself.
  private static void suppress(Throwable failure, Throwable second) {
    if (second != failure) {
      failure.addSuppressed(second);
    }
  }
}
