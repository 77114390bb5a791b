package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
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
final class Ledger<M, E> {

  private static final int RECORDS_UNTIL_RETRY = 100;

  private final Domain<M, E> domain;
  private final Journal journal;
  private final InstantSource clock;
  private final ReentrantLock writing = new ReentrantLock();

  private final Announcements announcements;
  private final List<Guard> guards = new CopyOnWriteArrayList<>();
  private final List<Runnable> checks = new CopyOnWriteArrayList<>();

  private volatile SessionState<M, E> published;

  /** The state after all that was handed to the journal; guarded by the lock, as all below. */
  private SessionState<M, E> tip;

  /** What the journal owes for the last record of the tip. */
  private Journal.Receipt receipt = Journal.Receipt.NONE;

  /** Whether an operation is under way. */
  private boolean busy;

  /** The record before which no snapshot is tried again. */
  private volatile long nextSnapshot;

  /** Why the last snapshot could not be kept, if it could not. */
  private volatile Optional<JournalException> snapshotFailure = Optional.empty();

  /**
   * What an operation comes to.
   *
   * @param record what is to be written
   * @param next the state after it
   * @param outcome what the caller is told then
   */
  record Change<M, E>(JournalRecord record, SessionState<M, E> next, Outcome outcome) {}

  private Ledger(
      Domain<M, E> domain, Journal journal, InstantSource clock, SessionState<M, E> state) {
    this.domain = domain;
    this.journal = journal;
    this.clock = clock;
    this.published = state;
    this.tip = state;
    this.announcements = new Announcements(() -> published.recordNumber());
  }

  /** Writes the first record of a journal. */
  static <M, E> Ledger<M, E> begin(
      Domain<M, E> domain,
      Journal journal,
      InstantSource clock,
      JournalRecord.Opened record,
      M model) {
    SessionState<M, E> state = FirstRecord.state(domain, record, model);
    return switch (journal.append(0, record)) {
      case Journal.Appended.Written(var number) -> {
        Ledger<M, E> ledger = new Ledger<>(domain, journal, clock, state);
        ledger.keepSnapshotIfDue();
        yield ledger;
      }
      case Journal.Appended.Behind(var lastNumber) ->
          throw new IllegalArgumentException(
              "the journal holds " + lastNumber + " records already");
    };
  }

  /** Takes up the state that a journal tells of. */
  static <M, E> Ledger<M, E> resume(Domain<M, E> domain, Journal journal, InstantSource clock) {
    return new Ledger<>(domain, journal, clock, JournalFold.newest(domain, journal));
  }

  SessionState<M, E> state() {
    return published;
  }

  Announcements announcements() {
    return announcements;
  }

  /** Holds the model against its content and against the journal. */
  Verification verify() {
    return alone(() -> {
      catchUp();
      SessionState<M, E> replayed = JournalFold.whole(domain, journal);
      return new Verification(
          domain.digest(tip.model()),
          domain.digestFromScratch(tip.model()),
          replayed.digest(),
          replayed.unverified());
    });
  }

  /** Publishes what other sessions wrote. */
  SessionState<M, E> refresh() {
    return alone(() -> {
      catchUp();
      return tip;
    });
  }

  /** Publishes the state that the journal gives, once all that it took lasts. */
  SessionState<M, E> restore() {
    return alone(() -> {
      leaveLost();
      receipt.await();
      long known = tip.recordNumber();
      List<SessionChange> news = new ArrayList<>();
      SessionState<M, E> restored =
          JournalFold.newest(
              domain,
              journal,
              known,
              (before, record, after) -> {
                if (after.recordNumber() > known) {
                  SessionChange.of(before, record, after).ifPresent(news::add);
                }
              });
      moveTo(restored, news);
      publishAnew(restored);
      return tip;
    });
  }

  /** Why the last snapshot could not be kept, if it could not. */
  Optional<JournalException> snapshotFailure() {
    return snapshotFailure;
  }

  /** Works out a change of the newest state, and makes it. */
  Outcome write(Intent intent, Function<SessionState<M, E>, Optional<Change<M, E>>> work) {
    checks.forEach(Runnable::run);
    Outcome outcome = alone(() -> attempt(intent, work));
    keepSnapshotIfDue();
    return outcome;
  }

  /** Whether the current thread is inside an operation. */
  boolean isBusyHere() {
    return writing.isHeldByCurrentThread() && busy;
  }

  /** What an operation left behind: its result or its failure, and what is still owed for it. */
  private record Done<M, E, T>(
      @Nullable T result,
      @Nullable Throwable failure,
      SessionState<M, E> tip,
      Journal.Receipt owed) {}

  /** Does one operation at a time, and then waits until what it wrote lasts. */
  private <T> T alone(Supplier<T> operation) {
    Done<M, E, T> done = locked(operation);
    Throwable failure = done.failure();
    try {
      done.owed().await();
      publish(done.tip());
    } catch (RuntimeException | Error e) {
      if (failure == null) {
        throw e;
      }
      suppress(failure, e);
    }
    announcements.deliver();
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    return Objects.requireNonNull(done.result());
  }

  private <T> Done<M, E, T> locked(Supplier<T> operation) {
    writing.lock();
    try {
      if (busy) {
        throw new IllegalStateException("another operation of this session is under way");
      }
      busy = true;
      T result = null;
      Throwable failure = null;
      try {
        result = operation.get();
      } catch (RuntimeException | Error e) {
        failure = e;
      } finally {
        busy = false;
      }
      return new Done<>(result, failure, tip, receipt);
    } finally {
      writing.unlock();
    }
  }

