package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code fcp world ...} on a database. */
class WorldCommandsTest {

  @TempDir private Path folder;
  private WorldFixture fixture;

  @BeforeEach
  void createWorld() {
    fixture = WorldFixture.withVillage(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "REFUSED, create Village --scenario village, a slug has",
    "REFUSED, create other --scenario nothing, there is no scenario nothing",
    "REFUSED, create other --file nothing.json, there is no file nothing.json",
    "USAGE, create other, Missing required argument",
    "REFUSED, show nothing, there is no world nothing",
    "REFUSED, list --scenario nothing, there is no scenario nothing",
    "REFUSED, run nothing -- true, there is no world nothing",
    "USAGE, run village, Missing required parameter",
    "USAGE, run village --time soon -- true, Invalid value for option '--time'",
    "REFUSED, turns village --limit 0, a page has 1 to 1000 turns",
    "REFUSED, turn village 7, has no turn 7",
    "USAGE, turn village last, not a turn",
    "USAGE, turns village --from turn_x, not a turn",
    "REFUSED, turn village turn_000007, has no turn 7",
    "REFUSED, at village -- -1, has no turn at simulation time -1",
    "REFUSED, diff village 0 7, has no turn 7",
    "USAGE, diff village 0, Give two turns",
    "REFUSED, diff village --with nothing, there is no world nothing",
    "REFUSED, attempts nothing, there is no world nothing",
    "REFUSED, attempts village --id 00000000-0000-0000-0000-000000000000, has no attempt",
    "USAGE, attempts village --id 7, not the id of an attempt",
    "USAGE, events village --limit 0, a page has 1 to 1000 events",
    "USAGE, events village --role king, the roles are",
    "USAGE, events village --component perceive, A component is KIND=HASH",
    "REFUSED, entity nothing x, there is no world nothing",
    "REFUSED, fork village village, exists already",
    "REFUSED, fork village new --at 7, has no turn 7",
    "USAGE, rollback village, Missing required argument",
    "REFUSED, rollback village --turn 7 --dry-run, has no turn 7",
    "REFUSED, rollback village --actor Nobody, none of this work is in effect",
    "REFUSED, verify nothing, there is no world nothing",
    "USAGE, where-ran perceive, Missing required parameter",
    "USAGE, delete village, Missing required option",
    "REFUSED, delete nothing --reason x, there is no world nothing",
    "REFUSED, scenario show nothing, there is no scenario nothing",
    "REFUSED, scenario add x nothing.json, there is no file nothing.json",
    "REFUSED, scenario add x ., . is a folder",
    "USAGE, scenario, a command is missing",
    "USAGE, nothing, Unmatched argument",
  })
  void bad_input_is_refused_and_changes_nothing(ExitCode code, String command, String message) {
    List<String> before = fixture.rows();
    assertThat(fixture.refused(code, command.split(" "))).containsIgnoringCase(message);
    assertThat(fixture.rows()).isEqualTo(before);
  }

  /** The command after the refusal, which can be run as it is printed. */
  @ParameterizedTest
  @CsvSource({
    "show nothing, list",
    "create other --scenario nothing, scenario list",
    "scenario add village other.json, scenario show village",
    "scenario add other village.json, scenario show village",
    "turn village 7, turns village",
    "at village -- -1, turns village",
    "fork village village, list --all",
    "attempts village --id 00000000-0000-0000-0000-000000000000, attempts village",
    "run village -- true, attempts village",
    "rollback village --turn 1, attempts village",
    "delete village --reason x, attempts village",
    "run deleted -- true, list --all",
    "create Village --scenario village, create --help",
    "turns village --limit 0, turns --help",
    "rollback village --actor Nobody, events village",
  })
  void a_refusal_names_a_command_that_helps(String command, String suggestion) {
    fixture.write("other.json", "{\"domain\": \"drawio\"}");
    fixture.turn("echo 'add box Inn'");
    fixture.done("create", "deleted", "--scenario", "village");
    fixture.done("delete", "deleted", "--reason", "finished");
    fixture.startAttempt("village");
    String message = fixture.refused(ExitCode.REFUSED, command.split(" "));
    assertThat(message).endsWith(" world " + suggestion + System.lineSeparator());
    assertThat(fixture.suggested(message).exitCode()).as(message).isZero();
  }

