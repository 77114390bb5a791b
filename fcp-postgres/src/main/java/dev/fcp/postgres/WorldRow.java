package dev.fcp.postgres;

import dev.fcp.postgres.WorldRefusal.Deleted;
import dev.fcp.postgres.WorldRefusal.NotFound;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What a transaction needs of a world. Every transaction that changes a world locks this row first,
 * then its attempt, then the row of its document.
 */
record WorldRow(
    long id,
    String slug,
    long documentId,
    String scenarioHash,
    long currentTurn,
    Optional<UUID> activeAttempt,
    long nextEventSeq,
    Optional<String> deletedReason) {

  private static final Pattern SLUG = Pattern.compile("[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?");

  private static final String SELECT =
      """
      SELECT id, slug, document_id, scenario_hash, current_turn, active_attempt_id, next_event_seq,
        deleted_reason
      FROM fcp.worlds WHERE slug = ?\
      """;

  /** Whether worlds can have a slug. */
  static boolean isSlug(String slug) {
    return SLUG.matcher(slug).matches();
  }

  private static WorldRow of(ResultSet row) throws SQLException {
    return new WorldRow(
        row.getLong(1),
        row.getString(2),
        row.getLong(3),
        row.getString(4),
        row.getLong(5),
        Optional.ofNullable(row.getObject(6, UUID.class)),
        row.getLong(7),
        Optional.ofNullable(row.getString(8)));
  }

  /**
   * The active world with a slug.
   *
   * @throws WorldRefusedException with {@link NotFound} or {@link Deleted}
   */
  static WorldRow find(Database database, String slug) {
    requireSlug(slug);
    return database
        .queryFirst("world " + slug, WorldRow::of, SELECT, slug)
        .orElseThrow(() -> new WorldRefusedException(new NotFound(slug)))
        .ifActive();
  }

  /**
   * Locks a world until the transaction ends.
   *
   * @throws WorldRefusedException with {@link NotFound}
   */
  static WorldRow lock(Connection connection, String slug) throws SQLException {
    requireSlug(slug);
    return Database.queryFirst(connection, WorldRow::of, SELECT + " FOR UPDATE", slug)
        .orElseThrow(() -> new WorldRefusedException(new NotFound(slug)));
  }

  private static void requireSlug(String slug) {
    if (!isSlug(slug)) {
      throw new WorldRefusedException(new NotFound(slug));
    }
  }

  /**
   * This world.
   *
   * @throws WorldRefusedException with {@link Deleted}
   */
  WorldRow ifActive() {
    deletedReason.ifPresent(reason -> {
      throw new WorldRefusedException(new Deleted(slug, reason));
    });
    return this;
  }

  /** Frees the locked world after an attempt. */
  void endAttempt(Connection connection, long currentTurn, long nextEventSeq) throws SQLException {
    Database.update(
        connection,
        """
        UPDATE fcp.worlds SET current_turn = ?, active_attempt_id = NULL, next_event_seq = ?
        WHERE id = ?
        """,
        currentTurn,
        nextEventSeq,
        id);
  }

  /** The document whose journal is that of the world. */
  DocumentRow document(Database database) {
    return new DocumentRow(database, documentId, "world " + slug);
  }
}
