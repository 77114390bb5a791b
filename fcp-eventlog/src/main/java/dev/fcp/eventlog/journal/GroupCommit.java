package dev.fcp.eventlog.journal;

import com.google.common.collect.Iterables;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.journal.JournalFolder.DiskAct;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Numbers, writes and forces the records of a journal for all threads that use it (JN-5).
 *
 * <pre>
 * submit -> pending -> written -> forced
 * </pre>
 *
 * <p>One thread at a time, the leader, uses the disk. A thread that waits for its record becomes
 * the leader if there is none, and writes and forces all pending records; the other threads, the
 * followers, are woken when their own record is durable, and one of them leads if there is more to
 * do. Records for which no thread waits are written by a virtual thread, which exists only as long
 * as there are some.
 *
 * <p>The process lock is acquired for one write, for a little longer while more records follow, and
 * as long as a write lock is open. While it is held, a thread numbers its record without waiting
 * for the leader.
 */
final class GroupCommit implements AutoCloseable {

  /** The maximum size of pending records, unless a single record is larger. */
  private static final long MAX_PENDING_BYTES = 1L << 24;

  /** Grace period before the background thread writes records for which a thread will wait. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The maximum time before other processes get a chance to write. */
  private static final long LONGEST_LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The pause in which other processes can acquire the process lock. */
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final JournalFolder folder;
  private final Segments segments;
  private final ProcessTurn turn;
  private final Durability durability;
  private final boolean forces;

  /** Held by the leader, which alone changes volatile fields. */
  private final ReentrantLock leadership = new ReentrantLock();

  private final Queue<Follower> followers = new ConcurrentLinkedQueue<>();

  /** Written records; used only by the leader. */
  private final Deque<Entry> unforced = new ArrayDeque<>();

  private long firstUnforcedNanos;

  /** When the written records have to be forced, if {@link #hasDue}. */
  private volatile long dueNanos;

  private volatile boolean hasDue;

  // Guarded by the monitor of this object.
  private List<Entry> pending = new ArrayList<>();
  private long pendingBytes;
  private long pendingSinceNanos;
  private long lastNumber;
  private int lastCrc;
  private @Nullable Thread background;

  /** Whether the process lock is held and all records of others were read. */
  private boolean isLeased;

  private long leasedNanos;
  private int holders;

  /** Why the journal accepts no more records; null if it does. */
  private volatile @Nullable JournalException end;

  /** Why acknowledged records could not be written yet; null if they were. */
  private volatile @Nullable JournalException stalled;

  /** A thread that waits for its record, or to lead. */
  private record Follower(Entry entry, Thread thread) {}

  /** A numbered record that may not be durable yet. */
  private final class Entry implements Receipt {

    private final JournalLine.Written line;
    private final List<? extends Step<?>> steps;
    private @Nullable JournalException failure;
    private boolean isLost;
    private volatile boolean isComplete;