  /** A command, and a member of the JSON that it prints. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "create other --scenario village | current_turn",
        "list --all | worlds",
        "show village | created_from",
        "run village -- true | turn_ref",
        "turns village | turns",
        "turn village 1 | entities",
        "at village 10 | state_hash",
        "diff village 0 1 | events",
        "diff village --with village | changed",
        "attempts village | attempts",
        "events village | events",
        "entity village inn | events",
        "where-ran perceive 00 | uses",
        "fork village new --at 1 | created_from",
        "rollback village --turn 1 --dry-run | events_reversed",
        "rollback village --turn 1 | turn",
        "verify village | findings",
        "delete village --reason finished | deleted_reason",
        "scenario add town town.json | hash",
        "scenario list | scenarios",
        "scenario show village | scenario",
      })
  void every_command_prints_one_line_of_json_if_asked(String command, String member) {
    fixture.turn("echo 'add box Inn id:inn'");
    fixture.write("town.json", "{\"domain\": \"drawio\", \"operations\": [\"add box Town\"]}");
    assertThat(fixture.json(command.split(" ")).has(member)).isTrue();
  }

  @Test
  void work_is_rolled_back_by_turn_or_component_and_a_dry_run_only_plans_it() {
    String prompt = "{\"op\": \"add box Inn id:inn\", \"components\": {\"p\": 1}}";
    fixture.turn("echo 'add box Well id:well'; echo '%s'".formatted(prompt));
    fixture.turn("echo 'label Well Fountain'");
    String hash = fixture.json("events", "village").at("/events/1/components/p").stringValue();
    assertThat(fixture.done("rollback", "village", "--turn", "1", "--dry-run"))
        .startsWith("would be rolled back: 1 of 2 events")
        .contains("kept: shape_created");
    assertThat(fixture.json("show", "village").path("current_turn").intValue()).isEqualTo(2);
    assertThat(fixture.done("rollback", "village", "--component", "p=" + hash))
        .startsWith("rolled back as turn_000003: 1 of 1 events");
    assertThat(fixture.done("rollback", "village", "--turn", "turn_000002"))
        .startsWith("rolled back as turn_000004: 1 of 1 events");
    assertThat(fixture.done("turn", "village", "4"))
        .contains("\"Well\"")
        .doesNotContain("Fountain", "Inn");
  }

  @Test
  void a_page_of_turns_names_the_next_one_if_and_only_if_it_is_full() {
    fixture.turn("echo 'add box Inn'");
    JsonNode full = fixture.json("turns", "village", "--limit", "2");
    assertThat(full.path("turns")).hasSize(2);
    assertThat(full.path("next_turn").intValue()).isEqualTo(2);
    assertThat(fixture.done("turns", "village", "--limit", "2"))
        .endsWith("more: --from 2" + System.lineSeparator());
    assertThat(fixture.json("turns", "village", "--from", "turn_000001").has("next_turn"))
        .isFalse();
    assertThat(fixture.done("turns", "village", "--from", "2").strip()).isEqualTo("no turns");
  }

  @Test
  void a_rollback_of_nothing_leaves_no_attempt() {
    List<String> before = fixture.rows();
    fixture.refused(ExitCode.REFUSED, "rollback", "village", "--actor", "Nobody");
    assertThat(fixture.rows()).isEqualTo(before);
  }

  @Test
  void a_turn_has_the_operations_and_events_of_the_program() {
    ProgramRunner.Result result =
        fixture.turn(
            """
            cat > state.json
            echo 'add box Inn id:inn'
            echo '{"op": "label Inn Tavern", "actor": "Ann", "components": {"adjudicate": {"prompt": "new"}}}'
            echo '{"event": "turn_complete", "mentioned": ["cell page-1/inn"]}'
            echo '{"simulation_time": 99}'
            """);
    assertThat(result.exitCode()).as(result.combined()).isZero();
    JsonNode page = fixture.json("events", "village");
    JsonNode events = page.path("events");
    assertThat(WorldFixture.types(page))
        .containsExactly("shape_created", "shape_modified", "turn_complete");
    String hash = events.get(1).at("/components/adjudicate").stringValue();
    assertThat(fixture.json("where-ran", "adjudicate", hash).at("/uses/0/turn").intValue())
        .isEqualTo(1);
    assertThat(fixture.json("turn", "village", "1").path("simulation_time").intValue())
        .isEqualTo(99);
    assertThat(fixture.json("at", "village", "98").path("turn").intValue()).isZero();
    assertThat(fixture.done("diff", "village", "0", "1")).contains("Tavern", "turn_complete");
  }

  @Test
  void the_program_reads_the_state_and_the_profile() throws IOException {
    fixture.turn("cat > state.json");
    String state = Files.readString(folder.resolve("state.json"));
    assertThat(state)
        .contains("\"turn\":0", "\"content\":{\"place\"", "What do you see?", "\"ann\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo 'add box Inn'; exit 3 | the program ended with exit code 3",
        "echo 'add box Inn'; echo 'add nothing' | line 2: add nothing:",
        "echo; echo '{\"op\": 7}' | line 2: \"op\" is a text",
        "echo '{\"op\"' | line 1: no JSON",
        "echo '{\"do\": \"x\"}' | line 1: one of the members",
        "echo '{\"op\": \"add box Inn\", \"entity\": \"x\"}' | line 1: \"entity\" does not belong",
        "echo '{\"event\": \"x\", \"data\": 1}' | line 1: \"data\" is an object",
        "echo '{\"event\": \"x\", \"mentioned\": 1}' | line 1: \"mentioned\" is a list",
        "echo '{\"event\": \"x\", \"components\": [\"king\"]}' | has no component king",
        "echo '{\"event\": \"x\", \"components\": 1}' | line 1: \"components\" is",
        "echo '{\"event\": \"intent_formed\"}' | must carry components",
        "echo '{\"simulation_time\": 1.5}' | line 1: \"simulation_time\" is a whole number",
        "echo '{\"simulation_time\": -5}' | simulation time -5 is before",
        "echo 'add box Inn'; echo '{\"fail\": \"no idea\"}' | failed: no idea",
        "printf '\\377\\n' | line 1 is not UTF-8",
        "head -c 1048577 /dev/zero | line 1 is longer than 1048576 characters",
      })
  void a_program_that_does_something_wrong_fails_the_attempt(String script, String reason) {
    ProgramRunner.Result result = fixture.turn(script);
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(result.err()).contains(reason).contains("the world is unchanged");
    assertThat(fixture.json("show", "village").path("current_turn").intValue()).isZero();
    JsonNode attempt = fixture.json("attempts", "village").at("/attempts/0");
    assertThat(attempt.path("status").stringValue()).isEqualTo("failed");
    assertThat(attempt.path("failure_reason").stringValue())
        .contains(reason.replace("failed: ", ""));
  }

  @Test
  void a_program_that_cannot_be_started_fails_the_attempt() {
    assertThat(fixture.refused(ExitCode.REFUSED, "run", "village", "--", "./nothing"))
        .contains("the program cannot be started");
  }

  @Test
  void no_transaction_is_open_while_the_program_runs() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<ProgramRunner.Result> turn =
        CompletableFuture.supplyAsync(() -> fixture.turn("read line < pipe; echo \"$line\""));
    // Opening a pipe waits for its reader.
    try (var writer = Files.newBufferedWriter(pipe)) {
      assertThat(fixture.sql("SELECT count(*) FROM fcp.attempts WHERE status = 'running'"))
          .containsExactly("1");
      assertThat(
              fixture.sql(
                  """
                  SELECT state || ': ' || query FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()
                    AND (xact_start IS NOT NULL OR state <> 'idle')
                  """))
          .isEmpty();
      assertThat(
              fixture.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fcp'"))
          .isNotEqualTo(List.of("0"));
      writer.write("add box Inn\n");
    }
    assertThat(turn.get().exitCode()).as(turn.get().combined()).isZero();
  }

  /** Lets a statement do something to a table before it changes a row. */
  private void beforeRow(String event, String statements) {
    fixture.sql(
        "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN %s RETURN NEW; END $$"
            .formatted(statements));
    fixture.sql(
        "CREATE TRIGGER fault BEFORE %s FOR EACH ROW EXECUTE FUNCTION fault()".formatted(event));
  }

