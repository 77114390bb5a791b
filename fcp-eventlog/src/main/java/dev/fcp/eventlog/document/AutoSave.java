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
 * Saves a document by itself, a little after its model changed (DO-11): when nothing happened for a
 * while, after some time at the latest while edits go on, and when the document is closed. A
 * document that no file holds is not saved.
 *
 * <p>Who needs both takes the lock of the document before that of this.
 */
final class AutoSave implements Subscription {

  private final Document<?, ?> document;
  private final EditOptions options;
  private final Durability.Interval interval;
  private final Consumer<SaveResult> listener;
  private final Clock clock;
  private final Subscription changes;

  /** When the first change came that is not saved yet; guarded by this, as all below. */
  private long firstChangeNanos;

  private boolean isDue;
  private boolean closed;

  /** Tells the time, and does something later. */
  interface Clock extends AutoCloseable {

    /** The time in nanoseconds, from no particular moment on. */
    long nanoTime();

    /** Does something once, at a time; in place of what was to be done, if that is not done yet. */
    void schedule(long nanoTime, Runnable task);

    /** Does nothing more. */
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

  /** Saves what is due, now. */
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
      // Nobody waits for this save; the listener is told why it failed.
      return new SaveResult.Refused(List.of(Conflict.because(String.valueOf(e.getMessage()))));
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
