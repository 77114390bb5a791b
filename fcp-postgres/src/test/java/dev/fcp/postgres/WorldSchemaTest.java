package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.spec.Clause;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Wrong states that somebody tries to write by hand, and the constraint that refuses each. World A
 * has a committed, a failed, an interrupted and a running attempt; world B has a committed turn.
 */
class WorldSchemaTest {

  private static final String A = "(SELECT id FROM fcp.worlds WHERE slug = '$A')";
  private static final String B = "(SELECT id FROM fcp.worlds WHERE slug = '$B')";
  private static final String ATTEMPT = "UPDATE fcp.attempts SET %s WHERE world_id = $A_ID AND %s";
  private static final String WORLD = "UPDATE fcp.worlds SET %s WHERE id = $A_ID";
  private static final String TURN =
      "UPDATE fcp.world_turns SET %s WHERE world_id = $A_ID AND turn = %d";
  private static final String EVENT =
      "UPDATE fcp.world_audit_events SET %s WHERE world_id = $A_ID AND world_event_seq = 1";
  private static final String RUNNING = "status = 'running'";
  private static final String COMMITTED = "status = 'committed'";
  private static final String FAILED = "status = 'failed'";
  private static final String OF_B = "(SELECT id FROM fcp.attempts WHERE world_id = $B_ID)";

  private final Worlds worlds = new Worlds();
  private final String a = worlds.create();
  private final String b = worlds.create();
  private final String named = Worlds.fresh("named");

  @AfterEach
  void close() {
    worlds.close();
  }

  private static Arguments world(String constraint, String change) {
    return Arguments.of(constraint, WORLD.formatted(change));
  }

  private static Arguments attempt(String constraint, String change, String which) {
    return Arguments.of(constraint, ATTEMPT.formatted(change, which));
  }

  private static Arguments turn(String constraint, String change, int turn) {
    return Arguments.of(constraint, TURN.formatted(change, turn));
  }

  private static Arguments event(String constraint, String change) {
    return Arguments.of(constraint, EVENT.formatted(change));
  }

