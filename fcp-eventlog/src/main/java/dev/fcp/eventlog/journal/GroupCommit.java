package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.journal.RecordQueue.Pending;
import dev.fcp.eventlog.journal.RecordQueue.Request;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Numbers, writes and forces the records of a journal for all threads that use it (JN-5).
 *
 * <p>One thread at a time, the leader, uses the disk. A thread that waits for its record becomes
 * the leader if there is none, and writes and forces the records of all threads; the others, the
 * followers, are woken one by one when their own record is durable. A leader whose record is
 * durable leaves, and wakes a follower to lead if there is more to do. Work for which no thread
 * waits is done by a virtual thread, which exists only as long as there is some.
 *
 * <p>The process lock is acquired for one write, for a little longer while more records follow, and
 * as long as a write lock is open. While it is held, a thread numbers its record itself.
 *
 * <p>All state is guarded by one lock, which is released during disk operations.
 */
final class GroupCommit implements AutoCloseable {

  /** The maximum size of pending records, unless a single record is larger. */
  private static final long MAX_PENDING_BYTES = 1L << 24;

  /** Grace period before the background thread does work for which a thread will wait. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The maximum time before other processes get a chance to write. */
  private static final long LONGEST_LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The pause in which other processes can acquire the process lock. */
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final JournalFolder folder;
  private final Segments segments;
  private final ProcessTurn turn;
  private final boolean forces;
  private final RecordQueue records;
  private final Deque<Task<?>> tasks = new ArrayDeque<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Follower> followers = new ArrayDeque<>();

  /** Signalled to end the wait of the background thread. */
  private final Condition attention = lock.newCondition();

  private boolean hasLeader;
  private boolean isInBackground;

  /** The number of calls that may have left work to the background thread. */
  private long calls;

  /** Whether the process lock is held and all records of others were read. */
  private boolean isLeased;

  private long leasedNanos;
  private int holders;

  /** Why the journal accepts no more records; null if it does. */
  private @Nullable JournalException end;

  /** Why acknowledged records could not be written yet; null if they were. */
  private @Nullable JournalException stalled;

  /** An operation that changes something on the disk. */
  interface DiskAct {
    void run() throws IOException;
  }

  /** An operation that needs the process lock and all records of others. */
  interface DiskWork<T> {
    T run() throws IOException;
  }

  /** A thread that waits until a condition holds or it has to lead. */
  private record Follower(BooleanSupplier condition, Condition signal) {}

  /** A request and its result: the number of a record and its durability, or the end of a task. */
  final class Ticket implements Receipt {

    private @Nullable SubmitResult answer;
    private @Nullable JournalException failure;
    private volatile boolean isComplete;
    private boolean isLost;

    /** Reports that the record was numbered or refused. */
    void answer(SubmitResult answer) {
      this.answer = answer;
    }

    /** Reports that the request is complete. */
    void complete() {
      isComplete = true;
    }

    /**
     * Reports that the request failed.
     *
     * @param isLost whether it certainly had no effect
     */
    void fail(JournalException reason, boolean isLost) {
      this.failure = reason;
      this.isLost = isLost;
      this.isComplete = true;
    }

    /** Waits until the record is numbered or refused. The caller holds the lock. */
    private SubmitResult awaitAnswer() {
      awaitUntil(() -> answer != null || failure != null);
      if (answer == null) {
        throw Objects.requireNonNull(failure);
      }
      return answer;
    }

