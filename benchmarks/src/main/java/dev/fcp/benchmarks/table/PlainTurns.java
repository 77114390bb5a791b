package dev.fcp.benchmarks.table;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The same rows as those of a turn by plain SQL: a transaction that takes the world, and one that
 * compares and writes the turn. Either into the tables of worlds, or into tables with the same
 * columns and indexes without checks and foreign keys.
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

  /** The schema of the tables of worlds. */
  static final String CHECKED = "fcp";

  /** The schema of the tables without checks. */
  static final String UNCHECKED = "plain";

  private final Connection connection;
  private final String schema;
  private final String record;
  private final String state;
  private final String event;
  private final int eventCount;
  private final int entityCount;
  private final int componentCount;
  private final String kind;
  private final String hash;

  private PlainTurns(Connection connection, String schema, ResultSet sample) throws SQLException {
    this.connection = connection;
    this.schema = schema;
    this.record = sample.getString(1);
    this.state = sample.getString(2);
    this.event = sample.getString(3);
    this.eventCount = sample.getInt(4);
    this.entityCount = sample.getInt(5);
    this.componentCount = sample.getInt(6);
    this.kind = sample.getString(7);
    this.hash = sample.getString(8);
  }

  /** Creates the tables without checks, with as many worlds. */
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
  static PlainTurns like(String url, String schema, String slug) throws SQLException {
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
                    WHERE e.world_id = worlds.id AND e.turn = 1),
                  c.kind, c.hash
                FROM fcp.worlds
                JOIN fcp.world_turns t ON t.world_id = worlds.id AND t.turn = 1
                JOIN fcp.records r ON r.document_id = worlds.document_id AND r.number = last_record
                JOIN fcp.world_audit_events a ON a.world_id = worlds.id AND a.turn = 1
                JOIN fcp.world_audit_event_components c ON c.world_id = worlds.id
                WHERE slug = '%s' LIMIT 1
                """
                    .formatted(slug))) {
      rows.next();
      return new PlainTurns(connection, schema, rows);
    }
  }

  /**
   * Makes a turn of a world.
   *
   * @param world the id of the world and of its document
   */
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
    long number =
        select(
            "UPDATE plain.documents SET last_number = last_number + 1 WHERE id = ?"
                + " RETURNING last_number",
            world);
    update(
        """
        INSERT INTO plain.records (document_id, number, checksum, record)
        VALUES (?, ?, 1, ?::json)
        """,
        world,
        number,
        record);
    update(
        """
        INSERT INTO plain.world_turns (world_id, turn, turn_ref, state, state_hash, simulation_time,
          entity_count, attempt_id, last_record, head_step)
        VALUES (?, ?, ?, ?::jsonb, repeat('0', 64), ?, 100, ?, ?, repeat('0', 26))
        """,
        world,
        turn + 1,
        ref(turn + 1),
        state,
        turn + 1,
        attempt,
        number);
    update(
        """
        UPDATE plain.attempts SET status = 'committed', produced_turn = attempted_turn,
          produced_turn_ref = ?, content_hash = repeat('0', 64), delta = '{}',
          ended_at = clock_timestamp(), committed_at = clock_timestamp()
        WHERE id = ?
        """,
        ref(turn + 1),
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
            prepare(
                """
                INSERT INTO plain.world_audit_events (world_id, world_event_seq, turn, turn_ref,
                  attempt_id, attempt_status, simulation_time, type, actor, entity_id, profile_label,
                  step, event, occurred_at)
                VALUES (?, ?, ?, ?, ?, 'committed', ?, 'shape_modified', 'Ann', 'shape s1',
                  'village', repeat('0', 26), ?::jsonb, clock_timestamp())
                """);
        PreparedStatement entities =
            prepare(
                "INSERT INTO plain.world_audit_event_entities"
                    + " (world_id, world_event_seq, entity_id, role) VALUES (?, ?, ?, 'subject')");
        PreparedStatement components =
            prepare(
                "INSERT INTO plain.world_audit_event_components (world_id, world_event_seq, kind,"
                    + " hash) VALUES (?, ?, ?, ?)")) {
      for (int i = 0; i < eventCount; i++) {
        addBatch(events, world, seq + i, turn, ref(turn), attempt, turn, event);
      }
      for (int i = 0; i < entityCount; i++) {
        addBatch(entities, world, seq, "shape s" + i);
      }
      for (int i = 0; i < componentCount; i++) {
        addBatch(components, world, seq + i, kind, hash);
      }
      events.executeBatch();
      entities.executeBatch();
      components.executeBatch();
    }
  }

  private static String ref(long turn) {
    return String.format(Locale.ROOT, "turn_%06d", turn);
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql.replace("plain.", schema + "."));
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
    try (PreparedStatement statement = prepare(sql)) {
      set(statement, argument);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  private void update(String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = prepare(sql)) {
      set(statement, arguments);
      statement.executeUpdate();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
