package dev.fcp.postgres;

import dev.fcp.eventlog.journal.JournalException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes those who watch a document, after commits. A notification carries no data. It is sent in a
 * transaction of its own, because a commit with a notification excludes all other ones of the
 * database; and by another thread, which sends one for all commits since the last, at most a
 * hundred a second. If it is lost, watchers find the records when they look the next time.
 */
final class AppendNotifier implements AutoCloseable {

  /** The time between two notifications. */
  private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();

  private final DocumentRow document;

  // Guarded by the monitor of this object.
  private boolean isDue;
  private @Nullable Thread sender;

  AppendNotifier(DocumentRow document) {
    this.document = document;
  }

  /** The channel of a document. */
  static String channel(long documentId) {
    return "fcp_" + documentId;
  }

  /** Reports that records were committed. */
  synchronized void appended() {
    isDue = true;
    if (sender == null) {
      sender = Thread.ofVirtual().name("fcp-notify").start(this::send);
    }
  }

  private void send() {
    while (takeDue()) {
      try {
        document
            .database()
            .query(
                document.where(), row -> true, "SELECT pg_notify(?, '')", channel(document.id()));
      } catch (JournalException e) {
        // The records are committed all the same.
        endSending();
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Whether something is to be sent; otherwise the thread ends. */
  private synchronized boolean takeDue() {
    boolean wasDue = isDue;
    isDue = false;
    if (!wasDue) {
      sender = null;
    }
    return wasDue;
  }

  private synchronized void endSending() {
    isDue = false;
    sender = null;
  }

  /** Waits until everything is sent. */
  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      last = sender;
    }
    if (last != null) {
      LockSupport.unpark(last);
      try {
        last.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
