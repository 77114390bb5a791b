package dev.fcp.postgres;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Numbers and commits the records of a document for all threads that use its journal (JN-5).
 *
 * <p>Without the lease, another writer may append at any time, so a record is committed when it is
 * submitted. With the lease, it is only numbered then; the first thread that waits for its record
 * commits all pending ones in one transaction, and the others find theirs committed.
 */
final class CommitQueue {

  /** The limits of one transaction, unless a single record is larger. */
  private static final int MAX_RECORDS = 100;

  private static final int MAX_BYTES = 1 << 24;

  private final DocumentRow document;
  private final RecordAppender appender;
  private final WriteLease lease;
  private final Runnable afterCommit;

  /** Held by the thread that uses the database to write. */
  private final ReentrantLock leadership = new ReentrantLock();

  // Guarded by the monitor of this object.
  private final List<Entry> pending = new ArrayList<>();
  private long pendingBytes;
  private long lastNumber;
  private int holders;

  /** Why the lease that is held is of no use any more; null if it is. */
  private @Nullable JournalException leaseFailure;

  /** Why the journal accepts no more records; null if it does. */
  private @Nullable JournalException end;

  /** A numbered record that is not committed yet. */
  private final class Entry implements Receipt {

    private final long number;
    private final EncodedRecord record;
    private volatile boolean isComplete;
    private volatile boolean isLost;
    private volatile @Nullable JournalException failure;

    Entry(long number, EncodedRecord record) {
      this.number = number;
      this.record = record;
    }

    @Override
    public void await() {
      if (!isComplete) {
        lead(() -> {
          while (!isComplete) {
            commitSome();
          }
        });
      }
      JournalException reason = failure;
      if (reason != null) {
        throw reason;
      }
    }

    @Override
    public boolean hasFailed() {
      return isComplete && isLost;
    }

    void complete() {
      isComplete = true;
    }

    /**
     * Reports that the record failed.
     *
     * @param isLost whether it certainly does not exist
     */
    void fail(JournalException reason, boolean isLost) {
      this.failure = reason;
      this.isLost = isLost;
      this.isComplete = true;
    }
  }

  /**
   * The queue of a document.
   *
   * @param afterCommit called after each commit
   */
  CommitQueue(DocumentRow document, PostgresSettings settings, Runnable afterCommit) {
    this.document = document;
    this.appender = new RecordAppender(document, settings);
    this.lease = new WriteLease(document, settings);
    this.afterCommit = afterCommit;
  }

  /** The number of the last record, if no other writer can append, or if none is accepted. */
  synchronized Optional<Long> knownLastNumber() {
    boolean isKnown = end != null || (holders > 0 && leaseFailure == null);
    return isKnown ? Optional.of(lastNumber) : Optional.empty();
  }

  /** Accepts a record, or refuses it. */
  SubmitResult submit(long expected, EncodedRecord record, Receipt predecessor) {
    synchronized (this) {
      requireOpen();
      if (holders > 0 && pendingBytes < MAX_BYTES) {
        return accept(expected, record, predecessor);
      }
    }
    leadership.lock();
    try {
      return submitAsLeader(expected, record, predecessor);
    } finally {
      leadership.unlock();
    }
  }

  private SubmitResult submitAsLeader(long expected, EncodedRecord record, Receipt predecessor) {
    commitAll();
    synchronized (this) {
      requireOpen();
      if (holders > 0) {
        return accept(expected, record, predecessor);
      }
    }
    if (predecessor.hasFailed()) {
      return new SubmitResult.Stale(document.extent().lastNumber());
    }
    return commitAtOnce(expected, record);
  }

  /** Numbers a record, or refuses it. */
  private SubmitResult accept(long expected, EncodedRecord record, Receipt predecessor) {
    if (leaseFailure != null) {
      throw leaseFailure;
    }
    if (expected != lastNumber || predecessor.hasFailed()) {
      return new SubmitResult.Stale(lastNumber);
    }
    lastNumber++;
    Entry entry = new Entry(lastNumber, record);
    pending.add(entry);
    pendingBytes += record.sizeBytes();
    return new SubmitResult.Accepted(lastNumber, entry);
  }

  /** Commits a record without the lease; waits while another writer holds it. */
  private SubmitResult commitAtOnce(long expected, EncodedRecord record) {
    WriteLease.Waiting waiting = lease.new Waiting();
    while (!append(expected, List.of(record), Optional.empty())) {
      DocumentRow.Position position = document.position();
      if (position.lastNumber() != expected) {
        return new SubmitResult.Stale(position.lastNumber());
      }
      if (position.token().isPresent()) {
        waiting.pause(position);
      }
    }
    return new SubmitResult.Accepted(expected + 1, Receipt.NONE);
  }

