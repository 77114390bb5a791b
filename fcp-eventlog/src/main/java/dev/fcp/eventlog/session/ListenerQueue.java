package dev.fcp.eventlog.session;

import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Notifies listeners. Changes are queued in order, usually while a lock is held, and delivered
 * without the lock, by one thread at a time.
 *
 * @param <C> the changes
 */
final class ListenerQueue<C> {

  private static final System.Logger LOG = System.getLogger(ListenerQueue.class.getName());

  private final List<Consumer<? super C>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean delivering = new AtomicBoolean();
  private final Predicate<C> isPublished;
  private final Predicate<C> isLost;

  private final Queue<C> queue = new ConcurrentLinkedQueue<>();

  /**
   * Creates an empty queue.
   *
   * @param isPublished whether a change can be delivered
   * @param isLost whether a change will never be published
   */
  ListenerQueue(Predicate<C> isPublished, Predicate<C> isLost) {
    this.isPublished = isPublished;
    this.isLost = isLost;
  }

  /**
   * Adds a listener for all changes published from now on, until the returned subscription is
   * closed.
   *
   * @param listener equal only to itself, so that each registration can be removed on its own
   */
  Subscription listen(Consumer<? super C> listener) {
    return subscribe(listeners, listener);
  }

  /** Adds an element to a list until the returned subscription is closed. */
  static <T> Subscription subscribe(List<T> list, T element) {
    Objects.requireNonNull(element, "element");
    list.add(element);
    return () -> list.remove(element);
  }

  /** Whether anybody listens; otherwise changes need not be described. */
  boolean hasListeners() {
    return !listeners.isEmpty();
  }

  void enqueue(C change) {
    queue.add(change);
  }

  /** Delivers the published changes, unless another thread is already doing so. */
  void deliver() {
    boolean more = isReady();
    while (more && delivering.compareAndSet(false, true)) {
      try {
        for (C change = nextPublished(); change != null; change = nextPublished()) {
          notifyListeners(change);
        }
      } finally {
        delivering.set(false);
      }
      // A change may have been published after the loop and before the flag was reset.
      more = isReady();
    }
  }

  private @Nullable C nextPublished() {
    return isReady() ? queue.poll() : null;
  }

  private boolean isReady() {
    queue.removeIf(isLost);
    C first = queue.peek();
    return first != null && isPublished.test(first);
  }

  private void notifyListeners(C change) {
    for (Consumer<? super C> listener : listeners) {
      try {
        listener.accept(change);
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.ERROR, "a listener failed at " + change, e);
      }
    }
  }
}
