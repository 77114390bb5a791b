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
 * and {@code log}; each is typed in a run of its own.
 */
class BranchProgramTest {

  private static final String SHOP = Sample.DIAGRAM.file();
  private static final String ME = System.getProperty("user.name");

  @TempDir Path temporary;
  private Workbench bench;

  @BeforeEach
  void lay_out() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("folder"));
    bench = new Workbench(folder).with(Sample.DIAGRAM).with(Sample.SONG);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_switch_writes_the_other_branch_and_undo_and_redo_restore_to_the_byte(Sample sample) {
    String file = sample.file();
    bench.done("run", file, sample.operation(0), sample.operation(1));
    byte[] left = bench.bytes(file);
    bench.done("branch", file, "first try");
    bench.done("undo", file);
    byte[] fork = bench.bytes(file);
    bench.done("run", file, sample.operation(2));
    byte[] other = bench.bytes(file);
    assertThat(bench.done("switch", file, "first try"))
        .startsWith("! took back 1 step\n! made 1 step again\n! at \"first try\"\n")
        .contains("! saved ./" + file);
    assertThat(bench.bytes(file)).isEqualTo(left);
    bench.done("undo", file);
    assertThat(bench.bytes(file)).isEqualTo(fork);
    bench.done("redo", file);
    assertThat(bench.bytes(file)).isEqualTo(left);
    bench.typed(Workbench.suggestions(bench.done("branches", file)).get(0));
    assertThat(bench.bytes(file)).isEqualTo(other);
    bench.done("undo", file, "2");
    assertThat(bench.bytes(file)).isEqualTo(sample.bytes());
    assertThat(bench.done("verify", file)).contains("! verified: ");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_jump_writes_the_file_and_redo_leads_on_to_the_byte(Sample sample) {
    String file = sample.file();
    bench.done("run", file, sample.operation(0), sample.operation(1), sample.operation(2));
    byte[] all = bench.bytes(file);
    assertThat(bench.done("jump", file, "0")).contains("! redo leads on by 3 steps\n");
    assertThat(bench.bytes(file)).isEqualTo(sample.bytes());
    bench.done("jump", file, "3");
    assertThat(bench.bytes(file)).isEqualTo(all);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void what_somebody_wrote_into_the_file_becomes_a_step_before_a_switch(Sample sample)
      throws IOException {
    String file = sample.file();
    bench.done("run", file, sample.operation(0));
    bench.done("branch", file, "way");
    bench.done("undo", file);
    bench.done("run", file, sample.operation(1));
    sample.editElsewhere(bench.path(file));
    byte[] edited = bench.bytes(file);
    assertThat(bench.done("switch", file, "way")).contains("! took back 2 steps\n");
    assertThat(bench.done("history", file, "--all", "--actor", "external"))
        .contains("off the line");
    bench.typed(Workbench.suggestions(bench.done("branches", file)).get(0));
    assertThat(bench.bytes(file)).isEqualTo(edited);
  }

  @Test
  void a_switch_that_is_not_to_be_saved_leaves_the_file_until_it_is() {
    bench.done("run", SHOP, "add box Till");
    byte[] till = bench.bytes(SHOP);
    bench.done("jump", SHOP, "0", "--no-save");
    assertThat(bench.bytes(SHOP)).isEqualTo(till);
    assertThat(bench.done("query", SHOP, "status")).contains("saved: no, memory ahead of disk");
    bench.done("save", SHOP);
    assertThat(bench.bytes(SHOP)).isEqualTo(Sample.DIAGRAM.bytes());
  }

  @Test
  void a_write_protected_file_is_not_switched() throws IOException {
    bench.done("run", SHOP, "add box Till");
    assertThat(bench.path(SHOP).toFile().setWritable(false)).isTrue();
    assertThat(bench.refused("switch", SHOP, "0")).contains("is write-protected");
  }

  @Test
  void diff_and_log_tell_what_changed_and_history_lists_the_steps() {
    bench.done("run", SHOP, "add box Till", "label Till Cash");
    bench.done("checkpoint", SHOP, "agreed");
    bench.done("run", SHOP, "style Cash fill:red");
    assertThat(bench.done("diff", SHOP, "agreed")).contains(": ", " -> ").hasLineCount(1);
    assertThat(bench.done("diff", SHOP, "3")).isEqualTo(nothingSince("3 " + ME));
    assertThat(bench.done("log", SHOP, "1")).startsWith("3 " + ME).contains("\n    * ");
    assertThat(bench.done("history", SHOP, "--ids").lines()).hasSize(4);
    assertThat(bench.done("diff", SHOP, "0")).startsWith("+ ").hasLineCount(1);
    assertThat(bench.done("log", SHOP, "--entity", "till", "--type", "shape_created"))
        .startsWith("1 " + ME)
        .contains("\n    + ");
    assertThat(bench.done("history", SHOP, "--events", "--since", "1h").lines()).hasSize(3);
  }

  private String nothingSince(String step) {
    String line = bench.done("history", SHOP, "1").strip().replace(" [saved]", "");
    assertThat(line).startsWith(step);
    return "nothing changed since " + line + "\n";
  }

  @Test
  void what_was_refused_is_told_when_it_is_asked_for() {
    bench.done("run", SHOP, "add box Till");
    bench.refused("branch", SHOP, " ");
    assertThat(bench.done("history", SHOP, "--all")).doesNotContain("needs a name");
    assertThat(bench.done("history", SHOP, "--refused")).contains(": a branch needs a name\n");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "switch shop.drawio nowhere | ! \"nowhere\" is no checkpoint, branch, step or time;",
        "switch shop.drawio '' | ! \"\" is no checkpoint, branch, step or time;",
        "switch none.drawio way | ! there is no file none.drawio",
        "jump shop.drawio 7 | ! no step here has the number or id 7",
        "jump shop.drawio 9d | ! the history of this document begins later",
        "jump shop.drawio 25:00 | ! \"25:00\" is no checkpoint",
        "branch shop.drawio '' | ! a branch needs a name",
        "branch shop.drawio 2 --at 1 | try: fcp branch shop.drawio branch-2 --at 1",
        "checkpoint shop.drawio 12:05 | ! \"12:05\" reads as a time, and no name may",
        "branch shop.drawio agreed | ! \"agreed\" is the name of a checkpoint",
        "branch shop.drawio x --at 9 | ! no step here has the number or id 9",
        "undo shop.drawio --to way | ! \"way\" is the name of a branch",
        "diff shop.drawio agreet | ! \"agreet\" is no checkpoint, branch, step or time; known",
        "log shop.drawio 0 | ! the number of steps 0 is not within",
        "log shop.drawio --actor Zoe | ! no step of actor \"Zoe\"",
        "history shop.drawio --entity Nothing | ! nothing that was ever changed here is called",
        "history shop.drawio --type shape_made | ! no step has an event of type \"shape_made\"",
        "history shop.drawio --since noon | ! since:noon is no time",
        "history shop.drawio --provenance who | ! provenance:who is no key with a value",
        "branches none.drawio | ! there is no file none.drawio",
      })
  void what_is_refused_changes_nothing_and_what_it_suggests_works(String command, String message) {
    bench.done("run", SHOP, "add box Till", "label Till Cash");
    bench.done("checkpoint", SHOP, "agreed");
    bench.done("branch", SHOP, "way");
    assertThat(bench.refused(Workbench.words(command).toArray(String[]::new))).contains(message);
  }

  @Test
  void the_notes_that_a_log_tells_are_asked_for_as_it_tells_them() {
    String song = Sample.SONG.file();
    bench.done("run", song, Sample.SONG.operation(0));
    bench.done("run", song, "tempo 91");
    bench.done("run", song, "velocity 99 @track:Melody @range:1.1");
    String told =
        bench
            .done("log", song, "1")
            .lines()
            .filter(line -> line.contains("note "))
            .findFirst()
            .orElseThrow();
    String note = told.substring(told.indexOf("note "), told.indexOf(": velocity"));
    for (String text : List.of(note, note.split(" at ")[0], note.split(" ")[1])) {
      assertThat(bench.done("history", song, "--entity", text)).startsWith("3 ").hasLineCount(1);
      assertThat(bench.done("history", song, "--all", "--entity", text)).hasLineCount(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"branches", "log", "history", "diff 1", "jump 1", "switch 1", "query map"})
  void what_is_asked_of_a_file_that_is_not_there_tells_which_one_is(String question) {
    List<String> words = Workbench.words(question);
    for (String file : List.of("shpo.drawio", "nothing.drawio")) {
      List<String> typed = new ArrayList<>(words);
      typed.add(1, file);
      assertThat(bench.refused(typed.toArray(String[]::new)))
          .isEqualTo(
              "! there is no file %s\n%s"
                  .formatted(file, file.equals("shpo.drawio") ? "! there is shop.drawio\n" : ""));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"switch", "jump", "branch", "diff"})
  void an_argument_that_fills_a_book_is_refused_in_a_line(String command) {
    bench.done("run", SHOP, "add box Till");
    assertThat(bench.refused(command, SHOP, "x".repeat(100_000)))
        .isEqualTo(
            "! %d characters are more than the 65536 that are read at once\n"
                .formatted(100_001 + command.length()));
    assertThat(bench.refused(command.replace("branch", "switch"), SHOP, "x".repeat(60_000)))
        .hasSizeLessThan(500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"branches", "log", "history", "diff 0", "jump 0", "switch 0", "revert", "save"})
  void a_file_without_a_history_gets_none(String command) {
    String[] words = command.split(" ");
    String[] typed =
        words.length == 1 ? new String[] {words[0], SHOP} : new String[] {words[0], SHOP, words[1]};
    bench.done(typed);
    assertThat(bench.path(".fcp")).doesNotExist();
    assertThat(bench.bytes(SHOP)).isEqualTo(Sample.DIAGRAM.bytes());
  }
}
