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

/** {@code fcp rollback}, and {@code --mine}; each is typed in a run of its own. */
class RollbackProgramTest {

  private static final String SHOP = Sample.DIAGRAM.file();
  private static final String ME = System.getProperty("user.name");

  @TempDir Path temporary;
  private Path folder;
  private Workbench bench;

  @BeforeEach
  void lay_out() throws IOException {
    folder = Files.createDirectory(temporary.resolve("folder"));
    bench = new Workbench(folder).with(Sample.DIAGRAM).with(Sample.SONG);
  }

  private JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_step_is_taken_back_and_undo_brings_it_back_to_the_byte(Sample sample) {
    bench.done("run", sample.file(), sample.operation(0), sample.operation(1));
    byte[] both = bench.bytes(sample.file());
    assertThat(bench.done("rollback", sample.file(), "--step", "1"))
        .startsWith("! takes back: 1 " + ME)
        .contains("as one step; undo takes that back\n", "! saved ./" + sample.file());
    byte[] rolledBack = bench.bytes(sample.file());
    bench.done("undo", sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(both);
    bench.done("redo", sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(rolledBack);
    bench.done("undo", sample.file(), "3");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @Test
  void a_dry_run_shows_the_plan_and_leaves_the_file() {
    bench.done("run", SHOP, "add box Till", "add box Desk");
    byte[] before = bench.bytes(SHOP);
    String plan = bench.done("rollback", SHOP, "--step", "1", "--dry-run");
    assertThat(plan).contains("! dry run: nothing happened", "  try: fcp rollback shop.drawio");
    assertThat(bench.bytes(SHOP)).isEqualTo(before);
    assertThat(bench.typed(Workbench.suggestions(plan).get(0))).contains("! took back 1 of 1");
    assertThat(bench.done("query", SHOP, "find till", "find desk"))
        .contains("\"Desk\"")
        .doesNotContain("\"Till\"");
  }

  @Test
  void the_result_is_json_and_nothing_else() {
    bench.done("run", SHOP, "add box Till", "label Till Cash", "style Till fill:red");
    String out = new Shell(folder).run("rollback", SHOP, "--step", "1", "--json").out();
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
    String done = bench.done("rollback", SHOP, "--step", "3", "--json");
    assertThat(json(done).path("events_reversed").intValue()).isEqualTo(1);
    assertThat(bench.done("query", SHOP, "status")).contains("saved: yes");
  }

  @Test
  void strict_is_refused_as_json_too() {
    bench.done("run", SHOP, "add box Till", "label Till Cash");
    byte[] before = bench.bytes(SHOP);
    Shell.Run run = new Shell(folder).run("rollback", SHOP, "--step", "1", "--strict", "--json");
    assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(json(run.out()).path("success").booleanValue()).isFalse();
    assertThat(json(run.out()).path("events_reversed").intValue()).isZero();
    assertThat(bench.bytes(SHOP)).isEqualTo(before);
  }

  @Test
  void a_rollback_of_nothing_saves_nothing() {
    bench.done("run", SHOP, "add box Till");
    bench.done("rollback", SHOP, "--actor", ME, "--no-save");
    assertThat(bench.done("query", SHOP, "status")).contains("saved: no");
    assertThat(bench.done("rollback", SHOP, "--step", "1"))
        .contains("! nothing to take back: it is taken back already\n")
        .doesNotContain("! saved");
    assertThat(bench.done("query", SHOP, "status")).contains("saved: no");
  }

  @Test
  void where_the_same_would_come_back_nothing_is_said_to_be_taken_back() {
    bench.done("run", SHOP, "add box Till", "style Till fill:red");
    bench.done("run", SHOP, "style Till fill:blue", "style Till fill:red");
    byte[] red = bench.bytes(SHOP);
    assertThat(bench.done("rollback", SHOP, "--step", "3,4"))
        .startsWith("! nothing changes: what would come back is what is there\ndigest: ")
        .doesNotContain("! saved");
    String json = bench.done("rollback", SHOP, "--step", "3,4", "--json");
    assertThat(json(json).path("events_reversed").intValue()).isZero();
    assertThat(json(json).path("success").booleanValue()).isTrue();
    assertThat(bench.done("rollback", SHOP, "--step", "2,4"))
        .contains("! stays, for it was changed since: ", "! took back 1 of 2 changes");
    bench.done("undo", SHOP);
    assertThat(bench.bytes(SHOP)).isEqualTo(red);
  }

  @Test
  void mine_is_taken_back_and_what_came_from_elsewhere_stays() throws IOException {
    bench.done("run", SHOP, "add box Till");
    Sample.DIAGRAM.editElsewhere(bench.path(SHOP));
    byte[] edited = bench.bytes(SHOP);
    assertThat(bench.done("undo", SHOP, "--mine")).contains("! undone: add box Till\n");
    assertThat(bench.done("query", SHOP, "history 3")).contains("external ", "edited elsewhere");
    assertThat(bench.refused("undo", SHOP, "--mine")).isEqualTo("! nothing of yours to undo\n");
    assertThat(bench.done("redo", SHOP, "--mine")).contains("! redone: add box Till\n");
    assertThat(bench.bytes(SHOP)).isEqualTo(edited);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "rollback shop.drawio | ! rollback takes step:ID, or one or more of",
        "rollback shop.drawio --step 7 | ! no step here has the number or id 7",
        "rollback shop.drawio --step 0 | ! 0 begins the ids of 2 steps",
        "rollback shop.drawio --message m7 | ! no step of message \"m7\": no step has one",
        "rollback shop.drawio --actor Zoe --strict | ! no step of actor \"Zoe\"",
        "rollback shop.drawio --step 1 --strict | ! stays, for others stand in the way",
        "rollback shop.drawio --step 1 --from | ! from goes with message:ID",
        "undo shop.drawio --mine x | ! the number of steps x is no whole number",
      })
  void what_is_refused_changes_nothing_and_what_it_suggests_works(String command, String message) {
    bench.done("run", SHOP, "add box Till", "label Till Cash");
    assertThat(bench.refused(Workbench.words(command).toArray(String[]::new))).contains(message);
  }

  @Test
  void a_file_without_a_history_has_nothing_to_take_back_and_gets_none() {
    assertThat(bench.refused("rollback", SHOP, "--message", "m1"))
        .contains("! no step of message \"m1\": no step has one\n");
    assertThat(bench.path(".fcp")).doesNotExist();
  }
}
