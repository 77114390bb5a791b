package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.postgres.NewWorld.ScenarioRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void the_program_makes_and_fails_turns_and_deletes_worlds() {
    try (Worlds program = new Worlds(url, PostgresSettings.defaults(), WorldSettings.defaults())) {
      String name = Worlds.fresh("scenario");
      program.store.putScenario(name, Worlds.boards(name)).orElseThrow();
      program.store.putComponent("prompt", CanonicalJson.of("{\"a\":1}")).orElseThrow();
      String slug = Worlds.fresh("w");
      program
          .store
          .create(new NewWorld(slug, "A world", new ScenarioRef.ByName(name)))
          .orElseThrow();
      program.turn(slug, "a");
      program.start(slug).fail("no idea").orElseThrow();
      program.turn(slug, "b");
      assertThat(program.store.turns(slug, 0, 10).orElseThrow().turns()).hasSize(3);
      assertThat(program.store.delete(slug, "done").orElseThrow().slug()).isEqualTo(slug);
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
        "DELETE FROM fcp.world_audit_event_entities",
        "DELETE FROM fcp.world_audit_event_components",
        "UPDATE fcp.components SET kind = 'x'",
        "DELETE FROM fcp.components",
        "UPDATE fcp.scenarios SET data = '{}'",
        "DELETE FROM fcp.scenarios",
        "DELETE FROM fcp.attempts",
        "DELETE FROM fcp.worlds",
      })
  void the_program_cannot_change_what_was_written(String statement) {
    try (PostgresDatabase program = new PostgresDatabase(url)) {
      assertThatThrownBy(() -> program.update(statement)).hasMessageContaining("permission denied");
    }
  }
}