    @Override
    public void await() {
      if (!isComplete) {
        locked(() -> awaitUntil(() -> isComplete));
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

  private static final class Task<T> {
    private final DiskWork<T> work;
    private final Ticket ticket;
    private @Nullable T result;

    Task(DiskWork<T> work, Ticket ticket) {
      this.work = work;
      this.ticket = ticket;
    }
  }

  GroupCommit(JournalFolder folder, Segments segments, ProcessTurn turn, Durability durability) {
    this.folder = folder;
    this.segments = segments;
    this.turn = turn;
    this.forces = durability instanceof Durability.EveryRecord;
    this.records = new RecordQueue(durability, segments.lastNumber(), segments.lastCrc());
  }

  /**
   * Waits until all accepted records are written, and returns the number of the last one.
   *
   * @param wanted the number of a record to be read
   * @throws JournalException if that record was accepted and could not be written
   */
  long writtenNumber(long wanted) {
    lock.lock();
    try {
      awaitWritten();
      long written = segments.lastNumber();
      if (wanted > written && wanted <= records.lastNumber()) {
        throw haltReason();
      }
      return written;
    } finally {
      lock.unlock();
    }
  }

  /** The number of the last record, including those of other processes. */
  long lastNumber() {
    lock.lock();
    try {
      if (isLeased || records.hasPending() || end != null) {
        return records.lastNumber();
      }
    } finally {
      lock.unlock();
    }
    return segments.isBehind() ? call(this::acceptedNumber) : acceptedNumber();
  }

  private long acceptedNumber() {
    lock.lock();
    try {
      return records.lastNumber();
    } finally {
      lock.unlock();
    }
  }

  SubmitResult submit(
      long expected, byte[] json, List<? extends Step<?>> steps, Receipt predecessor) {
    lock.lock();
    try {
      awaitUntil(() -> records.pendingBytes() <= MAX_PENDING_BYTES || isHalted());
      requireWritable();
      Ticket ticket = new Ticket();
      Request request = new Request(expected, json, ids(steps), predecessor, ticket);
      if (isLeased && !records.hasRequests() && !isLeaseOver()) {
        records.accept(request);
      } else {
        records.add(request);
      }
      return ticket.awaitAnswer();
    } finally {
      lock.unlock();
    }
  }

  /** The ids of steps, which are needed only after a failure; optimized for a single step. */
  private static List<StepId> ids(List<? extends Step<?>> steps) {
    return steps.size() == 1
        ? List.of(steps.get(0).id())
        : steps.stream().<StepId>map(Step::id).toList();
  }

  /** Retries writing acknowledged records, and rejects a journal that accepts no more. */
  private void requireWritable() {
    if (stalled != null && end == null) {
      stalled = null;
      awaitWritten();
    }
    if (isHalted()) {
      throw haltReason();
    }
  }

  private void awaitWritten() {
    awaitUntil(() -> segments.lastNumber() >= records.lastNumber() || isHalted());
  }

  /** Whether nothing can be written at the moment. */
  private boolean isHalted() {
    return end != null || stalled != null;
  }

  private JournalException haltReason() {
    return Objects.requireNonNull(end == null ? stalled : end);
  }

  /**
   * Runs an operation after all accepted records are written and all records of others are read.
   *
   * @throws JournalException if it failed
   */
  private <T> T call(DiskWork<T> work) {
    Task<T> task = new Task<>(work, new Ticket());
    locked(() -> {
      requireWritable();
      tasks.add(task);
    });
    task.ticket.await();
    return Objects.requireNonNull(task.result);
  }

  /** Like {@link #call}, for an operation without a result. */
  void run(DiskAct act) {
    boolean unused =
        call(() -> {
          act.run();
          return true;
        });
  }

  /**
   * Like {@link #run}, but forces all records first, so that the operation cannot become durable
   * before them.
   */
  void runForced(DiskAct act) {
    run(() -> {
      if (records.isAllForced()) {
        // Others may have written without forcing; if this fails, none of our records are lost.
        segments.force();
      } else {
        force();
      }
      act.run();
    });
  }

  /** Runs an operation and keeps the process lock until the result is closed. */
  Journal.WriteLock hold(DiskAct act) {
    run(() -> {
      act.run();
      locked(() -> holders++);
    });
    boolean[] isHeld = {true};
    return () ->
        locked(() -> {
          if (isHeld[0]) {
            isHeld[0] = false;
            holders--;
            if (!hasLeader) {
              lead(() -> false);
              appointSuccessor();
            }
          }
        });
  }

  void flush() {
    run(this::force);
  }

  /** Writes and forces everything; nothing can be written afterwards. */
  @Override
  public void close() {
    JournalException failure = null;
    try {
      if (isOpen()) {
        run(() -> {
          force();
          segments.close();
        });
      }
    } catch (JournalException e) {
      failure = e;
    }
    locked(this::finish);
    if (failure != null) {
      throw failure;
    }
  }

  private boolean isOpen() {
    lock.lock();
    try {
      return end == null;
    } finally {
      lock.unlock();
    }
  }

  private void finish() {
    if (end == null) {
      end = new JournalException("journal " + folder.path() + ": it is closed");
      records.dropPending(end);
      failWaiting(end);
    }
    awaitUntil(() -> !isLeased);
    attention.signal();
    wakeFollowers();
  }

  private void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a condition, and leads meanwhile if no other thread does. */
  private void awaitUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (hasLeader) {
        Follower follower = new Follower(condition, lock.newCondition());
        followers.add(follower);
        follower.signal().awaitUninterruptibly();
        followers.remove(follower);
      } else {
        lead(condition);
        if (!condition.getAsBoolean()) {
          throw new IllegalStateException(
              "journal " + folder.path() + ": nobody does what is waited for");
        }
      }
    }
    appointSuccessor();
  }

