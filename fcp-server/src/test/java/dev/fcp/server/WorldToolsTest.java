package dev.fcp.server;

import static dev.fcp.server.WorldFixture.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.postgres.CanonicalJson;
import dev.fcp.server.WorldFixture.Call;
import dev.fcp.server.mcp.McpTestClient;
import dev.fcp.server.mcp.McpTestClient.Reply;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tools for worlds that {@code fcp mcp --store} serves. */
class WorldToolsTest {

  @TempDir private Path folder;
  private WorldFixture fixture;

  @BeforeEach
  void createWorld() {
    fixture = WorldFixture.withVillage(folder);
  }

  @Test
  void an_agent_makes_a_turn_and_reads_what_happened() {
    String lines =
        """
        {"world": "village", "simulation_time": 7, "lines": ["add box Inn id:inn",
          {"op": "label Inn Tavern", "actor": "Ann", "components": ["adjudicate"]},
          {"event": "turn_complete", "entity": "cell page-1/inn"}]}
        """;
    // The end of a connection waits for its turns.
    JsonNode started = answer(fixture.served(new Call("run_turn", lines)).get(0));
    String id = started.path("attempt_id").stringValue();
    List<JsonNode> read =
        fixture
            .served(
                new Call(
                    "get_turn_status",
                    "{\"world\": \"village\", \"attempt_id\": \"%s\"}".formatted(id)),
                new Call("list_attempts", "{\"world\": \"village\"}"),
                new Call("list_turns", "{\"world\": \"village\", \"from\": 1, \"limit\": 1}"),
                new Call("get_turn", "{\"world\": \"village\", \"turn\": 1}"),
                new Call("get_state_at", "{\"world\": \"village\", \"simulation_time\": 6}"),
                new Call("diff_turns", "{\"world\": \"village\", \"from\": 0, \"to\": 1}"),
                new Call("get_events", "{\"world\": \"village\", \"limit\": 2}"),
                new Call(
                    "entity_history",
                    "{\"world\": \"village\", \"entity\": \"cell page-1/inn\", \"cursor\": 1}"),
                new Call("get_world", "{\"world\": \"village\"}"))
            .stream()
            .map(WorldFixture::answer)
            .toList();
    assertThat(read.get(0).path("status").stringValue()).isEqualTo("committed");
    assertThat(read.get(1).at("/attempts/0/attempt_id").stringValue()).isEqualTo(id);
    assertThat(read.get(2).at("/turns/0/simulation_time").intValue()).isEqualTo(7);
    assertThat(read.get(2).path("next_turn").intValue()).isEqualTo(2);
    assertThat(read.get(3).path("entities").toString()).contains("Tavern");
    assertThat(read.get(4).path("turn").intValue()).isZero();
    assertThat(read.get(5).path("added")).hasSize(1);
    assertThat(read.get(5).path("events")).hasSize(3);
    assertThat(read.get(6).path("next_cursor").intValue()).isEqualTo(2);
    assertThat(WorldFixture.types(read.get(7))).containsExactly("shape_modified", "turn_complete");
    assertThat(read.get(8).path("current_turn").intValue()).isEqualTo(1);
  }

  @Test
  void a_server_with_a_database_has_tools_for_worlds() throws Exception {
    McpTestClient client = fixture.connect();
    JsonNode tools = client.request("tools/list", "{}").at("/result/tools");
    List<String> names = tools.valueStream().map(it -> it.path("name").stringValue()).toList();
    assertThat(names)
        .contains("drawio")
        .containsSubsequence(
            "create_world",
            "list_worlds",
            "get_world",
            "delete_world",
            "run_turn",
            "get_turn_status",
            "list_attempts",
            "get_turn",
            "list_turns",
            "diff_turns",
            "get_state_at",
            "get_events",
            "entity_history");
    assertThat(client.disconnect()).isEmpty();
  }

  @Test
  void run_turn_answers_at_once_while_the_turn_is_made() throws Exception {
    CanonicalJson prompt = CanonicalJson.of("\"What do you hear?\"");
    try (Connection other = DriverManager.getConnection(fixture.url());
        Statement statement = other.createStatement()) {
      // The turn stores the same component, and waits until this transaction has ended.
      other.setAutoCommit(false);
      statement.execute(
          "INSERT INTO fcp.components (kind, hash, content) VALUES ('perceive', '%s', '%s')"
              .formatted(prompt.hash(), prompt.text()));
      McpTestClient client = fixture.connect();
      Reply started =
          client.call(
              "run_turn",
              """
              {"world": "village", "lines":
                [{"op": "add box Inn", "components": {"perceive": "What do you hear?"}}]}
              """);
      String id = text(started).path("attempt_id").stringValue();
      String arguments = "{\"world\": \"village\", \"attempt_id\": \"%s\"}".formatted(id);
      assertThat(text(client.call("get_turn_status", arguments)).path("status").stringValue())
          .isEqualTo("running");
      other.rollback();
      // The end of a connection waits for its turns.
      assertThat(client.disconnect()).isEmpty();
      assertThat(fixture.json("attempts", "village", "--id", id).at("/attempts/0/status"))
          .hasToString("\"committed\"");
    }
  }

  private static JsonNode text(Reply reply) {
    assertThat(reply.isError()).as(reply.text()).isFalse();
    return new JsonMapper().readTree(reply.text());
  }