  @Test
  void a_turn_is_committed_although_the_connection_breaks_during_its_commit() {
    fixture.sql("CREATE SEQUENCE commits");
    beforeRow(
        "INSERT ON fcp.world_turns",
        "IF nextval('commits') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;");
    ProgramRunner.Result result = fixture.turn("echo 'add box Inn'");
    assertThat(result.exitCode()).as(result.combined()).isZero();
    assertThat(fixture.sql("SELECT last_value FROM commits")).containsExactly("2");
    assertThat(fixture.json("attempts", "village").path("attempts")).hasSize(1);
    assertThat(fixture.json("verify", "village").path("turn_count").intValue()).isEqualTo(2);
  }

  @Test
  void a_turn_goes_on_although_its_progress_cannot_be_stored() {
    beforeRow("UPDATE OF progress ON fcp.attempts", "RAISE EXCEPTION 'broken';");
    ProgramRunner.Result result =
        fixture.turn("echo '{\"progress\": \"half\"}'; echo 'add box Inn'");
    assertThat(result.exitCode()).as(result.combined()).isZero();
    assertThat(fixture.json("attempts", "village").at("/attempts/0").has("progress")).isFalse();
  }

  @Test
  void an_attempt_whose_component_cannot_be_stored_fails_with_the_reason() {
    beforeRow("INSERT ON fcp.components", "RAISE EXCEPTION 'broken';");
    ProgramRunner.Result result =
        fixture.turn("echo '{\"op\": \"add box Inn\", \"components\": {\"p\": 1}}'");
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(ExitCode.BROKEN.code());
    assertThat(result.err()).contains("broken").doesNotContain("internal error");
    assertThat(fixture.json("attempts", "village").at("/attempts/0/failure_reason").stringValue())
        .contains("the database could not be used", "broken");
  }

