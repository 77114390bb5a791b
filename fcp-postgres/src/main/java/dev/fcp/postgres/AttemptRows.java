package dev.fcp.postgres;

import com.google.common.base.Joiner;
import dev.fcp.postgres.WorldRefusal.AttemptNotFound;
import dev.fcp.postgres.WorldRefusal.Busy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The attempts of worlds: how they begin, and how they end without a turn. */
final class AttemptRows {

  /** Why an attempt that nobody continues was interrupted. */
  static final String RESTART = "process restart before commit";

  private static final String COLUMNS =
      """
      SELECT attempts.id, slug, attempts.status, worker_id, turn_before, attempted_turn,
        produced_turn, progress, failure_reason, delta, enqueued_at, started_at, heartbeat_at,
        expires_at, ended_at, committed_at
      FROM\
      """;

  private static final String SELECT =
      COLUMNS + " fcp.attempts JOIN fcp.worlds ON worlds.id = world_id";

  private AttemptRows() {}

  private static Attempt of(ResultSet row) throws SQLException {
    return new Attempt(
        row.getObject(1, UUID.class),
        row.getString(2),
        Attempt.Status.of(row.getString(3)),
        row.getString(4),
        row.getLong(5),
        row.getLong(6),
        Optional.ofNullable(row.getObject(7, Long.class)),
        Optional.ofNullable(row.getString(8)),
        Optional.ofNullable(row.getString(9)),
        Optional.ofNullable(row.getString(10)).map(CanonicalJson::of),
        time(row, 11).orElseThrow(),
        time(row, 12).orElseThrow(),
        time(row, 13).orElseThrow(),
        time(row, 14).orElseThrow(),
        time(row, 15),
        time(row, 16));
  }

  static Optional<Instant> time(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }

  /** The attempts of a world, oldest first. */
  static List<Attempt> all(Database database, WorldRow world) {
    return database.query(
        "world " + world.slug(),
        AttemptRows::of,
        SELECT + " WHERE world_id = ? ORDER BY started_at, attempts.id",
        world.id());
  }

  /**
   * An attempt of a world.
   *
   * @throws WorldRefusedException with {@link AttemptNotFound}
   */
  static Attempt find(Database database, WorldRow world, UUID id) {
    return database
        .queryFirst(
            "world " + world.slug(),
            AttemptRows::of,
            SELECT + " WHERE world_id = ? AND attempts.id = ?",
            world.id(),
            id)
        .orElseThrow(() -> new WorldRefusedException(new AttemptNotFound(world.slug(), id)));
  }

  /** Locks an attempt, after its world, until the transaction ends. */
  static Attempt lock(Connection connection, WorldRow world, UUID id) throws SQLException {
    return Database.queryFirst(
            connection,
            AttemptRows::of,
            SELECT + " WHERE world_id = ? AND attempts.id = ? FOR UPDATE OF attempts",
            world.id(),
            id)
        .orElseThrow(() -> new WorldRefusedException(new AttemptNotFound(world.slug(), id)));
  }

  /**
   * Begins an attempt in a locked world; interrupts one whose lease has expired.
   *
   * @param waited how long it has waited for that
   * @throws WorldRefusedException with {@link Busy}
   */
  static Attempt start(
      Connection connection,
      WorldRow world,
      UUID id,
      String worker,
      Duration lease,
      Duration waited)
      throws SQLException {
    if (world.activeAttempt().isPresent()) {
      interruptIfExpired(connection, world, world.activeAttempt().get());
    }
    return Database.queryFirst(
            connection,
            AttemptRows::of,
            """
            WITH started AS (
              INSERT INTO fcp.attempts
                (id, world_id, worker_id, turn_before, attempted_turn, enqueued_at, expires_at)
              VALUES (?, ?, ?, ?, ?, clock_timestamp() - ? * interval '1 millisecond',
                clock_timestamp() + ? * interval '1 millisecond')
              ON CONFLICT (world_id) WHERE status = 'running' DO NOTHING
              RETURNING *),
            taken AS (
              UPDATE fcp.worlds SET active_attempt_id = started.id
              FROM started WHERE worlds.id = started.world_id)
            """
                + COLUMNS
                + " started AS attempts JOIN fcp.worlds ON worlds.id = world_id",
            id,
            world.id(),
            worker,
            world.currentTurn(),
            world.currentTurn() + 1,
            waited.toMillis(),
            lease.toMillis())
        .orElseThrow(() ->
            new WorldRefusedException(
                new Busy("another attempt runs in world %s".formatted(world.slug()))));
  }

