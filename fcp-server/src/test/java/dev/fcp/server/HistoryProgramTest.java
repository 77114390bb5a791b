package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that remember; each is typed in a run of its own. */
class HistoryProgramTest {

  private static final String SHOP = Sample.DIAGRAM.file();
  private static final String SONG = Sample.SONG.file();

  @TempDir Path temporary;
  private Workbench bench;

  @BeforeEach
  void lay_out() throws IOException {
    bench = new Workbench(Files.createDirectory(temporary.resolve("folder")));
    bench.with(Sample.DIAGRAM).with(Sample.SONG);
  }

  /** Makes three steps in two runs; gives the bytes of the file afterwards. */
  private byte[] edited(Sample sample) {
    bench.done("run", sample.file(), sample.operation(0));
    bench.done("run", sample.file(), sample.operation(1), sample.operation(2));
    return bench.bytes(sample.file());
  }

  private String history(String file) {
    return bench.done("history", file).replaceAll(" \\d\\d:\\d\\d,", "");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_third_run_takes_back_what_two_did_to_the_byte_and_a_fourth_does_it_again(Sample sample) {
    byte[] last = edited(sample);
    String undone = bench.done("undo", sample.file(), "3");
    assertThat(undone.lines())
        .startsWith(
            "! undone: " + sample.operation(2),
            "! undone: " + sample.operation(1),
            "! undone: " + sample.operation(0));
    assertThat(Workbench.sha256(bench.bytes(sample.file())))
        .isEqualTo(Workbench.sha256(sample.bytes()));
    assertThat(bench.done("redo", sample.file(), "3")).contains("! saved ./" + sample.file());
    assertThat(Workbench.sha256(bench.bytes(sample.file()))).isEqualTo(Workbench.sha256(last));
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void each_step_back_and_forth_gives_the_bytes_that_were_there(Sample sample) {
    bench.done("run", sample.file(), sample.operation(0));
    byte[] second = bench.bytes(sample.file());
    bench.done("run", sample.file(), sample.operation(1));
    byte[] third = bench.bytes(sample.file());
    for (int round = 0; round < 2; round++) {
      bench.done("undo", sample.file());
      assertThat(bench.bytes(sample.file())).isEqualTo(second);
      bench.done("undo", sample.file());
      assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
      bench.done("redo", sample.file());
      assertThat(bench.bytes(sample.file())).isEqualTo(second);
      bench.done("redo", sample.file());
      assertThat(bench.bytes(sample.file())).isEqualTo(third);
    }
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void undo_without_saving_leaves_the_file_until_save(Sample sample) {
    byte[] last = edited(sample);
    bench.done("undo", sample.file(), "3", "--no-save");
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertThat(bench.done("query", sample.file(), "status"))
        .contains("saved: no, memory ahead of disk; try: save", "undo: 0, redo: 3");
    assertThat(bench.done("save", sample.file())).startsWith("! saved ./" + sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
    bench.done("redo", sample.file(), "--no-save");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @Test
  void undo_and_redo_say_when_there_is_no_more() {
    edited(Sample.DIAGRAM);
    assertThat(bench.refused("redo", SHOP)).isEqualTo("! nothing to redo\n");
    assertThat(bench.done("undo", SHOP, "9")).contains("! that was all: nothing more to undo\n");
    assertThat(bench.refused("undo", SHOP)).isEqualTo("! nothing to undo\n");
    assertThat(bench.done("redo", SHOP, "9")).contains("! that was all: nothing more to redo\n");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void undo_returns_to_a_checkpoint(Sample sample) {
    bench.done("run", sample.file(), sample.operation(0));
    byte[] named = bench.bytes(sample.file());
    assertThat(bench.done("checkpoint", sample.file(), "it's $HOME \"so\""))
        .startsWith("! checkpoint \"it's $HOME \\\"so\\\"\"\n");
    bench.done("run", sample.file(), sample.operation(1));
    String offered = bench.refused("undo", sample.file(), "--to", "it's $HUME \"so\"");
    assertThat(offered).contains("! unknown checkpoint").contains("--to 'it'\\''s $HOME \"so\"'");
    bench.typed(Workbench.suggestions(offered).get(0));
    assertThat(bench.bytes(sample.file())).isEqualTo(named);
    assertThat(bench.done("undo", sample.file(), "--to", "it's $HOME \"so\""))
        .startsWith("! already at checkpoint");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "undo shop.drawio 0 | ! the number of steps 0 is not within 1 and 2147483647",
        "undo shop.drawio -1 | ! the number of steps -1 is not within 1 and 2147483647",
        "undo shop.drawio x | ! the number of steps x is no whole number",
        "undo shop.drawio 1.5 | ! the number of steps 1.5 is no whole number",
        "undo shop.drawio v1 | ! the number of steps v1 is no whole number",
        "undo shop.drawio 2 --to v1 | ! undo takes a number or to:NAME, not both",
        "undo shop.drawio --to v2 | ! unknown checkpoint \"v2\": known are \"v1\"",
        "redo shop.drawio 0 | ! the number of steps 0 is not within 1 and 2147483647",
        "checkpoint shop.drawio '' | ! a checkpoint needs a name",
        "log shop.drawio 0 | ! the number of steps 0 is not within 1 and 2147483647",
        "log shop.drawio x | ! the number of steps x is no whole number",
        "retain shop.drawio --steps x | ! steps:x is no whole number",
        "retain shop.drawio --age 3 | ! age:3 is no age in days, hours or minutes",
        "save shop.drawio --as shop.txt | ! ./shop.txt does not end in .drawio or .xml",
        "save shop.drawio --as gone/a.drawio | ! there is no folder ./gone",
        "save shop.drawio --as harbour.mid | ! ./harbour.mid does not end in .drawio or .xml",
        "save shop.drawio --as b.drawio --over | ! over:yes is about the file of the document",
        "query shop.drawio stat | ! unknown query \"stat\"",
        "query shop.drawio 'history x' | ! the number of steps x is no whole number",
        "query shop.drawio 'history page:9' | ! there is no page 9; the last one is 1",
        "run shop.drawio 'remove Baskot' | ! there is no shape or connection \"Baskot\"",
        "run shop.drawio --new 'add box A' | ! shop.drawio is there already",
        "run shop.drawio --expect 00000000 'add box A' | ! the document moved",
        "forget shop.drawio | ! this would delete the history of shop.drawio for good",
        "adopt shop.drawio --history-of none.drawio | ! ./none.drawio: it has no history",
        "adopt none.drawio --fresh | ! ./none.drawio: there is no such file",
        "adopt none.drawio --restore | ! ./none.drawio: it has no history",
      })
  void what_is_refused_changes_nothing_and_what_it_suggests_works(String command, String message) {
    bench.done("run", SHOP, "add box Till");
    bench.done("checkpoint", SHOP, "v1");
    bench.done("run", SHOP, "remove Till", "remove Basket");
    bench.done("undo", SHOP);
    String refusal = bench.refused(Workbench.words(command).toArray(String[]::new));
    assertThat(refusal).contains(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "undo", "redo", "save", "revert", "log", "history", "verify", "retain", "forget", "repair"
      })
  void a_wrong_command_line_is_told_from_a_refusal(String command) {
    assertThat(bench.refused(ExitCode.USAGE, command)).contains("Missing required parameter");
    assertThat(bench.refused(ExitCode.USAGE, command, SHOP, "--nonsense"))
        .contains("Unknown option: '--nonsense'");
    assertThat(bench.refused(command, "none.drawio")).contains("! there is no file none.drawio\n");
    assertThat(bench.refused(command, "notes.txt")).contains("! no kind of document is known");
  }

  @Test
  void adopt_takes_one_choice() {
    assertThat(bench.refused(ExitCode.USAGE, "adopt", SHOP)).contains("--history-of");
    assertThat(bench.refused(ExitCode.USAGE, "adopt", SHOP, "--fresh", "--restore"))
        .contains("mutually exclusive");
    assertThat(bench.refused(ExitCode.USAGE, "checkpoint", SHOP)).contains("'NAME'");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_file_that_was_only_looked_at_has_no_history(Sample sample) {
    bench.done("query", sample.file(), "map", "stats", "status", "history");
    bench.done("run", sample.file(), "--dry-run", sample.operation(0));
    bench.done("history", sample.file());
    bench.done("verify", sample.file());
    bench.done("retain", sample.file());
    bench.refused("undo", sample.file());
    bench.refused("redo", sample.file());
    bench.refused("forget", sample.file());
    assertThat(bench.path(".fcp")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void the_log_shows_who_did_what_and_what_is_named_undone_and_saved(Sample sample) {
    String me = System.getProperty("user.name");
    edited(sample);
    bench.done("undo", sample.file());
    bench.done("checkpoint", sample.file(), "v 1");
    assertThat(history(sample.file()).lines())
        .containsExactly(
            "3 %s %s (undone)".formatted(me, sample.operation(2)),
            "2 %s %s [v 1] [saved]".formatted(me, sample.operation(1)),
            "1 %s %s".formatted(me, sample.operation(0)),
            "0 the beginning");
    assertThat(bench.done("history", sample.file(), "1").lines()).hasSize(2);
  }

  @Test
  void a_long_log_is_read_page_by_page() {
    String[] run = new String[122];
    Arrays.setAll(run, i -> "add box B" + i);
    run[0] = "run";
    run[1] = SHOP;
    bench.done(run);
    String page = bench.done("history", SHOP);
    assertThat(page).contains(" add box B121 [saved]\n").doesNotContain("the beginning");
    String more = page.lines().skip(100).findFirst().orElseThrow();
    assertThat(bench.typed(more.replaceFirst("^more: ", ""))).endsWith("0 the beginning\n");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void verify_replays_the_history(Sample sample) {
    edited(sample);
    bench.done("undo", sample.file());
    assertThat(bench.done("verify", sample.file()))
        .startsWith("! verified: 10 records, 3 steps, each with the digest that was recorded\n");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void revert_takes_over_the_file_as_one_step(Sample sample) {
    byte[] saved = edited(sample);
    bench.done("undo", sample.file(), "--no-save");
    bench.done("checkpoint", sample.file(), "mine");
    assertThat(bench.done("revert", sample.file()))
        .startsWith("! reverted to ./" + sample.file() + ", as one step; undo takes that back\n");
    assertThat(bench.done("revert", sample.file()))
        .startsWith("! ./" + sample.file() + " holds the document as it is\n");
    assertThat(bench.bytes(sample.file())).isEqualTo(saved);
    bench.done("undo", sample.file());
    assertThat(bench.done("undo", sample.file(), "--to", "mine")).startsWith("! already at");
    bench.done("undo", sample.file(), "2");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void retain_shows_first_what_would_go_and_lets_it_go_when_told(Sample sample) {
    byte[] last = edited(sample);
    String before = history(sample.file());
    String plan =
        bench.done("retain", sample.file(), "--steps", "1", "--age", "0m", "--above", "0");
    assertThat(plan)
        .contains("! would let go of 2 steps for good", "! 1 step could still be undone");
    assertThat(history(sample.file())).isEqualTo(before);
    bench.typed(Workbench.suggestions(plan).get(0));
    assertThat(bench.done("undo", sample.file(), "9")).contains("! that was all");
    assertThat(history(sample.file())).doesNotContain(sample.operation(0), "the beginning");
    bench.done("redo", sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertThat(bench.done("verify", sample.file())).startsWith("! verified: ");
  }

  @Test
  void retain_keeps_everything_that_is_young_or_little() {
    edited(Sample.DIAGRAM);
    assertThat(bench.done("retain", SHOP, "--yes"))
        .isEqualTo("! nothing to let go: 3 steps can be undone\n");
    assertThat(bench.done("retain", SHOP, "--above", "0", "--steps", "1", "--yes"))
        .startsWith("! nothing to let go");
    assertThat(history(SHOP).lines()).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void forget_asks_first_and_then_leaves_the_file_alone(Sample sample) {
    byte[] last = edited(sample);
    String asked = bench.refused("forget", sample.file());
    assertThat(history(sample.file()).lines()).hasSize(4);
    assertThat(bench.typed(Workbench.suggestions(asked).get(0)))
        .isEqualTo("! the history of %s is deleted\n".formatted(sample.file()));
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertThat(history(sample.file())).isEqualTo("0 the beginning [saved]\n");
    assertThat(bench.refused("forget", "--yes", sample.file())).contains("has no history");
    assertThat(bench.refused("undo", sample.file())).isEqualTo("! nothing to undo\n");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_dry_run_begins_where_the_document_stands_and_keeps_nothing(Sample sample) {
    bench.done("run", sample.file(), "--no-save", sample.operation(0), sample.operation(1));
    String before = history(sample.file());
    String status = bench.done("query", sample.file(), "status");
    String shown = bench.done("run", sample.file(), "--dry-run", sample.operation(2));
    assertThat(shown).contains("not saved: %s is as it was\n".formatted(sample.file()));
    assertThat(history(sample.file())).isEqualTo(before);
    assertThat(bench.done("query", sample.file(), "status")).isEqualTo(status);
    String done = bench.done("run", sample.file(), "--no-save", sample.operation(2));
    assertThat(done).isEqualTo(shown);
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void steps_that_were_not_saved_are_saved_by_the_next_run(Sample sample) {
    byte[] expected = edited(sample);
    bench.done("undo", sample.file(), "3");
    bench.done("run", sample.file(), "--no-save", sample.operation(0));
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
    bench.done("run", sample.file(), sample.operation(1), sample.operation(2));
    assertThat(bench.bytes(sample.file())).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.drawio", "a.mid"})
  void a_new_file_has_a_history_from_its_beginning(String file) {
    assertThat(bench.done("run", "--new", file)).startsWith("! saved ./" + file);
    byte[] empty = bench.bytes(file);
    assertThat(history(file)).isEqualTo("0 the beginning [saved]\n");
    bench.done("run", file, "title Beginning");
    bench.done("undo", file);
    assertThat(bench.bytes(file)).isEqualTo(empty);
    assertThat(bench.names(".fcp/.drafts")).containsExactly(".gitignore");
  }

  @Test
  void a_new_file_that_is_not_saved_leaves_nothing() {
    bench.done("run", "--new", "--no-save", "a.drawio", "add box A");
    bench.done("run", "--new", "--dry-run", "a.drawio", "add box A");
    assertThat(bench.refused("run", "--new", "a.drawio", "ad box A")).contains("! unknown verb");
    assertThat(bench.path("a.drawio")).doesNotExist();
    assertThat(bench.names(".fcp/.drafts")).containsExactly(".gitignore");
  }

  @Test
  void saved_under_another_name_both_have_the_history() {
    byte[] last = edited(Sample.DIAGRAM);
    bench.done("save", SHOP, "--as", "copy.drawio");
    assertThat(bench.bytes("copy.drawio")).isEqualTo(last);
    bench.done("undo", "copy.drawio", "3");
    assertThat(bench.bytes("copy.drawio")).isEqualTo(Sample.DIAGRAM.bytes());
    assertThat(bench.bytes(SHOP)).isEqualTo(last);
    assertThat(history(SHOP).lines()).hasSize(4).noneMatch(line -> line.contains("undone"));
    assertThat(bench.refused("save", SHOP, "--as", "copy.drawio"))
        .contains("! ./copy.drawio holds a version that was neither loaded nor saved here");
  }

  @Test
  void repair_is_one_step_and_undo_gives_the_damaged_file_back() {
    byte[] damaged = Arrays.copyOf(Sample.SONG.bytes(), 900);
    bench.write("cut.mid", damaged);
    String refusal = bench.refused(ExitCode.BROKEN, "run", "cut.mid", "title Mended");
    assertThat(refusal)
        .contains("! cut.mid cannot be read: at byte ", "  try: fcp repair cut.mid\n");
    assertThat(bench.typed("fcp repair cut.mid"))
        .contains("left out: the track stops within a message", "! saved ./cut.mid, ");
    assertThat(history("cut.mid")).startsWith("1 repair repair [saved]\n");
    bench.done("run", "cut.mid", "title Mended");
    bench.done("undo", "cut.mid", "2");
    assertThat(bench.bytes("cut.mid")).isEqualTo(damaged);
  }

  @Test
  void what_nothing_can_be_read_of_is_not_repaired() {
    bench.write("cut.drawio", Arrays.copyOf(Sample.DIAGRAM.bytes(), 500));
    assertThat(bench.refused(ExitCode.BROKEN, "query", "cut.drawio", "map"))
        .contains("! cut.drawio cannot be read: at byte 499");
    assertThat(bench.refused(ExitCode.BROKEN, "repair", "cut.drawio")).contains("at byte 499");
    bench.write("none.mid", new byte[40]);
    assertThat(bench.refused(ExitCode.BROKEN, "repair", "none.mid")).contains("cannot be read: no");
  }

  @Test
  void a_whole_file_is_repaired_by_doing_nothing() {
    byte[] last = edited(Sample.SONG);
    assertThat(bench.done("repair", SONG)).startsWith("! saved ./harbour.mid");
    assertThat(bench.bytes(SONG)).isEqualTo(last);
    assertThat(history(SONG).lines()).hasSize(4);
  }

  @Test
  void many_runs_are_taken_back_by_one() {
    IntStream.range(0, 20).forEach(i -> bench.done("run", SHOP, "add box B" + i));
    String undone = bench.done("undo", SHOP, "20");
    assertThat(undone.lines().filter(line -> line.startsWith("! undone: "))).hasSize(20);
    assertThat(bench.bytes(SHOP)).isEqualTo(Sample.DIAGRAM.bytes());
    assertThat(bench.done("undo", SHOP, "--help")).contains("Usage: fcp undo");
  }
}