  /** The receipts of two threads may be read in any order. */
  private synchronized void publish(SessionState<M, E> state) {
    if (state.recordNumber() > published.recordNumber()) {
      published = state;
    }
  }

  /** What stands in its place is not the same, even if it tells of the same record. */
  private synchronized void publishAnew(SessionState<M, E> state) {
    published = state;
  }

  /** Lets the journal drop what lies before the line, after a snapshot of what is. */
  void dropExpired() {
    SessionState<M, E> state = published;
    Optional<StepId> start = state.timeline().start().place();
    List<Journal.StepPlace> places = journal.stepPlaces(state.recordNumber());
    Optional<Journal.StepPlace> oldest =
        places.stream().filter(place -> start.equals(Optional.of(place.id()))).findFirst();
    if (oldest.isPresent()) {
      journal.keep(StateSnapshot.of(domain, state));
      journal.dropBefore(oldest.get().record());
    }
  }

  /** A snapshot only saves time: where it fails, what was done is done all the same. */
  private void keepSnapshotIfDue() {
    SessionState<M, E> state = published;
    if (state.recordNumber() < nextSnapshot || !journal.wantsSnapshot()) {
      return;
    }
    try {
      journal.keep(StateSnapshot.of(domain, state));
      snapshotFailure = Optional.empty();
    } catch (JournalException e) {
      snapshotFailure = Optional.of(e);
      nextSnapshot = state.recordNumber() + RECORDS_UNTIL_RETRY;
    }
  }

  private Outcome attempt(
      Intent intent, Function<SessionState<M, E>, Optional<Change<M, E>>> work) {
    catchUp();
    try {
      intent.requireMetBy(tip);
      Optional<Change<M, E>> change = work.apply(tip);
      return change.isEmpty() ? new Outcome.Unchanged() : made(intent, change.get());
    } catch (RefusedException refusal) {
      noteRefusal(intent, Objects.requireNonNull(refusal.getMessage()));
      return new Outcome.Refused(refusal.conflicts());
    } catch (JournalException broken) {
      throw broken;
    } catch (RuntimeException | Error failure) {
      noteFailure(intent, failure);
      throw failure;
    }
  }

  /** Has a check made before each change, which may keep it from being tried by throwing. */
  Subscription beforeChanges(Runnable check) {
    checks.add(check);
    return () -> checks.remove(check);
  }

  /** Lets a guard refuse what is asked for, until the answer is closed. */
  Subscription guard(Guard guard) {
    // Wrapped, so that a guard that guards twice is asked twice and leaves once.
    Guard own = (label, change) -> guard.refusal(label, change);
    guards.add(own);
    return () -> guards.remove(own);
  }

  /** Asks all guards; one that fails refuses. */
  private void requireAllowed(Intent intent, Change<M, E> change) {
    Optional<SessionChange> told =
        SessionChange.of(tip, change.record(), change.next()).filter(SessionChange::isToBeAllowed);
    for (Guard guard : told.isPresent() ? guards : List.<Guard>of()) {
      Optional<Conflict> refusal;
      try {
        refusal = guard.refusal(intent.label(), told.get());
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

  private Outcome made(Intent intent, Change<M, E> change) {
    requireAllowed(intent, change);
    if (hand(change.record(), change.next())) {
      return change.outcome();
    }
    catchUp();
    throw new RefusedException(
        Conflict.because("another session changed the document in between; look and try again"));
  }

  /** Hands a record to the journal; tells whether it follows the tip, and then moves that. */
  private boolean hand(JournalRecord record, SessionState<M, E> next) {
    return switch (journal.submit(tip.recordNumber(), record, receipt)) {
      case Journal.Submitted.Accepted(var number, var owed) -> {
        announcements.queue(SessionChange.of(tip, record, next), owed);
        tip = next;
        receipt = owed;
        yield true;
      }
      case Journal.Submitted.Behind(var lastNumber) -> false;
    };
  }

  /** Folds in what other sessions wrote to the same journal. */
  private void catchUp() {
    leaveLost();
    SessionState<M, E> state = tip;
    long lastNumber = journal.lastNumber();
    if (lastNumber < state.recordNumber()) {
      throw new JournalException(
          "the journal lost records: %d are left of %d; the session keeps its state"
              .formatted(lastNumber, state.recordNumber()));
    }
    if (lastNumber > state.recordNumber()) {
      List<SessionChange> news = new ArrayList<>();
      for (JournalRecord record : journal.read(state.recordNumber() + 1)) {
        SessionState<M, E> next = state.after(record);
        SessionChange.of(state, record, next).ifPresent(news::add);
        state = next;
      }
      moveTo(state, news);
    }
  }

  /** Goes back to what is published if the journal lost what was handed to it after that. */
  private void leaveLost() {
    if (receipt.isLost()) {
      tip = published;
      receipt = Journal.Receipt.NONE;
    }
  }

  /** Goes on from what the journal holds, all at once, so that nothing of it is told twice. */
  private void moveTo(SessionState<M, E> state, List<SessionChange> news) {
    tip = state;
    announcements.queue(news, Journal.Receipt.NONE);
  }

  /** Keeps for the audit that something was not done; tries again if others write meanwhile. */
  private void noteRefusal(Intent intent, String reason) {
    JournalRecord record =
        new JournalRecord.Refused(clock.instant(), intent.origin(), intent.label(), reason);
    while (!hand(record, tip.after(record))) {
      catchUp();
    }
  }

  /**
   * Keeps for the audit that something failed. What fails here too is told with the first failure.
   */
  private void noteFailure(Intent intent, Throwable failure) {
    try {
      noteRefusal(intent, failure.toString());
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
