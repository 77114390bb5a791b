package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that want something of a journal. One at a time does what is to be done, for all of
 * them: whoever waits for something does it, unless somebody is at it already, so that nobody has
 * to be woken for it. What nobody waits for is left to one thread of the crew itself.
 *
 * <p>All is guarded by one lock, which is given up for what takes long.
 */
final class Crew {

  /** So long the thread leaves what is to be done to those who will wait for it. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** After so many looks in vain it sleeps until it is called. */
  private static final int LOOKS = 50;

  private final ReentrantLock lock = new ReentrantLock();

  /** Something was done for which others may wait. */
  private final Condition progress = lock.newCondition();

  /** The thread of the crew is called. */
  private final Condition attention = lock.newCondition();

  private final String name;
  private final Work work;
  private boolean working;
  private boolean dozing;
  private long calls;
  private @Nullable Thread thread;

  /** What is to be done. Everything in it is guarded by the lock of the crew. */
  interface Work {

    /** The next thing to be done at this moment; null if there is none. */
    @Nullable Runnable next();

    /** Nanoseconds until something is to be done by itself; {@link Long#MAX_VALUE} for never. */
    long dueNanos();

    /** Whether whoever wants something done waits for it soon. */
    boolean isAwaited();

    /** Whether nothing will ever be to be done again. */
    boolean isFinished();

    /** A bug: nothing can be done any more, and all waiting threads must be notified. */
    void breakDown(Throwable reason);
  }

  /** Something of the disk, done without the lock. */
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

  /** Waits until something is so, and does what is to be done if nobody else does. */
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

  /** Does all that is to be done at this moment, unless somebody is at it. */
  void drive() {
    if (!working) {
      workUntil(() -> false);
    }
  }

  /** Has the thread do what is to be done, if nobody else does. */
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

  /** Has the thread look whether it is still needed. */
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

  /** Something was done that others may wait for; whoever does the work goes on with it. */
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
      // Nobody has a reason to interrupt this thread: the next call starts another one.
      Thread.currentThread().interrupt();
    } finally {
      thread = null;
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // The loop around it looks at everything anew.
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

  /** Does something of the disk without the lock; gives what it failed with. */
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
