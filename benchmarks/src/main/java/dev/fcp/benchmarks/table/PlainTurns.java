package dev.fcp.benchmarks.table;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

/**
 * The same rows as those of a turn, inserted by plain SQL into tables with the same columns and
 * indexes, without checks and foreign keys: a transaction that takes the world, and one that
 * compares and writes the turn.
 */
final class PlainTurns implements AutoCloseable {

  private static final List<String> TABLES =
      List.of(
          "records",
          "attempts",
          "world_turns",
          "world_audit_events",
          "world_audit_event_entities",
          "world_audit_event_components");

  private final Connection connection;
  private final String record;
  private final String state;
  private final String event;
  private final int eventCount;
  private final int entityCount;
  private final int componentCount;

  private PlainTurns(
      Connection connection,
      String record,
      String state,
      String event,
      int eventCount,
      int entityCount,
      int componentCount) {
    this.connection = connection;
    this.record = record;
    this.state = state;
    this.event = event;
    this.eventCount = eventCount;
    this.entityCount = entityCount;
    this.componentCount = componentCount;
  }

  /** Creates the tables with as many worlds. */
  static void createTables(String url, int worlds) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA plain");
      for (String table : TABLES) {
        statement.execute(
            "CREATE TABLE plain.%s (LIKE fcp.%s INCLUDING DEFAULTS INCLUDING INDEXES)"
                .formatted(table, table));
      }
      statement.execute(
          """
          CREATE TABLE plain.worlds (id bigint PRIMARY KEY, current_turn bigint,
            active_attempt_id uuid, next_event_seq bigint);
          CREATE TABLE plain.documents (id bigint PRIMARY KEY, last_number bigint);
          INSERT INTO plain.worlds SELECT i, 0, NULL, 1 FROM generate_series(1, %1$d) i;
          INSERT INTO plain.documents SELECT i, 0 FROM generate_series(1, %1$d) i;
          """
              .formatted(worlds));
    }
  }

  /** Connects; the rows are like those of turn 1 of a world. */
  static PlainTurns like(String url, String slug) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT record, state, event,
                  (SELECT count(*) FROM fcp.world_audit_events e
                    WHERE e.world_id = worlds.id AND e.turn = 1),
                  (SELECT count(*) FROM fcp.world_audit_event_entities
                    JOIN fcp.world_audit_events e USING (world_id, world_event_seq)
                    WHERE e.world_id = worlds.id AND e.turn = 1),
                  (SELECT count(*) FROM fcp.world_audit_event_components
                    JOIN fcp.world_audit_events e USING (world_id, world_event_seq)
                    WHERE e.world_id = worlds.id AND e.turn = 1)
                FROM fcp.worlds
                JOIN fcp.world_turns t ON t.world_id = worlds.id AND t.turn = 1
                JOIN fcp.records r ON r.document_id = worlds.document_id AND r.number = last_record
                JOIN fcp.world_audit_events a ON a.world_id = worlds.id AND a.turn = 1
                WHERE slug = '%s' LIMIT 1
                """
                    .formatted(slug))) {
      rows.next();
      return new PlainTurns(
          connection,
          rows.getString(1),
          rows.getString(2),
          rows.getString(3),
          rows.getInt(4),
          rows.getInt(5),
          rows.getInt(6));
    }
  }

  /** Makes a turn of a world. */
  void make(long world) throws SQLException {
    UUID attempt = UUID.randomUUID();
    connection.setAutoCommit(false);
    long turn = select("SELECT current_turn FROM plain.worlds WHERE id = ? FOR UPDATE", world);
    update(
        """
        INSERT INTO plain.attempts
          (id, world_id, status, worker_id, turn_before, attempted_turn, expires_at)
        VALUES (?, ?, 'running', 'w', ?, ?, clock_timestamp() + interval '1 minute')
        """,
        attempt,
        world,
        turn,
        turn + 1);
    update("UPDATE plain.worlds SET active_attempt_id = ? WHERE id = ?", attempt, world);
    connection.commit();
    long seq = select("SELECT next_event_seq FROM plain.worlds WHERE id = ? FOR UPDATE", world);
    select("SELECT turn_before FROM plain.attempts WHERE id = ? FOR UPDATE", attempt);
    update("UPDATE plain.documents SET last_number = last_number + 1 WHERE id = ?", world);
    update(
        """
        INSERT INTO plain.records (document_id, number, checksum, record)
        VALUES (?, ?, 1, ?::json)
        """,
        world,
        turn + 1,
        record);
    update(
        """
        INSERT INTO plain.world_turns (world_id, turn, turn_ref, state, state_hash, simulation_time,
          entity_count, attempt_id, last_record, head_step)
        VALUES (?, ?, 'turn_000001', ?::jsonb, repeat('0', 64), ?, 100, ?, ?, repeat('0', 26))
        """,
        world,
        turn + 1,
        state,
        turn + 1,
        attempt,
        turn + 2);
    update(
        """
        UPDATE plain.attempts SET status = 'committed', produced_turn = attempted_turn,
          produced_turn_ref = 'turn_000001', content_hash = repeat('0', 64), delta = '{}',
          ended_at = clock_timestamp(), committed_at = clock_timestamp()
        WHERE id = ?
        """,
        attempt);
    insertEvents(world, seq, turn + 1, attempt);
    update(
        """
        UPDATE plain.worlds SET current_turn = ?, active_attempt_id = NULL, next_event_seq = ?
        WHERE id = ?
        """,
        turn + 1,
        seq + eventCount,
        world);
    connection.commit();
  }

  private void insertEvents(long world, long seq, long turn, UUID attempt) throws SQLException {
    try (PreparedStatement events =
            connection.prepareStatement(
                """
                INSERT INTO plain.world_audit_events (world_id, world_event_seq, turn, turn_ref,
                  attempt_id, attempt_status, simulation_time, type, entity_id, profile_label, step,
                  event, occurred_at)
                VALUES (?, ?, ?, 'turn_000001', ?, 'committed', ?, 'shape_modified', 'shape s1',
                  'village', repeat('0', 26), ?::jsonb, clock_timestamp())
                """);
        PreparedStatement entities =
            connection.prepareStatement(
                "INSERT INTO plain.world_audit_event_entities"
                    + " (world_id, world_event_seq, entity_id, role) VALUES (?, ?, ?, 'subject')");
        PreparedStatement components =
            connection.prepareStatement(
                "INSERT INTO plain.world_audit_event_components (world_id, world_event_seq, kind,"
                    + " hash) VALUES (?, ?, ?, repeat('0', 64))")) {
      for (int i = 0; i < eventCount; i++) {
        addBatch(events, world, seq + i, turn, attempt, turn, event);
      }
      for (int i = 0; i < entityCount; i++) {
        addBatch(entities, world, seq, "shape s" + i);
      }
      for (int i = 0; i < componentCount; i++) {
        addBatch(components, world, seq, "kind " + i);
      }
      events.executeBatch();
      entities.executeBatch();
      components.executeBatch();
    }
  }

  private static void addBatch(PreparedStatement statement, Object... arguments)
      throws SQLException {
    set(statement, arguments);
    statement.addBatch();
  }

  private static void set(PreparedStatement statement, Object... arguments) throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
  }

  private long select(String sql, Object argument) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, argument);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  private void update(String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, arguments);
      statement.executeUpdate();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