  static Stream<Arguments> wrongStates() {
    return Stream.of(
            List.of(
                world("slug_is_plain", "slug = 'A b'"),
                world("status_is_known", "status = 'gone', active_attempt_id = NULL"),
                world("deleted_has_its_time", "deleted_at = now()"),
                world("deleted_has_its_reason", "deleted_reason = 'x'"),
                world(
                    "deleted_has_its_reason",
                    "status = 'deleted', deleted_at = now(), deleted_reason = '',"
                        + " active_attempt_id = NULL"),
                world(
                    "deleted_is_idle",
                    "status = 'deleted', deleted_at = now(), deleted_reason = 'x'"),
                world("created_from_is_known", "created_from_ref = '{\"kind\": \"x\"}'"),
                world("created_from_is_known", "created_from_ref = '{\"input\": null}'"),
                world("created_from_is_known", "created_from_ref = 'null'"),
                world("created_from_is_known", "created_from_ref = created_from_ref - 'kind'"),
                world(
                    "created_from_is_known",
                    "created_from_ref = created_from_ref - 'resolved_hash'"),
                world(
                    "created_from_is_known",
                    "created_from_ref = created_from_ref || '{\"kind\": \"name\"}'"),
                world(
                    "created_from_is_known",
                    "created_from_ref = created_from_ref || '{\"input\": \"x\"}'"),
                world(
                    "created_from_is_known",
                    "created_from_ref = created_from_ref || '{\"content\": {}}'"),
                world("event_seq_begins_with_one", "next_event_seq = 0"),
                world("current_turn_exists", "current_turn = 9, active_attempt_id = NULL"),
                world("active_attempt_runs", "current_turn = 0"),
                world("active_attempt_runs", "active_attempt_id = " + OF_B),
                world(
                    "active_attempt_runs",
                    "active_attempt_id = (SELECT id FROM fcp.attempts"
                        + " WHERE world_id = $A_ID AND status = 'failed')"),
                world(
                    "worlds_scenario_hash_fkey",
                    "scenario_hash = repeat('0', 64),"
                        + " created_from_ref = created_from_ref"
                        + " || jsonb_build_object('resolved_hash', repeat('0', 64))"),
                world(
                    "worlds_document_id_key",
                    "document_id = " + "(SELECT document_id FROM fcp.worlds WHERE slug = '$B')"),
                world("worlds_slug_key", "slug = '$B'")),
            List.of(
                attempt("status_is_known", "status = 'lost', failure_reason = NULL", FAILED),
                attempt("attempted_is_the_next_turn", "attempted_turn = 7", FAILED),
                attempt("turns_begin_with_zero", "turn_before = -1, attempted_turn = 0", FAILED),
                attempt("running_has_not_ended", "ended_at = now()", RUNNING),
                attempt("running_has_not_ended", "ended_at = NULL", FAILED),
                attempt("committed_has_its_turn", "produced_turn = NULL", COMMITTED),
                attempt(
                    "committed_has_its_turn",
                    "produced_turn = 0, produced_turn_ref = 'turn_000000'",
                    COMMITTED),
                attempt("committed_has_its_turn", "committed_at = NULL", COMMITTED),
                attempt("committed_has_its_turn", "content_hash = NULL", COMMITTED),
                attempt(
                    "committed_has_its_turn",
                    "produced_turn = 2, produced_turn_ref = 'turn_000002'",
                    FAILED),
                attempt("produced_turn_ref_fits", "produced_turn_ref = 'turn_1'", COMMITTED),
                attempt("failed_has_its_reason", "failure_reason = NULL", FAILED),
                attempt("failed_has_its_reason", "failure_reason = NULL", "status = 'interrupted'"),
                attempt("failed_has_its_reason", "failure_reason = 'x'", COMMITTED),
                attempt("failed_has_its_reason", "failure_reason = ''", FAILED),
                attempt("failed_has_its_reason", "failure_reason = ''", "status = 'interrupted'"),
                attempt("worker_is_not_empty", "worker_id = ''", RUNNING),
                attempt("times_ascend", "ended_at = started_at - interval '1 s'", FAILED),
                attempt("times_ascend", "enqueued_at = started_at + interval '1 s'", FAILED),
                attempt(
                    "one_running_attempt",
                    "status = 'running', failure_reason = NULL," + " ended_at = NULL",
                    "status = 'interrupted'"),
                attempt(
                    "turn_has_its_attempt",
                    "status = 'failed', failure_reason = 'x',"
                        + " produced_turn = NULL, produced_turn_ref = NULL, committed_at = NULL,"
                        + " content_hash = NULL",
                    COMMITTED),
                attempt(
                    "produced_turn_exists",
                    "status = 'committed', produced_turn = 2,"
                        + " produced_turn_ref = 'turn_000002', committed_at = now(),"
                        + " content_hash = 'x', failure_reason = NULL",
                    "status = 'interrupted'"),
                attempt("event_has_its_attempt", "status = 'interrupted'", FAILED)),
            List.of(
                turn("only_the_seed_has_no_attempt", "attempt_id = NULL", 1),
                turn("only_the_seed_has_no_attempt", "attempt_id = " + OF_B, 0),
                turn("turn_has_its_attempt", "attempt_id = " + OF_B, 1),
                turn("turn_ref_fits", "turn_ref = 'turn_1'", 1),
                turn("hash_is_sha_256", "state_hash = 'x'", 1),
                turn("count_is_not_negative", "entity_count = -1", 1),
                turn("turns_begin_with_zero", "turn = -1, turn_ref = 'turn_0000-1'", 1),
                turn("current_turn_exists", "turn = 5, turn_ref = 'turn_000005'", 1),
                turn(
                    "world_turns_pkey",
                    "turn = 0, turn_ref = 'turn_000000', attempt_id = NULL",
                    1)),
            List.of(
                event("event_has_its_attempt", "attempt_id = " + OF_B),
                event("event_has_its_attempt", "attempt_status = 'failed'"),
                event("event_has_its_attempt", "turn = 2, turn_ref = 'turn_000002'"),
                event("attempt_has_ended", "attempt_status = 'running'"),
                event("events_have_an_attempt", "turn = 0, turn_ref = 'turn_000000'"),
                event("turn_ref_fits", "turn_ref = 'turn_000002'"),
                event("type_is_not_empty", "type = ''"),
                event("actor_is_not_empty", "actor = ''"),
                event("seq_begins_with_one", "world_event_seq = 0"),
                event("world_audit_events_pkey", "world_event_seq = 2"),
                Arguments.of(
                    "role_is_known",
                    "UPDATE fcp.world_audit_event_entities SET role = 'witness'"
                        + " WHERE world_id = $A_ID"),
                Arguments.of(
                    "world_audit_event_entities_world_id_world_event_seq_fkey",
                    "UPDATE fcp.world_audit_event_entities SET world_event_seq = 99"
                        + " WHERE world_id = $A_ID"),
                Arguments.of(
                    "world_audit_event_components_kind_hash_fkey",
                    "INSERT INTO fcp.world_audit_event_components (world_id, world_event_seq, kind,"
                        + " hash) VALUES ($A_ID, 1, 'prompt', repeat('0', 64))"),
                Arguments.of(
                    "hash_is_sha_256",
                    "INSERT INTO fcp.components (kind, hash, content) VALUES ('x', 'x', '{}')"),
                Arguments.of(
                    "kind_is_not_empty",
                    "INSERT INTO fcp.components (kind, hash, content)"
                        + " VALUES ('', repeat('0', 64), '{}')"),
                Arguments.of(
                    "hash_is_sha_256", "INSERT INTO fcp.scenarios (hash, data) VALUES ('x', '{}')"),
                Arguments.of(
                    "scenario_is_named_once",
                    "UPDATE fcp.scenarios SET name = 'other' WHERE name = '$NAMED'"),
                Arguments.of(
                    "scenario_is_named_once",
                    "UPDATE fcp.scenarios SET name = NULL WHERE name = '$NAMED'"),
                Arguments.of(
                    "documents_id_fkey|worlds_document_id_fkey",
                    "DELETE FROM fcp.documents WHERE name = '$A' AND is_world")))
        .flatMap(List::stream);
  }