    Entry(JournalLine.Written line, List<? extends Step<?>> steps) {
      this.line = line;
      this.steps = steps;
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

    @Override
    public void await() {
      Follower follower = null;
      boolean isInterrupted = false;
      while (!isComplete) {
        if (leadership.tryLock()) {
          leading(() -> {
            if (!isComplete) {
              commit();
            }
          });
        } else if (follower == null) {
          follower = new Follower(this, Thread.currentThread());
          followers.add(follower);
        } else {
          LockSupport.park(GroupCommit.this);
          isInterrupted |= Thread.interrupted();
        }
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public boolean hasFailed() {
      return isComplete && isLost;
    }
  }

  GroupCommit(JournalFolder folder, Segments segments, ProcessTurn turn, Durability durability) {
    this.folder = folder;
    this.segments = segments;
    this.turn = turn;
    this.durability = durability;
    this.forces = durability instanceof Durability.EveryRecord;
    this.lastNumber = segments.lastNumber();
    this.lastCrc = segments.lastCrc();
  }

  /**
   * Waits until all accepted records are written, and returns the number of the last one.
   *
   * @param wanted the number of a record to be read
   * @throws JournalException if that record was accepted and could not be written
   */
  long writtenNumber(long wanted) {
    if (segments.lastNumber() < acceptedNumber()) {
      lead(this::commit);
    }
    long written = segments.lastNumber();
    if (wanted > written && wanted <= acceptedNumber()) {
      throw haltReason();
    }
    return written;
  }

  /** The number of the last record, including those of other processes. */
  long lastNumber() {
    synchronized (this) {
      if (isLeased || end != null) {
        return lastNumber;
      }
    }
    if (segments.isBehind()) {
      run(() -> {});
    }
    return acceptedNumber();
  }

  private synchronized long acceptedNumber() {
    return lastNumber;
  }

  /**
   * Accepts a record, or refuses it.
   *
   * @param before what must be done before the record; nothing is discarded in between
   */
  SubmitResult submit(
      long expected,
      byte[] json,
      List<? extends Step<?>> steps,
      Receipt predecessor,
      Optional<DiskAct> before) {
    synchronized (this) {
      boolean isFull = pendingBytes > MAX_PENDING_BYTES;
      if (before.isEmpty() && !isFull && isLeased && !isHalted() && !isLeaseOver()) {
        return accept(expected, json, steps, predecessor);
      }
    }
    AtomicReference<SubmitResult> result = new AtomicReference<>();
    run(() -> {
      if (before.isPresent()) {
        before.get().run();
      }
      result.set(accept(expected, json, steps, predecessor));
    });
    return Objects.requireNonNull(result.get());
  }

  /** Numbers a record, or refuses it. */
  private synchronized SubmitResult accept(
      long expected, byte[] json, List<? extends Step<?>> steps, Receipt predecessor) {
    if (expected != lastNumber || predecessor.hasFailed()) {
      return new SubmitResult.Stale(lastNumber);
    }
    JournalLine.Written line = JournalLine.of(lastNumber + 1, lastCrc, json);
    continueAfter(lastNumber + 1, line.crc());
    Entry entry = new Entry(line, steps);
    entry.isComplete = !forces;
    if (pending.isEmpty()) {
      pendingSinceNanos = System.nanoTime();
    }
    pending.add(entry);
    pendingBytes += line.bytes().length;
    startBackground();
    return new SubmitResult.Accepted(lastNumber, entry);
  }

  private void continueAfter(long number, int crc) {
    lastNumber = number;
    lastCrc = crc;
  }

  /**
   * Runs an operation after all accepted records are written and all records of others are read.
   *
   * @throws JournalException if it failed
   */
  void run(DiskAct act) {
    lead(() -> {
      prepare();
      try {
        act.run();
      } catch (IOException e) {
        throw end == null ? exception("", e) : haltReason();
      }
    });
  }

  /**
   * Like {@link #run}, but forces all records first, so that the operation cannot become durable
   * before them.
   */
  void runForced(DiskAct act) {
    run(() -> {
      if (unforced.isEmpty()) {
        // Others may have written without forcing; if this fails, none of our records are lost.
        segments.force();
      } else {
        force();
      }
      act.run();
    });
  }

  /**
   * Runs a change that replaces all records, after they are forced.
   *
   * @param prepare returns whether there is a change
   * @param commit replaces the records; if it fails, the journal has to be opened again
   * @return whether there was a change
   */
  boolean replaceRecords(JournalFolder.Read<Boolean> prepare, DiskAct commit) {
    boolean[] isChanged = {false};
    List<RuntimeException> refusals = new ArrayList<>();
    runForced(() -> {
      try {
        isChanged[0] = prepare.run();
      } catch (RuntimeException e) {
        // The new records are not valid; the journal is as it was.
        refusals.add(e);
      }
      if (isChanged[0]) {
        replace(commit);
      }
    });
    if (!refusals.isEmpty()) {
      throw refusals.get(0);
    }
    return isChanged[0];
  }

  private void replace(DiskAct commit) throws IOException {
    try {
      commit.run();
    } catch (IOException e) {
      breakDown(exception("open the document again: ", e));
      throw e;
    }
    goOnReplaced();
  }

  /** Drops records that another session submitted meanwhile: they follow replaced ones. */
  private synchronized void goOnReplaced() {
    JournalException reason =
        new JournalException(
            "journal %s: its records were redacted meanwhile; try again".formatted(folder.path()));
    takePending().forEach(entry -> entry.fail(reason, true));
    continueAfter(segments.lastNumber(), segments.lastCrc());
  }

  /** Runs an operation and keeps the process lock until the result is closed. */
  Journal.WriteLock hold(DiskAct act) {
    run(() -> {
      act.run();
      addHolders(1);
    });
    AtomicBoolean isHeld = new AtomicBoolean(true);
    return () -> {
      if (isHeld.getAndSet(false)) {
        lead(() -> {
          addHolders(-1);
          commit();
        });
      }
    };
  }

  private synchronized void addHolders(int count) {
    holders += count;
  }

  void flush() {
    run(this::force);
  }

  /** Writes and forces everything; nothing can be written afterwards. */
  @Override
  public void close() {
    try {
      if (end == null) {
        run(() -> {
          force();
          segments.close();
        });
      }
    } finally {
      lead(this::finish);
    }
  }

  private synchronized void finish() {
    if (end == null) {
      JournalException closed = new JournalException("journal " + folder.path() + ": it is closed");
      end = closed;
      takePending().forEach(entry -> entry.fail(closed, true));
    }
    LockSupport.unpark(background);
  }

  /** Waits until there is no leader, and leads. */
  private void lead(Runnable work) {
    leadership.lock();
    leading(work);
  }

  private void leading(Runnable work) {
    try {
      work.run();
    } catch (JournalException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      breakDown(new JournalException("journal " + folder.path() + ": " + e, e));
      throw e;
    } finally {
      releaseIfIdle();
      leadership.unlock();
      wakeFollowers();
    }
  }

  /** Wakes the threads whose records are complete, and the next leader. */
  private void wakeFollowers() {
    boolean hasLeader = false;
    for (Iterator<Follower> all = followers.iterator(); all.hasNext(); ) {
      Follower follower = all.next();
      if (follower.entry().isComplete) {
        all.remove();
        LockSupport.unpark(follower.thread());
      } else if (!hasLeader) {
        hasLeader = true;
        LockSupport.unpark(follower.thread());
      }
    }
  }

  /** Starts the background thread if nobody may wait for the records, or wakes it to write them. */
  private synchronized void startBackground() {
    if (background == null) {
      background = Thread.ofVirtual().name("fcp-journal").start(this::runInBackground);
    } else if (!forces) {
      LockSupport.unpark(background);
    }
  }

  private void runInBackground() {
    // Usually a thread waits for its record, and has written it before the grace period is over.
    long first = forces ? GRACE_NANOS : delayNanos();
    for (long delay = first; delay != Long.MAX_VALUE; delay = delayNanos()) {
      if (delay > 0) {
        LockSupport.parkNanos(this, delay);
      } else {
        lead(this::commit);
      }
    }
  }

  /** The delay until the background thread has something to do; the maximum if it can end. */
  private synchronized long delayNanos() {
    long delay = hasDue ? dueNanos - System.nanoTime() : Long.MAX_VALUE;
    if (isHalted()) {
      delay = Long.MAX_VALUE;
    } else if (!pending.isEmpty()) {
      delay = forces ? pendingSinceNanos + GRACE_NANOS - System.nanoTime() : 0;
    }
    if (delay == Long.MAX_VALUE) {
      background = null;
    }
    return delay;
  }

  /** Whether nothing can be written at the moment. */
  private boolean isHalted() {
    return end != null || stalled != null;
  }

  private JournalException haltReason() {
    return Objects.requireNonNull(end == null ? stalled : end);
  }

  /**
   * Acquires the process lock and writes all pending records. Retries to write acknowledged ones.
   *
   * @throws JournalException if the journal accepts no more records
   */
  private void prepare() {
    if (end == null) {
      stalled = null;
      commit();
      releaseIfLong();
      lease();
    }
    if (isHalted()) {
      throw haltReason();
    }
  }

  /** Whether the process lock should be released for other processes. */
  private boolean isLeaseOver() {
    return holders == 0 && System.nanoTime() - leasedNanos > LONGEST_LEASE_NANOS;
  }

  private void releaseIfLong() {
    boolean isOver;
    synchronized (this) {
      isOver = isLeased && isLeaseOver() && pending.isEmpty();
    }
    if (isOver) {
      releaseIfIdle();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Acquires the process lock and reads the records of others, unless it is held. */
  private void lease() {
    if (isLeased || end != null) {
      return;
    }
    try {
      turn.take();
      if (!segments.isCurrent()) {
        requireOwnFolder();
        segments.catchUp();
      }
      leased();
    } catch (IOException e) {
      JournalException reason = exception("cannot be written: ", e);
      giveBack(reason);
      if (segments.isBroken()) {
        breakDown(reason);
      }
      throw reason;
    }
  }

  private synchronized void leased() {
    isLeased = true;
    leasedNanos = System.nanoTime();
    continueAfter(segments.lastNumber(), segments.lastCrc());
  }

  /** Rejects a folder that was moved or emptied, where records would be lost. */
  private void requireOwnFolder() throws IOException {
    if (!turn.stands() || folder.isUnfinished()) {
      segments.breakOff();
      throw new IOException("its folder was moved or emptied; open the document again");
    }
  }

  private void giveBack(JournalException reason) {
    try {
      turn.give();
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  /** Releases the process lock if no record and no write lock needs it. */
  private void releaseIfIdle() {
    synchronized (this) {
      boolean isIdle = pending.isEmpty() && holders == 0;
      if (!isLeased || (!isIdle && end == null)) {
        return;
      }
      isLeased = false;
    }
    try {
      turn.give();
    } catch (IOException e) {
      breakDown(exception("its lock cannot be given back: ", e));
    }
  }

  /** Writes all pending records and forces them if that is due, unless nothing can be written. */
  private void commit() {
    if (isHalted()) {
      return;
    }
    List<Entry> batch = takePending();
    try {
      boolean isDurable = batch.isEmpty() || write(batch);
      if ((forces && !isDurable) || isForceDue()) {
        force();
      }
      batch.forEach(entry -> entry.isComplete = true);
    } catch (IOException e) {
      settle(batch, e);
    } catch (RuntimeException | Error e) {
      putBack(batch);
      throw e;
    }
  }

  private synchronized List<Entry> takePending() {
    List<Entry> batch = pending;
    pending = new ArrayList<>();
    pendingBytes = 0;
    return batch;
  }

  private synchronized void putBack(List<Entry> batch) {
    batch.addAll(pending);
    pending = batch;
    pendingBytes = batch.stream().mapToLong(entry -> entry.line.bytes().length).sum();
  }

  /** Writes records; returns whether they are durable. */
  private boolean write(List<Entry> batch) throws IOException {
    boolean isDurable = segments.write(batch.stream().map(entry -> entry.line).toList(), forces);
    if (!isDurable) {
      noteWritten(batch);
    }
    return isDurable;
  }

  private void noteWritten(List<Entry> batch) {
    long now = System.nanoTime();
    firstUnforcedNanos = unforced.isEmpty() ? now : firstUnforcedNanos;
    unforced.addAll(batch);
    // A segment is forced before the next one is begun.
    long first = segments.firstOfTail();
    while (!unforced.isEmpty() && unforced.getFirst().line.number() < first) {
      unforced.removeFirst();
    }
    if (durability instanceof Durability.Interval interval) {
      dueNanos = interval.dueNanos(firstUnforcedNanos, now);
      hasDue = true;
      startBackground();
    }
  }

  private boolean isForceDue() {
    return hasDue && dueNanos - System.nanoTime() <= 0;
  }

  /**
   * Handles a failure. Drops records that were not acknowledged, as if they had never been
   * submitted. Keeps acknowledged ones, to retry.
   */
  private synchronized void settle(List<Entry> batch, IOException failure) {
    if (end != null) {
      // It was the force, which is reported.
      return;
    }
    if (failure instanceof Disk.NotForcedException) {
      noteWritten(batch);
      breakDown(unknown(failure));
      return;
    }
    putBack(batch);
    if (segments.isBroken()) {
      breakDown(exception("its file cannot be brought back to its last good line: ", failure));
    } else if (forces) {
      JournalException reason = exception("nothing of it was written: ", failure);
      takePending().forEach(entry -> entry.fail(reason, true));
      continueAfter(segments.lastNumber(), segments.lastCrc());
    } else {
      String what = pending.size() + " records that were acknowledged wait for the disk: ";
      stalled = exception(what, failure);
    }
  }

  /** Forces everything that is written. */
  private void force() throws IOException {
    try {
      segments.force();
    } catch (IOException e) {
      breakDown(unknown(e));
      throw e;
    }
    unforced.clear();
    hasDue = false;
  }

  private synchronized JournalException unknown(IOException failure) {
    List<StepId> steps = new ArrayList<>();
    for (Entry entry : Iterables.concat(unforced, pending)) {
      entry.steps.forEach(step -> steps.add(step.id()));
    }
    return new OutcomeUnknownException(folder.path().toString(), steps, failure);
  }

  /** Stops accepting records; what is written stays. */
  private synchronized void breakDown(JournalException reason) {
    end = end == null ? reason : end;
    unforced.forEach(entry -> entry.fail(reason, false));
    pending.forEach(entry -> entry.fail(reason, false));
    if (isLeased) {
      isLeased = false;
      giveBack(reason);
    }
  }

  private JournalException exception(String what, IOException failure) {
    return new JournalException(
        "journal %s: %s%s".formatted(folder.path(), what, failure), failure);
  }
}
