package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Saves a document by itself, a little after its model changed (DO-11): when nothing happened for a
 * while, after some time at the latest while edits go on, and when the document is closed. A
 * document that no file holds is not saved.
 *
 * <p>Who needs both takes the lock of the document before that of this.
 */
final class AutoSave implements Subscription {

  private final Document<?, ?> document;
  private final Intent intent;
  private final Durability.Interval times;
  private final Consumer<Saving> told;
  private final Clock clock;
  private final Subscription changes;

  /** When the first change came that is not saved yet; guarded by this, as all below. */
  private long firstNanos;

  private boolean isDue;
  private boolean closed;

  /** Tells the time, and does something later. */
  interface Clock extends AutoCloseable {

    /** The time in nanoseconds, from no particular moment on. */
    long nanoTime();

    /** Does something once, at a time; in place of what was to be done, if that is not done yet. */
    void at(long nanoTime, Runnable work);

    /** Does nothing more. */
    @Override
    void close();
  }

  AutoSave(
      Document<?, ?> document,
      Intent intent,
      Durability.Interval times,
      Consumer<Saving> told,
      Clock clock) {
    this.document = document;
    this.intent = intent;
    this.times = times;
    this.told = told;
    this.clock = clock;
    this.changes = document.session().listen(this::changed);
  }

  private synchronized void changed(SessionChange change) {
    if (closed || !change.isOfModel()) {
      return;
    }
    long now = clock.nanoTime();
    firstNanos = isDue ? firstNanos : now;
    isDue = true;
    clock.at(times.dueNanos(firstNanos, now), this::save);
  }

  /** Saves what is due, now. */
  void save() {
    savedIfDue().ifPresent(told);
  }

  private Optional<Saving> savedIfDue() {
    synchronized (document) {
      boolean saves = takeDue() && document.path().isPresent();
      return saves && !document.session().state().isSaved()
          ? Optional.of(saved())
          : Optional.empty();
    }
  }

  private synchronized boolean takeDue() {
    boolean due = isDue && !closed;
    isDue = false;
    return due;
  }

  private Saving saved() {
    try {
      return document.save(intent);
    } catch (RuntimeException e) {
      // Nobody waits for this save; who is told of it is told why it failed.
      return new Saving.Refused(List.of(Conflict.because(String.valueOf(e.getMessage()))));
    }
  }

  /** Ends it. What is not saved yet stays so. */
  @Override
  public synchronized void close() {
    closed = true;
    changes.close();
    clock.close();
  }

  /** A clock with a thread that keeps no program from ending. */
  static final class ThreadClock implements Clock {

    private final ScheduledThreadPoolExecutor thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread saver = new Thread(work, "fcp auto-save");
              saver.setDaemon(true);
              return saver;
            });

    private ScheduledFuture<?> next = thread.schedule(() -> {}, 0, TimeUnit.NANOSECONDS);

    ThreadClock() {
      thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public synchronized void at(long nanoTime, Runnable work) {
      next.cancel(false);
      next = thread.schedule(work, nanoTime - nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      thread.shutdown();
    }
  }
}
