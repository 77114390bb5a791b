package dev.fcp.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads worlds as they are stored. */
final class WorldRows {

  private static final String SELECT =
      """
      SELECT slug, worlds.name, scenarios.data ->> 'domain', scenario_hash, created_from_ref,
        worlds.created_at, deleted_at, deleted_reason, current_turn, active_attempt_id,
        activity.attempt_count,
        greatest(worlds.created_at, deleted_at, activity.last_started, activity.last_ended)
      FROM fcp.worlds
      JOIN fcp.scenarios ON scenarios.hash = scenario_hash
      CROSS JOIN LATERAL (
        SELECT count(*) AS attempt_count, max(started_at) AS last_started, max(ended_at) AS last_ended
        FROM fcp.attempts WHERE world_id = worlds.id) AS activity\
      """;

  private WorldRows() {}

  private static World of(ResultSet row) throws SQLException {
    return new World(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        CanonicalJson.of(row.getString(5)),
        AttemptRows.time(row, 6).orElseThrow(),
        AttemptRows.time(row, 7),
        Optional.ofNullable(row.getString(8)),
        row.getLong(9),
        Optional.ofNullable(row.getObject(10, UUID.class)),
        row.getLong(11),
        AttemptRows.time(row, 12).orElseThrow());
  }

  /**
   * The worlds by slug.
   *
   * @param scenarioHash only worlds of this scenario; all if empty
   */
  static List<World> all(
      Database database, boolean includesDeleted, Optional<String> scenarioHash) {
    return database.query(
        "the worlds",
        WorldRows::of,
        SELECT
            + """

            WHERE (status = 'active' OR ?) AND (?::text IS NULL OR scenario_hash = ?)
            ORDER BY slug\
            """,
        includesDeleted,
        scenarioHash.orElse(null),
        scenarioHash.orElse(null));
  }

  /** The world with a slug, deleted or not. */
  static Optional<World> find(Database database, String slug) {
    return database.queryFirst("world " + slug, WorldRows::of, SELECT + " WHERE slug = ?", slug);
  }
}
