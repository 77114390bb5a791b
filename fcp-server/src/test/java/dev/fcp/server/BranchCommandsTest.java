package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code fcp branches}, {@code branch}, {@code switch}, {@code jump}, {@code diff}, {@code history}
 * and {@code log}, each in a separate run.
 */
class BranchCommandsTest {

  private static final String SHOP = SampleDocument.DIAGRAM.file();
  private static final String ME = System.getProperty("user.name");

  @TempDir Path temporary;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("folder"));
    fixture = new CommandLineFixture(folder).add(SampleDocument.DIAGRAM).add(SampleDocument.SONG);
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_switch_writes_the_other_branch_and_undo_and_redo_restore_to_the_byte(
      SampleDocument sample) {
    String file = sample.file();
    fixture.run("run", file, sample.operation(0), sample.operation(1));
    byte[] firstBranch = fixture.bytes(file);
    fixture.run("branch", file, "first try");
    fixture.run("undo", file);
    byte[] forkPoint = fixture.bytes(file);
    fixture.run("run", file, sample.operation(2));
    byte[] secondBranch = fixture.bytes(file);
    assertThat(fixture.run("switch", file, "first try"))
        .startsWith("! undid 1 step\n! redid 1 step\n! at \"first try\"\n")
        .contains("! saved ./" + file);
    assertThat(fixture.bytes(file)).isEqualTo(firstBranch);
    fixture.run("undo", file);
    assertThat(fixture.bytes(file)).isEqualTo(forkPoint);
    fixture.run("redo", file);
    assertThat(fixture.bytes(file)).isEqualTo(firstBranch);
    fixture.runLine(CommandLineFixture.suggestions(fixture.run("branches", file)).get(0));
    assertThat(fixture.bytes(file)).isEqualTo(secondBranch);
    fixture.run("undo", file, "2");
    assertThat(fixture.bytes(file)).isEqualTo(sample.bytes());
    assertThat(fixture.run("verify", file)).contains("! verified: ");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_jump_writes_the_file_and_redo_restores_it_to_the_byte(SampleDocument sample) {
    String file = sample.file();
    fixture.run("run", file, sample.operation(0), sample.operation(1), sample.operation(2));
    byte[] all = fixture.bytes(file);
    assertThat(fixture.run("jump", file, "0")).contains("! 3 steps can be redone\n");
    assertThat(fixture.bytes(file)).isEqualTo(sample.bytes());
    fixture.run("jump", file, "3");
    assertThat(fixture.bytes(file)).isEqualTo(all);
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void an_external_edit_becomes_a_step_before_a_switch(SampleDocument sample) throws IOException {
    String file = sample.file();
    fixture.run("run", file, sample.operation(0));
    fixture.run("branch", file, "way");
    fixture.run("undo", file);
    fixture.run("run", file, sample.operation(1));
    sample.editExternally(fixture.path(file));
    byte[] edited = fixture.bytes(file);
    assertThat(fixture.run("switch", file, "way")).contains("! undid 2 steps\n");
    assertThat(fixture.run("history", file, "--all", "--actor", "external")).contains("abandoned");
    fixture.runLine(CommandLineFixture.suggestions(fixture.run("branches", file)).get(0));
    assertThat(fixture.bytes(file)).isEqualTo(edited);
  }

  @Test
  void a_switch_without_saving_leaves_the_file_until_save() {
    fixture.run("run", SHOP, "add box Till");
    byte[] till = fixture.bytes(SHOP);
    fixture.run("jump", SHOP, "0", "--no-save");
    assertThat(fixture.bytes(SHOP)).isEqualTo(till);
    assertThat(fixture.run("query", SHOP, "status")).contains("saved: no, memory ahead of disk");
    fixture.run("save", SHOP);
    assertThat(fixture.bytes(SHOP)).isEqualTo(SampleDocument.DIAGRAM.bytes());
  }

  @Test
  void a_write_protected_file_is_not_switched() throws IOException {
    fixture.run("run", SHOP, "add box Till");
    assertThat(fixture.path(SHOP).toFile().setWritable(false)).isTrue();
    assertThat(fixture.runRefused("switch", SHOP, "0")).contains("is write-protected");
  }

  @Test
  void diff_and_log_show_what_changed_and_history_lists_the_steps() {
    fixture.run("run", SHOP, "add box Till", "label Till Cash");
    fixture.run("checkpoint", SHOP, "agreed");
    fixture.run("run", SHOP, "style Cash fill:red");
    assertThat(fixture.run("diff", SHOP, "agreed")).contains(": ", " -> ").hasLineCount(1);
    assertThat(fixture.run("diff", SHOP, "3")).isEqualTo(nothingSince("3 " + ME));
    assertThat(fixture.run("log", SHOP, "1")).startsWith("3 " + ME).contains("\n    * ");
    assertThat(fixture.run("history", SHOP, "--ids").lines()).hasSize(4);
    assertThat(fixture.run("diff", SHOP, "0")).startsWith("+ ").hasLineCount(1);
    assertThat(fixture.run("log", SHOP, "--entity", "till", "--type", "shape_created"))
        .startsWith("1 " + ME)
        .contains("\n    + ");
    assertThat(fixture.run("history", SHOP, "--events", "--since", "1h").lines()).hasSize(3);
  }

  private String nothingSince(String step) {
    String line = fixture.run("history", SHOP, "1").strip().replace(" [saved]", "");
    assertThat(line).startsWith(step);
    return "nothing changed since " + line + "\n";
  }

  @Test
  void refusals_are_listed_when_asked_for() {
    fixture.run("run", SHOP, "add box Till");
    fixture.runRefused("branch", SHOP, " ");
    assertThat(fixture.run("history", SHOP, "--all")).doesNotContain("needs a name");
    assertThat(fixture.run("history", SHOP, "--refused")).contains(": a branch needs a name\n");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "switch shop.drawio nowhere | ! \"nowhere\" is not a checkpoint, branch, step or time;",
        "switch shop.drawio '' | ! \"\" is not a checkpoint, branch, step or time;",
        "switch none.drawio way | ! there is no file none.drawio",
        "jump shop.drawio 7 | ! no step has the number or id 7",
        "jump shop.drawio 9d | ! the history starts after that time",
        "jump shop.drawio 25:00 | ! \"25:00\" is not a checkpoint",
        "branch shop.drawio '' | ! a branch needs a name",
        "branch shop.drawio 2 --at 1 | try: fcp branch shop.drawio branch-2 --at 1",
        "checkpoint shop.drawio 12:05 | ! \"12:05\" would be read as a time; choose another name",
        "branch shop.drawio agreed | ! \"agreed\" is the name of a checkpoint",
        "branch shop.drawio x --at 9 | ! no step has the number or id 9",
        "undo shop.drawio --to way | ! \"way\" is the name of a branch",
        "diff shop.drawio agreet | ! \"agreet\" is not a checkpoint, branch, step or time; known",
        "log shop.drawio 0 | ! the number of steps 0 must be at least 1",
        "log shop.drawio --actor Zoe | ! no step of actor \"Zoe\"",
        "history shop.drawio --entity Nothing | ! nothing that was ever changed here is called",
        "history shop.drawio --type shape_made | ! no step has an event of type \"shape_made\"",
        "history shop.drawio --since noon | ! since:noon is not a time; use 2h, 12:05 or 2026-03-04",
        "history shop.drawio --provenance who | ! provenance:who is not a key with a value",
        "branches none.drawio | ! there is no file none.drawio",
      })
  void a_refusal_changes_nothing_and_its_suggestion_works(String command, String message) {
    fixture.run("run", SHOP, "add box Till", "label Till Cash");
    fixture.run("checkpoint", SHOP, "agreed");
    fixture.run("branch", SHOP, "way");
    assertThat(fixture.runRefused(CommandLineFixture.words(command).toArray(String[]::new)))
        .contains(message);
  }

  @Test
  void the_notes_of_a_log_can_be_queried_as_printed() {
    String song = SampleDocument.SONG.file();
    fixture.run("run", song, SampleDocument.SONG.operation(0));
    fixture.run("run", song, "tempo 91");
    fixture.run("run", song, "velocity 99 @track:Melody @range:1.1");
    String logLine =
        fixture
            .run("log", song, "1")
            .lines()
            .filter(line -> line.contains("note "))
            .findFirst()
            .orElseThrow();
    String note = logLine.substring(logLine.indexOf("note "), logLine.indexOf(": velocity"));
    for (String text : List.of(note, note.split(" at ")[0], note.split(" ")[1])) {
      assertThat(fixture.run("history", song, "--entity", text)).startsWith("3 ").hasLineCount(1);
      assertThat(fixture.run("history", song, "--all", "--entity", text)).hasLineCount(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"branches", "log", "history", "diff 1", "jump 1", "switch 1", "query map"})
  void a_query_about_a_missing_file_names_a_similar_one(String query) {
    List<String> words = CommandLineFixture.words(query);
    for (String file : List.of("shpo.drawio", "nothing.drawio")) {
      List<String> typed = new ArrayList<>(words);
      typed.add(1, file);
      assertThat(fixture.runRefused(typed.toArray(String[]::new)))
          .isEqualTo(
              "! there is no file %s\n%s"
                  .formatted(
                      file, file.equals("shpo.drawio") ? "! did you mean shop.drawio?\n" : ""));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"switch", "jump", "branch", "diff"})
  void an_overlong_argument_is_refused_in_one_line(String command) {
    fixture.run("run", SHOP, "add box Till");
    assertThat(fixture.runRefused(command, SHOP, "x".repeat(100_000)))
        .isEqualTo(
            "! %d characters exceed the limit of 65536\n".formatted(100_001 + command.length()));
    assertThat(fixture.runRefused(command.replace("branch", "switch"), SHOP, "x".repeat(60_000)))
        .hasSizeLessThan(500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"branches", "log", "history", "diff 0", "jump 0", "switch 0", "revert", "save"})
  void a_command_that_changes_nothing_creates_no_history(String command) {
    String[] words = command.split(" ");
    String[] typed =
        words.length == 1 ? new String[] {words[0], SHOP} : new String[] {words[0], SHOP, words[1]};
    fixture.run(typed);
    assertThat(fixture.path(".fcp")).doesNotExist();
    assertThat(fixture.bytes(SHOP)).isEqualTo(SampleDocument.DIAGRAM.bytes());
  }
}
