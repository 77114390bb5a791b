package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
