package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.Submitted;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives records their places and brings them to the disk. One thread alone touches the disk, and
 * nobody interrupts it; what waits for a force when it begins is forced together (JN-5).
 *
 * <pre>
 * submit -> request -> [lock taken, others' records read] -> pending -> written, forced -> receipt
 * </pre>
 *
 * <p>While the lock of the process is held, records are given their places without the thread.
 */
final class JournalWriter implements AutoCloseable {

  /** More than this waits for the thread only if a single record is larger. */
  private static final long MOST_PENDING_BYTES = 1L << 24;

  /** After so long other processes get their turn. */
  private static final long LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What they are left to take it. */
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final JournalFolder folder;
  private final Segments segments;
  private final ProcessTurn turn;
  private final Durability durability;
  private final ReentrantLock lock = new ReentrantLock();

  /** There is something for the thread to do. */
  private final Condition work = lock.newCondition();

  /** The thread did something for which others may wait. */
  private final Condition progress = lock.newCondition();

  private final Deque<Request> requests = new ArrayDeque<>();
  private final Deque<Task<?>> tasks = new ArrayDeque<>();
  private List<Pending> pending = new ArrayList<>();
  private long pendingBytes;
  private final List<Pending> unforced = new ArrayList<>();
  private long firstUnforcedNanos;
  private long lastUnforcedNanos;

  private long acceptedNumber;
  private int acceptedCrc;
  private boolean leased;
  private long leasedNanos;
  private int holders;
  private boolean closing;
  private @Nullable JournalException broken;

  /** Why acknowledged records could not be written yet. */
  private @Nullable JournalException stalled;

  private @Nullable Thread thread;

  JournalWriter(JournalFolder folder, Segments segments, ProcessTurn turn, Durability durability) {
    this.folder = folder;
    this.segments = segments;
    this.turn = turn;
    this.durability = durability;
    this.acceptedNumber = segments.lastNumber();
    this.acceptedCrc = segments.lastCrc();
  }

  /** Something to be done by the thread, with the lock of the process and all records read. */
  interface DiskWork<T> {
    T run() throws IOException;
  }

  /** Requests are never compared. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Request(
      long expected, byte[] json, List<StepId> steps, Receipt on, Ticket ticket) {}

  private record Pending(Segments.Entry entry, List<StepId> steps, Ticket ticket) {}

  /** Where a request or a task is. Guarded by the lock. */
  private final class Ticket implements Receipt {
    private @Nullable Submitted answer;
    private boolean done;
    private boolean lost;
    private @Nullable JournalException failure;

    @Override
    public void await() {
      lock.lock();
      try {
        while (!done) {
          progress.awaitUninterruptibly();
        }
        if (failure != null) {
          throw failure;
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean isLost() {
      lock.lock();
      try {
        return lost;
      } finally {
        lock.unlock();
      }
    }

    private void fail(JournalException reason, boolean lost) {
      this.failure = reason;
      this.lost = lost;
      this.done = true;
    }
  }

  private final class Task<T> {
    private final DiskWork<T> work;
    private final Ticket ticket = new Ticket();
    private @Nullable T result;

    Task(DiskWork<T> work) {
      this.work = work;
    }
  }

  long acceptedNumber() {
    lock.lock();
    try {
      return acceptedNumber;
    } finally {
      lock.unlock();
    }
  }

  /** The number of the last record once all that was accepted is written. */
  long writtenNumber() {
    lock.lock();
    try {
      awaitWritten();
    } finally {
      lock.unlock();
    }
    return segments.lastNumber();
  }

  /** The number of the last record, those of others included. */
  long lastNumber() {
    lock.lock();
    try {
      if (leased || broken != null || closing || !pending.isEmpty()) {
        return acceptedNumber;
      }
    } finally {
      lock.unlock();
    }
    if (segments.isBehind()) {
      return alone(this::acceptedNumber);
    }
    return acceptedNumber();
  }

  Submitted submit(long expected, byte[] json, List<StepId> steps, Receipt on) {
    lock.lock();
    try {
      requireWritable();
      Ticket ticket = new Ticket();
      Request request = new Request(expected, json, steps, on, ticket);
      while (pendingBytes > MOST_PENDING_BYTES && broken == null && stalled == null) {
        progress.awaitUninterruptibly();
      }
      if (leased && requests.isEmpty() && !isLeaseOver()) {
        accept(request);
      } else {
        requests.add(request);
      }
      wakeThread();
      while (ticket.answer == null && ticket.failure == null) {
        progress.awaitUninterruptibly();
      }
      if (ticket.answer == null) {
        throw Objects.requireNonNull(ticket.failure);
      }
      return ticket.answer;
    } finally {
      lock.unlock();
    }
  }

  private void requireWritable() {
    if (broken != null) {
      throw broken;
    }
    if (closing) {
      throw new JournalException("journal " + folder.path() + ": it is closed");
    }
    if (stalled != null) {
      stalled = null;
      wakeThread();
      awaitWritten();
      requireGoingOn();
    }
  }

  private void awaitWritten() {
    while (segments.lastNumber() < acceptedNumber && stalled == null && broken == null) {
      progress.awaitUninterruptibly();
    }
  }

  private void requireGoingOn() {
    if (broken != null) {
      throw broken;
    }
    if (stalled != null) {
      throw stalled;
    }
  }

  private void accept(Request request) {
    if (request.expected() != acceptedNumber || request.on().isLost()) {
      request.ticket().answer = new Submitted.Behind(acceptedNumber);
      request.ticket().done = true;
      return;
    }
    JournalLine.Written line = JournalLine.of(acceptedNumber + 1, acceptedCrc, request.json());
    acceptedNumber++;
    acceptedCrc = line.crc();
    Ticket ticket = request.ticket();
    pending.add(new Pending(new Segments.Entry(acceptedNumber, line), request.steps(), ticket));
    pendingBytes += line.bytes().length;
    ticket.answer = new Submitted.Accepted(acceptedNumber, ticket);
    ticket.done = !(durability instanceof Durability.EveryStep);
  }

  /**
   * Does something on the thread, when all that was recorded is written and others' records are
   * read.
   *
   * @throws JournalException if it failed
   */
  <T> T alone(DiskWork<T> work) {
    Task<T> task = new Task<>(work);
    lock.lock();
    try {
      requireWritable();
      tasks.add(task);
      wakeThread();
    } finally {
      lock.unlock();
    }
    task.ticket.await();
    return Objects.requireNonNull(task.result);
  }

  /** As {@link #alone}, and all that was recorded lasts, so that nothing can be ahead of it. */
  <T> T aloneForced(DiskWork<T> work) {
    return alone(() -> {
      if (unforced.isEmpty()) {
        // Others may have written without forcing; if this fails nothing of ours is lost.
        segments.force();
      } else {
        force();
      }
      return work.run();
    });
  }

  /** Does something and keeps the lock of the process from then on, until {@link #unhold}. */
  void hold(DiskAct act) {
    alone(() -> {
      act.run();
      lock.lock();
      try {
        holders++;
      } finally {
        lock.unlock();
      }
      return true;
    });
  }

  void unhold() {
    lock.lock();
    try {
      holders--;
      wakeThread();
    } finally {
      lock.unlock();
    }
  }

  void flush() {
    boolean done =
        alone(() -> {
          force();
          return true;
        });
    if (!done) {
      throw new IllegalStateException("a flush without effect");
    }
  }

  private void wakeThread() {
    if (thread == null) {
      thread = new Thread(this::run, "fcp-journal " + JournalFolder.name(folder.path()));
      thread.setDaemon(true);
      thread.start();
    }
    work.signal();
  }

  private void run() {
    lock.lock();
    try {
      while (!isFinished()) {
        turn();
      }
    } catch (RuntimeException | Error e) {
      // A bug: nobody may wait for this thread any more.
      breakDown(new JournalException("journal " + folder.path() + ": " + e, e));
      throw e;
    } finally {
      progress.signalAll();
      lock.unlock();
    }
  }

  private boolean isFinished() {
    boolean idle = requests.isEmpty() && tasks.isEmpty() && pending.isEmpty() && !leased;
    return broken != null || (closing && idle);
  }

  /** One thing that is to be done. */
  private void turn() {
    boolean wanted = !requests.isEmpty() || !tasks.isEmpty() || holders > 0;
    if (!leased && wanted) {
      lease();
    } else if (!requests.isEmpty() && !isLeaseOver()) {
      requests.forEach(this::accept);
      requests.clear();
      progress.signalAll();
    } else if (!pending.isEmpty() && stalled == null) {
      write();
    } else if (!tasks.isEmpty()) {
      perform(tasks.remove());
    } else if (leased && pending.isEmpty() && (holders == 0 || closing)) {
      release();
    } else if (isForceDue()) {
      outside(this::force);
    } else {
      await();
    }
  }

  private boolean isLeaseOver() {
    return holders == 0 && System.nanoTime() - leasedNanos > LEASE_NANOS;
  }

  private void lease() {
    IOException failure =
        outside(() -> {
          turn.take();
          requireOwnFolder();
          segments.catchUp();
        });
    if (failure == null) {
      leased = true;
      leasedNanos = System.nanoTime();
      acceptedNumber = segments.lastNumber();
      acceptedCrc = segments.lastCrc();
      return;
    }
    JournalException reason = exception("cannot be written: ", failure);
    outside(turn::give);
    if (segments.isBroken()) {
      breakDown(reason);
    } else {
      failWaiting(reason);
    }
  }

  /** What is written into a folder that was moved or emptied would be lost. */
  private void requireOwnFolder() throws IOException {
    if (!turn.stands() || folder.isUnfinished()) {
      segments.breakOff();
      throw new IOException("its folder was moved or emptied; open the document again");
    }
  }

  private void failWaiting(JournalException reason) {
    requests.forEach(request -> request.ticket().fail(reason, true));
    requests.clear();
    tasks.forEach(task -> task.ticket.fail(reason, true));
    tasks.clear();
    progress.signalAll();
  }

  private void release() {
    leased = false;
    boolean others = !requests.isEmpty() || !tasks.isEmpty();
    IOException failure =
        outside(() -> {
          turn.give();
          if (others) {
            LockSupport.parkNanos(PAUSE_NANOS);
          }
        });
    if (failure != null) {
      breakDown(exception("its lock cannot be given back: ", failure));
    }
  }

  private void write() {
    List<Pending> batch = pending;
    pending = new ArrayList<>();
    pendingBytes = 0;
    boolean forces = durability instanceof Durability.EveryStep;
    IOException failure =
        outside(() -> segments.write(batch.stream().map(Pending::entry).toList()));
    if (failure != null) {
      notWritten(batch, failure);
      return;
    }
    unforced.addAll(batch);
    lastUnforcedNanos = System.nanoTime();
    firstUnforcedNanos = unforced.size() == batch.size() ? lastUnforcedNanos : firstUnforcedNanos;
    if (forces && outside(this::force) == null) {
      if (leased && requests.isEmpty() && pending.isEmpty() && tasks.isEmpty() && holders == 0) {
        release();
      }
      batch.forEach(written -> written.ticket().done = true);
    }
    progress.signalAll();
  }

  /**
   * Records that nobody was told of are gone, as if never handed over. Those that were acknowledged
   * are kept, to be tried again.
   */
  private void notWritten(List<Pending> batch, IOException failure) {
    JournalException reason = exception("nothing of it was written: ", failure);
    List<Pending> all = new ArrayList<>(batch);
    all.addAll(pending);
    if (segments.isBroken()) {
      pending = all;
      breakDown(exception("its file cannot be brought back to its last good line: ", failure));
    } else if (durability instanceof Durability.EveryStep) {
      pending = new ArrayList<>();
      pendingBytes = 0;
      all.forEach(lost -> lost.ticket().fail(reason, true));
      acceptedNumber = segments.lastNumber();
      acceptedCrc = segments.lastCrc();
      progress.signalAll();
    } else {
      pending = all;
      stalled =
          exception(
              "%d records that were acknowledged wait for the disk: ".formatted(all.size()),
              failure);
      tasks.forEach(task -> task.ticket.fail(Objects.requireNonNull(stalled), false));
      tasks.clear();
      progress.signalAll();
    }
  }

  /** Runs on the thread without the lock. */
  private void force() throws IOException {
    try {
      segments.force();
    } catch (IOException e) {
      lock.lock();
      try {
        List<StepId> steps = new ArrayList<>();
        unforced.forEach(record -> steps.addAll(record.steps()));
        pending.forEach(record -> steps.addAll(record.steps()));
        breakDown(new OutcomeUnknownException(folder.path().toString(), steps, e));
      } finally {
        lock.unlock();
      }
      throw e;
    }
    lock.lock();
    try {
      unforced.clear();
    } finally {
      lock.unlock();
    }
  }

  private <T> void perform(Task<T> task) {
    IOException failure = outside(() -> task.result = task.work.run());
    if (broken != null) {
      task.ticket.fail(broken, false);
    } else if (failure != null) {
      task.ticket.fail(exception("", failure), false);
    }
    task.ticket.done = true;
    progress.signalAll();
  }

  /** Takes no more: what is there is there. */
  private void breakDown(JournalException reason) {
    broken = broken == null ? reason : broken;
    unforced.forEach(record -> record.ticket().fail(reason, false));
    pending.forEach(record -> record.ticket().fail(reason, false));
    failWaiting(reason);
    if (leased) {
      leased = false;
      IOException failure = outside(turn::give);
      if (failure != null) {
        reason.addSuppressed(failure);
      }
    }
  }

  private boolean isForceDue() {
    return nanosUntilForce() <= 0;
  }

  private long nanosUntilForce() {
    return !unforced.isEmpty() && durability instanceof Durability.Interval interval
        ? interval.dueNanos(firstUnforcedNanos, lastUnforcedNanos) - System.nanoTime()
        : Long.MAX_VALUE;
  }

  @SuppressWarnings("WaitNotInLoop") // The loop around it looks at everything anew.
  private void await() {
    long nanos = nanosUntilForce();
    try {
      if (nanos == Long.MAX_VALUE) {
        work.await();
      } else {
        work.awaitNanos(nanos);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt this thread; it looks what there is to do.
      progress.signalAll();
    }
  }

  /** Something of the disk, without the lock of this object. */
  interface DiskAct {
    void run() throws IOException;
  }

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

  /** Brings everything to the disk and ends the thread. */
  @Override
  public void close() {
    JournalException failure = null;
    try {
      if (isOpen()) {
        alone(() -> {
          force();
          segments.close();
          return true;
        });
      }
    } catch (JournalException e) {
      failure = e;
    }
    end();
    if (failure != null) {
      throw failure;
    }
  }

  private boolean isOpen() {
    lock.lock();
    try {
      return !closing && broken == null;
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      closing = true;
      pending.clear();
      wakeThread();
      while (leased && broken == null) {
        progress.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
