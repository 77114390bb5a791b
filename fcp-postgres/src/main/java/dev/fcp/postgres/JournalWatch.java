package dev.fcp.postgres;

import dev.fcp.eventlog.journal.JournalException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Watches a document for new records, until it is closed. Notifications only make it look sooner:
 * it finds every record without them.
 */
public final class JournalWatch implements AutoCloseable {

  private final DocumentRow document;
  private final Duration interval;
  private final LongConsumer listener;
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile @Nullable Connection connection;
  private long lastNumber;

  private JournalWatch(DocumentRow document, Duration interval, LongConsumer listener) {
    this.document = document;
    this.interval = interval;
    this.listener = listener;
    this.lastNumber = document.extent().lastNumber();
    this.thread = Thread.ofVirtual().name("fcp-watch").unstarted(this::run);
  }

  static JournalWatch start(DocumentRow document, Duration interval, LongConsumer listener) {
    JournalWatch watch = new JournalWatch(document, interval, listener);
    watch.connection = watch.listening();
    watch.thread.start();
    return watch;
  }

  /** A connection that receives notifications; null if there is none at the moment. */
  private @Nullable Connection listening() {
    Connection listening;
    try {
      listening = document.database().connectApart();
    } catch (SQLException e) {
      return null;
    }
    try (Statement statement = listening.createStatement()) {
      // Waiting for notifications may take any time.
      listening.setNetworkTimeout(Runnable::run, (int) TimeUnit.DAYS.toMillis(1));
      statement.execute("LISTEN " + AppendNotifier.channel(document.id()));
      return listening;
    } catch (SQLException e) {
      abort(listening);
      return null;
    }
  }

  private void run() {
    while (!isClosed) {
      try {
        look();
      } catch (JournalException e) {
        // The database cannot be reached; the next look may succeed.
        disconnect();
      }
      await();
    }
    disconnect();
  }

  private void look() {
    long last = document.extent().lastNumber();
    if (last > lastNumber && !isClosed) {
      lastNumber = last;
      listener.accept(last);
    }
  }

  /** Waits for a notification, or until the next look is due. */
  private void await() {
    Connection listening = connection;
    try {
      if (listening == null) {
        LockSupport.parkNanos(interval.toNanos());
        connection = isClosed ? null : listening();
      } else {
        var unused =
            listening
                .unwrap(PGConnection.class)
                .getNotifications((int) Math.max(1, interval.toMillis()));
      }
    } catch (SQLException e) {
      disconnect();
    }
  }

  private void disconnect() {
    Connection listening = connection;
    connection = null;
    if (listening != null) {
      abort(listening);
    }
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is broken already.
      return;
    }
  }

  /** Stops watching. */
  @Override
  public void close() {
    isClosed = true;
    Connection listening = connection;
    if (listening != null) {
      abort(listening);
    }
    LockSupport.unpark(thread);
    try {
      thread.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