  private void makeAttempts() {
    worlds.store.putScenario(named, Worlds.boards(named)).orElseThrow();
    worlds.turn(a, "a");
    worlds.turn(b, "b");
    worlds.start(a).fail("no").orElseThrow();
    worlds.start(a);
    worlds.expire(a);
    worlds.start(a);
  }

  private String filled(String sql) {
    return sql.replace("$NAMED", named)
        .replace("$A_ID", A)
        .replace("$B_ID", B)
        .replace("$A", a)
        .replace("$B", b);
  }

  @ParameterizedTest
  @MethodSource("wrongStates")
  @Clause({"WO-1", "WO-2", "WO-3", "WO-4", "WO-5", "WO-6", "WO-10"})
  void the_database_refuses_a_wrong_state(String constraint, String change) {
    makeAttempts();
    assertThatThrownBy(() -> worlds.sql.update(filled(change)))
        .hasMessageMatching("(?s).*\"(" + constraint + ")\".*");
  }

  @Test
  @Clause("WO-6")
  void the_sql_of_the_tests_finds_what_the_schema_cannot_express() {
    makeAttempts();
    Map<String, String> wrongStates =
        Map.of(
            "WO-2: the audit",
                "DELETE FROM fcp.world_audit_event_entities WHERE world_id = $A_ID;"
                    + "DELETE FROM fcp.world_audit_events WHERE world_id = $A_ID AND turn = 1",
            "WO-2: the records",
                "DELETE FROM fcp.records WHERE document_id ="
                    + " (SELECT document_id FROM fcp.worlds WHERE slug = '$A')",
            "WO-3: a failed attempt",
                "UPDATE fcp.world_audit_events SET type = 'x'"
                    + " WHERE world_id = $A_ID AND type = 'attempt_failed'",
            "WO-4: the running attempt",
                "UPDATE fcp.worlds SET active_attempt_id = NULL" + " WHERE id = $A_ID",
            "WO-6: the numbers", "UPDATE fcp.worlds SET next_event_seq = 50 WHERE id = $A_ID",
            "WO-6: the entity", "DELETE FROM fcp.world_audit_event_entities WHERE world_id = $A_ID",
            "WO-9: a stored state",
                "UPDATE fcp.world_turns SET entity_count = 7" + " WHERE world_id = $A_ID");
    wrongStates.forEach((name, change) -> {
      worlds.sql.update("BEGIN");
      worlds.sql.update(filled(change));
      assertThat(WorldInvariants.broken(worlds.sql))
          .as(name)
          .anySatisfy(it -> assertThat(it).startsWith(name));
      worlds.sql.update("ROLLBACK");
    });
  }
}
