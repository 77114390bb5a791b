package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The one place where the state of a session moves: a change is worked out on values, its record is
 * appended, and then one reference is written. Whatever fails on the way leaves the old reference.
 * If an append fails after all is written, the next operation finds the record and folds it in
 * (SE-8).
 */
final class Ledger<M, E> {

  private final Domain<M, E> domain;
  private final Journal journal;
  private final InstantSource clock;
  private final ReentrantLock writing = new ReentrantLock();

  private volatile SessionState<M, E> published;

  /** Whether an operation is under way; guarded by the lock. */
  private boolean busy;

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
  }

  /** Writes the first record of a journal. */
  static <M, E> Ledger<M, E> begin(
      Domain<M, E> domain,
      Journal journal,
      InstantSource clock,
      JournalRecord.Opened record,
      M model) {
    SessionState<M, E> state = SessionState.opened(domain, record, model);
    return switch (journal.append(0, record)) {
      case Journal.Appended.Written(var number) -> new Ledger<>(domain, journal, clock, state);
      case Journal.Appended.Behind(var lastNumber) ->
          throw new IllegalArgumentException(
              "the journal holds " + lastNumber + " records already");
    };
  }

  /** Folds the records of a journal. */
  static <M, E> Ledger<M, E> resume(Domain<M, E> domain, Journal journal, InstantSource clock) {
    return new Ledger<>(domain, journal, clock, folded(domain, journal));
  }

  private static <M, E> SessionState<M, E> folded(Domain<M, E> domain, Journal journal) {
    List<JournalRecord> records = journal.read(1);
    if (records.isEmpty()) {
      throw new IllegalArgumentException("the journal holds no record");
    }
    if (!(records.get(0) instanceof JournalRecord.Opened opened)) {
      throw new DamagedRecordException(1, "a journal begins with \"opened\"");
    }
    SessionState<M, E> state = SessionState.opened(domain, opened);
    for (JournalRecord record : records.subList(1, records.size())) {
      state = state.after(record);
    }
    return state;
  }

  SessionState<M, E> state() {
    return published;
  }

  /** Holds the model against its content and against the journal. */
  Verification verify() {
    return alone(() -> {
      catchUp();
      SessionState<M, E> replayed = folded(domain, journal);
      return new Verification(
          domain.digest(published.model()),
          domain.digestFromScratch(published.model()),
          replayed.digest(),
          replayed.unverified());
    });
  }

  /** Publishes the state that the journal gives. */
  SessionState<M, E> restore() {
    return alone(() -> {
      published = folded(domain, journal);
      return published;
    });
  }

  /** Works out a change of the newest state, and makes it. */
  Outcome write(Intent intent, Function<SessionState<M, E>, Optional<Change<M, E>>> work) {
    return alone(() -> attempt(intent, work));
  }

  /** Whether the current thread is inside an operation. */
  boolean isBusyHere() {
    return writing.isHeldByCurrentThread() && busy;
  }

  private <T> T alone(Supplier<T> operation) {
    writing.lock();
    try {
      if (busy) {
        throw new IllegalStateException("another operation of this session is under way");
      }
      busy = true;
      try {
        return operation.get();
      } finally {
        busy = false;
      }
    } finally {
      writing.unlock();
    }
  }

  private Outcome attempt(
      Intent intent, Function<SessionState<M, E>, Optional<Change<M, E>>> work) {
    catchUp();
    try {
      published.requireExpected(intent);
      Optional<Change<M, E>> change = work.apply(published);
      return change.isEmpty() ? new Outcome.Unchanged() : made(change.get());
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

  private Outcome made(Change<M, E> change) {
    return switch (journal.append(published.recordNumber(), change.record())) {
      case Journal.Appended.Written(var number) -> {
        published = change.next();
        yield change.outcome();
      }
      case Journal.Appended.Behind(var lastNumber) -> {
        catchUp();
        throw new RefusedException(
            Conflict.because(
                "another session changed the document in between; look and try again"));
      }
    };
  }

  /** Folds in what other sessions wrote to the same journal. */
  private void catchUp() {
    SessionState<M, E> state = published;
    long lastNumber = journal.lastNumber();
    if (lastNumber < state.recordNumber()) {
      throw new JournalException(
          "the journal lost records: %d are left of %d; the session keeps its state"
              .formatted(lastNumber, state.recordNumber()));
    }
    if (lastNumber > state.recordNumber()) {
      for (JournalRecord record : journal.read(state.recordNumber() + 1)) {
        state = state.after(record);
      }
      published = state;
    }
  }

  /** Keeps for the audit that something was not done; tries again if others write meanwhile. */
  private void noteRefusal(Intent intent, String reason) {
    JournalRecord record =
        new JournalRecord.Refused(clock.instant(), intent.origin(), intent.label(), reason);
    SessionState<M, E> next = published.after(record);
    while (journal.append(published.recordNumber(), record) instanceof Journal.Appended.Behind) {
      catchUp();
      next = published.after(record);
    }
    published = next;
  }

  /**
   * Keeps for the audit that something failed. What fails here too is told with the first failure.
   */
  @SuppressWarnings("ReferenceEquality") // A throwable cannot be suppressed by itself.
  private void noteFailure(Intent intent, Throwable failure) {
    try {
      noteRefusal(intent, failure.toString());
    } catch (RuntimeException | Error second) {
      if (second != failure) {
        failure.addSuppressed(second);
      }
    }
  }
}
