package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code fcp rollback} and the option {@code --mine}, each in a separate run. */
class RollbackCommandTest {

  private static final String SHOP = SampleDocument.DIAGRAM.file();
  private static final String ME = System.getProperty("user.name");

  @TempDir Path temporary;
  private Path folder;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    folder = Files.createDirectory(temporary.resolve("folder"));
    fixture = new CommandLineFixture(folder).add(SampleDocument.DIAGRAM).add(SampleDocument.SONG);
  }

  private JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_step_is_rolled_back_and_undo_restores_it_to_the_byte(SampleDocument sample) {
    fixture.run("run", sample.file(), sample.operation(0), sample.operation(1));
    byte[] both = fixture.bytes(sample.file());
    assertThat(fixture.run("rollback", sample.file(), "--step", "1"))
        .startsWith("! rolls back: 1 " + ME)
        .contains("as one step; undo reverses it\n", "! saved ./" + sample.file());
    byte[] rolledBack = fixture.bytes(sample.file());
    fixture.run("undo", sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(both);
    fixture.run("redo", sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(rolledBack);
    fixture.run("undo", sample.file(), "3");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @Test
  void a_dry_run_shows_the_plan_and_leaves_the_file() {
    fixture.run("run", SHOP, "add box Till", "add box Desk");
    byte[] before = fixture.bytes(SHOP);
    String plan = fixture.run("rollback", SHOP, "--step", "1", "--dry-run");
    assertThat(plan).contains("! dry run: nothing changed", "  try: fcp rollback shop.drawio");
    assertThat(fixture.bytes(SHOP)).isEqualTo(before);
    assertThat(fixture.runLine(CommandLineFixture.suggestions(plan).get(0)))
        .contains("! rolled back 1 of 1");
    assertThat(fixture.run("query", SHOP, "find till", "find desk"))
        .contains("\"Desk\"")
        .doesNotContain("\"Till\"");
  }

  @Test
  void with_json_the_output_is_only_json() {
    fixture.run("run", SHOP, "add box Till", "label Till Cash", "style Till fill:red");
    String out = new ProgramRunner(folder).run("rollback", SHOP, "--step", "1", "--json").out();
    JsonNode result = json(out);
    assertThat(out.lines()).hasSize(1);
    assertThat(result.propertyNames())
        .containsExactlyInAnyOrder(
            "events_seen",
            "events_reversed",
            "superseded",
            "skipped_conflicts",
            "failures",
            "success");
    assertThat(result.path("success").booleanValue()).isTrue();
    JsonNode skipped = result.path("skipped_conflicts").path(0);
    assertThat(skipped.path("event_id").stringValue()).matches("[0-9A-Z]{26}#0");
    assertThat(skipped.path("event_type").stringValue()).isEqualTo("shape_created");
    assertThat(skipped.path("by").size()).isEqualTo(2);
    assertThat(skipped.propertyNames()).contains("entity", "unit", "field", "reason");
    String done = fixture.run("rollback", SHOP, "--step", "3", "--json");
    assertThat(json(done).path("events_reversed").intValue()).isEqualTo(1);
    assertThat(fixture.run("query", SHOP, "status")).contains("saved: yes");
  }

  @Test
  void strict_is_refused_as_json_too() {
    fixture.run("run", SHOP, "add box Till", "label Till Cash");
    byte[] before = fixture.bytes(SHOP);
    ProgramRunner.Result run =
        new ProgramRunner(folder).run("rollback", SHOP, "--step", "1", "--strict", "--json");
    assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(json(run.out()).path("success").booleanValue()).isFalse();
    assertThat(json(run.out()).path("events_reversed").intValue()).isZero();
    assertThat(fixture.bytes(SHOP)).isEqualTo(before);
  }

  @Test
  void a_rollback_of_nothing_saves_nothing() {
    fixture.run("run", SHOP, "add box Till");
    fixture.run("rollback", SHOP, "--actor", ME, "--no-save");
    assertThat(fixture.run("query", SHOP, "status")).contains("saved: no");
    assertThat(fixture.run("rollback", SHOP, "--step", "1"))
        .contains("! already rolled back\n")
        .doesNotContain("! saved");
    assertThat(fixture.run("query", SHOP, "status")).contains("saved: no");
  }

  @Test
  void a_rollback_that_changes_nothing_reports_no_change() {
    fixture.run("run", SHOP, "add box Till", "style Till fill:red");
    fixture.run("run", SHOP, "style Till fill:blue", "style Till fill:red");
    byte[] red = fixture.bytes(SHOP);
    assertThat(fixture.run("rollback", SHOP, "--step", "3,4"))
        .startsWith("! nothing changes: the values to restore are already there\ndigest: ")
        .doesNotContain("! saved");
    String json = fixture.run("rollback", SHOP, "--step", "3,4", "--json");
    assertThat(json(json).path("events_reversed").intValue()).isZero();
    assertThat(json(json).path("success").booleanValue()).isTrue();
    assertThat(fixture.run("rollback", SHOP, "--step", "2,4"))
        .contains("! kept, changed since: ", "! rolled back 1 of 2 changes");
    fixture.run("undo", SHOP);
    assertThat(fixture.bytes(SHOP)).isEqualTo(red);
  }

  @Test
  void undo_mine_undoes_own_steps_and_keeps_external_edits() throws IOException {
    fixture.run("run", SHOP, "add box Till");
    SampleDocument.DIAGRAM.editExternally(fixture.path(SHOP));
    byte[] edited = fixture.bytes(SHOP);
    assertThat(fixture.run("undo", SHOP, "--mine")).contains("! undone: add box Till\n");
    assertThat(fixture.run("query", SHOP, "history 3")).contains("external ", "edited elsewhere");
    assertThat(fixture.runRefused("undo", SHOP, "--mine"))
        .isEqualTo("! no steps of yours to undo\n");
    assertThat(fixture.run("redo", SHOP, "--mine")).contains("! redone: add box Till\n");
    assertThat(fixture.bytes(SHOP)).isEqualTo(edited);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "rollback shop.drawio | ! rollback takes step:ID, from-message:ID, or one or more of",
        "rollback shop.drawio --step 7 | ! no step has the number or id 7",
        "rollback shop.drawio --step 0 | ! the ids of 2 steps begin with 0",
        "rollback shop.drawio --message m7 | ! no step of message \"m7\": no step has one",
        "rollback shop.drawio --actor Zoe --strict | ! no step of actor \"Zoe\"",
        "rollback shop.drawio --step 1 --strict | ! kept, blocked by later steps",
        "rollback shop.drawio --from-message m1 --actor bot | ! from-message:ID takes session:ID at most",
        "undo shop.drawio --mine x | ! the number of steps x is not a whole number",
      })
  void a_refusal_changes_nothing_and_its_suggestion_works(String command, String message) {
    fixture.run("run", SHOP, "add box Till", "label Till Cash");
    assertThat(fixture.runRefused(CommandLineFixture.words(command).toArray(String[]::new)))
        .contains(message);
  }

  @Test
  void a_file_without_a_history_has_nothing_to_roll_back_and_gets_none() {
    assertThat(fixture.runRefused("rollback", SHOP, "--message", "m1"))
        .contains("! no step of message \"m1\": no step has one\n");
    assertThat(fixture.path(".fcp")).doesNotExist();
  }
}
