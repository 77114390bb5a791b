package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domains;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example and the query in {@code docs/worlds.md}. */
class WorldPageTest {

  private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
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
    String source = Files.readString(MODULE.resolve(FILE));
    String example =
        source
            .substring(source.indexOf("// example\n") + 11, source.indexOf("    // end\n"))
            .replaceAll("(?m)^ {4}", "");
    assertThat(page()).contains("```java\n" + example + "```");
  }

  private static String page() throws IOException {
    return Files.readString(MODULE.resolve("../docs/worlds.md"));
  }

  /** The columns of the tables that a page draws, by table. */
  private static Map<String, Set<String>> drawn(String page) throws IOException {
    String text = Files.readString(MODULE.resolve("../docs/" + page));
    String drawing = text.split("## Tables\n", 2)[1].split("```\n", 3)[1];
    Map<String, Set<String>> tables = new TreeMap<>();
    Pattern.compile("(\\w+) \\(([^)]*)\\)")
        .matcher(drawing.replaceAll("[\\s|+-]+", " "))
        .results()
        .forEach(it -> tables.put(it.group(1), Set.of(it.group(2).split(", "))));
    return tables;
  }

  private static Set<String> columns(Worlds worlds, String table) {
    return Set.copyOf(
        worlds.sql.strings(
            "SELECT column_name FROM information_schema.columns"
                + " WHERE table_schema = 'fcp' AND table_name = ?",
            table));
  }

  @Test
  @Clause("WO-2")
  void the_pages_draw_the_tables_as_they_are() throws IOException {
    try (Worlds worlds = new Worlds()) {
      Map<String, Set<String>> tables = drawn("worlds.md");
      assertThat(tables).hasSize(8);
      tables.forEach((table, columns) -> assertThat(columns).isEqualTo(columns(worlds, table)));
      Map<String, Set<String>> ofDocuments = drawn("postgres.md");
      assertThat(ofDocuments).containsKeys("documents", "records", "sources", "snapshots");
      ofDocuments.forEach(
          (table, columns) -> assertThat(columns(worlds, table)).containsAll(columns));
    }
  }

  /** The query of the page for another world; its columns as one. */
  private static String query(String slug) throws IOException {
    String after = page().split("One query shows", 2)[1];
    String query = after.split("```sql\n", 2)[1].split("```", 2)[0];
    assertThat(query).contains("'village'").endsWith(";\n");
    return "SELECT concat_ws(' ', turn, actor, worker_id, type, entity_id, kind, prompt) FROM (%s) AS q"
        .formatted(query.replace("'village'", "'" + slug + "'").replace(";", ""));
  }

  @Test
  @Clause("WO-2")
  void the_query_for_sizing_names_the_tables_that_a_turn_fills() throws Exception {
    String page = Files.readString(MODULE.resolve("../docs/postgres.md"));
    String query = page.split("## Sizing", 2)[1].split("```sql\n", 2)[1].split(";\n```", 2)[0];
    try (Worlds worlds = new Worlds()) {
      worlds.turn(worlds.create(), "a");
      assertThat(
              worlds.sql.strings(
                  "SELECT relname FROM (%s) AS q WHERE bytes_a_turn > 0".formatted(query)))
          .contains("world_turns", "world_audit_events", "records", "attempts");
    }
  }

  @Test
  @Clause({"WO-8", "WO-16"})
  void the_query_of_the_page_shows_who_did_what_under_which_prompt() throws Exception {
    try (Worlds worlds = new Worlds()) {
      String prompt =
          worlds.store.putComponent("perceive", CanonicalJson.of("\"What?\"")).orElseThrow();
      String slug = worlds.create();
      worlds.start(slug).fail("not shown").orElseThrow();
      var attempt = worlds.start(slug);
      Map<String, String> components = Map.of("perceive", prompt);
      Worlds.add(attempt.session().by(attempt.origin("ann", components)), "a");
      attempt.record("bea", Worlds.occurrence("seen", Map.of()));
      attempt.commit().orElseThrow();
      String worker = attempt.info().workerId();
      assertThat(worlds.sql.strings(query(slug)))
          .containsExactly(
              "1 ann %s board_added board a perceive \"What?\"".formatted(worker),
              "1 bea %s seen board a".formatted(worker));
    }
  }
}