  @Test
  void attempts_that_nobody_continues_are_interrupted_before_anything_is_served() {
    fixture.startAttempt("village");
    fixture.sql("UPDATE fcp.attempts SET expires_at = clock_timestamp() - interval '1 s'");
    JsonNode world =
        answer(fixture.served(new Call("get_world", "{\"world\": \"village\"}")).get(0));
    assertThat(world.has("active_attempt_id")).isFalse();
    assertThat(fixture.done("attempts", "village")).contains("interrupted by other");
  }

  @Test
  void a_role_that_may_only_read_is_served_all_but_turns() {
    fixture.sql("CREATE ROLE reader LOGIN");
    fixture.sql("GRANT USAGE ON SCHEMA fcp TO reader");
    fixture.sql("GRANT SELECT ON ALL TABLES IN SCHEMA fcp TO reader");
    try {
      List<JsonNode> results =
          fixture
              .as("reader")
              .served(
                  new Call("get_world", "{\"world\": \"village\"}"),
                  new Call("run_turn", "{\"world\": \"village\", \"lines\": []}"));
      assertThat(answer(results.get(0)).path("current_turn").intValue()).isZero();
      assertThat(results.get(1).at("/content/0/text").stringValue()).contains("permission denied");
    } finally {
      fixture.sql("DROP OWNED BY reader");
      fixture.sql("DROP ROLE reader");
    }
  }

  @Test
  void a_turn_with_a_refused_line_fails_with_its_number() {
    String lines = "{\"world\": \"village\", \"lines\": [\"add box Inn\", 7]}";
    answer(fixture.served(new Call("run_turn", lines)).get(0));
    JsonNode attempts = fixture.json("attempts", "village").path("attempts");
    assertThat(attempts.get(0).path("failure_reason").stringValue())
        .isEqualTo("line 2: it is neither a text nor an object");
    assertThat(attempts.get(0).path("worker_id").stringValue()).startsWith("mcp-");
  }

  @Test
  void worlds_are_created_listed_and_deleted() {
    List<JsonNode> results =
        fixture.served(
            new Call(
                "create_world",
                """
                {"slug": "inn", "name": "Inn",
                 "scenario_data": {"domain": "drawio", "operations": ["add box Inn"]}}
                """),
            new Call("list_worlds", "{}"),
            new Call("delete_world", "{\"world\": \"inn\", \"reason\": \"finished\"}"),
            new Call("list_worlds", "{\"scenario\": \"village\"}"),
            new Call("list_worlds", "{\"include_deleted\": true}"));
    assertThat(answer(results.get(0)).path("name").stringValue()).isEqualTo("Inn");
    assertThat(answer(results.get(1)).path("worlds")).hasSize(2);
    assertThat(answer(results.get(2)).path("status").stringValue()).isEqualTo("deleted");
    assertThat(answer(results.get(3)).path("worlds")).hasSize(1);
    assertThat(answer(results.get(4)).path("worlds")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "create_world | {\"slug\": \"a\"} | give either scenario or scenario_data",
        "create_world | {\"slug\": \"a\", \"scenario\": \"b\"} | there is no scenario b",
        "create_world | {\"slug\": \"a\", \"scenario_data\": {\"domain\": \"drawio\", \"document\":"
            + " \"a.drawio\"}} | for scenarios in files",
        "list_worlds | {\"all\": true} | unknown argument",
        "get_world | {} | the argument world must be of the type string",
        "get_world | {\"world\": \"a\"} | there is no world a; list_worlds shows the worlds",
        "delete_world | {\"world\": \"village\"} | the argument reason must be",
        "run_turn | {\"world\": \"village\", \"lines\": \"x\"} | the argument lines must be of the"
            + " type array",
        "run_turn | {\"world\": \"a\", \"lines\": []} | there is no world a",
        "get_turn_status | {\"world\": \"village\", \"attempt_id\": \"7\"} | is the id of an"
            + " attempt",
        "list_attempts | {\"world\": \"a\"} | there is no world a",
        "get_turn | {\"world\": \"village\", \"turn\": 9} | has no turn 9; list_turns shows",
        "get_turn | {\"world\": \"village\", \"turn\": \"9\"} | must be of the type integer",
        "list_turns | {\"world\": \"village\", \"limit\": 0} | a page has 1 to 1000 turns",
        "diff_turns | {\"world\": \"village\", \"from\": 0, \"to\": 9} | has no turn 9",
        "get_state_at | {\"world\": \"village\", \"simulation_time\": -1} | has no turn",
        "get_events | {\"world\": \"village\", \"limit\": 0} | a page has 1 to 1000 events",
        "get_events | {\"world\": \"village\", \"component_kind\": \"a\"} | belong together",
        "entity_history | {\"world\": \"village\"} | the argument entity must be",
      })
  void bad_arguments_are_refused(String tool, String arguments, String message) {
    List<String> before = fixture.rows();
    JsonNode result = fixture.served(new Call(tool, arguments)).get(0);
    assertThat(result.path("isError").booleanValue()).isTrue();
    assertThat(result.at("/content/0/text").stringValue()).startsWith("! ").contains(message);
    assertThat(fixture.rows()).isEqualTo(before);
  }
}
