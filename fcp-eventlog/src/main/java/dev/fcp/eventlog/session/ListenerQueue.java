package dev.fcp.eventlog.session;

import dev.fcp.eventlog.journal.Journal;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Notifies listeners. Changes are queued in record order while the session is locked, and delivered
 * after they are published, without the lock, by one thread at a time.
 */
final class ListenerQueue {

  private static final System.Logger LOG = System.getLogger(ListenerQueue.class.getName());

  private final List<SessionChange.Listener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean delivering = new AtomicBoolean();
  private final LongSupplier publishedRecordNumber;

  /** Guarded by synchronizing on the queue itself. */
  private final Queue<PendingNotification> queue = new ArrayDeque<>();

  /** A change whose record may still fail to be written. */
  private record PendingNotification(SessionChange change, Journal.Receipt receipt) {}

  ListenerQueue(LongSupplier publishedRecordNumber) {
    this.publishedRecordNumber = publishedRecordNumber;
  }

  /**
   * Adds a listener for all changes published from now on, until the returned subscription is
   * closed.
   */
  Subscription listen(SessionChange.Listener listener) {
    Objects.requireNonNull(listener, "listener");
    // Wrapped, so that each registration of the same listener can be removed on its own.
    SessionChange.Listener registration = change -> listener.changed(change);
    listeners.add(registration);
    return () -> listeners.remove(registration);
  }

  /** Whether anybody listens; otherwise changes need not be described. */
  boolean hasListeners() {
    return !listeners.isEmpty();
  }

  void enqueue(Iterable<SessionChange> changes, Journal.Receipt receipt) {
    synchronized (queue) {
      changes.forEach(change -> queue.add(new PendingNotification(change, receipt)));
    }
  }

  /** Delivers the published changes, unless another thread is already doing so. */
  void deliver() {
    boolean more = true;
    while (more && delivering.compareAndSet(false, true)) {
      try {
        for (SessionChange change = nextPublished(); change != null; change = nextPublished()) {
          notifyListeners(change);
        }
      } finally {
        delivering.set(false);
      }
      // A change may have been published after the loop and before the flag was reset.
      more = isReady();
    }
  }

  private @Nullable SessionChange nextPublished() {
    synchronized (queue) {
      discardLost();
      return isReady() ? queue.remove().change() : null;
    }
  }

  private boolean isReady() {
    synchronized (queue) {
      PendingNotification first = queue.peek();
      return first != null && first.change().recordNumber() <= publishedRecordNumber.getAsLong();
    }
  }

  private void discardLost() {
    queue.removeIf(pending -> pending.receipt().hasFailed());
  }

  private void notifyListeners(SessionChange change) {
    for (SessionChange.Listener listener : listeners) {
      try {
        listener.changed(change);
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.ERROR, "a listener failed at " + change, e);
      }
    }
  }
}