  @Test
  void a_scenario_begins_with_a_document_and_operations() {
    fixture.write(
        "map.json",
        "{\"domain\": \"drawio\", \"document\": \"a.drawio\", \"operations\": [\"add box Inn\"]}");
    new ProgramRunner(folder).run("run", "--new", "a.drawio", "add box Till");
    fixture.done("create", "other", "--file", "map.json", "--title", "Other");
    assertThat(fixture.done("turn", "other", "0")).contains("\"Till\"", "\"Inn\"");
    assertThat(fixture.json("show", "other").at("/created_from/kind").stringValue())
        .isEqualTo("inline_data");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | no JSON",
        "{\"domain\": \"drawio\", \"size\": 1} | has no member \"size\"",
        "{\"domain\": \"chess\", \"operations\": []} | there is no domain \"chess\"",
        "{\"domain\": \"drawio\", \"operations\": [1]} | \"operations\" is a list",
        "{\"domain\": \"drawio\", \"operations\": [\"add x\"]} | operation 1 of 1 failed: add x",
        "{\"domain\": \"drawio\", \"operations\": [], \"entities\": []} | either",
        "{\"domain\": \"drawio\", \"document\": \"no.drawio\"} | there is no file no.drawio",
        "{\"domain\": \"drawio\", \"document\": 7} | \"document\" is the path of a file",
        "{\"domain\": \"drawio\", \"document\": \".\"} | cannot be read",
      })
  void a_file_that_is_no_scenario_is_refused(String text, String message) {
    fixture.write("bad.json", text);
    assertThat(fixture.refused(ExitCode.REFUSED, "scenario", "add", "bad", "bad.json"))
        .contains("bad.json: ", message);
    assertThat(fixture.json("scenario", "list").path("scenarios").size()).isEqualTo(1);
  }

  @Test
  void verification_of_a_damaged_world_exits_with_3() {
    fixture.sql("ALTER TABLE fcp.world_turns DISABLE TRIGGER ALL");
    fixture.sql("UPDATE fcp.world_turns SET state = '[]'");
    ProgramRunner.Result result = fixture.run("verify", "village");
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(ExitCode.BROKEN.code());
    assertThat(result.out()).contains("turn_000000: the stored state has the hash");
  }
}
