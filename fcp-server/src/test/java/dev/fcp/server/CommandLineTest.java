package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {

  private static final Path EXAMPLES = Path.of("..", "examples");

  @TempDir Path folder;

  private Path shop;
  private byte[] original;
  private ProgramRunner runner;

  @BeforeEach
  void copyTheExample() throws IOException {
    shop = folder.resolve("shop.drawio");
    Files.copy(EXAMPLES.resolve("shop.drawio"), shop);
    original = Files.readAllBytes(shop);
    runner = new ProgramRunner(folder);
  }

  @Test
  void run_applies_operations_and_saves_the_file() {
    ProgramRunner.Result run =
        runner.run("run", "shop.drawio", "add box Till", "connect Till -> Orders");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("+ box \"Till\" #till at "),
            line -> assertThat(line).startsWith("~ \"Till\" -> \"Orders\" #"),
            line -> assertThat(line).startsWith("digest: 22s 17e 0g hash:"),
            line -> assertThat(line).startsWith("! saved ./shop.drawio, "));
    assertThat(runner.run("query", "shop.drawio", "stats").out()).contains("22s 17e 0g");
  }

  @Test
  void run_changes_only_the_lines_of_changed_entities() throws IOException {
    runner.run("run", "shop.drawio", "label Search \"Find\"");
    List<String> old = new String(original, StandardCharsets.UTF_8).lines().toList();
    List<String> changed =
        Files.readAllLines(shop).stream().filter(it -> !old.contains(it)).toList();
    assertThat(changed).singleElement().asString().contains("value=\"Find\"");
  }

  @Test
  void run_leaves_the_file_alone_when_one_operation_fails() {
    ProgramRunner.Result run = runner.run("run", "shop.drawio", "remove Orders", "remove Nothing");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("operation 2 of 2 failed: remove Nothing")
        .doesNotContain("try:");
    assertThat(shop).hasBinaryContent(original);
  }

  @Test
  void run_leaves_the_file_alone_with_no_save() {
    ProgramRunner.Result run = runner.run("run", "--no-save", "shop.drawio", "remove Orders");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("not saved: shop.drawio is unchanged");
    assertThat(shop).hasBinaryContent(original);
  }

  @Test
  void run_refuses_if_the_document_is_not_the_expected_one() {
    ProgramRunner.Result run =
        runner.run("run", "--expect", "00000000", "shop.drawio", "remove Orders");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("the document has changed");
    assertThat(shop).hasBinaryContent(original);
  }

  @Test
  void run_takes_an_expected_digest_from_an_earlier_response() {
    String hash =
        runner.run("query", "shop.drawio", "status").out().replaceAll("(?s).*hash:(\\w+).*", "$1");
    assertThat(runner.run("run", "--expect", hash, "shop.drawio", "remove Orders").exitCode())
        .isZero();
  }

  @Test
  void run_creates_a_file_from_piped_operations() {
    ProgramRunner.Result run =
        runner.runWithInput(
            "# two boxes\n\nadd box A\nadd box B\n", "run", "--new", "a.drawio", "-");
    assertThat(run.exitCode()).isZero();
    assertThat(folder.resolve("a.drawio")).isRegularFile();
    assertThat(runner.run("query", "a.drawio", "stats").out()).contains("2s 0e 0g");
  }

  @Test
  void run_does_not_create_a_file_that_exists() {
    ProgramRunner.Result run = runner.run("run", "--new", "shop.drawio", "add box A");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("already exists", "  try: ");
    assertThat(shop).hasBinaryContent(original);
  }

  @Test
  void a_file_with_an_unknown_extension_is_refused() {
    ProgramRunner.Result run = runner.run("run", "--new", "shop.txt", "add box A");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("the extension of", ".drawio");
  }

  @Test
  void a_missing_file_is_refused_and_the_command_to_create_it_is_suggested() {
    ProgramRunner.Result run = runner.run("run", "none.drawio", "add box A");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo("! there is no file none.drawio\n  try: fcp run --new none.drawio\n");
  }

  @Test
  void a_folder_is_a_vault_whatever_its_name() throws IOException {
    Files.createDirectory(folder.resolve("f.drawio"));
    Files.writeString(folder.resolve("f.drawio/a.md"), "# A\n");
    ProgramRunner.Result files = runner.run("query", "f.drawio", "files");
    assertThat(files.combined()).isEqualTo("a.md 4 bytes\n");
    assertThat(runner.run("run", "f.drawio", "add box A").exitCode()).isEqualTo(1);
    assertThat(folder.resolve("f.drawio/.fcp")).as("without a step").doesNotExist();
  }

  @Test
  void a_broken_file_has_its_own_exit_code_and_an_offset() throws IOException {
    Files.write(shop, Arrays.copyOf(original, 300));
    ProgramRunner.Result run = runner.run("run", "shop.drawio", "add box A");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("shop.drawio cannot be read: at byte ");
    assertThat(shop).hasBinaryContent(Arrays.copyOf(original, 300));
  }

  @Test
  void a_wrong_command_line_has_its_own_exit_code() {
    assertThat(runner.run().exitCode()).isEqualTo(2);
    assertThat(runner.run("run").exitCode()).isEqualTo(2);
    assertThat(runner.run("run", "shop.drawio").exitCode()).isEqualTo(2);
    assertThat(runner.run("rnu", "shop.drawio", "x").exitCode()).isEqualTo(2);
    assertThat(runner.run("run", "--expect", "zz", "shop.drawio", "x").exitCode()).isEqualTo(2);
  }

  @Test
  void queries_answer_and_change_nothing() {
    ProgramRunner.Result run =
        runner.run("query", "shop.drawio", "stats", "describe Payments", "find order");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("2 pages", "service \"Payments\"", "\"Order placed\"");
    assertThat(shop).hasBinaryContent(original);
  }

  @Test
  void a_command_that_takes_something_away_is_never_suggested() {
    ProgramRunner.Result run = runner.run("forgett", "shop.drawio");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'forgett'").doesNotContain("Did you mean");
    assertThat(runner.run("export", "shop.drawio").err()).doesNotContain("Did you mean");
    assertThat(runner.run("histroy", "shop.drawio").err()).contains("Did you mean: fcp history?");
  }

  @Test
  void long_input_is_not_repeated_in_full() {
    ProgramRunner.Result run =
        runner.run("run", "shop.drawio", "label " + "x".repeat(70_000) + " y");
    assertThat(run.err()).hasSizeLessThan(3000);
  }

  @Test
  void an_unknown_query_is_refused_with_the_nearest() {
    ProgramRunner.Result run = runner.run("query", "shop.drawio", "mpa");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("unknown query", "\n  try: fcp query shop.drawio map\n");
  }

  @Test
  void the_card_shows_every_verb_of_the_domain() {
    assertThat(runner.run("card", "drawio").out())
        .contains("add TYPE", "connect A -> B", "undo [N");
    assertThat(runner.run("card", "opera").exitCode()).isEqualTo(1);
  }

  @Test
  void the_example_diagram_is_the_result_of_its_operations() throws IOException {
    String operations = Files.readString(EXAMPLES.resolve("shop.ops"));
    assertThat(runner.runWithInput(operations, "run", "--new", "again.drawio", "-").exitCode())
        .isZero();
    assertThat(folder.resolve("again.drawio")).hasBinaryContent(original);
  }

  @Test
  void the_example_song_is_the_result_of_its_operations() throws IOException {
    String operations = Files.readString(EXAMPLES.resolve("harbour.ops"));
    assertThat(runner.runWithInput(operations, "run", "--new", "again.mid", "-").exitCode())
        .isZero();
    byte[] shipped = Files.readAllBytes(EXAMPLES.resolve("harbour.mid"));
    assertThat(folder.resolve("again.mid")).hasBinaryContent(shipped);
  }

  @Test
  void run_changes_a_song_and_undo_restores_it() throws IOException {
    Path song = Files.copy(EXAMPLES.resolve("harbour.mid"), folder.resolve("song.mid"));
    byte[] first = Files.readAllBytes(song);
    ProgramRunner.Result run =
        runner.run("run", "song.mid", "note Melody A5 at:16 dur:half", "mute Bass");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("+ note A5 #n28800.81 in track \"Melody\" at 16.1"),
            line -> assertThat(line).contains("track \"Bass\" is muted", "other players ignore"),
            line -> assertThat(line).matches("hash:[0-9a-f]{8} tracks:5 notes:[0-9]+"),
            line -> assertThat(line).startsWith("! saved ./song.mid, "));
    assertThat(runner.run("run", "song.mid", "remove #n28800.81", "mute Bass off").exitCode())
        .isZero();
    assertThat(song).hasBinaryContent(first);
  }

  @Test
  void queries_answer_about_a_song() throws IOException {
    Files.copy(EXAMPLES.resolve("harbour.mid"), folder.resolve("song.mid"));
    ProgramRunner.Result run =
        runner.run("query", "song.mid", "map", "piano-roll Bass @range:1", "status");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("song \"Harbour lights\", format 1", "G2 |o-----", "saved: yes");
    assertThat(runner.run("query", "song.mid", "paino-roll Bass").err())
        .contains("\n  try: fcp query song.mid 'piano-roll Bass'\n");
    assertThat(runner.run("card", "midi").out()).contains("note TRACK PITCH", "@range:POS", "kick");
  }

  @Test
  void the_demo_passes_every_check_and_removes_its_copy() throws IOException {
    ProgramRunner.Result run = runner.run("demo");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Every promise was kept.").doesNotContain("BROKEN");
    assertThat(run.out().lines().filter(line -> line.startsWith("  ok: "))).hasSize(14);
    assertThat(run.out())
        .contains("lines are untouched; changed:", "messages are untouched; changed:")
        .contains("+ track 1, tick 26880: ff 51 0d df 23", "tracks:5 notes:");
    assertThat(shop).hasBinaryContent(original);
  }

  @Test
  void an_argument_with_undecodable_characters_is_refused() {
    ProgramRunner.Result run = runner.run("run", "shop.drawio", "label Search \"K\uFFFDse\"");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("could not be decoded", "try: LC_ALL=C.UTF-8");
    assertThat(shop).hasBinaryContent(original);
  }

  @Test
  void a_missing_folder_is_refused() {
    ProgramRunner.Result run = runner.run("run", "--new", "gone/a.drawio", "add box A");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("there is no folder", "  try: ");
  }

  @Test
  void a_file_that_the_disk_rejects_has_the_exit_code_of_a_broken_disk() {
    String name = "a".repeat(300) + ".drawio";
    ProgramRunner.Result run = runner.run("run", "--new", name, "add box A");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .startsWith("! " + "a".repeat(150))
        .contains("a".repeat(40) + ".drawio cannot be saved");
  }

  @ParameterizedTest
  @CsvSource({"--help, 25", "session --help, 1", "world --help, 18", "world scenario --help, 3"})
  void each_command_is_listed_with_a_whole_sentence(String arguments, int atLeast) {
    String help = runner.run(arguments.split(" ")).out();
    String list = help.substring(help.indexOf("Commands:\n") + 10).split("\\R\\R", 2)[0];
    List<String> commands = List.of(list.strip().split("\\R  (?=\\w)"));
    assertThat(commands)
        .hasSizeGreaterThanOrEqualTo(atLeast)
        .allSatisfy(line -> assertThat(line).endsWith("."));
  }

  @Test
  void no_address_or_file_name_is_broken_in_the_help() {
    assertThat(runner.run("world", "list", "--help").out())
        .contains("jdbc:postgresql://HOST/DATABASE");
    assertThat(runner.run("--help").out())
        .contains("jdbc:postgresql://HOST/DATABASE", "docs/writing-a-domain.md");
  }

  @ParameterizedTest
  @CsvSource({"undoo, fcp undo", "wrld, fcp world", "world lst, fcp world list"})
  void a_similar_command_is_suggested_with_its_group(String arguments, String command) {
    assertThat(runner.run(arguments.split(" ")).err()).contains("Did you mean: " + command + "?");
  }
}
