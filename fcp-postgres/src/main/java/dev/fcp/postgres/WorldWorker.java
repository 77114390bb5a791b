package dev.fcp.postgres;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.WorldRefusal.Busy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that makes attempts, under an id that no other process has at the same time. While it
 * is open, it sends the heartbeats of its attempts. Thread-safe.
 */
public final class WorldWorker implements AutoCloseable {

  /** The server may need a moment to notice that an earlier process with the id was killed. */
  private static final int LOCK_TRIES = 10;

  private static final Duration LOCK_PAUSE = Duration.ofMillis(50);

  private final Database database;
  private final String id;
  private final Duration lease;

  /**
   * Holds an advisory lock of the id, which ends with the connection. The server probes whether it
   * still exists, so that the id does not stay locked after a machine was switched off.
   */
  private Connection connection;

  /** The attempts that were started and have not ended. */
  private final Set<UUID> attempts = ConcurrentHashMap.newKeySet();

  private final Thread heartbeats;
  private volatile boolean isClosed;

  private WorldWorker(Database database, String id, Duration lease, Connection connection) {
    this.database = database;
    this.id = id;
    this.lease = lease;
    this.connection = connection;
    this.heartbeats = Thread.ofVirtual().name("fcp-worker").start(this::sendHeartbeats);
  }

  /**
   * Opens a worker, and interrupts the attempts that an earlier process with this id left behind.
   *
   * @throws WorldRefusedException with {@link Busy} if another process has the id
   */
  static WorldWorker open(Database database, String id, Duration lease) {
    Connection connection = lock(database, id);
    try {
      database.runInTransaction("worker " + id, it -> AttemptRows.reconcile(it, id));
      return new WorldWorker(database, id, lease, connection);
    } catch (RuntimeException | Error e) {
      close(connection);
      throw e;
    }
  }

  private static boolean tryLock(Connection connection, String id) throws SQLException {
    return Database.queryFirst(
            connection,
            row -> row.getBoolean(1),
            "SELECT pg_try_advisory_lock(hashtextextended('fcp worker ' || ?, 0))",
            id)
        .orElse(false);
  }

  private static Connection lock(Database database, String id) {
    try {
      Connection connection = database.connectApart();
      try {
        Database.update(
            connection, "SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 20");
        int tries = 1;
        while (!tryLock(connection, id)) {
          if (tries == LOCK_TRIES) {
            throw new WorldRefusedException(
                new Busy(
                    "worker id %s is in use by another process; choose another".formatted(id)));
          }
          tries++;
          LockSupport.parkNanos(LOCK_PAUSE.toNanos());
        }
        return connection;
      } catch (SQLException | RuntimeException e) {
        close(connection);
        throw e;
      }
    } catch (SQLException e) {
      throw database.exception("worker " + id, e);
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is of no use any more, and the server ends its lock when it notices.
      return;
    }
  }

  /** The id. */
  public String id() {
    return id;
  }

  /**
   * Takes the lock again if its connection is lost, as after a restart of the server.
   *
   * @throws WorldRefusedException with {@link Busy} if another process has the id now
   */
  synchronized void requireLock() {
    if (isClosed) {
      throw new IllegalStateException("worker " + id + " is closed");
    }
    if (!isConnected()) {
      close(connection);
      connection = lock(database, id);
    }
  }

  /** Sends heartbeats of an attempt from now on. */
  void add(UUID attempt) {
    attempts.add(attempt);
  }

  /** Sends no more heartbeats of an attempt. */
  void remove(UUID attempt) {
    attempts.remove(attempt);
  }

  private boolean isConnected() {
    try {
      return Database.queryFirst(connection, row -> true, "SELECT 1").isPresent();
    } catch (SQLException e) {
      return false;
    }
  }

  private void sendHeartbeats() {
    while (!isClosed) {
      LockSupport.parkNanos(lease.dividedBy(3).toNanos());
      if (!isClosed) {
        // Also without the lock: whoever has it now has interrupted the attempts, which stays so.
        tryTo(() -> AttemptRows.prolong(database, attempts, lease));
        tryTo(this::requireLock);
      }
    }
  }

  private static void tryTo(Runnable work) {
    try {
      work.run();
    } catch (JournalException | WorldRefusedException | IllegalStateException e) {
      // The next time may succeed; if none does, the attempts expire, and their commits say so.
      Thread.onSpinWait();
    }
  }

  /** Ends the heartbeats and frees the id; attempts that still run expire. */
  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(heartbeats);
    synchronized (this) {
      close(connection);
    }
  }
}
