package dev.fcp.postgres;

import dev.fcp.eventlog.journal.JournalException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The right to append alone, as a lease in the row of the document: its token is compared with each
 * append, and it expires by the clock of the database. While it is held, a thread renews it. The
 * caller serializes calls.
 */
final class WriteLease {

  private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(1).toNanos();
  private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  /**
   * Taking and returning a lease need not survive a crash of the server: a lease that is lost is
   * noticed, and one that stays expires. So these statements do not wait for the disk.
   */
  private static final String QUICK =
      "(SELECT set_config('synchronous_commit', 'off', true) AS is_durable) AS setting";

  private final DocumentRow document;
  private final PostgresSettings settings;
  private @Nullable UUID token;
  private @Nullable Thread renewer;

  WriteLease(DocumentRow document, PostgresSettings settings) {
    this.document = document;
    this.settings = settings;
  }

  /** The token of the lease; empty if it is not held. */
  Optional<UUID> token() {
    return Optional.ofNullable(token);
  }

  /**
   * Takes the lease; waits while another writer holds it.
   *
   * @return the number of the last record
   * @throws JournalException if another writer holds it for longer than the timeout
   */
  long take() {
    UUID own = UUID.randomUUID();
    Waiting waiting = new Waiting();
    while (true) {
      Optional<Long> lastNumber = tryTake(own);
      if (lastNumber.isPresent()) {
        token = own;
        renewer = Thread.ofVirtual().name("fcp-lease").start(() -> renew(own));
        return lastNumber.get();
      }
      waiting.pause(document.position());
    }
  }

  private Optional<Long> tryTake(UUID own) {
    return document
        .database()
        .queryFirst(
            document.where(),
            row -> row.getLong(1),
            """
            UPDATE fcp.documents SET lease_token = ?, lease_owner = ?,
              lease_until = clock_timestamp() + ? * interval '1 millisecond'
            FROM %s
            WHERE id = ? AND setting.is_durable = 'off'
              AND (lease_token IS NULL OR lease_until <= clock_timestamp())
            RETURNING last_number
            """
                .formatted(QUICK),
            own,
            owner(),
            settings.leaseTime().toMillis(),
            document.id());
  }

  /** This process, in words. */
  private static String owner() {
    return "process %d of %s"
        .formatted(ProcessHandle.current().pid(), System.getProperty("user.name", "somebody"));
  }

  /** Returns the lease if it is held; if that fails, it expires. */
  void giveBack() {
    UUID own = token;
    if (own == null) {
      return;
    }
    token = null;
    if (renewer != null) {
      renewer.interrupt();
    }
    try {
      document
          .database()
          .update(
              document.where(),
              """
              UPDATE fcp.documents SET lease_token = NULL, lease_owner = NULL, lease_until = NULL
              FROM %s
              WHERE id = ? AND setting.is_durable = 'off' AND lease_token = ?
              """
                  .formatted(QUICK),
              document.id(),
              own);
    } catch (JournalException e) {
      // Nothing is lost; others wait until it expires.
    }
  }

  /** Renews the lease three times as often as needed, until it is returned or lost. */
  private void renew(UUID own) {
    boolean isHeld = true;
    while (isHeld) {
      LockSupport.parkNanos(settings.leaseTime().dividedBy(3).toNanos());
      if (Thread.interrupted()) {
        return;
      }
      try {
        isHeld = isRenewed(own);
      } catch (JournalException e) {
        // The next attempt may succeed; if none does, the next append finds the lease lost.
        isHeld = true;
      }
    }
  }

  private boolean isRenewed(UUID own) {
    return document
            .database()
            .update(
                document.where(),
                """
                UPDATE fcp.documents
                SET lease_until = clock_timestamp() + ? * interval '1 millisecond'
                FROM %s
                WHERE id = ? AND setting.is_durable = 'off' AND lease_token = ?
                """
                    .formatted(QUICK),
                settings.leaseTime().toMillis(),
                document.id(),
                own)
        > 0;
  }

  /** The pauses of a writer that waits for the lease of another one. */
  final class Waiting {

    private final long startNanos = System.nanoTime();
    private long pauseNanos = FIRST_PAUSE_NANOS;

    /**
     * Waits a little longer than last time.
     *
     * @throws JournalException if the timeout is over
     */
    void pause(DocumentRow.Position position) {
      if (System.nanoTime() - startNanos > settings.lockTimeout().toNanos()) {
        throw new JournalException(
            "%s in %s: another writer holds its lock: %s; nothing was written"
                .formatted(document.where(), document.database().location(), position.holder()));
      }
      LockSupport.parkNanos(pauseNanos);
      pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    }
  }
}