  /** Does all work that can be done now, or until a condition holds. */
  private void lead(BooleanSupplier condition) {
    hasLeader = true;
    try {
      Runnable next = condition.getAsBoolean() ? null : nextWork();
      while (next != null) {
        next.run();
        next = condition.getAsBoolean() ? null : nextWork();
      }
    } catch (RuntimeException | Error e) {
      breakDown(new JournalException("journal " + folder.path() + ": " + e, e));
      throw e;
    } finally {
      hasLeader = false;
      wakeFollowers();
    }
  }

  /** Wakes the threads whose condition holds; each one is woken after the one before. */
  private void wakeFollowers() {
    for (Iterator<Follower> all = followers.iterator(); all.hasNext(); ) {
      Follower follower = all.next();
      if (follower.condition().getAsBoolean()) {
        all.remove();
        follower.signal().signal();
      }
    }
  }

  /** Makes another thread lead if there is more to do: a follower or the background thread. */
  private void appointSuccessor() {
    calls++;
    boolean hasWork = nextWork() != null;
    if (hasLeader || (!hasWork && records.dueNanos() == Long.MAX_VALUE)) {
      return;
    }
    Follower follower = hasWork ? followers.poll() : null;
    if (follower != null) {
      follower.signal().signal();
    } else if (!isInBackground) {
      isInBackground = true;
      Thread unused = Thread.ofVirtual().name("fcp-journal").start(this::runInBackground);
    } else if (hasWork && !forces) {
      attention.signal();
    }
  }

  private void runInBackground() {
    lock.lock();
    try {
      boolean isNeeded = true;
      while (isNeeded && end == null) {
        long seen = calls;
        pause(forces ? GRACE_NANOS : records.dueNanos());
        // A leader starts another background thread if it leaves something to do.
        isNeeded = !hasLeader;
        if (isNeeded) {
          lead(() -> false);
          isNeeded = forces ? seen != calls : records.dueNanos() != Long.MAX_VALUE;
        }
      }
    } finally {
      isInBackground = false;
      lock.unlock();
    }
  }

