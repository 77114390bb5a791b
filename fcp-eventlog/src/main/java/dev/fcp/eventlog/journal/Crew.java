package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that use a journal. One thread at a time does the work for all of them: a waiting
 * thread does it itself, unless another one already does, so that no thread has to be woken up.
 * Work for which no thread waits is done by a background thread.
 *
 * <p>All state is guarded by one lock, which is released during slow operations.
 */
final class Crew {

  /** Grace period before the background thread takes over work for which threads will wait. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** After this many grace periods without work, the background thread sleeps until it is woken. */
  private static final int LOOKS = 50;

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when work was done for which threads may wait. */
  private final Condition progress = lock.newCondition();

  /** Signalled to wake the background thread. */
  private final Condition attention = lock.newCondition();

  private final String name;
  private final Work work;
  private boolean working;
  private boolean dozing;
  private long calls;
  private @Nullable Thread thread;

  /** The work to be done. All its state is guarded by the lock of the crew. */
  interface Work {

    /** The next task; null if there is none at the moment. */
    @Nullable Runnable next();

    /** Nanoseconds until a task becomes due by itself; {@link Long#MAX_VALUE} for never. */
    long dueNanos();

    /** Whether a thread that submits work usually waits for it soon. */
    boolean isAwaited();

    /** Whether there will never be work again. */
    boolean isFinished();

    /**
     * Called after an unexpected exception: no more work can be done, and all waiting threads must
     * be notified.
     */
    void breakDown(Throwable reason);
  }

  /** A disk operation that runs without the lock. */
  interface DiskAct {
    void run() throws IOException;
  }

  Crew(String name, Work work) {
    this.name = name;
    this.work = work;
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Waits for a condition, and does the work meanwhile if no other thread does. */
  void await(BooleanSupplier done) {
    while (!done.getAsBoolean()) {
      if (working) {
        progress.awaitUninterruptibly();
      } else {
        workUntil(done);
        if (!done.getAsBoolean()) {
          throw new IllegalStateException(name + ": nobody does what is waited for");
        }
      }
    }
    callIfNeeded();
  }

  /** Does all work that can be done now, unless another thread is doing it. */
  void drive() {
    if (!working) {
      workUntil(() -> false);
    }
  }

  /** Wakes or starts the background thread if there is work that no other thread will do. */
  void callIfNeeded() {
    calls++;
    boolean looksItself = thread != null && !dozing;
    if (looksItself || working || lock.hasWaiters(progress) || work.next() == null) {
      return;
    }
    if (thread == null) {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    } else if (dozing) {
      attention.signal();
    }
  }

  /** Makes the background thread check whether it is still needed. */
  void dismiss() {
    attention.signal();
    progress.signalAll();
  }

  private void workUntil(BooleanSupplier done) {
    working = true;
    try {
      Runnable next = done.getAsBoolean() ? null : work.next();
      while (next != null) {
        next.run();
        next = done.getAsBoolean() ? null : work.next();
      }
    } catch (RuntimeException | Error e) {
      work.breakDown(e);
      throw e;
    } finally {
      working = false;
      progress.signalAll();
    }
  }

  /** Notifies waiting threads of progress; the working thread continues. */
  void tell() {
    progress.signalAll();
  }

  private void run() {
    lock.lock();
    try {
      int looks = 0;
      long seen = calls - 1;
      while (!work.isFinished()) {
        looks = seen == calls ? looks + 1 : 0;
        seen = calls;
        pause(looks > LOOKS);
        drive();
      }
    } catch (InterruptedException e) {
      // Not expected; the next call starts another thread.
      Thread.currentThread().interrupt();
    } finally {
      thread = null;
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // The surrounding loop checks all conditions again.
  private void pause(boolean quiet) throws InterruptedException {
    boolean awaited = work.isAwaited();
    if (awaited ? quiet : working || work.next() == null) {
      long nanos = work.dueNanos();
      dozing = true;
      if (nanos == Long.MAX_VALUE) {
        attention.await();
      } else {
        attention.awaitNanos(nanos);
      }
      dozing = false;
    }
    if (awaited && !work.isFinished()) {
      attention.awaitNanos(LOOK_NANOS);
    }
  }

  /** Runs a disk operation without the lock; returns its failure, or null. */
  @Nullable IOException outside(DiskAct act) {
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
}
