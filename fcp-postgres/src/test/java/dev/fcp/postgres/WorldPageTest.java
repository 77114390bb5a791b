package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domains;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The example in {@code docs/worlds.md}. */
class WorldPageTest {

  private static final String FILE = "src/test/java/dev/fcp/postgres/WorldPageTest.java";

  private static Turn makeTurn(String url, Domains domains, String slug, Scenario scenario) {
    // example
    try (PostgresJournals journals = PostgresJournals.connect(url, PostgresSettings.defaults())) {
      WorldStore worlds = WorldStore.over(journals, domains, WorldSettings.defaults());
      worlds
          .create(new NewWorld(slug, "The village", new ScenarioRef.Inline(scenario)))
          .orElseThrow();
      String prompt =
          worlds.putComponent("perceive", CanonicalJson.of("\"What do you see?\"")).orElseThrow();
      try (WorldWorker worker = worlds.worker("worker of " + slug).orElseThrow()) {
        WorldAttempt<?, ?> attempt = worlds.startAttempt(slug, worker).orElseThrow();
        // Think, and edit attempt.session(): no transaction is open.
        attempt.record(
            new WorldOccurrence(
                "perception_emitted",
                Optional.of("note ann"),
                Set.of("note mill"),
                new TreeMap<>(Map.of("perceive", prompt)),
                CanonicalJson.of("{\"text\": \"The mill burns.\"}")));
        return attempt.commit().orElseThrow();
      }
    }
    // end
  }

  @Test
  @Clause("WO-2")
  void the_example_of_the_page_commits_a_turn() throws Exception {
    String url = PostgresServer.url();
    String slug = Worlds.fresh("village");
    Domains domains = Domains.of(List.of(new NotesDomain()));
    Scenario scenario = Scenario.of("{\"domain\": \"notes\"}");
    assertThat(makeTurn(url, domains, slug, scenario).turn()).isEqualTo(1);
    try (PostgresJournals journals = PostgresServer.journals()) {
      WorldStore worlds = WorldStore.over(journals, domains, WorldSettings.defaults());
      assertThat(worlds.events(slug, WorldEventQuery.FIRST).orElseThrow().events())
          .extracting(WorldEvent::type)
          .containsExactly("perception_emitted");
    }
    Path module = Path.of(System.getProperty("basedir", "."));
    String source = Files.readString(module.resolve(FILE));
    String example =
        source
            .substring(source.indexOf("// example\n") + 11, source.indexOf("    // end\n"))
            .replaceAll("(?m)^ {4}", "");
    assertThat(Files.readString(module.resolve("../docs/worlds.md")))
        .contains("```java\n" + example + "```");
  }
}
