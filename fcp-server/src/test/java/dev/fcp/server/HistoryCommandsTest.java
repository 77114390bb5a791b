package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that use the history, each in a separate run. */
class HistoryCommandsTest {

  private static final String SHOP = SampleDocument.DIAGRAM.file();
  private static final String SONG = SampleDocument.SONG.file();

  @TempDir Path temporary;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    fixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("folder")));
    fixture.add(SampleDocument.DIAGRAM).add(SampleDocument.SONG);
  }

  /** Makes three steps in two runs; returns the bytes of the file. */
  private byte[] editTwice(SampleDocument sample) {
    fixture.run("run", sample.file(), sample.operation(0));
    fixture.run("run", sample.file(), sample.operation(1), sample.operation(2));
    return fixture.bytes(sample.file());
  }

  private String history(String file) {
    return fixture.run("history", file).replaceAll(" \\d\\d:\\d\\d,", "");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_third_run_undoes_two_to_the_byte_and_a_fourth_redoes_them(SampleDocument sample) {
    byte[] last = editTwice(sample);
    String undone = fixture.run("undo", sample.file(), "3");
    assertThat(undone.lines())
        .startsWith(
            "! undone: " + sample.operation(2),
            "! undone: " + sample.operation(1),
            "! undone: " + sample.operation(0));
    assertThat(CommandLineFixture.sha256(fixture.bytes(sample.file())))
        .isEqualTo(CommandLineFixture.sha256(sample.bytes()));
    assertThat(fixture.run("redo", sample.file(), "3")).contains("! saved ./" + sample.file());
    assertThat(CommandLineFixture.sha256(fixture.bytes(sample.file())))
        .isEqualTo(CommandLineFixture.sha256(last));
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void each_undo_and_redo_restores_the_exact_bytes(SampleDocument sample) {
    fixture.run("run", sample.file(), sample.operation(0));
    byte[] second = fixture.bytes(sample.file());
    fixture.run("run", sample.file(), sample.operation(1));
    byte[] third = fixture.bytes(sample.file());
    for (int round = 0; round < 2; round++) {
      fixture.run("undo", sample.file());
      assertThat(fixture.bytes(sample.file())).isEqualTo(second);
      fixture.run("undo", sample.file());
      assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
      fixture.run("redo", sample.file());
      assertThat(fixture.bytes(sample.file())).isEqualTo(second);
      fixture.run("redo", sample.file());
      assertThat(fixture.bytes(sample.file())).isEqualTo(third);
    }
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void undo_without_saving_leaves_the_file_until_save(SampleDocument sample) {
    byte[] last = editTwice(sample);
    fixture.run("undo", sample.file(), "3", "--no-save");
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertThat(fixture.run("query", sample.file(), "status"))
        .contains("saved: no, memory ahead of disk; try: save", "undo: 0, redo: 3");
    assertThat(fixture.run("save", sample.file())).startsWith("! saved ./" + sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
    fixture.run("redo", sample.file(), "--no-save");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @Test
  void undo_and_redo_say_when_there_is_no_more() {
    editTwice(SampleDocument.DIAGRAM);
    assertThat(fixture.runRefused("redo", SHOP)).isEqualTo("! nothing to redo\n");
    assertThat(fixture.run("undo", SHOP, "9")).contains("! no more steps to undo\n");
    assertThat(fixture.runRefused("undo", SHOP)).isEqualTo("! nothing to undo\n");
    assertThat(fixture.run("redo", SHOP, "9")).contains("! no more steps to redo\n");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void undo_returns_to_a_checkpoint(SampleDocument sample) {
    fixture.run("run", sample.file(), sample.operation(0));
    byte[] named = fixture.bytes(sample.file());
    assertThat(fixture.run("checkpoint", sample.file(), "it's $HOME \"so\""))
        .startsWith("! checkpoint \"it's $HOME \\\"so\\\"\"\n");
    fixture.run("run", sample.file(), sample.operation(1));
    String output = fixture.runRefused("undo", sample.file(), "--to", "it's $HUME \"so\"");
    assertThat(output).contains("! unknown checkpoint").contains("--to 'it'\\''s $HOME \"so\"'");
    fixture.runLine(CommandLineFixture.suggestions(output).get(0));
    assertThat(fixture.bytes(sample.file())).isEqualTo(named);
    assertThat(fixture.run("undo", sample.file(), "--to", "it's $HOME \"so\""))
        .startsWith("! already at checkpoint");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "undo shop.drawio 0 | ! the number of steps 0 must be at least 1",
        "undo shop.drawio -1 | ! the number of steps -1 must be at least 1",
        "undo shop.drawio x | ! the number of steps x is not a whole number",
        "undo shop.drawio 1.5 | ! the number of steps 1.5 is not a whole number",
        "undo shop.drawio v1 | ! the number of steps v1 is not a whole number",
        "undo shop.drawio 2 --to v1 | ! undo takes a number or to:NAME, not both",
        "undo shop.drawio --to v2 | ! unknown checkpoint \"v2\": known are \"v1\"",
        "redo shop.drawio 0 | ! the number of steps 0 must be at least 1",
        "checkpoint shop.drawio '' | ! a checkpoint needs a name",
        "log shop.drawio 0 | ! the number of steps 0 must be at least 1",
        "log shop.drawio x | ! the number of steps x is not a whole number",
        "retain shop.drawio --steps x | ! steps:x is not a whole number",
        "retain shop.drawio --age 3 | ! age:3 is not an age in days, hours or minutes",
        "save shop.drawio --as shop.txt | ! ./shop.txt does not end in .drawio or .xml",
        "save shop.drawio --as gone/a.drawio | ! there is no folder ./gone",
        "save shop.drawio --as harbour.mid | ! ./harbour.mid does not end in .drawio or .xml",
        "save shop.drawio --as b.drawio --over | ! over:yes applies only to the document",
        "query shop.drawio stat | ! unknown query \"stat\"",
        "query shop.drawio 'history x' | ! the number of steps x is not a whole number",
        "query shop.drawio 'history page:9' | ! there is no page 9; the last one is 1",
        "run shop.drawio 'remove Baskot' | ! there is no shape or connection \"Baskot\"",
        "run shop.drawio --new 'add box A' | ! shop.drawio already exists",
        "run shop.drawio --expect 00000000 'add box A' | ! the document has changed",
        "forget shop.drawio | ! this would permanently delete the history of shop.drawio",
        "adopt shop.drawio --history-of none.drawio | ! ./none.drawio: it has no history",
        "adopt none.drawio --fresh | ! ./none.drawio: there is no such file",
        "adopt none.drawio --restore | ! ./none.drawio: it has no history",
      })
  void a_refusal_changes_nothing_and_its_suggestion_works(String command, String message) {
    fixture.run("run", SHOP, "add box Till");
    fixture.run("checkpoint", SHOP, "v1");
    fixture.run("run", SHOP, "remove Till", "remove Basket");
    fixture.run("undo", SHOP);
    String refusal = fixture.runRefused(CommandLineFixture.words(command).toArray(String[]::new));
    assertThat(refusal).contains(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "undo", "redo", "save", "revert", "log", "history", "verify", "retain", "forget", "repair"
      })
  void a_wrong_command_line_is_distinguished_from_a_refusal(String command) {
    assertThat(fixture.runRefused(ExitCode.USAGE, command)).contains("Missing required parameter");
    assertThat(fixture.runRefused(ExitCode.USAGE, command, SHOP, "--nonsense"))
        .contains("Unknown option: '--nonsense'");
    assertThat(fixture.runRefused(command, "none.drawio"))
        .contains("! there is no file none.drawio\n");
    assertThat(fixture.runRefused(command, "notes.txt")).contains("! the extension of");
  }

  @Test
  void adopt_takes_one_choice() {
    assertThat(fixture.runRefused(ExitCode.USAGE, "adopt", SHOP)).contains("--history-of");
    assertThat(fixture.runRefused(ExitCode.USAGE, "adopt", SHOP, "--fresh", "--restore"))
        .contains("mutually exclusive");
    assertThat(fixture.runRefused(ExitCode.USAGE, "checkpoint", SHOP)).contains("'NAME'");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_file_that_was_only_queried_has_no_history(SampleDocument sample) {
    fixture.run("query", sample.file(), "map", "stats", "status", "history");
    fixture.run("run", sample.file(), "--dry-run", sample.operation(0));
    fixture.run("history", sample.file());
    assertThat(fixture.runRefused("verify", sample.file())).contains(" has no history\n");
    fixture.run("retain", sample.file());
    fixture.runRefused("undo", sample.file());
    fixture.runRefused("redo", sample.file());
    fixture.runRefused("forget", sample.file());
    assertThat(fixture.path(".fcp")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_refused_first_command_begins_no_history(SampleDocument sample) throws IOException {
    for (String[] command :
        new String[][] {
          {"run", sample.file(), sample.operation(0), "frobnicate"},
          {"run", sample.file(), "--expect", "00000000", sample.operation(0)},
          {"checkpoint", sample.file(), ""}
        }) {
      assertThat(new ProgramRunner(fixture.path("")).run(command).exitCode()).isEqualTo(1);
    }
    Set<PosixFilePermission> readOnly = PosixFilePermissions.fromString("r--r--r--");
    Files.setPosixFilePermissions(fixture.path(sample.file()), readOnly);
    assertThat(fixture.runRefused("run", sample.file(), sample.operation(0)))
        .contains("is write-protected; nothing was done");
    assertThat(fixture.path(".fcp")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void history_shows_actors_names_undone_steps_and_the_saved_mark(SampleDocument sample) {
    String me = System.getProperty("user.name");
    editTwice(sample);
    fixture.run("undo", sample.file());
    fixture.run("checkpoint", sample.file(), "v 1");
    assertThat(history(sample.file()).lines())
        .containsExactly(
            "3 %s %s (undone)".formatted(me, sample.operation(2)),
            "2 %s %s [v 1] [saved]".formatted(me, sample.operation(1)),
            "1 %s %s".formatted(me, sample.operation(0)),
            "0 the beginning");
    assertThat(fixture.run("history", sample.file(), "1").lines()).hasSize(1);
  }

  @Test
  void a_long_history_is_split_into_pages_only_at_a_terminal() {
    String[] run = new String[122];
    Arrays.setAll(run, i -> "add box B" + i);
    run[0] = "run";
    run[1] = SHOP;
    fixture.run(run);
    assertThat(fixture.run("history", SHOP).lines()).hasSize(121).endsWith("0 the beginning");
    assertThat(fixture.run("log", SHOP, "111").lines()).hasSize(222);
    ProgramRunner terminal = new ProgramRunner(temporary.resolve("folder"), true);
    assertThat(terminal.run("history", SHOP).out().lines())
        .hasSize(101)
        .endsWith("more: fcp query shop.drawio 'history page:2'");
    assertThat(terminal.run("query", SHOP, "history page:2").out().lines())
        .hasSize(21)
        .endsWith("0 the beginning");
  }

  @Test
  void all_records_are_printed_as_they_are_stored_also_those_of_compressed_segments()
      throws IOException {
    assertThat(fixture.run("log", SHOP, "--raw")).isEmpty();
    editTwice(SampleDocument.DIAGRAM);
    Path history = fixture.path(".fcp/" + SHOP);
    List<String> stored = Files.readAllLines(history.resolve("000000000001.jsonl"));
    assertThat(fixture.run("log", SHOP, "--raw").lines()).containsExactlyElementsOf(stored);
    String log = fixture.run("log", SHOP);
    fillSegments(history);
    assertThat(history.resolve("000000000001.jsonl.gz")).exists();
    List<String> printed = fixture.run("log", SHOP, "--raw").lines().toList();
    assertThat(printed).startsWith(stored.toArray(String[]::new)).hasSize(stored.size() + 100);
    assertThat(printed)
        .allMatch(line -> line.startsWith("{\"crc\":\"") && line.endsWith("}"))
        .last()
        .asString()
        .contains("\"n\":" + printed.size() + ",", "refused 100");
    assertThat(fixture.run("log", SHOP)).isEqualTo(log);
  }

  /** Appends records that change nothing until several segments are full. */
  private static void fillSegments(Path history) {
    FileJournal.Settings settings = FileJournal.Settings.defaults().withSegmentBytes(5000);
    try (FileJournal journal = FileJournal.open(history, settings)) {
      for (int i = 1; i <= 100; i++) {
        Origin ann = Origin.of("ann");
        journal.append(
            journal.lastNumber(),
            new JournalRecord.Refused(Instant.EPOCH, ann, "refused " + i, "because"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void verify_replays_the_history(SampleDocument sample) {
    editTwice(sample);
    fixture.run("undo", sample.file());
    assertThat(fixture.run("verify", sample.file()))
        .startsWith("! verified: 10 records, 3 steps, all digests match\n");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void revert_restores_the_saved_file_as_one_step(SampleDocument sample) {
    byte[] saved = editTwice(sample);
    fixture.run("undo", sample.file(), "--no-save");
    fixture.run("checkpoint", sample.file(), "mine");
    assertThat(fixture.run("revert", sample.file()))
        .startsWith("! reverted to ./" + sample.file() + ", as one step; undo reverses it\n");
    assertThat(fixture.run("revert", sample.file()))
        .startsWith("! nothing to revert: ./" + sample.file() + " holds this document\n");
    assertThat(fixture.bytes(sample.file())).isEqualTo(saved);
    fixture.run("undo", sample.file());
    assertThat(fixture.run("undo", sample.file(), "--to", "mine")).startsWith("! already at");
    fixture.run("undo", sample.file(), "2");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void retain_shows_the_plan_and_prunes_when_asked(SampleDocument sample) {
    byte[] last = editTwice(sample);
    String before = history(sample.file());
    String plan =
        fixture.run("retain", sample.file(), "--steps", "1", "--age", "0m", "--above", "0");
    assertThat(plan)
        .contains("! would permanently prune 2 steps,", "! 1 step could still be undone");
    assertThat(history(sample.file())).isEqualTo(before);
    fixture.runLine(CommandLineFixture.suggestions(plan).get(0));
    assertThat(fixture.run("undo", sample.file(), "9")).contains("! no more steps to undo");
    assertThat(history(sample.file())).doesNotContain(sample.operation(0), "the beginning");
    fixture.run("redo", sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertThat(fixture.run("verify", sample.file())).startsWith("! verified: ");
  }

  @Test
  void retain_keeps_recent_steps_and_short_histories() {
    editTwice(SampleDocument.DIAGRAM);
    assertThat(fixture.run("retain", SHOP, "--yes"))
        .isEqualTo("! nothing to prune: 3 steps can be undone\n");
    assertThat(fixture.run("retain", SHOP, "--above", "0", "--steps", "1", "--yes"))
        .startsWith("! nothing to prune");
    assertThat(history(SHOP).lines()).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void forget_asks_for_confirmation_and_leaves_the_file_unchanged(SampleDocument sample) {
    byte[] last = editTwice(sample);
    String output = fixture.runRefused("forget", sample.file());
    assertThat(output).contains("; --yes confirms it");
    assertThat(history(sample.file()).lines()).hasSize(4);
    assertThat(fixture.run("forget", "--yes", sample.file()))
        .isEqualTo("! the history of %s is deleted\n".formatted(sample.file()));
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertThat(history(sample.file())).isEqualTo("0 the beginning [saved]\n");
    assertThat(fixture.runRefused("forget", "--yes", sample.file())).contains("has no history");
    assertThat(fixture.runRefused("undo", sample.file())).isEqualTo("! nothing to undo\n");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_dry_run_starts_at_the_head_and_saves_nothing(SampleDocument sample) {
    fixture.run("run", sample.file(), "--no-save", sample.operation(0), sample.operation(1));
    String before = history(sample.file());
    String status = fixture.run("query", sample.file(), "status");
    String shown = fixture.run("run", sample.file(), "--dry-run", sample.operation(2));
    assertThat(shown).contains("not saved: %s is unchanged\n".formatted(sample.file()));
    assertThat(history(sample.file())).isEqualTo(before);
    assertThat(fixture.run("query", sample.file(), "status")).isEqualTo(status);
    String done = fixture.run("run", sample.file(), "--no-save", sample.operation(2));
    assertThat(done).isEqualTo(shown);
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void steps_that_were_not_saved_are_saved_by_the_next_run(SampleDocument sample) {
    byte[] expected = editTwice(sample);
    fixture.run("undo", sample.file(), "3");
    fixture.run("run", sample.file(), "--no-save", sample.operation(0));
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
    fixture.run("run", sample.file(), sample.operation(1), sample.operation(2));
    assertThat(fixture.bytes(sample.file())).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.drawio", "a.mid"})
  void a_new_file_has_a_history_from_its_beginning(String file) {
    assertThat(fixture.run("run", "--new", file)).startsWith("! saved ./" + file);
    byte[] empty = fixture.bytes(file);
    assertThat(history(file)).isEqualTo("0 the beginning [saved]\n");
    fixture.run("run", file, "title Beginning");
    fixture.run("undo", file);
    assertThat(fixture.bytes(file)).isEqualTo(empty);
    assertThat(fixture.fileNames(".fcp/.drafts")).containsExactly(".gitignore");
  }

  @Test
  void a_new_file_that_is_not_saved_leaves_nothing() {
    fixture.run("run", "--new", "--no-save", "a.drawio", "add box A");
    fixture.run("run", "--new", "--dry-run", "a.drawio", "add box A");
    assertThat(fixture.runRefused("run", "--new", "a.drawio", "ad box A"))
        .contains("! unknown verb");
    assertThat(fixture.path("a.drawio")).doesNotExist();
    assertThat(fixture.fileNames(".fcp/.drafts")).containsExactly(".gitignore");
  }

  @Test
  void saving_under_another_name_copies_the_history() {
    byte[] last = editTwice(SampleDocument.DIAGRAM);
    fixture.run("save", SHOP, "--as", "copy.drawio");
    assertThat(fixture.bytes("copy.drawio")).isEqualTo(last);
    fixture.run("undo", "copy.drawio", "3");
    assertThat(fixture.bytes("copy.drawio")).isEqualTo(SampleDocument.DIAGRAM.bytes());
    assertThat(fixture.bytes(SHOP)).isEqualTo(last);
    assertThat(history(SHOP).lines()).hasSize(4).noneMatch(line -> line.contains("undone"));
    assertThat(fixture.runRefused("save", SHOP, "--as", "copy.drawio"))
        .contains("! ./copy.drawio holds a version that was neither loaded nor saved here");
  }

  @Test
  void repair_is_one_step_and_undo_restores_the_damaged_file() {
    byte[] damaged = Arrays.copyOf(SampleDocument.SONG.bytes(), 900);
    fixture.write("cut.mid", damaged);
    String refusal = fixture.runRefused(ExitCode.BROKEN, "run", "cut.mid", "title Mended");
    assertThat(refusal)
        .contains("! cut.mid cannot be read: at byte ", "  try: fcp repair cut.mid\n");
    assertThat(fixture.runLine("fcp repair cut.mid"))
        .contains("left out: the track stops within a message", "! saved ./cut.mid, ");
    assertThat(history("cut.mid")).startsWith("1 repair repair [saved]\n");
    fixture.run("run", "cut.mid", "title Mended");
    fixture.run("undo", "cut.mid", "2");
    assertThat(fixture.bytes("cut.mid")).isEqualTo(damaged);
  }

  @Test
  void an_unreadable_file_is_not_repaired() {
    fixture.write("cut.drawio", Arrays.copyOf(SampleDocument.DIAGRAM.bytes(), 500));
    assertThat(fixture.runRefused(ExitCode.BROKEN, "query", "cut.drawio", "map"))
        .contains("! cut.drawio cannot be read: at byte 499");
    assertThat(fixture.runRefused(ExitCode.BROKEN, "repair", "cut.drawio")).contains("at byte 499");
    fixture.write("none.mid", new byte[40]);
    assertThat(fixture.runRefused(ExitCode.BROKEN, "repair", "none.mid"))
        .contains("cannot be read: no");
  }

  @Test
  void repair_of_an_intact_file_changes_nothing() {
    byte[] last = editTwice(SampleDocument.SONG);
    assertThat(fixture.run("repair", SONG)).startsWith("! saved ./harbour.mid");
    assertThat(fixture.bytes(SONG)).isEqualTo(last);
    assertThat(history(SONG).lines()).hasSize(4);
  }

  @Test
  void one_undo_reverses_many_runs() {
    IntStream.range(0, 20).forEach(i -> fixture.run("run", SHOP, "add box B" + i));
    String undone = fixture.run("undo", SHOP, "20");
    assertThat(undone.lines().filter(line -> line.startsWith("! undone: "))).hasSize(20);
    assertThat(fixture.bytes(SHOP)).isEqualTo(SampleDocument.DIAGRAM.bytes());
    assertThat(fixture.run("undo", SHOP, "--help")).contains("Usage: fcp undo");
  }
}
