package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were moved, copied, deleted or replaced between two commands. */
class MovedAndReplacedFilesTest {

  @TempDir Path temporary;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    fixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("folder")));
    fixture.add(SampleDocument.DIAGRAM).add(SampleDocument.SONG);
  }

  private byte[] editTwice(SampleDocument sample) {
    fixture.run("run", sample.file(), sample.operation(0));
    fixture.run("run", sample.file(), sample.operation(1), sample.operation(2));
    return fixture.bytes(sample.file());
  }

  private void assertUndoRestoresOriginal(SampleDocument sample, String file) {
    assertThat(fixture.run("verify", file)).contains("all digests match");
    fixture.run("undo", file, "99");
    assertThat(fixture.bytes(file)).isEqualTo(sample.bytes());
  }

  private static String firstSuggestion(String text) {
    return CommandLineFixture.suggestions(text).get(0);
  }

  @Test
  void a_new_file_that_cannot_be_written_leaves_nothing() throws IOException {
    Files.createSymbolicLink(fixture.path("round.drawio"), Path.of("round.drawio"));
    assertThat(fixture.runRefused(ExitCode.BROKEN, "run", "--new", "round.drawio"))
        .matches("! round.drawio cannot be saved: .*leads in a circle; nothing was created\n");
    assertThat(fixture.fileNames(".fcp")).doesNotContain("round.drawio");
    assertThat(fixture.fileNames(".fcp/.drafts")).containsExactly(".gitignore");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_moved_file_keeps_its_history_when_asked(SampleDocument sample) throws IOException {
    editTwice(sample);
    String moved = "moved to-" + sample.file();
    Files.move(fixture.path(sample.file()), fixture.path(moved));
    for (String command :
        new String[] {"undo", "redo", "log", "branches", "verify", "revert", "save"}) {
      assertThat(fixture.runRefused(command, moved))
          .contains("it has no history, but that of %s, which is missing".formatted(sample.file()));
    }
    assertThat(fixture.runRefused("run", moved, sample.operation(0))).contains("  try: fcp adopt ");
    assertThat(fixture.runLine(firstSuggestion(fixture.runRefused("log", moved))))
        .contains("operations: 3");
    assertUndoRestoresOriginal(sample, moved);
    assertThat(fixture.runRefused("log", sample.file())).contains("there is no file");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_copied_file_starts_a_new_history(SampleDocument sample) throws IOException {
    byte[] last = editTwice(sample);
    String copy = "copy-" + sample.file();
    Files.copy(fixture.path(sample.file()), fixture.path(copy));
    assertThat(fixture.run("history", copy)).isEqualTo("0 the beginning [saved]\n");
    fixture.run("adopt", copy, "--history-of", sample.file());
    assertUndoRestoresOriginal(sample, copy);
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertThat(fixture.run("history", sample.file())).doesNotContain("undone");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_deleted_file_is_written_again_from_its_history(SampleDocument sample) throws IOException {
    byte[] last = editTwice(sample);
    Files.delete(fixture.path(sample.file()));
    for (String command :
        new String[] {"undo", "redo", "log", "branches", "verify", "revert", "save"}) {
      assertThat(fixture.runRefused(command, sample.file()))
          .contains("there is no such file any more, but its history is kept");
    }
    fixture.runLine(firstSuggestion(fixture.runRefused("run", sample.file(), sample.operation(0))));
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertUndoRestoresOriginal(sample, sample.file());
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_replaced_document_requires_a_decision(SampleDocument sample) {
    editTwice(sample);
    byte[] other = replaceFile(sample);
    String output = fixture.run("history", sample.file());
    assertThat(output).contains("hardly anything in it is as it was", "! that version is kept");
    for (String command : new String[] {"undo", "redo"}) {
      assertThat(fixture.runRefused(command, sample.file())).endsWith("! nothing was done\n");
    }
    assertThat(fixture.runRefused("run", sample.file(), sample.operation(0)))
        .contains("  try: fcp revert " + sample.file() + "\n", "! nothing was done\n");
    assertThat(fixture.runRefused("save", sample.file())).contains("holds another version");
    assertThat(fixture.bytes(sample.file())).isEqualTo(other);
    assertThat(fixture.run("query", sample.file(), "status"))
        .contains("saved: no, the file holds another version; try: revert");
    fixture.runLine(firstSuggestion(output));
    assertThat(fixture.run("history", sample.file())).startsWith("4 ").contains("revert [saved]");
    assertUndoRestoresOriginal(sample, sample.file());
  }

  private byte[] replaceFile(SampleDocument sample) {
    fixture.run("run", "--new", "other-" + sample.file(), "title Other");
    byte[] other = fixture.bytes("other-" + sample.file());
    fixture.write(sample.file(), other);
    return other;
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_replaced_document_begins_a_new_history_when_asked_and_the_old_one_is_archived(
      SampleDocument sample) {
    editTwice(sample);
    byte[] other = replaceFile(sample);
    assertThat(fixture.run("adopt", sample.file(), "--fresh")).contains("saved: yes");
    assertThat(fixture.run("history", sample.file())).isEqualTo("0 the beginning [saved]\n");
    assertThat(fixture.bytes(sample.file())).isEqualTo(other);
    assertThat(fixture.fileNames(".fcp/.former"))
        .hasSize(2)
        .anyMatch(name -> name.endsWith("-" + sample.file()));
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_replaced_document_can_still_be_edited_and_saved_elsewhere(SampleDocument sample) {
    editTwice(sample);
    byte[] other = replaceFile(sample);
    fixture.run("undo", sample.file(), "--no-save");
    fixture.run("save", sample.file(), "--as", "kept-" + sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(other);
    assertUndoRestoresOriginal(sample, "kept-" + sample.file());
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_damaged_file_is_written_again_from_its_history(SampleDocument sample) {
    byte[] last = editTwice(sample);
    byte[] damaged = Arrays.copyOf(last, last.length / 2);
    fixture.write(sample.file(), damaged);
    String output = fixture.run("history", sample.file());
    assertThat(output).contains("holds another version: it cannot be read at byte ");
    for (String command : new String[] {"undo", "redo", "revert", "save"}) {
      assertThat(fixture.runRefused(command, sample.file())).contains("cannot be read at byte ");
    }
    assertThat(fixture.runRefused("run", sample.file(), sample.operation(0)))
        .contains("nothing was done");
    assertThat(fixture.runRefused("adopt", sample.file(), "--fresh"))
        .contains("  try: fcp adopt " + sample.file() + " --restore\n");
    assertThat(fixture.bytes(sample.file())).isEqualTo(damaged);
    fixture.runLine(firstSuggestion(output));
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertUndoRestoresOriginal(sample, sample.file());
  }

  @Test
  void the_readable_part_of_a_damaged_file_can_be_repaired_instead() {
    byte[] last = editTwice(SampleDocument.SONG);
    fixture.write(SampleDocument.SONG.file(), Arrays.copyOf(last, 900));
    assertThat(fixture.run("repair", SampleDocument.SONG.file()))
        .contains("! saved ./harbour.mid, ");
    assertThat(fixture.run("history", SampleDocument.SONG.file())).startsWith("4 repair ");
    fixture.run("undo", SampleDocument.SONG.file());
    assertThat(fixture.bytes(SampleDocument.SONG.file())).isEqualTo(last);
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void an_external_edit_is_a_separate_step(SampleDocument sample) throws IOException {
    byte[] ours = editTwice(sample);
    sample.editExternally(fixture.path(sample.file()));
    byte[] theirs = fixture.bytes(sample.file());
    assertThat(theirs).isNotEqualTo(ours);
    assertThat(fixture.run("query", sample.file(), "status"))
        .contains("! ./%s was edited elsewhere: ".formatted(sample.file()), "saved: yes");
    assertThat(fixture.run("history", sample.file(), "1"))
        .matches("4 external \\d\\d:\\d\\d, edited elsewhere \\[saved]\n");
    assertThat(fixture.bytes(sample.file())).isEqualTo(theirs);
    assertThat(fixture.run("undo", sample.file())).startsWith("! undone: external ");
    assertThat(fixture.bytes(sample.file())).isEqualTo(ours);
    fixture.run("redo", sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(theirs);
    assertUndoRestoresOriginal(sample, sample.file());
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void an_older_version_restored_by_another_program_is_a_step(SampleDocument sample) {
    byte[] last = editTwice(sample);
    fixture.write(sample.file(), sample.bytes());
    assertThat(fixture.run("history", sample.file())).contains("\n4 external ");
    fixture.run("undo", sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertUndoRestoresOriginal(sample, sample.file());
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void links_to_a_file_share_its_history(SampleDocument sample) throws IOException {
    Path elsewhere = Files.createDirectory(fixture.path("elsewhere"));
    Files.createSymbolicLink(
        elsewhere.resolve("link-" + sample.file()), Path.of("..", sample.file()));
    Files.createSymbolicLink(fixture.path("link"), Path.of("elsewhere"));
    fixture.run("run", sample.file(), sample.operation(0));
    fixture.run("run", "elsewhere/link-" + sample.file(), sample.operation(1));
    fixture.run("run", "link/link-" + sample.file(), sample.operation(2));
    assertThat(fixture.run("history", sample.file())).startsWith("3 ");
    assertThat(Files.isSymbolicLink(elsewhere.resolve("link-" + sample.file()))).isTrue();
    assertThat(fixture.fileNames("elsewhere")).containsExactly("link-" + sample.file());
    assertUndoRestoresOriginal(sample, "link/link-" + sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my shop.drawio",
        "Läden/größte Übersicht 店.drawio",
        "it's $HOME `x` \"q\" \\ *.drawio",
        "-n.drawio",
        "..odd.drawio",
      })
  void a_file_may_have_any_name(String name) throws IOException {
    Path file = fixture.path(name);
    Files.createDirectories(file.getParent());
    Files.write(file, SampleDocument.DIAGRAM.bytes());
    fixture.run("run", "--", name, "add box Till");
    fixture.run("checkpoint", "--", name, "-first'");
    fixture.run("run", "--", name, "remove Till");
    String output = fixture.runRefused("undo", "--to", "-frist'", "--", name);
    fixture.runLine(firstSuggestion(output));
    assertThat(fixture.run("history", "--", name)).contains("1 ", "add box Till [-first'] [saved]");
    fixture.run("undo", "--", name);
    assertThat(Files.readAllBytes(file)).isEqualTo(SampleDocument.DIAGRAM.bytes());
    fixture.runLine(firstSuggestion(fixture.runRefused("forget", "--", name)));
    fixture.run("forget", "--yes", "--", name);
    assertThat(fixture.runRefused("forget", "--", name)).contains(" has no history\n");
  }

  @Test
  void a_name_of_255_bytes_has_a_history() {
    String name = "n".repeat(255 - ".drawio".length()) + ".drawio";
    fixture.write(name, SampleDocument.DIAGRAM.bytes());
    fixture.run("run", name, "add box Till");
    assertUndoRestoresOriginal(SampleDocument.DIAGRAM, name);
  }

  @Test
  void commands_are_refused_if_no_history_can_be_written() {
    fixture.write(".fcp", new byte[0]);
    assertThat(fixture.runRefused(ExitCode.BROKEN, "run", "shop.drawio", "add box Till"))
        .contains("! journal ", "/.fcp/shop.drawio: cannot be opened: ");
    assertThat(fixture.run("query", "shop.drawio", "stats")).contains("21s 16e 0g");
  }

  @Test
  void commands_are_refused_in_a_read_only_folder() throws IOException {
    Path closed = Files.createDirectory(fixture.path("closed"));
    Files.write(closed.resolve("shop.drawio"), SampleDocument.DIAGRAM.bytes());
    assumeTrue(
        Files.getFileAttributeView(closed, PosixFileAttributeView.class) != null,
        "the file system has no POSIX permissions");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeTrue(!Files.isWritable(closed), "this user can write anywhere");
      assertThat(fixture.run("query", "closed/shop.drawio", "stats")).contains("21s 16e 0g");
      assertThat(fixture.run("run", "--dry-run", "closed/shop.drawio", "add box Till"))
          .contains("+ box \"Till\"");
      assertThat(fixture.runRefused(ExitCode.BROKEN, "run", "closed/shop.drawio", "add box Till"))
          .contains("no permission for ", "use another folder");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
