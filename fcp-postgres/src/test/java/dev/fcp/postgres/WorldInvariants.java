package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * SQL that finds what contradicts the clauses WO of SPEC.md, whatever wrote it. Each query returns
 * the worlds where something is wrong. Schema checks and foreign keys refuse most of it already;
 * this checks it again, and what they cannot express.
 */
final class WorldInvariants {

  private static final Map<String, String> QUERIES = new LinkedHashMap<>();

  static {
    add(
        "WO-1: a world has its current turn, and all turns from 0 to it",
        """
        FROM fcp.worlds w WHERE current_turn + 1 <>
          (SELECT count(*) FROM fcp.world_turns WHERE world_id = w.id AND turn <= w.current_turn)
          OR EXISTS (SELECT FROM fcp.world_turns WHERE world_id = w.id AND turn > w.current_turn)
        """);
    add(
        "WO-1: a document of a world has its world",
        """
        FROM (SELECT name AS slug FROM fcp.documents d WHERE is_world
          AND NOT EXISTS (SELECT FROM fcp.worlds WHERE document_id = d.id)) w
        """);
    add(
        "WO-1: turn 0 has no attempt, each other turn a committed one of this world",
        """
        FROM fcp.worlds w JOIN fcp.world_turns t ON t.world_id = w.id
        LEFT JOIN fcp.attempts a ON a.id = t.attempt_id AND a.world_id = w.id
        WHERE CASE WHEN t.turn = 0 THEN t.attempt_id IS NOT NULL
          ELSE (a.status = 'committed' AND a.produced_turn = t.turn) IS NOT TRUE END
        """);
    add(
        "WO-2: a committed attempt has its turn; there is one of them for each turn",
        """
        FROM fcp.worlds w JOIN fcp.attempts a ON a.world_id = w.id AND a.status = 'committed'
        LEFT JOIN fcp.world_turns t ON t.world_id = w.id AND t.attempt_id = a.id
        WHERE t.turn IS DISTINCT FROM a.produced_turn
        """);
    add(
        "WO-2: the records of a world are those of its turns, in their order",
        """
        FROM fcp.worlds w JOIN fcp.documents d ON d.id = w.document_id
        WHERE NOT d.is_world OR d.lease_token IS NOT NULL
          OR d.last_number <> (SELECT last_record FROM fcp.world_turns
            WHERE world_id = w.id AND turn = w.current_turn)
          OR d.last_number <> (SELECT count(*) FROM fcp.records WHERE document_id = d.id)
          OR d.last_number <> (SELECT max(number) FROM fcp.records WHERE document_id = d.id)
          OR EXISTS (SELECT FROM fcp.world_turns a JOIN fcp.world_turns b
            ON a.world_id = w.id AND b.world_id = w.id AND b.turn = a.turn + 1
            WHERE b.last_record < a.last_record OR b.simulation_time < a.simulation_time)
        """);
    add(
        "WO-2: the audit of a committed turn has the events that its attempt counted",
        """
        FROM fcp.worlds w JOIN fcp.attempts a ON a.world_id = w.id AND a.status = 'committed'
        WHERE (a.delta ->> 'events')::bigint <>
          (SELECT count(*) FROM fcp.world_audit_events WHERE attempt_id = a.id)
        """);
    add(
        "WO-3: a failed attempt ends with attempt_failed; an interrupted one has no events",
        """
        FROM fcp.worlds w JOIN fcp.attempts a ON a.world_id = w.id
        WHERE a.status IN ('failed', 'interrupted')
          AND (SELECT type FROM fcp.world_audit_events WHERE attempt_id = a.id
            ORDER BY world_event_seq DESC LIMIT 1)
            IS DISTINCT FROM CASE a.status WHEN 'failed' THEN 'attempt_failed' END
        """);
    add(
        "WO-4: the running attempt of a world is its active one",
        """
        FROM fcp.worlds w LEFT JOIN fcp.attempts a ON a.world_id = w.id AND a.status = 'running'
        WHERE w.active_attempt_id IS DISTINCT FROM a.id
          OR a.attempted_turn <> w.current_turn + 1
        """);
    add(
        "WO-5: a deleted world is idle, with time and reason",
        """
        FROM fcp.worlds w
        WHERE (status = 'deleted') <> (deleted_at IS NOT NULL AND deleted_reason IS NOT NULL)
          OR status = 'deleted' AND (active_attempt_id IS NOT NULL
            OR EXISTS (SELECT FROM fcp.attempts WHERE world_id = w.id AND status = 'running'))
        """);
    add(
        "WO-6: the numbers of the events are 1, 2, 3, ... in the order of the turns",
        """
        FROM fcp.worlds w
        WHERE next_event_seq - 1 <>
            (SELECT count(*) FROM fcp.world_audit_events WHERE world_id = w.id)
          OR next_event_seq - 1 <> (SELECT coalesce(max(world_event_seq), 0)
            FROM fcp.world_audit_events WHERE world_id = w.id)
          OR EXISTS (SELECT FROM fcp.world_audit_events a JOIN fcp.world_audit_events b
            ON a.world_id = w.id AND b.world_id = w.id AND b.world_event_seq = a.world_event_seq + 1
            WHERE b.turn < a.turn)
        """);
    add(
        "WO-6: an event has the turn and the status of its attempt",
        """
        FROM fcp.worlds w JOIN fcp.world_audit_events e ON e.world_id = w.id
        LEFT JOIN fcp.attempts a ON a.id = e.attempt_id AND a.world_id = w.id
        WHERE (a.status = e.attempt_status AND a.attempted_turn = e.turn) IS NOT TRUE
        """);
    add(
        "WO-6: the entity of an event is its subject",
        """
        FROM fcp.worlds w JOIN fcp.world_audit_events e ON e.world_id = w.id
        WHERE e.entity_id IS NOT NULL AND NOT EXISTS (SELECT FROM fcp.world_audit_event_entities x
          WHERE x.world_id = w.id AND x.world_event_seq = e.world_event_seq
            AND x.entity_id = e.entity_id AND x.role = 'subject')
        """);
    add(
        "WO-8: each event of a committed turn carries the components that its scenario requires",
        """
        FROM fcp.worlds w JOIN fcp.scenarios s ON s.hash = w.scenario_hash
        JOIN fcp.world_audit_events e ON e.world_id = w.id AND e.attempt_status = 'committed'
        CROSS JOIN LATERAL jsonb_array_elements_text(s.data -> 'requires' -> e.type) AS kind
        WHERE NOT EXISTS (SELECT FROM fcp.world_audit_event_components c WHERE c.world_id = w.id
          AND c.world_event_seq = e.world_event_seq AND c.kind = kind.value)
        """);
    add(
        "WO-9: a stored state has the number of entities that its turn says",
        """
        FROM fcp.worlds w JOIN fcp.world_turns t ON t.world_id = w.id
        WHERE jsonb_array_length(t.state) <> t.entity_count
        """);
  }

  private WorldInvariants() {}

  private static void add(String name, String query) {
    QUERIES.put(name, "SELECT DISTINCT w.slug " + query);
  }

  /** Checks every invariant in all worlds of a database. */
  static void requireAll(PostgresDatabase database) {
    QUERIES.forEach((name, query) -> assertThat(database.strings(query)).as(name).isEmpty());
  }

  /** The names of the invariants that do not hold. */
  static List<String> broken(PostgresDatabase database) {
    return QUERIES.keySet().stream()
        .filter(name -> !database.strings(QUERIES.getOrDefault(name, "")).isEmpty())
        .toList();
  }
}
