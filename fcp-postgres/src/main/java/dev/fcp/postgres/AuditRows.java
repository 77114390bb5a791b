package dev.fcp.postgres;

import static dev.fcp.postgres.Database.column;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.postgres.AttemptEvents.Pending;
import dev.fcp.postgres.WorldEvent.EntityRole;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/** The audit events of worlds with their entities and components. */
final class AuditRows {

  private AuditRows() {}

  /** Appends events to the audit of a locked world; returns the number of the next one. */
  static long append(
      Connection connection,
      WorldRow world,
      Attempt attempt,
      Attempt.Status status,
      long simulationTime,
      Optional<String> profileLabel,
      List<Pending> events)
      throws SQLException {
    long first = world.nextEventSeq();
    List<Row<EntityRole>> entities = new ArrayList<>();
    List<Row<Map.Entry<String, String>>> components = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      long seq = first + i;
      events.get(i).entities().forEach(it -> entities.add(new Row<>(seq, it)));
      events.get(i).components().entrySet().forEach(it -> components.add(new Row<>(seq, it)));
    }
    Database.update(
        connection,
        """
        INSERT INTO fcp.world_audit_events (world_id, world_event_seq, turn, turn_ref, attempt_id,
          attempt_status, simulation_time, type, actor, entity_id, profile_label, step, event,
          occurred_at)
        SELECT ?, ? + index, ?, ?, ?, ?, ?, type, actor, entity_id, profile_label, step,
          event::jsonb, occurred_at::timestamptz
        FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
          ?::text[]) AS given (index, type, actor, entity_id, profile_label, step, event, occurred_at)
        """,
        world.id(),
        first,
        attempt.attemptedTurn(),
        Turn.ref(attempt.attemptedTurn()),
        attempt.id(),
        status.word(),
        simulationTime,
        LongStream.range(0, events.size()).boxed().toArray(Long[]::new),
        column(events, Pending::type),
        column(events, Pending::actor),
        column(events, event -> event.entityId().orElse(null)),
        column(events, event -> event.components().isEmpty() ? null : profileLabel.orElse(null)),
        column(events, event -> event.step().orElse(null)),
        column(events, event -> event.event().text()),
        column(events, event -> event.occurredAt().toString()));
    Database.update(
        connection,
        """
        INSERT INTO fcp.world_audit_event_entities (world_id, world_event_seq, entity_id, role)
        SELECT ?, given.* FROM unnest(?::bigint[], ?::text[], ?::text[]) AS given
        """,
        world.id(),
        numbers(entities),
        column(entities, row -> row.value().entityId()),
        column(entities, row -> row.value().role()));
    Database.update(
        connection,
        """
        INSERT INTO fcp.world_audit_event_components (world_id, world_event_seq, kind, hash)
        SELECT ?, given.* FROM unnest(?::bigint[], ?::text[], ?::text[]) AS given
        """,
        world.id(),
        numbers(components),
        column(components, row -> row.value().getKey()),
        column(components, row -> row.value().getValue()));
    return first + events.size();
  }

  /** What belongs to an event. */
  private record Row<T>(long seq, T value) {}

  private static Long[] numbers(List<? extends Row<?>> rows) {
    return rows.stream().map(Row::seq).toArray(Long[]::new);
  }

  /** A page of the audit of a world. */
  static WorldEvent.Page page(Database database, WorldRow world, WorldEventQuery query) {
    for (String text : query.texts()) {
      WorldRefusedException.requireStorable("the query", text);
    }
    List<Object> arguments = new ArrayList<>();
    String sql = sql(world, query, arguments);
    List<WorldEvent> events =
        database.query("world " + world.slug(), AuditRows::of, sql, arguments.toArray());
    return new WorldEvent.Page(
        events,
        events.size() < query.limit()
            ? Optional.empty()
            : Optional.of(events.get(events.size() - 1).seq()));
  }

  /**
   * The query for a page. The numbers of the events come from the index of the narrowest filter, so
   * that a page costs its own size.
   */
  static String sql(WorldRow world, WorldEventQuery query, List<Object> arguments) {
    StringBuilder sql =
        new StringBuilder(
            """
            SELECT world_event_seq, turn, attempt_id, attempt_status, simulation_time, type,
              entity_id, profile_label, step, event, occurred_at, actor,
              (SELECT coalesce(json_agg(json_build_array(e.entity_id, e.role)
                  ORDER BY array_position(ARRAY['subject', 'touched', 'mentioned'], e.role),
                    e.entity_id), '[]')
                FROM fcp.world_audit_event_entities e
                WHERE e.world_id = audit.world_id AND e.world_event_seq = audit.world_event_seq),
              (SELECT coalesce(json_object_agg(c.kind, c.hash), '{}')
                FROM fcp.world_audit_event_components c
                WHERE c.world_id = audit.world_id AND c.world_event_seq = audit.world_event_seq)
            FROM fcp.world_audit_events audit\
            """);
    query
        .entity()
        .ifPresent(entity -> {
          sql.append(
              """

              JOIN (SELECT DISTINCT world_event_seq FROM fcp.world_audit_event_entities
                WHERE world_id = ? AND entity_id = ? AND world_event_seq > ?\
              """);
          arguments.add(world.id());
          arguments.add(entity);
          arguments.add(query.after());
          if (!query.roles().isEmpty()) {
            sql.append(" AND role = ANY (string_to_array(?, ','))");
            arguments.add(String.join(",", query.roles()));
          }
          sql.append(") AS of_entity USING (world_event_seq)");
        });
    query
        .component()
        .ifPresent(component -> {
          sql.append(
              """

              JOIN (SELECT world_event_seq FROM fcp.world_audit_event_components
                WHERE kind = ? AND hash = ? AND world_id = ? AND world_event_seq > ?)
                AS of_component USING (world_event_seq)\
              """);
          arguments.add(component.kind());
          arguments.add(component.hash());
          arguments.add(world.id());
          arguments.add(query.after());
        });
    sql.append("\nWHERE audit.world_id = ? AND world_event_seq > ?");
    arguments.add(world.id());
    arguments.add(query.after());
    query
        .type()
        .ifPresent(type -> {
          sql.append("\nAND type = ?");
          arguments.add(type);
        });
    query
        .fromTurn()
        .ifPresent(turn -> {
          sql.append(turnBound(">=", ""));
          arguments.add(world.id());
          arguments.add(turn);
        });
    query
        .toTurn()
        .ifPresent(turn -> {
          sql.append(turnBound("<=", " DESC"));
          arguments.add(world.id());
          arguments.add(turn);
        });
    if (!query.includesFailed()) {
      sql.append("\nAND attempt_status = 'committed'");
    }
    sql.append("\nORDER BY world_event_seq LIMIT ?");
    arguments.add(query.limit());
    return sql.toString();
  }

  /** A bound of the turns as one of the numbers, which rise with the turns. */
  private static String turnBound(String comparison, String order) {
    return """

    AND world_event_seq %1$s (SELECT world_event_seq FROM fcp.world_audit_events
      WHERE world_id = ? AND turn %1$s ?
      ORDER BY turn%2$s, world_event_seq%2$s LIMIT 1)\
    """
        .formatted(comparison, order);
  }

  private static WorldEvent of(ResultSet row) throws SQLException {
    List<EntityRole> entities = new ArrayList<>();
    for (JsonNode pair : CanonicalJson.of(row.getString(13)).node()) {
      entities.add(new EntityRole(pair.get(0).stringValue(), pair.get(1).stringValue()));
    }
    SortedMap<String, String> components = new TreeMap<>();
    CanonicalJson.of(row.getString(14))
        .node()
        .properties()
        .forEach(it -> components.put(it.getKey(), it.getValue().stringValue()));
    return new WorldEvent(
        row.getLong(1),
        row.getLong(2),
        row.getObject(3, UUID.class),
        Attempt.Status.of(row.getString(4)),
        row.getLong(5),
        row.getString(6),
        row.getString(12),
        Optional.ofNullable(row.getString(7)),
        Optional.ofNullable(row.getString(8)),
        Optional.ofNullable(row.getString(9)),
        entities,
        components,
        CanonicalJson.of(row.getString(10)),
        AttemptRows.time(row, 11).orElseThrow());
  }

  /** The steps of a committed turn. */
  static List<StepId> stepsOfTurn(Database database, WorldRow world, long turn) {
    return database.query(
        "world " + world.slug(),
        row -> new StepId(row.getString(1)),
        """
        SELECT DISTINCT step FROM fcp.world_audit_events
        WHERE world_id = ? AND turn = ? AND attempt_status = 'committed' AND step IS NOT NULL
        """,
        world.id(),
        turn);
  }

  /** The worlds and turns that ran under a component. */
  static List<ComponentUse> uses(Database database, String kind, String hash) {
    if (!CanonicalJson.isStorable(kind) || !CanonicalJson.isStorable(hash)) {
      return List.of();
    }
    return database.query(
        "component " + hash,
        row ->
            new ComponentUse(
                row.getString(1),
                row.getLong(2),
                row.getObject(3, UUID.class),
                Attempt.Status.of(row.getString(4)),
                row.getLong(5)),
        """
        SELECT slug, turn, attempt_id, attempt_status, count(*)
        FROM fcp.world_audit_event_components c
        JOIN fcp.world_audit_events USING (world_id, world_event_seq)
        JOIN fcp.worlds ON worlds.id = world_id
        WHERE c.kind = ? AND c.hash = ?
        GROUP BY slug, turn, attempt_id, attempt_status, worlds.id
        ORDER BY worlds.id, turn, min(world_event_seq)
        """,
        kind,
        hash);
  }
}