  private static void free(Connection connection, long worldId) throws SQLException {
    Database.update(
        connection, "UPDATE fcp.worlds SET active_attempt_id = NULL WHERE id = ?", worldId);
  }

  /**
   * Interrupts the attempt that runs in a locked world if its lease has expired.
   *
   * @throws WorldRefusedException with {@link Busy} if it has not
   */
  static void interruptIfExpired(Connection connection, WorldRow world, UUID id)
      throws SQLException {
    Attempt attempt = lock(connection, world, id);
    boolean isInterrupted =
        Database.update(
                connection,
                """
                UPDATE fcp.attempts
                SET status = 'interrupted', failure_reason = ?, ended_at = greatest(clock_timestamp(), started_at)
                WHERE id = ? AND status = 'running' AND expires_at <= clock_timestamp()
                """,
                RESTART,
                id)
            > 0;
    if (!isInterrupted) {
      throw new WorldRefusedException(
          new Busy(
              "attempt %s of worker %s runs in world %s until %s, unless it ends before"
                  .formatted(id, attempt.workerId(), world.slug(), attempt.expiresAt())));
    }
    free(connection, world.id());
  }

  /** Interrupts an attempt that could not begin, if it still runs. */
  static void interrupt(Connection connection, String slug, UUID id, String reason)
      throws SQLException {
    WorldRow now = WorldRow.lock(connection, slug);
    if (now.activeAttempt().equals(Optional.of(id))) {
      Database.update(
          connection,
          """
          UPDATE fcp.attempts SET status = 'interrupted', failure_reason = ?,
            ended_at = greatest(clock_timestamp(), started_at)
          WHERE id = ?
          """,
          CanonicalJson.replaceNotStorable(reason),
          id);
      free(connection, now.id());
    }
  }

  /**
   * Interrupts the running attempts of a worker that is starting, and all whose lease has expired.
   *
   * @return how many they were
   */
  static int reconcile(Connection connection, String worker) throws SQLException {
    List<Long> worlds =
        Database.query(
            connection,
            row -> row.getLong(1),
            """
            SELECT worlds.id FROM fcp.worlds JOIN fcp.attempts ON attempts.id = active_attempt_id
            WHERE attempts.status = 'running'
              AND (worker_id = ? OR expires_at <= clock_timestamp())
            ORDER BY worlds.id FOR UPDATE OF worlds
            """,
            worker);
    int count = 0;
    for (long world : worlds) {
      int interrupted =
          Database.update(
              connection,
              """
              UPDATE fcp.attempts
              SET status = 'interrupted', failure_reason = ?, ended_at = greatest(clock_timestamp(), started_at)
              WHERE id = (SELECT active_attempt_id FROM fcp.worlds WHERE id = ?)
                AND status = 'running' AND (worker_id = ? OR expires_at <= clock_timestamp())
              """,
              RESTART,
              world,
              worker);
      if (interrupted > 0) {
        free(connection, world);
      }
      count += interrupted;
    }
    return count;
  }

  /** Prolongs the leases of attempts that are running, except those that are just ending. */
  static void prolong(Database database, Collection<UUID> ids, Duration lease) {
    database.update(
        "attempts",
        """
        UPDATE fcp.attempts SET heartbeat_at = clock_timestamp(),
          expires_at = clock_timestamp() + ? * interval '1 millisecond'
        WHERE id IN (SELECT id FROM fcp.attempts
          WHERE id = ANY (string_to_array(?, ',')::uuid[]) AND status = 'running'
          FOR UPDATE SKIP LOCKED)
        """,
        lease.toMillis(),
        Joiner.on(',').join(ids));
  }

  /** Prolongs the lease of an attempt if it is running, and says how far it is. */
  static void heartbeat(Database database, UUID id, String progress, Duration lease) {
    database.update(
        "attempt " + id,
        """
        UPDATE fcp.attempts SET progress = ?, heartbeat_at = clock_timestamp(),
          expires_at = clock_timestamp() + ? * interval '1 millisecond'
        WHERE id = ? AND status = 'running'
        """,
        progress,
        lease.toMillis(),
        id);
  }
}
