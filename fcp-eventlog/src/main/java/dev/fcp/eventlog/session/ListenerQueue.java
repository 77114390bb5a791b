package dev.fcp.eventlog.session;

import dev.fcp.eventlog.journal.Journal;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells listeners what happened: queued in the order of the records while the session is locked,
 * delivered outside of the lock by one thread at a time, and not before it is published.
 */
final class ListenerQueue {

  private static final System.Logger LOG = System.getLogger(ListenerQueue.class.getName());

  private final List<SessionChange.Listener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean delivering = new AtomicBoolean();
  private final LongSupplier publishedRecordNumber;

  /** Guarded by itself. */
  private final Queue<PendingNotification> queue = new ArrayDeque<>();

  /** A change that may still be lost. */
  private record PendingNotification(SessionChange change, Journal.Receipt receipt) {}

  ListenerQueue(LongSupplier publishedRecordNumber) {
    this.publishedRecordNumber = publishedRecordNumber;
  }

  /** Tells a listener of all that is published from now on, until the answer is closed. */
  Subscription listen(SessionChange.Listener listener) {
    Objects.requireNonNull(listener, "listener");
    // Wrapped, so that a listener that listens twice is told twice and leaves once.
    SessionChange.Listener registration = change -> listener.changed(change);
    listeners.add(registration);
    return () -> listeners.remove(registration);
  }

  void enqueue(Optional<SessionChange> change, Journal.Receipt receipt) {
    enqueue(change.stream().toList(), receipt);
  }

  void enqueue(List<SessionChange> changes, Journal.Receipt receipt) {
    if (!changes.isEmpty() && !listeners.isEmpty()) {
      synchronized (queue) {
        changes.forEach(change -> queue.add(new PendingNotification(change, receipt)));
      }
    }
  }

  /** Delivers what is published, unless some thread is about it. */
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
      // What was published after the queue seemed empty and before this thread left it.
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
