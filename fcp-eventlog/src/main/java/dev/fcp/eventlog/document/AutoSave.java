package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
  private final Document.AutoSaveClock clock;
  private final Subscription changes;

  /** The times of the first and the last unsaved change; guarded by this, like all fields below. */
  private long firstChangeNanos;

  private long lastChangeNanos;

  /** Whether a change is unsaved; the clock then runs {@link #wake} at some time. */
  private boolean isDue;

  /** What the clock runs. */
  private final Alarm alarm = new Alarm(this);

  private boolean closed;

  /** Wakes an object until that is closed; then the clock does not keep it and its document. */
  private static final class Alarm implements Runnable {

    private volatile @Nullable AutoSave target;

    Alarm(AutoSave target) {
      this.target = target;
    }

    @Override
    public void run() {
      AutoSave found = target;
      if (found != null) {
        found.wake();
      }
    }
  }

  AutoSave(
      Document<?, ?> document,
      EditOptions options,
      Durability.Interval interval,
      Consumer<SaveResult> listener,
      Document.AutoSaveClock clock) {
    this.document = document;
    this.options = options;
    this.interval = interval;
    this.listener = listener;
    this.clock = clock;
    this.changes = document.session().listen(this::changed);
  }

  private synchronized void changed(SessionChange change) {
    if (change.kind() == SessionChange.Kind.SAVED && document.session().state().isSaved()) {
      isDue = false;
    }
    if (closed || !change.changesModel()) {
      return;
    }
    lastChangeNanos = clock.nanoTime();
    if (!isDue) {
      firstChangeNanos = lastChangeNanos;
      isDue = true;
      scheduleWake();
    }
  }

  private void scheduleWake() {
    clock.schedule(interval.dueNanos(firstChangeNanos, lastChangeNanos), alarm);
  }

  /** Saves the document, unless later changes postponed the save. */
  private void wake() {
    if (!isPostponed()) {
      save();
    }
  }

  private synchronized boolean isPostponed() {
    boolean isPostponed =
        isDue
            && !closed
            && interval.dueNanos(firstChangeNanos, lastChangeNanos) - clock.nanoTime() > 0;
    if (isPostponed) {
      scheduleWake();
    }
    return isPostponed;
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
    alarm.target = null;
    changes.close();
  }
}