  /** Appends records; the journal accepts no more if the outcome is unknown. */
  private boolean append(long expected, List<EncodedRecord> records, Optional<UUID> token) {
    try {
      boolean isDone = appender.append(expected, records, token);
      if (isDone) {
        afterCommit.run();
      }
      return isDone;
    } catch (OutcomeUnknownException e) {
      synchronized (this) {
        end = withPending(e);
        lastNumber = holders > 0 ? lastNumber : expected;
        throw end;
      }
    }
  }

  /** Names the pending steps too, which are not written but can no longer be. */
  private OutcomeUnknownException withPending(OutcomeUnknownException failure) {
    List<StepId> steps = new ArrayList<>(failure.steps());
    pending.stream()
        .flatMap(entry -> entry.record.steps().stream())
        .filter(step -> !steps.contains(step))
        .forEach(steps::add);
    return steps.equals(failure.steps())
        ? failure
        : new OutcomeUnknownException(
            "%s in %s".formatted(document.name(), document.database().location()),
            steps,
            "the connection broke during the commit",
            failure.getCause() == null ? failure : failure.getCause());
  }

  /** Commits all pending records. */
  private void commitAll() {
    while (hasPending()) {
      commitSome();
    }
  }

  private synchronized boolean hasPending() {
    return !pending.isEmpty();
  }

  /** Commits as many pending records as one transaction takes. */
  private void commitSome() {
    List<Entry> batch = nextBatch();
    if (batch.isEmpty()) {
      return;
    }
    List<EncodedRecord> records = batch.stream().map(entry -> entry.record).toList();
    long before = batch.get(0).number - 1;
    try {
      if (append(before, records, lease.token())) {
        synchronized (this) {
          batch.forEach(Entry::complete);
          pending.subList(0, batch.size()).clear();
          pendingBytes = pending.stream().mapToLong(entry -> entry.record.sizeBytes()).sum();
        }
      } else {
        DocumentRow.Position now = document.position();
        JournalException lost = leaseLost(now);
        failPending(lost, true, now.lastNumber());
        synchronized (this) {
          leaseFailure = lost;
        }
      }
    } catch (OutcomeUnknownException e) {
      failPending(e, false, lastNumber);
    } catch (JournalException e) {
      failPending(e, true, before);
    }
  }

  private synchronized List<Entry> nextBatch() {
    List<Entry> batch = new ArrayList<>();
    long sizeBytes = 0;
    for (Entry entry : pending) {
      sizeBytes += entry.record.sizeBytes();
      if (batch.size() == MAX_RECORDS || (sizeBytes > MAX_BYTES && !batch.isEmpty())) {
        break;
      }
      batch.add(entry);
    }
    return batch;
  }

  private JournalException leaseLost(DocumentRow.Position now) {
    String why = now.token().isPresent() ? "now " + now.holder() + " holds it" : "it expired";
    return new JournalException(
        "%s in %s: its lock was lost: %s; nothing of it was written"
            .formatted(document.where(), document.database().location(), why));
  }

  private synchronized void failPending(JournalException reason, boolean isLost, long last) {
    pending.forEach(entry -> entry.fail(reason, isLost));
    pending.clear();
    pendingBytes = 0;
    lastNumber = last;
  }

  /**
   * Commits everything.
   *
   * @throws JournalException if that failed
   */
  void flush() {
    lead(() -> {
      List<Entry> entries;
      synchronized (this) {
        requireOpen();
        entries = List.copyOf(pending);
      }
      commitAll();
      entries.forEach(Entry::await);
    });
  }

  /**
   * Commits all pending records; the threads that wait for them get the failure, if there is one.
   */
  void commitPending() {
    if (hasPending()) {
      lead(this::commitAll);
    }
  }

  /** Takes the lease, and keeps it until all results are closed. */
  Journal.WriteLock hold() {
    lead(() -> {
      synchronized (this) {
        requireOpen();
        if (leaseFailure != null) {
          throw leaseFailure;
        }
      }
      long last = lease.token().isPresent() ? lastNumber : lease.take();
      synchronized (this) {
        lastNumber = last;
        holders++;
      }
    });
    AtomicBoolean isHeld = new AtomicBoolean(true);
    return () -> {
      if (isHeld.getAndSet(false)) {
        lead(this::release);
      }
    };
  }

  private void release() {
    // Whoever waits for the records gets the failure, if there is one.
    commitAll();
    synchronized (this) {
      holders--;
      if (holders > 0) {
        return;
      }
      leaseFailure = null;
    }
    lease.giveBack();
  }

  /** Commits everything; no record is accepted afterwards. */
  void close() {
    lead(() -> {
      commitAll();
      synchronized (this) {
        end = end == null ? new JournalException(document.where() + ": it is closed") : end;
      }
      lease.giveBack();
    });
  }

  private void requireOpen() {
    if (end != null) {
      throw end;
    }
  }

  private void lead(Runnable work) {
    leadership.lock();
    try {
      work.run();
    } finally {
      leadership.unlock();
    }
  }
}