  /** Waits for a time if there is nothing to do now, or if other threads may do it meanwhile. */
  @SuppressWarnings("WaitNotInLoop") // The surrounding loop checks all conditions again.
  private void pause(long nanos) {
    try {
      if (end == null && nanos != Long.MAX_VALUE && (forces || nextWork() == null)) {
        long unused = attention.awaitNanos(nanos);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("no one else knows this thread", e);
    }
  }

  /** The next work of the leader; null if there is none at the moment. */
  private @Nullable Runnable nextWork() {
    boolean isWanted = records.hasRequests() || !tasks.isEmpty() || holders > 0;
    if (end != null) {
      return isLeased ? this::release : null;
    } else if (!isLeased && isWanted) {
      return this::lease;
    } else if (records.hasRequests() && !isLeaseOver()) {
      return this::accept;
    } else if (records.hasPending() && stalled == null) {
      return this::write;
    } else if (!tasks.isEmpty()) {
      return () -> perform(tasks.remove());
    } else if (isLeased && !records.hasPending() && holders == 0) {
      return this::release;
    }
    return records.dueNanos() <= 0 ? this::forceOutside : null;
  }

  /** Whether the process lock should be released for other processes. */
  private boolean isLeaseOver() {
    return holders == 0 && System.nanoTime() - leasedNanos > LONGEST_LEASE_NANOS;
  }

  /** Acquires the process lock and reads the records of others. */
  private void lease() {
    IOException failure =
        outside(() -> {
          turn.take();
          if (!segments.isCurrent()) {
            requireOwnFolder();
            segments.catchUp();
          }
        });
    if (failure == null) {
      isLeased = true;
      leasedNanos = System.nanoTime();
      records.continueAfter(segments.lastNumber(), segments.lastCrc());
      return;
    }
    JournalException reason = exception("cannot be written: ", failure);
    IOException second = outside(turn::give);
    if (second != null) {
      reason.addSuppressed(second);
    }
    if (segments.isBroken()) {
      breakDown(reason);
    } else {
      failWaiting(reason);
    }
  }

  /** Rejects a folder that was moved or emptied, where records would be lost. */
  private void requireOwnFolder() throws IOException {
    if (!turn.stands() || folder.isUnfinished()) {
      segments.breakOff();
      throw new IOException("its folder was moved or emptied; open the document again");
    }
  }

  private void accept() {
    records.acceptRequests();
    releaseIfIdle();
    wakeFollowers();
  }

  private void releaseIfIdle() {
    boolean isIdle = !records.hasRequests() && !records.hasPending() && tasks.isEmpty();
    if (isLeased && isIdle && holders == 0) {
      release();
    }
  }

  private void release() {
    isLeased = false;
    boolean hasMore = records.hasRequests() || !tasks.isEmpty();
    IOException failure =
        outside(() -> {
          turn.give();
          if (hasMore) {
            LockSupport.parkNanos(PAUSE_NANOS);
          }
        });
    if (failure != null) {
      breakDown(exception("its lock cannot be given back: ", failure));
    }
  }

  private void write() {
    List<Pending> batch = records.takePending();
    boolean[] isDurable = {false};
    IOException failure =
        outside(() ->
            isDurable[0] = segments.write(batch.stream().map(Pending::line).toList(), forces));
    if (failure instanceof Disk.NotForcedException) {
      records.noteWritten(batch);
      breakDown(unknown(failure));
    } else if (failure != null) {
      keepOrDrop(batch, failure);
    } else {
      written(batch, isDurable[0]);
    }
    wakeFollowers();
  }

  private void written(List<Pending> batch, boolean isDurable) {
    if (!isDurable) {
      records.noteWritten(batch);
      records.noteForcedBefore(segments.firstOfTail());
    }
    if (isDurable || (forces && forceOutside())) {
      releaseIfIdle();
      batch.forEach(record -> record.ticket().complete());
    }
  }

  /**
   * Drops records that were not acknowledged, as if they had never been submitted. Keeps
   * acknowledged ones, to retry.
   */
  private void keepOrDrop(List<Pending> batch, IOException failure) {
    records.putBack(batch);
    if (segments.isBroken()) {
      breakDown(exception("its file cannot be brought back to its last good line: ", failure));
    } else if (forces) {
      records.dropPending(exception("nothing of it was written: ", failure));
      records.continueAfter(segments.lastNumber(), segments.lastCrc());
      releaseIfIdle();
    } else {
      int count = records.pendingCount();
      JournalException reason =
          exception(count + " records that were acknowledged wait for the disk: ", failure);
      stalled = reason;
      failTasks(reason, false);
    }
  }

  private boolean forceOutside() {
    return outside(this::force) == null;
  }

  /** Forces everything that is written. Called without the lock. */
  private void force() throws IOException {
    try {
      segments.force();
    } catch (IOException e) {
      locked(() -> breakDown(unknown(e)));
      throw e;
    }
    locked(records::noteForced);
  }

  private JournalException unknown(IOException failure) {
    return new OutcomeUnknownException(folder.path().toString(), records.steps(), failure);
  }

  private <T> void perform(Task<T> task) {
    IOException failure = outside(() -> task.result = task.work.run());
    if (end != null) {
      task.ticket.fail(end, false);
    } else if (failure != null) {
      task.ticket.fail(exception("", failure), false);
    }
    releaseIfIdle();
    task.ticket.complete();
    wakeFollowers();
  }

  /** Stops accepting records; what is written stays. */
  private void breakDown(JournalException reason) {
    end = end == null ? reason : end;
    records.fail(reason);
    failWaiting(reason);
    if (isLeased) {
      isLeased = false;
      IOException failure = outside(turn::give);
      if (failure != null) {
        reason.addSuppressed(failure);
      }
    }
  }

  private void failWaiting(JournalException reason) {
    records.failRequests(reason);
    failTasks(reason, true);
    wakeFollowers();
  }

  private void failTasks(JournalException reason, boolean isLost) {
    tasks.forEach(task -> task.ticket.fail(reason, isLost));
    tasks.clear();
  }

  /** Runs a disk operation without the lock; returns its failure, or null. */
  private @Nullable IOException outside(DiskAct act) {
    lock.unlock();
    try {
      act.run();
      return null;
    } catch (IOException e) {
      return e;
    } finally {
      lock.lock();
    }
  }

  private JournalException exception(String what, IOException failure) {
    return new JournalException(
        "journal %s: %s%s".formatted(folder.path(), what, failure), failure);
  }
}
