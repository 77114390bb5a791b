package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldRollback.Work;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program with the rights that docs/worlds.md grants. */
class LeastPrivilegeTest {

  private final Worlds owner = new Worlds();
  private String url = "";

  @BeforeEach
  void grant() throws IOException {
    String role = Worlds.fresh("program").replace('-', '_');
    owner.sql.update(grants().replace("fcp_program", role));
    url =
        PostgresServer.url()
            + (PostgresServer.url().contains("?") ? "&" : "?")
            + "options=-c%20role="
            + role;
  }

  @AfterEach
  void close() {
    owner.close();
  }

  /** The block of SQL in the page. */
  private static String grants() throws IOException {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/worlds.md"))) {
      folder = folder.getParent();
    }
    String page = Files.readString(folder.resolve("docs/worlds.md"));
    int start = page.indexOf("CREATE ROLE fcp_program");
    return page.substring(start, page.indexOf("```", start));
  }

  private Worlds program() {
    return new Worlds(url, PostgresSettings.defaults(), WorldSettings.defaults());
  }

  @Test
  @Clause({"WO-1", "WO-10", "WO-11"})
  void the_program_stores_scenarios_and_components_and_creates_forks_and_deletes_worlds() {
    try (Worlds program = program()) {
      WorldStore store = program.store;
      String name = Worlds.fresh("scenario");
      Scenario scenario = Worlds.boards(name);
      String slug = program.create(scenario);
      store.putScenario(name, scenario).orElseThrow();
      // Again, which changes nothing.
      assertThat(store.putScenario(name, scenario).orElseThrow().activeWorlds()).isEqualTo(1);
      String hash = store.putComponent("prompt", CanonicalJson.of("{\"a\":1}")).orElseThrow();
      assertThat(store.putComponent("prompt", CanonicalJson.of("{\"a\":1}")).orElseThrow())
          .isEqualTo(hash);
      String other = Worlds.fresh("w");
      store.create(new NewWorld(other, "A world", new ScenarioRef.ByName(name))).orElseThrow();
      String fork = Worlds.fresh("w");
      store.fork(slug, Optional.of(0L), fork, "A fork").orElseThrow();
      assertThat(store.diffWorlds(slug, fork).orElseThrow().changed()).isEmpty();
      assertThat(store.delete(slug, "done").orElseThrow().isActive()).isFalse();
      assertThat(store.list(false, Optional.of(scenario.hash())))
          .extracting(World::slug)
          .containsExactlyInAnyOrder(other, fork);
    }
  }

  @Test
  @Clause({"WO-2", "WO-3", "WO-8", "WO-12"})
  void the_program_makes_fails_and_rolls_back_turns_and_reads_everything() {
    try (Worlds program = program()) {
      WorldStore store = program.store;
      String slug = program.create();
      String prompt = store.putComponent("prompt", CanonicalJson.of("{\"a\":1}")).orElseThrow();
      var attempt = program.start(slug);
      attempt.heartbeat("half").orElseThrow();
      Worlds.add(attempt, "a");
      attempt.record(Worlds.occurrence("seen", Map.of("prompt", prompt)));
      attempt.commit().orElseThrow();
      program.start(slug).fail("no idea").orElseThrow();
      program.turn(slug, "b");
      store.rollback(slug, program.worker(), new Work.OfTurn(2), "eve").orElseThrow();
      assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
      assertThat(store.turns(slug, 0, 10).orElseThrow().turns()).hasSize(4);
      assertThat(store.stateAt(slug, 1).orElseThrow().turn().turn()).isEqualTo(1);
      assertThat(store.diff(slug, 2, 3).orElseThrow().removed()).hasSize(1);
      assertThat(store.events(slug, WorldEventQuery.FIRST.includingFailed()).orElseThrow().events())
          .extracting(WorldEvent::type)
          .contains("board_added", "seen", "attempt_failed");
      assertThat(
              store
                  .events(slug, WorldEventQuery.FIRST.withEntity("board b"))
                  .orElseThrow()
                  .events())
          .isNotEmpty();
      assertThat(store.uses("prompt", prompt)).extracting(ComponentUse::turn).containsExactly(1L);
      assertThat(store.attempts(slug).orElseThrow()).hasSize(4);
    }
  }

  @Test
  @Clause({"WO-4", "WO-14"})
  void the_program_interrupts_what_a_killed_worker_left_behind() {
    try (Worlds program = program()) {
      String slug = program.create();
      String id = Worlds.fresh("worker");
      // To the database, a closed worker with a running attempt is one that was killed.
      WorldWorker killed = program.store.worker(id).orElseThrow();
      UUID attempt = program.start(slug, killed).id();
      killed.close();
      try (WorldWorker next = program.store.worker(id).orElseThrow()) {
        assertThat(program.store.attempt(slug, attempt).orElseThrow().status())
            .isEqualTo(Attempt.Status.INTERRUPTED);
        program.start(slug, next);
        owner.expire(slug);
        assertThat(program.start(slug).commit().orElseThrow().turn()).isEqualTo(1);
      }
    }
  }

  /** Enough turns for a snapshot, which is replaced later. */
  @Test
  void the_program_stores_and_deletes_snapshots() {
    try (Worlds program = program()) {
      String slug = program.create();
      for (int i = 0; i < 150; i++) {
        var attempt = program.start(slug);
        Worlds.add(attempt, "board" + i);
        attempt.commit().orElseThrow();
        assertThat(attempt.snapshotFailure()).isEmpty();
      }
      assertThat(
              owner.sql.strings(
                  "SELECT number FROM fcp.snapshots JOIN fcp.documents ON documents.id = document_id"
                      + " WHERE name = ? AND kind = 'state'",
                  slug))
          .isNotEmpty();
    }
  }

  @Test
  @Clause("WO-10")
  void the_program_cannot_rename_a_scenario() {
    try (Worlds program = program()) {
      String name = Worlds.fresh("scenario");
      program.store.putScenario(name, Worlds.boards(name)).orElseThrow();
      for (String other : List.of("'other'", "NULL")) {
        assertThatThrownBy(() ->
                program.sql.update(
                    "UPDATE fcp.scenarios SET name = %s WHERE name = ?".formatted(other), name))
            .hasMessageContaining("scenario_is_named_once");
      }
      assertThat(program.store.scenario(new ScenarioRef.ByName(name)).orElseThrow().name())
          .contains(name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE fcp.records SET checksum = 0",
        "DELETE FROM fcp.records",
        "UPDATE fcp.world_turns SET simulation_time = 0",
        "DELETE FROM fcp.world_turns",
        "UPDATE fcp.world_audit_events SET type = 'x'",
        "DELETE FROM fcp.world_audit_events",
        "UPDATE fcp.world_audit_event_entities SET role = 'subject'",
        "DELETE FROM fcp.world_audit_event_entities",
        "UPDATE fcp.world_audit_event_components SET kind = 'x'",
        "DELETE FROM fcp.world_audit_event_components",
        "UPDATE fcp.components SET kind = 'x'",
        "UPDATE fcp.components SET content = '{}'",
        "DELETE FROM fcp.components",
        "UPDATE fcp.scenarios SET data = '{}'",
        "UPDATE fcp.scenarios SET hash = repeat('0', 64)",
        "DELETE FROM fcp.scenarios",
        "UPDATE fcp.worlds SET slug = 'x'",
        "UPDATE fcp.worlds SET scenario_hash = repeat('0', 64)",
        "UPDATE fcp.attempts SET worker_id = 'x'",
        "TRUNCATE fcp.world_audit_events CASCADE",
        "ALTER TABLE fcp.scenarios DISABLE TRIGGER ALL",
        "DROP TRIGGER scenario_is_named_once ON fcp.scenarios",
        "DELETE FROM fcp.attempts",
        "DELETE FROM fcp.worlds",
      })
  void the_program_cannot_change_what_was_written(String statement) {
    try (PostgresDatabase program = new PostgresDatabase(url)) {
      assertThatThrownBy(() -> program.update(statement))
          .hasMessageMatching("(?s).*(permission denied|must be owner).*");
    }
  }
}
