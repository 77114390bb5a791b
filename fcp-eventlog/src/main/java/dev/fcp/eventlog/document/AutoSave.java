package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Saves a document automatically after changes of its model (DO-11): when no change follows for a
 * while, during continuous editing after a maximum time, and when the document is closed. A draft
 * is not saved.
 *
 * <p>Lock order: a thread that needs both locks acquires that of the document first, then that of
 * this object.
 */
final class AutoSave implements Subscription {

  private final Document<?, ?> document;
  private final EditOptions options;
  private final Durability.Interval interval;
  private final Consumer<SaveResult> listener;
  private final Clock clock;
  private final Subscription changes;

  /** The time of the first unsaved change; guarded by this, like all fields below. */
  private long firstChangeNanos;

  private boolean isDue;
  private boolean closed;

  /** Provides the time and schedules a task. */
  interface Clock extends AutoCloseable {

    /** The time in nanoseconds since an arbitrary origin. */
    long nanoTime();

    /** Schedules a task for a time, replacing a scheduled task that has not started. */
    void schedule(long nanoTime, Runnable task);

    /** Stops the clock; scheduled tasks do not run any more. */
    @Override
    void close();
  }

  AutoSave(
      Document<?, ?> document,
      EditOptions options,
      Durability.Interval interval,
      Consumer<SaveResult> listener,
      Clock clock) {
    this.document = document;
    this.options = options;
    this.interval = interval;
    this.listener = listener;
    this.clock = clock;
    this.changes = document.session().listen(this::changed);
  }

  private synchronized void changed(SessionChange change) {
    if (closed || !change.changesModel()) {
      return;
    }
    long now = clock.nanoTime();
    firstChangeNanos = isDue ? firstChangeNanos : now;
    isDue = true;
    clock.schedule(interval.dueNanos(firstChangeNanos, now), this::save);
  }

  /** Saves the document now if a save is due. */
  void save() {
    saveIfDue().ifPresent(listener);
  }

  private Optional<SaveResult> saveIfDue() {
    synchronized (document) {
      boolean shouldSave = clearDue() && document.path().isPresent();
      return shouldSave && !document.session().state().isSaved()
          ? Optional.of(saveNow())
          : Optional.empty();
    }
  }

  private synchronized boolean clearDue() {
    boolean wasDue = isDue && !closed;
    isDue = false;
    return wasDue;
  }

  private SaveResult saveNow() {
    try {
      return document.save(options);
    } catch (RuntimeException e) {
      // No caller waits for this save, so the failure is reported to the listener.
      return new SaveResult.Refused(List.of(Conflict.because(String.valueOf(e.getMessage()))));
    }
  }

  /** Stops saving. Unsaved changes are not saved. */
  @Override
  public synchronized void close() {
    closed = true;
    changes.close();
    clock.close();
  }

  /** A clock with a daemon thread. */
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
    public synchronized void schedule(long nanoTime, Runnable task) {
      next.cancel(false);
      next = thread.schedule(task, nanoTime - nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      thread.shutdown();
    }
  }
}
