package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.spec.Clause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Serialization failures in each table that an operation on a world changes: a few of them are
 * repeated, and an operation that never succeeds changes nothing.
 */
class WorldConflictsTest {

  private static final String APPLICATION = "conflicts";

  private final Worlds direct = new Worlds();
  private final Worlds worlds =
      new Worlds(
          PostgresServer.url()
              + (PostgresServer.url().contains("?") ? "&" : "?")
              + "ApplicationName="
              + APPLICATION,
          PostgresSettings.defaults(),
          WorldSettings.defaults());
  private final WorldStore store = worlds.store;
  private final String slug = direct.create(Worlds.boards("a"));
  private final String other = Worlds.fresh("w");
  private final String id = Worlds.fresh("worker");

  @AfterEach
  void close() {
    worlds.close();
    direct.close();
  }

  /** An operation on the world, or on a new one. */
  private enum Operation {
    CREATE,
    FORK,
    DELETE,
    WORKER,
    START,
    HEARTBEAT,
    COMMIT,
    FAIL,
    ROLLBACK
  }

  /** Prepares an operation; running the result does it. */
  private Runnable prepared(Operation operation) {
    return switch (operation) {
      case CREATE -> {
        NewWorld world = new NewWorld(other, "W", new ScenarioRef.Inline(Worlds.NOTES));
        yield () -> store.create(world).orElseThrow();
      }
      case FORK -> () -> store.fork(slug, Optional.empty(), other, "F").orElseThrow();
      case DELETE -> () -> store.delete(slug, "done").orElseThrow();
      case WORKER -> {
        direct.start(slug);
        direct.expire(slug);
        yield () -> store.worker(id).orElseThrow().close();
      }
      case START -> {
        WorldWorker worker = worlds.worker();
        yield () -> store.startAttempt(slug, worker).orElseThrow();
      }
      case HEARTBEAT -> {
        var attempt = worlds.start(slug);
        yield () -> attempt.heartbeat("thinking").orElseThrow();
      }
      case COMMIT -> {
        var attempt = edited();
        yield () -> attempt.commit().orElseThrow();
      }
      case FAIL -> {
        var attempt = edited();
        yield () -> attempt.fail("no").orElseThrow();
      }
      case ROLLBACK -> {
        direct.turn(slug, "x");
        WorldWorker worker = worlds.worker();
        WorldRollback.Work turn = new WorldRollback.Work.OfTurn(1);
        yield () -> store.rollback(slug, worker, turn, "eve").orElseThrow();
      }
    };
  }

  private WorldAttempt<?, ?> edited() {
    var attempt = worlds.start(slug);
    Worlds.add(attempt, "b");
    String prompt = direct.store.putComponent("p", CanonicalJson.of("{}")).orElseThrow();
    attempt.record(Worlds.occurrence("seen", Map.of("p", prompt)));
    return attempt;
  }

  /** All rows of the two worlds, without the lease of an attempt. */
  private List<String> rows() {
    return direct.sql.strings(
        """
        WITH w AS (SELECT * FROM fcp.worlds WHERE slug IN (?, ?))
        SELECT to_jsonb(w)::text FROM w
        UNION ALL SELECT (to_jsonb(a) - 'heartbeat_at' - 'expires_at')::text
          FROM fcp.attempts a JOIN w ON w.id = a.world_id
        UNION ALL SELECT to_jsonb(t)::text FROM fcp.world_turns t JOIN w ON w.id = t.world_id
        UNION ALL SELECT to_jsonb(e)::text FROM fcp.world_audit_events e JOIN w ON w.id = e.world_id
        UNION ALL SELECT to_jsonb(d)::text FROM fcp.documents d WHERE is_world AND name IN (?, ?)
        UNION ALL SELECT r.record::text FROM fcp.records r JOIN w ON w.document_id = r.document_id
        ORDER BY 1
        """,
        slug,
        other,
        slug,
        other);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE, documents",
    "CREATE, worlds",
    "CREATE, records",
    "CREATE, world_turns",
    "FORK, documents",
    "FORK, world_turns",
    "DELETE, worlds",
    "WORKER, attempts",
    "WORKER, worlds",
    "START, attempts",
    "START, worlds",
    "HEARTBEAT, attempts",
    "COMMIT, documents",
    "COMMIT, records",
    "COMMIT, world_turns",
    "COMMIT, attempts",
    "COMMIT, world_audit_events",
    "COMMIT, world_audit_event_entities",
    "COMMIT, world_audit_event_components",
    "COMMIT, worlds",
    "FAIL, attempts",
    "FAIL, world_audit_events",
    "FAIL, worlds",
    "ROLLBACK, attempts",
  })
  @Clause({"WO-1", "WO-2", "WO-3"})
  void an_operation_is_repeated_or_changes_nothing(Operation operation, String table) {
    Runnable work = prepared(operation);
    List<String> before = rows();
    try (InjectedConflicts conflicts =
        new InjectedConflicts(
            direct.sql,
            InjectedConflicts.SERIALIZATION_FAILURE,
            APPLICATION,
            table,
            Integer.MAX_VALUE)) {
      assertThatThrownBy(work::run)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("injected");
      assertThat(conflicts.count()).isGreaterThanOrEqualTo(Database.MAX_TRIES);
      WorldInvariants.requireAll(direct.sql);
      assertThat(rows()).isEqualTo(before);
    }
    try (InjectedConflicts conflicts =
        new InjectedConflicts(
            direct.sql,
            InjectedConflicts.SERIALIZATION_FAILURE,
            APPLICATION,
            table,
            Database.MAX_TRIES - 1)) {
      work.run();
      assertThat(conflicts.count()).isEqualTo(Database.MAX_TRIES - 1);
      assertThat(rows()).isNotEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"worlds", "attempts", "world_turns"})
  @Clause("WO-2")
  void a_commit_that_ends_with_a_deadlock_is_repeated(String table) {
    Runnable commit = prepared(Operation.COMMIT);
    try (InjectedConflicts conflicts =
        new InjectedConflicts(direct.sql, InjectedConflicts.DEADLOCK, APPLICATION, table, 1)) {
      commit.run();
      assertThat(conflicts.count()).isEqualTo(1);
      assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
    }
  }
}
