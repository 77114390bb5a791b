package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tables of earlier releases, and servers that are too old, in a database of its own. */
class SchemaMigrationTest {

  private final String name = "migration_" + Worlds.fresh("m").replace('-', '_');
  private final PostgresDatabase server = PostgresServer.database();
  private final String url = created();

  private String created() {
    server.update("CREATE DATABASE " + name);
    return PostgresServer.url().replaceFirst("/postgres\\b", "/" + name);
  }

  @AfterEach
  void drop() {
    server.update("DROP DATABASE %s WITH (FORCE)".formatted(name));
    server.close();
  }

  private Worlds open() {
    return new Worlds(url, PostgresSettings.defaults(), WorldSettings.defaults());
  }

  @Test
  void a_server_that_is_too_old_is_refused_and_unchanged() {
    String stub =
        url + (url.contains("?") ? "&" : "?") + "options=-c%20search_path=stub,pg_catalog";
    try (PostgresDatabase database = new PostgresDatabase(url)) {
      database.update("CREATE SCHEMA stub");
      database.update(
          """
          CREATE FUNCTION stub.current_setting(name text) RETURNS text LANGUAGE sql AS $$
            SELECT CASE name WHEN 'server_version_num' THEN '140012' ELSE '14.12 (stub)' END
          $$
          """);
      assertThatThrownBy(() -> PostgresJournals.connect(stub, PostgresSettings.defaults()))
          .isInstanceOf(JournalException.class)
          .hasMessageEndingWith(name + " is PostgreSQL 14.12 (stub); use PostgreSQL 15 or newer");
      assertThat(database.strings("SELECT to_regnamespace('fcp')::text")).containsOnlyNulls();
      database.update(
          "CREATE OR REPLACE FUNCTION stub.current_setting(name text) RETURNS text LANGUAGE sql AS"
              + " $$ SELECT '150000' $$");
      PostgresJournals.connect(stub, PostgresSettings.defaults()).close();
      assertThat(database.strings("SELECT to_regnamespace('fcp')::text")).containsExactly("fcp");
    }
  }

  @Test
  @Clause("WO-16")
  void events_of_before_there_were_actors_have_that_of_their_step_or_else_the_worker() {
    String slug;
    String worker;
    try (Worlds worlds = open()) {
      slug = worlds.create();
      var first = worlds.start(slug);
      worker = first.info().workerId();
      first.record("bea", Worlds.occurrence("seen", Map.of()));
      Worlds.add(first.session().by(first.origin("ann", Map.of())), "a");
      // Its record cannot be read by the functions of the database.
      first
          .session()
          .by(first.origin("ann", Map.of()))
          .step("\0", step -> Worlds.rename(step, "a", "A"))
          .orElseThrow();
      Worlds.add(first, "b");
      first.commit().orElseThrow();
      var second = worlds.start(slug);
      second.session().by(second.origin("cid", Map.of())).undo().orElseThrow();
      second.commit().orElseThrow();
      var failed = worlds.start(slug);
      Worlds.add(failed.session().by(failed.origin("ann", Map.of())), "c");
      failed.fail("no").orElseThrow();
      worlds.sql.update("ALTER TABLE fcp.world_audit_events DROP COLUMN actor");
      worlds.sql.update("DELETE FROM fcp.flyway_schema_history WHERE version = '6'");
    }
    try (Worlds worlds = open()) {
      assertThat(
              worlds
                  .store
                  .events(slug, WorldEventQuery.FIRST.includingFailed())
                  .orElseThrow()
                  .events())
          .extracting(WorldEvent::turn, WorldEvent::type, WorldEvent::actor)
          .containsExactly(
              tuple(1L, "seen", worker),
              tuple(1L, "board_added", "ann"),
              tuple(1L, "board_modified", worker),
              tuple(1L, "board_added", worker),
              tuple(2L, "board_removed", worker),
              tuple(3L, "board_added", worker),
              tuple(3L, "attempt_failed", worker));
    }
  }
}
